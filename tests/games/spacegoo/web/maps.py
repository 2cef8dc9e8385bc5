"""Hand-made maps of Spacegoo, for pictures and fights that are known beforehand."""


def planet(number, x, y, owner, production, ships, left=100):
    return {
        "id": number, "x": x, "y": y, "owner_id": owner, "production": production, "ships": ships,
        "production_rounds_left": left,
    }  # fmt: skip


def fleet(number, owner, origin, target, ships, eta):
    return {"id": number, "owner_id": owner, "origin": origin, "target": target, "ships": ships, "eta": eta}


SHOW_LANES = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 3), (2, 4)]

# Everything a board can show: owners, sizes, kinds, rounds left, lanes, and fleets of three sizes on their way.
SHOW = {
    "round": 40,
    "planets": [
        planet(0, 0, 0, 0, [1, 1, 1], [20, 20, 20]),
        planet(1, -14, -6, 1, [3, 0, 0], [3, 27, 195], left=57),
        planet(2, 14, 6, 2, [9, 9, 2], [300, 0, 3]),
        planet(3, -5, 9, 1, [0, 1, 0], [7, 7, 7], left=0),
        planet(4, 6, -9, 2, [4, 4, 0], [50, 60, 70], left=33),
    ],
    "fleets": [
        fleet(0, 1, 1, 0, [2, 2, 1], 48),
        fleet(1, 2, 2, 0, [300, 100, 100], 47),
        fleet(2, 1, 1, 3, [30, 0, 0], 45),
    ],
    "hyperlanes": [list(lane) for a, b in SHOW_LANES for lane in ((a, b), (b, a))],
}

# The second player is about to lose all they have.
LAST_STAND = {
    "planets": [
        planet(0, 0, 0, 0, [1, 1, 1], [20, 20, 20]),
        planet(1, 6, 0, 1, [3, 0, 0], [40, 10, 10]),
        planet(2, -6, 0, 2, [0, 0, 0], [0, 0, 0]),
    ],
    "fleets": [fleet(0, 1, 1, 2, [90, 90, 90], 1)],
}

# The second player can do nothing, so that whatever the first one does comes as foreseen.
ALONE = {
    "planets": [
        planet(0, 0, 0, 0, [1, 1, 1], [20, 20, 20]),
        planet(1, 6, 0, 1, [3, 0, 0], [80, 40, 20]),
        planet(2, -6, 0, 2, [0, 0, 0], [0, 0, 0]),
    ],
}
