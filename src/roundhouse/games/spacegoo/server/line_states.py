"""States of Spacegoo as lines of JSON, written straight from the state because a server writes thousands a second.

The bytes are those of the view (`games/spacegoo/view.py`) with `, ` and `: ` (GOO-095). What all players share is
written once a round; what only one of them gets is written once a match.
"""

from collections.abc import Sequence

import msgspec

from ..rules.state import Planet, State
from ..view import PlayerView, fleets, lanes


def spaced(value: object) -> bytes:
    """JSON with `, ` and `: `."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0)


FLEETS, ROUND = -4, -2  # the pieces of a state that hold the fleets and the round


class StateWriter:
    """Writes the states of one match. Parts that did not change since the last round are not written anew."""

    def __init__(self, g: State, names: Sequence[str]) -> None:
        self._g = g
        self._names = list(names)
        self._finite = g.production_rounds != 0
        count = g.planet_count
        self._heads = [f'{{"id": {n}, "x": {g.x[n]}, "y": {g.y[n]}, "owner_id": ' for n in range(count)]
        self._tails = [self._tail(g, n) for n in range(count)]
        self._ends = ["}, "] * (count - 1) + ["}"]
        self._seen: list[tuple[int, int, list[int]]] = [(-1, 0, [])] * count  # of each planet as it was last written
        self._productive: list[int] = []  # planets that changed by production since they were last written
        self._launched = -1  # the number of fleets launched when a state was last written
        self._fleets: dict[int, str] = {}
        lanes_text = b'"hyperlanes": ' + spaced(lanes(g)) + b", " if g.hyperlanes else b""
        # One piece per planet, and around them what comes before and after; FLEETS and ROUND from the end.
        self._pieces = [b'{"planets": [', *[b""] * count, b'], "fleets": [', b"", b'], "round": ', b"0"]
        self._pieces.append(b', "max_rounds": %d, ' % g.max_rounds + lanes_text)
        self._running = [self._ending(seat, over=False, winner=0) for seat in range(len(self._names) + 1)]

    def shared(self) -> bytes:
        """The part of the newest state that is the same for everybody; the rest of the line is `own`."""
        g = self._g
        pieces = self._pieces
        if g.next_fleet == self._launched and not self._fleets:
            # No fleet has been on the way since the last state: nothing but production has happened.
            if self._productive:
                self._write_produced(g, pieces)
        else:
            self._write_planets(g, pieces)
            self._launched = g.next_fleet if g.seats == 2 else -1  # among four a planet may also be disowned
            pieces[FLEETS] = self._flying(g)
        pieces[ROUND] = b"%d" % g.round_no
        return b"".join(pieces)

    def own(self, seat: int) -> bytes:
        """The end of a seat's line, without a line feed; seat 0 is the log (GOO-101)."""
        g = self._g
        return self._running[seat] if g.reason == 0 else self._ending(seat, over=True, winner=g.winner)

    def _tail(self, g: State, n: int) -> str:
        a, b, c = g.planets[n].production
        return f', "production": [{a}, {b}, {c}]' + (', "production_rounds_left": ' if self._finite else "")

    def _ending(self, seat: int, *, over: bool, winner: int) -> bytes:
        mine = f'"player_id": {seat}, ' if seat else ""
        players = [
            PlayerView(n, name, n == seat) if seat else PlayerView(n, name) for n, name in enumerate(self._names, 1)
        ]
        flags = f'"game_over": {"true" if over else "false"}, "winner": {winner or "null"}, "players": '
        return f"{mine}{flags}".encode("ascii") + spaced(players) + b"}"

    def _write_planets(self, g: State, pieces: list[bytes]) -> None:
        planets = g.planets
        self._productive = [n for n in range(g.planet_count) if planets[n].owner and planets[n].rounds_left]
        for n, (owner, left, ships) in enumerate(self._seen):
            planet = planets[n]
            if planet.ships != ships or planet.rounds_left != left or planet.owner != owner:
                self._write_planet(planet, n, pieces)

    def _write_produced(self, g: State, pieces: list[bytes]) -> None:
        exhausted = False
        for n in self._productive:
            planet = g.planets[n]
            self._write_planet(planet, n, pieces)
            exhausted = exhausted or planet.rounds_left == 0
        if exhausted:
            self._productive = [n for n in self._productive if g.planets[n].rounds_left]

    def _write_planet(self, planet: Planet, n: int, pieces: list[bytes]) -> None:
        a, b, c = ships = planet.ships
        owner, left = planet.owner, planet.rounds_left
        self._seen[n] = (owner, left, ships[:])
        rounds = left if self._finite else ""
        text = f'{self._heads[n]}{owner}, "ships": [{a}, {b}, {c}]{self._tails[n]}{rounds}{self._ends[n]}'
        pieces[n + 1] = text.encode("ascii")

    def _flying(self, g: State) -> bytes:
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
        return ", ".join(now.values()).encode("ascii")
