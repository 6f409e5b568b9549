"""What holds for every value and every error, whatever its room."""

import copy
import pickle
from collections.abc import Iterator

import manipulation


def evaluated(value: object) -> object:
    """Evaluate the `repr` of a value where only the package's public names are known."""
    result: object = eval(repr(value), dict(vars(manipulation)))  # noqa: S307 -- it is our own text
    return result


def pickled(value: object) -> Iterator[object]:
    """Yield what comes back from a pickle, for each protocol."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 -- pickled just now


def check_value(value: object) -> None:
    """A value's `repr` evaluates back; it survives pickle and copy; its copies hash as it does."""
    for other in (evaluated(value), *pickled(value), copy.copy(value), copy.deepcopy(value)):
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)
        assert str(other) == str(value)
        assert repr(other) == repr(value)


def check_error(error: Exception) -> None:
    """An error survives pickle and copy with all that it holds, and its `repr` evaluates back."""
    for other in (evaluated(error), *pickled(error), copy.copy(error), copy.deepcopy(error)):
        assert isinstance(other, Exception)
        assert type(other) is type(error)
        assert vars(other) == vars(error)
        assert str(other) == str(error)
