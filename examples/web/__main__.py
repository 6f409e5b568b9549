"""`python examples/web` starts the web table."""

from webtable.command import main

main()
