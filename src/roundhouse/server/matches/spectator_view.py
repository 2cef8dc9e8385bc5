"""What spectators of a running match may see, and when. DUN-055"""

from msgspec import Struct

from ...core.game import EVERYTHING, Game, Setup


class SpectatorView(Struct, frozen=True):
    """Spectators see what happened `delay` rounds ago: what all seats know, or `everything`. The start is delayed like
    the rest; where everything is shown, they see until then what all seats know of the start."""

    delay: int = 0
    everything: bool = False

    @property
    def looks(self) -> int:
        """The seat whose view spectators get."""
        return EVERYTHING if self.everything else 0


def spectator_view_of(game: Game, setup: Setup, delay: int) -> SpectatorView:
    """`delay` is what the host has chosen. Where everything is shown it is shown late, unless nobody could use it:
    built-in bots do not look."""
    if not game.secrets or not game.spectator_delay:
        return SpectatorView(delay)
    if all(seat.builtin for seat in setup.seats):
        return SpectatorView(delay, everything=True)
    return SpectatorView(max(delay, game.spectator_delay), everything=True)
