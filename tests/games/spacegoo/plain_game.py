"""Spacegoo told a second time, as plainly as the rules are written: what the real one is compared with.

Lists and dictionaries, no pools, no queues, no speed. It shares no code with the game besides the first board.
"""

from typing import Any

Ships = list[int]

SHARE = {0: (0.1, 1.0), 1: (0.25, 2.0), 2: (0.01, 1.0)}  # by (defending kind - attacking kind) % 3, GOO-050, GOO-051


def fight(fleets: list[Ships]) -> tuple[list[Ships], int]:
    """GOO-051 to GOO-055 and GOO-123: what is left of the sides, and the battle rounds."""
    sides, rounds = [list(map(float, ships)) for ships in fleets], 0
    while sum(1 for side in sides if sum(side) > 0) > 1:
        after = []
        for me, side in enumerate(sides):
            left = []
            for kind in range(3):
                ships = side[kind]
                for other, foe in enumerate(sides):
                    for shooter in range(3):
                        if other != me and foe[shooter] > 0:
                            part, least = SHARE[(kind - shooter) % 3]
                            ships -= max(foe[shooter] * part, least)
                left.append(max(ships, 0.0))
            after.append(left)
        sides, rounds = after, rounds + 1
    return [list(map(int, side)) for side in sides], rounds


