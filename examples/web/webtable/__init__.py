"""A web table for Manipulation: a server and a page, built on the public API alone."""
