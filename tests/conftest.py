"""How hard the property tests try: HYPOTHESIS_PROFILE is default, brief, deep or mutants."""

import os

from hypothesis import Phase, settings

DEEPER = 50
"""How many times as many examples the deep profile draws."""

# In CI the same examples are drawn each time, so that a red run is due to the change it tests.
settings.register_profile("default", deadline=None, derandomize="CI" in os.environ)
# On a second Python, what is new is the Python: the same tests, with fewer examples.
settings.register_profile("brief", parent=settings.get_profile("default"), max_examples=25)
settings.register_profile(
    "deep",
    parent=settings.get_profile("default"),
    max_examples=DEEPER * settings.get_profile("default").max_examples,
)
# A mutant is killed by the first example that fails: no smaller one is looked for. What survives so
# few examples may not survive the usual number; the figure in docs/testing.md is the lower for it.
settings.register_profile(
    "mutants",
    parent=settings.get_profile("default"),
    derandomize=True,
    database=None,
    max_examples=25,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# The doctests are looked for in the sources, beside which a compiled module may be the one loaded.
os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