class PlainGame:
    def __init__(self, view: Any, settings: dict[str, Any]) -> None:
        self.round = view.round
        self.settings = settings
        self.seats = list(range(1, settings["players"] + 1))
        self.planets = [
            {"x": p.x, "y": p.y, "owner": p.owner_id, "ships": list(p.ships), "production": p.production, "made": 0}
            for p in view.planets
        ]
        self.lanes = set(view.hyperlanes) if settings["hyperlanes"] else set()
        self.fleets: list[dict[str, Any]] = []
        self.next_fleet = 0
        self.out: dict[int, int] = {}  # seat -> round
        self.over: tuple[str, int] | None = None  # reason, winner

    def play_round(self, commands: dict[int, list[int]]) -> None:
        """GOO-041"""
        accepted = {}
        failed = []
        for seat in sorted(commands):
            verdict = self.judge(seat, commands[seat])
            if verdict == "disqualified":
                failed.append(seat)
            elif verdict == "accepted":
                accepted[seat] = commands[seat]
        if failed and self.disqualify(failed):
            return
        for seat in sorted(accepted):
            self.send(seat, accepted[seat])
        self.produce()
        flying = {fleet["owner"] for fleet in self.fleets}
        self.land()
        self.finish(flying)

    def judge(self, seat: int, row: list[int]) -> str:
        """GOO-033 to GOO-037"""
        kind, source, target, *ships = row
        if kind == 0:
            return "nop"
        if min(ships) < 0:
            return "disqualified"
        there = source != target and source in range(len(self.planets)) and target in range(len(self.planets))
        if self.settings["hyperlanes"] and (source, target) not in self.lanes:
            return "disqualified" if self.settings["off_lane"] == "disqualify" else "nop"
        if not there or self.planets[source]["owner"] != seat:
            return "nop"
        present = self.planets[source]["ships"]
        return "accepted" if sum(map(min, ships, present)) > 0 else "nop"

    def disqualify(self, failed: list[int]) -> bool:
        """GOO-060, GOO-124, GOO-128; true if that ends the match."""
        for seat in failed:
            self.out[seat] = self.round
        left = [seat for seat in self.seats if seat not in self.out]
        if len(self.seats) == 2:
            self.over = ("disqualified", left[0]) if left else ("all_disqualified", 0)
            return True
        for planet in self.planets:
            if planet["owner"] in failed:
                planet["owner"] = 0
        self.fleets = [fleet for fleet in self.fleets if fleet["owner"] not in failed]
        if len(left) < 2:
            self.over = ("won", left[0]) if left else ("all_disqualified", 0)
            return True
        return False

    def send(self, seat: int, row: list[int]) -> None:
        _, source, target, *ships = row
        home = self.planets[source]
        sent = list(map(min, ships, home["ships"]))
        home["ships"] = [have - gone for have, gone in zip(home["ships"], sent, strict=True)]
        there = self.planets[target]
        far = 0
        while far * far < (home["x"] - there["x"]) ** 2 + (home["y"] - there["y"]) ** 2:
            far += 1
        fleet = {"id": self.next_fleet, "owner": seat, "origin": source, "target": target, "ships": sent}
        self.fleets.append(fleet | {"eta": self.round + far})
        self.next_fleet += 1

    def produce(self) -> None:
        """GOO-042"""
        for planet in self.planets:
            endless = self.settings["production_rounds"] == 0
            if planet["owner"] and (endless or planet["made"] < self.settings["production_rounds"]):
                planet["ships"] = [
                    have + made for have, made in zip(planet["ships"], planet["production"], strict=True)
                ]
                planet["made"] += 1

    def land(self) -> None:
        """GOO-043 to GOO-048"""
        arriving = [fleet for fleet in self.fleets if fleet["eta"] == self.round]
        self.fleets = [fleet for fleet in self.fleets if fleet["eta"] != self.round]
        for number, planet in enumerate(self.planets):
            forces: dict[int, Ships] = {}
            for fleet in arriving:
                if fleet["target"] == number:
                    before = forces.get(fleet["owner"], [0, 0, 0])
                    forces[fleet["owner"]] = [a + b for a, b in zip(before, fleet["ships"], strict=True)]
            owners = sorted(forces)
            left = fight([forces[seat] for seat in owners])[0]
            standing = [(seat, ships) for seat, ships in zip(owners, left, strict=True) if sum(ships) > 0]
            if not standing:
                continue
            ((seat, ships),) = standing
            if planet["owner"] == seat:
                planet["ships"] = [a + b for a, b in zip(planet["ships"], ships, strict=True)]
                continue
            (attackers, defenders), _ = fight([ships, planet["ships"]])
            planet["ships"] = defenders if sum(defenders) > 0 else attackers
            if sum(defenders) == 0:
                planet["owner"] = seat

    def finish(self, flying: set[int]) -> None:
        """GOO-057 to GOO-059, GOO-124, GOO-129"""
        last = self.round + 1 >= self.settings["max_rounds"]
        if last:
            flying = {fleet["owner"] for fleet in self.fleets}
        owners = {planet["owner"] for planet in self.planets} | flying
        still_in = [seat for seat in self.seats if seat not in self.out]
        alive = [seat for seat in still_in if seat in owners]
        if len(self.seats) > 2 or len(alive) == 1:
            self.out |= {seat: self.round for seat in still_in if seat not in alive}
        self.round += 1
        if len(alive) == 1:
            self.over = ("won", alive[0])
        elif last:
            self.over = ("draw", 0)

    def board(self) -> str:
        """The board as `text.write` writes it."""
        parts = [f"round {self.round} of {self.settings['max_rounds']}"]
        for n, p in enumerate(self.planets):
            limit = self.settings["production_rounds"]
            left = f" {limit - p['made']}" if limit else ""
            parts.append(f"{n}@{p['x']},{p['y']} {p['owner']} {three(p['ships'])} +{three(p['production'])}{left}")
        for f in self.fleets:
            parts.append(f"#{f['id']} {f['owner']} {f['origin']}>{f['target']} {three(f['ships'])} eta {f['eta']}")
        if self.next_fleet != (self.fleets[-1]["id"] + 1 if self.fleets else 0):
            parts.append(f"next {self.next_fleet}")
        parts += [f"out {seat}@{since}" for seat, since in sorted(self.out.items())]
        if self.over:
            parts.append("over {} {}".format(*self.over))
        return "\n".join(parts)


def three(numbers: Ships) -> str:
    return ",".join(map(str, numbers))
