"""What one seat, or a spectator, may know of a round, and the events that keep it up to date."""

from manipulation.views.event import Event
from manipulation.views.view import RoundView

__all__ = ["Event", "RoundView"]
