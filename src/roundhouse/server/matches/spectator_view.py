"""What spectators of a running match may see, and when. DUN-055"""

from msgspec import Struct

from ...core.game import EVERYTHING, Game, Setup


class Sight(Struct, frozen=True):
    """Spectators see what happened `delay` rounds ago: what all seats know, or `everything`. How a match began is shown
    as late as all the rest; where everything is shown, they see until then what all know of the beginning."""

    delay: int = 0
    everything: bool = False

    @property
    def looks(self) -> int:
        """With whose eyes spectators see."""
        return EVERYTHING if self.everything else 0


def sight_of(game: Game, setup: Setup, delay: int) -> Sight:
    """`delay` is what the host has chosen. Where everything is shown it is shown late, unless nobody could use it:
    built-in bots do not look."""
    if not game.secrets or not game.shown_after:
        return Sight(delay)
    if all(seat.builtin for seat in setup.seats):
        return Sight(delay, everything=True)
    return Sight(max(delay, game.shown_after), everything=True)
