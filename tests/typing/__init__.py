"""What a type checker must say of the public names: nothing here is run, mypy reads it."""
