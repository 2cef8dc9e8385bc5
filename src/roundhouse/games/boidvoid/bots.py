"""The built-in bot `random`: every ship does anything that may succeed."""

from collections.abc import Sequence
from secrets import randbits
from typing import Any

import msgspec

from ...core.rules import below, draw, stream
from ...protocol.messages import Start, Turn
from ...sdk.bot import Bot
from . import tables as t
from .actions import Action, Attack, Capture, Move, Spawn, SwarmCreate, SwarmJoin
from .setup import settings_of
from .view import Choice, View


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


class Random(Bot):
    """Draws one of the things that each unit could do. Without a seed it is a live one."""

    name = "random"

    def __init__(self, *, seed: int | None = None) -> None:
        self.seed = seed

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.key = stream(randbits(64) if self.seed is None else self.seed, t.DRAW_AI)
        self.drawn = 0

    def act(self, turn: Turn) -> list[Action]:
        view = seen(turn.view)
        self.drawn = view.turn << 20
        assert view.you is not msgspec.UNSET
        drawn = [self.any_of(self.possible(view, choice)) for choice in view.you.choices]
        return [order for order in drawn if order is not None]

    def possible(self, view: View, choice: Choice) -> list[Action | None]:
        """Everything that a unit could do now, or nothing."""
        unit = choice.unit
        can: list[Action | None] = [None]
        can += [Move(unit=unit, to=(tile.x, tile.y)) for tile in choice.reach]
        can += [Attack(unit=unit, target=target) for target in choice.targets]
        can += [SwarmJoin(unit=unit, swarm=swarm) for swarm in choice.swarms]
        if "capture" in choice.may:
            can += [Capture(unit=unit)] * 8  # as likely as all the ways to go
        if "swarm_create" in choice.may:
            can.append(SwarmCreate(unit=unit))
        if choice.state == "can_respawn":
            assert view.you is not msgspec.UNSET
            taken = {(one.x, one.y) for one in view.units}
            own = [tile for tile in view.tiles if tile.owner == view.you.team and (tile.x, tile.y) not in taken]
            can += [Spawn(unit=unit, tile=(tile.x, tile.y)) for tile in own]
        return can

    def any_of(self, can: Sequence[Action | None]) -> Action | None:
        self.drawn += 1
        return can[below(draw(self.key, self.drawn), len(can))]
