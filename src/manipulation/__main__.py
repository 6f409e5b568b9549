"""`python -m manipulation` is the command line."""

from manipulation.cli import main

main()
