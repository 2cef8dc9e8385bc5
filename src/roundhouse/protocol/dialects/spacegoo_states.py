"""States of Spacegoo as lines of JSON, written straight from the state because a server writes thousands a second.

The bytes are those of the view (`games/spacegoo/view.py`) with `, ` and `: ` (GOO-095). What all players share is
written once a round; what only one of them gets is written once a match.
"""

from collections.abc import Sequence

import msgspec

from ...games.spacegoo.state import State
from ...games.spacegoo.view import PlayerView, fleets, lanes


def spaced(value: object) -> bytes:
    """JSON with `, ` and `: `."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0)


class StateWriter:
    """Writes the states of one match. Parts that did not change since the last round are not written anew."""

    def __init__(self, g: State, names: Sequence[str]) -> None:
        self._g = g
        self._names = list(names)
        finite = g.production_rounds != 0
        self._heads = [f'{{"id": {n}, "x": {g.x[n]}, "y": {g.y[n]}, "owner_id": ' for n in range(g.planet_count)]
        left = ', "production_rounds_left": ' if finite else ""
        self._tails = [
            f', "production": [{a}, {b}, {c}]{left}'
            for a, b, c in (planet.production for planet in g.planets[: g.planet_count])
        ]
        self._finite = finite
        self._neutral: list[tuple[list[int], int, str]] = [([], 0, "")] * g.planet_count
        self._fleets: dict[int, str] = {}
        listed = f'"hyperlanes": {spaced(lanes(g)).decode()}, ' if g.hyperlanes else ""
        self._rest = f', "max_rounds": {g.max_rounds}, {listed}'
        self._running = {
            seat: self._ending(seat, over=False, winner=0) for seat in range(len(self._names) + 1)
        }  # seat 0: the log

    def shared(self) -> bytes:
        """The part of the newest state that is the same for everybody; the rest of the line is `own`."""
        g = self._g
        text = (
            '{"planets": ['
            + ", ".join(self._planets(g))
            + '], "fleets": ['
            + self._flying(g)
            + f'], "round": {g.round_no}'
            + self._rest
        )
        return text.encode("ascii")

    def own(self, seat: int) -> bytes:
        """The end of a seat's line, without a line feed; seat 0 is the log (GOO-101)."""
        g = self._g
        return self._running[seat] if g.reason == 0 else self._ending(seat, over=True, winner=g.winner)

    def _ending(self, seat: int, *, over: bool, winner: int) -> bytes:
        mine = f'"player_id": {seat}, ' if seat else ""
        players = [
            PlayerView(n, name, n == seat) if seat else PlayerView(n, name) for n, name in enumerate(self._names, 1)
        ]
        flags = f'"game_over": {"true" if over else "false"}, "winner": {winner or "null"}, "players": '
        return f"{mine}{flags}".encode("ascii") + spaced(players) + b"}"

    def _planets(self, g: State) -> list[str]:
        written = []
        heads, tails, finite, neutral = self._heads, self._tails, self._finite, self._neutral
        planets = g.planets
        for n in range(g.planet_count):
            planet = planets[n]
            ships = planet.ships
            owner = planet.owner
            if owner == 0:  # such a planet is changed by battles only
                before, left, text = neutral[n]
                if before == ships and left == planet.rounds_left:
                    written.append(text)
                    continue
            a, b, c = ships
            if finite:
                text = f'{heads[n]}{owner}, "ships": [{a}, {b}, {c}]{tails[n]}{planet.rounds_left}}}'
            else:
                text = f'{heads[n]}{owner}, "ships": [{a}, {b}, {c}]{tails[n]}}}'
            if owner == 0:
                neutral[n] = (ships[:], planet.rounds_left, text)
            written.append(text)
        return written

    def _flying(self, g: State) -> str:
        if not any(g.flying):
            if self._fleets:
                self._fleets = {}
            return ""
        known = self._fleets
        now = {}
        for fleet in fleets(g):
            number = fleet.number
            text = known.get(number)
            if text is None:  # a fleet does not change on its way
                a, b, c = fleet.ships
                text = (
                    f'{{"id": {number}, "owner_id": {fleet.owner}, "ships": [{a}, {b}, {c}], "origin": {fleet.origin}, '
                    f'"target": {fleet.target}, "eta": {fleet.eta}, "alive": true}}'
                )
            now[number] = text
        self._fleets = now
        return ", ".join(now.values())
