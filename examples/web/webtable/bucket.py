"""How fast somebody may do something."""

from __future__ import annotations

import time
from typing import Final

from attrs import define, field

_BURST: Final = 4
"""So many times what is allowed in a second may come at once."""


@define(eq=False)
class Bucket:
    """Leave to do something so many times a second: it fills with time, up to a burst."""

    rate: float
    left: float = field(init=False)
    at: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin full."""
        self.left, self.at = _BURST * self.rate, time.monotonic()

    def take(self) -> bool:
        """Take leave for once, if there is any."""
        now = time.monotonic()
        self.left = min(_BURST * self.rate, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
