"""Mutation testing of the rooms from `errors` to `game`: see docs/testing.md."""
