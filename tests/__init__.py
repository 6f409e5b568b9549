"""The tests of the package, as it is installed."""
