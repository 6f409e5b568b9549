"""The kit for property tests: Hypothesis strategies for every value of the game.

The strategies keep Hypothesis's conventions. They are plural nouns with keyword-only arguments, a
mistaken argument is refused when the strategy is called, and what they draw shrinks to something
a person can read: few cards, low ones, clubs before the other suits. Aces come last of the ranks,
and jokers only when asked for, since both are special: a smallest example has one if it takes one.
"""

try:
    import hypothesis as _hypothesis
except ModuleNotFoundError as missing:
    if missing.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "manipulation.testing needs hypothesis, which the extra `testing` of manipulation-rummy "
        "brings:\nin a clone of the project, python -m pip install '.[testing]'",
        name="hypothesis",
    ) from None

__all__: list[str] = []

del _hypothesis
