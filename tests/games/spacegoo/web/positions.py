"""Positions of Spacegoo as full as they can be, drawn from a seed: 21 planets and 40 fleets."""

import math
from random import Random

import msgspec

from roundhouse.games.spacegoo import GAME
from roundhouse.match.match import Match

PLANETS, FLEETS, ROUND = 21, 40, 40


def full_view(random: Random, preset: str = "standard") -> dict:
    """A view with ten pairs of planets, most of them taken, and a lot under way."""
    planets: list[dict] = []
    while len(planets) < PLANETS:  # where no room is left the last pairs are left out
        setup = GAME.setup(["ann", "bob"], seed=random.getrandbits(60), preset=preset, settings={"pairs_min": 10})
        view = msgspec.to_builtins(Match(GAME, setup).view(0))
        planets = view["planets"]
    for planet in planets:
        if planet["owner_id"] == 0 and random.random() < 0.75:
            planet["owner_id"] = random.choice((1, 2))
        if planet["owner_id"]:
            planet["ships"] = [random.choice((0, 3, 27, 195, 1024, 25_000)) for _ in range(3)]
            if preset == "standard":
                planet["production_rounds_left"] = random.choice((0, 7, 57, 100))
    lanes = view.get("hyperlanes") or [(a, b) for a in range(PLANETS) for b in range(PLANETS) if a != b]
    lanes = [(a, b) for a, b in lanes if planets[a]["owner_id"]]
    view["round"] = ROUND
    for number in range(FLEETS):
        origin, target = random.choice(lanes)
        ends = ((planets[n]["x"], planets[n]["y"]) for n in (origin, target))
        ships = [random.choice((0, 2, 30, 400)) for _ in range(3)]
        view["fleets"].append(
            {
                "id": number, "owner_id": planets[origin]["owner_id"], "origin": origin, "target": target,
                "ships": ships if sum(ships) else [0, 5, 0],
                "eta": ROUND + random.randrange(math.ceil(math.dist(*ends))), "alive": True,
            }
        )  # fmt: skip
    return view


def as_map(view: dict) -> dict:
    """The same as a map to play on from."""
    planets = [dict(planet) for planet in view["planets"]]
    fleets = [{key: value for key, value in fleet.items() if key != "alive"} for fleet in view["fleets"]]
    return {key: view[key] for key in ("round", "hyperlanes") if key in view} | {"planets": planets, "fleets": fleets}
