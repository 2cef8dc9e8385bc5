"""A bot for Crafting Quest: units dig, take what they find, craft, drop what is too heavy, and explore."""

from typing import Any

from roundhouse.games.quest.actions import Action, Craft, Dig, Drop, Move, Pickup
from roundhouse.games.quest.cells import Cell
from roundhouse.games.quest.view import Answer, OwnUnit
from roundhouse.protocol.messages import Start, Turn
from roundhouse.sdk import Bot

HEAVY = 80  # with more weight a unit drops its resources
NEAR = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
Spot = tuple[int, int]


class MyBot(Bot):
    def start(self, start: Start) -> None:
        self.rules: dict[str, Any] = start.setup.settings
        blueprints = self.rules["blueprints"]
        self.recipes: list[tuple[Any, Any]] = [
            (item, use) for item in ("sword1", "armour1") for use in blueprints[item]["ways"]
        ]
        self.ground: dict[Spot, bool] = {}  # known cells: whether they can be walked on
        self.spots: set[Spot] = set()  # cells with something in the ground
        self.dug: set[Spot] = set()

    def act(self, turn: Turn) -> None:
        self.learn(turn.view.cells)
        for unit in turn.view.units:
            self.play(unit)

    def play(self, unit: OwnUnit | None) -> None:
        """Every request is answered at once, with how the unit is now and what it sees."""
        found: Any = None
        while unit is not None and (action := self.choose(unit, found)) is not None:
            verdict = self.request(action)
            answer: Answer | None = verdict.answer if verdict.verdict == "accepted" else None
            if answer and answer.cells:
                self.learn(answer.cells)
            unit, found = (answer.unit, answer.found) if answer else (None, None)

    def choose(self, unit: OwnUnit, found: Any) -> Action | None:
        """Take what was found, dig, craft, drop what is too much, go on; None if there is nothing to do now."""
        at = unit.x, unit.y
        has: Any = unit.resources
        if unit.frozen or unit.respawned or 5 * unit.energy < 100 + 2 * unit.weight:  # what a step costs
            return None
        if found:
            return Pickup(unit=unit.id, what=found)
        if at in self.spots:
            self.spots.discard(at)
            self.dug.add(at)
            return Dig(unit=unit.id)
        for item, use in self.recipes:
            if all(has.get(thing, 0) >= n for thing, n in use.items()):
                return Craft(unit=unit.id, item=item, use=use)
        if has and unit.weight > HEAVY:
            return Drop(unit=unit.id, what=has)
        to = self.way(at)
        return Move(unit=unit.id, to=to) if to else None

    def learn(self, cells: list[Cell]) -> None:
        for cell in cells:
            at = cell.x, cell.y
            self.ground[at] = cell.terrain == "grass" and not cell.tower
            (self.spots.add if cell.buried and at not in self.dug else self.spots.discard)(at)

    def way(self, start: Spot) -> Spot | None:
        """The first step to the nearest cell with something in the ground or beside one that is unknown."""
        first, queue = {start: start}, [start]
        for here in queue:
            for there in ((here[0] + dx, here[1] + dy) for dx, dy in NEAR):
                if here != start and (here in self.spots or self.unknown(there)):
                    return first[here]
                if self.ground.get(there) and there not in first:
                    first[there] = there if here == start else first[here]
                    queue.append(there)
        return None

    def unknown(self, at: Spot) -> bool:
        return at not in self.ground and 0 <= at[0] < self.rules["width"] and 0 <= at[1] < self.rules["height"]
