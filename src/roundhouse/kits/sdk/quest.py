"""A bot for Crafting Quest: units dig where something is buried, take it, and go on to the next such cell."""

from roundhouse.games.quest.actions import Action, Dig, Move, Pickup
from roundhouse.games.quest.cells import Cell
from roundhouse.games.quest.view import Answer, OwnUnit
from roundhouse.protocol.messages import Start, Turn
from roundhouse.sdk import Bot

REST = 60  # a unit with less energy waits: a step costs so much with all it can carry
CARRY = 100  # what a unit can carry and still walk
Spot = tuple[int, int]


class MyBot(Bot):
    def start(self, start: Start) -> None:
        self.ground: dict[Spot, bool] = {}  # known cells: whether they can be walked on
        self.spots: set[Spot] = set()  # cells with something in the ground
        self.dug: set[Spot] = set()

    def act(self, turn: Turn) -> None:
        self.learn(turn.view.cells)
        for unit in turn.view.units:
            self.play(unit)

    def play(self, unit: OwnUnit | None) -> None:
        """Every request is answered at once, with how the unit is now and what it sees."""
        while unit is not None and unit.energy >= REST and not unit.frozen and not unit.respawned:
            at = unit.x, unit.y
            if at in self.spots:
                self.spots.discard(at)
                self.dug.add(at)
                answer = self.ask(Dig(unit=unit.id))
                room = CARRY - unit.weight
                if answer and answer.found and sum(answer.found.values()) <= room:
                    answer = self.ask(Pickup(unit=unit.id, what=answer.found))  # type: ignore[arg-type]
            else:
                to = self.way(at)
                answer = self.ask(Move(unit=unit.id, to=to)) if to else None
            unit = answer.unit if answer else None

    def ask(self, action: Action) -> Answer | None:
        """What a request told, or nothing if it was refused."""
        verdict = self.request(action)
        answer: Answer | None = verdict.answer if verdict.verdict == "accepted" else None
        if answer and answer.cells:
            self.learn(answer.cells)
        return answer

    def learn(self, cells: list[Cell]) -> None:
        for cell in cells:
            at = cell.x, cell.y
            self.ground[at] = cell.terrain == "grass" and not cell.tower
            (self.spots.add if cell.buried and at not in self.dug else self.spots.discard)(at)

    def way(self, start: Spot) -> Spot | None:
        """The first step to the nearest cell with something in the ground."""
        first, queue = {start: start}, [start]
        for here in queue:
            if here in self.spots:
                return first[here]
            for there in ((here[0] + dx, here[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                if self.ground.get(there) and there not in first:
                    first[there] = there if here == start else first[here]
                    queue.append(there)
        return None
