"""Measurements, beside other solvers; no part of the default test run."""
