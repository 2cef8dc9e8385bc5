"""A start position of Quest: two teams of two who do not see each other at the beginning."""

MEADOW = {
    "terrain": ["." * 16] * 16,
    "start": {"1": [2, 2], "2": [13, 13]},
    "units": [
        {"id": 100, "player": 1, "x": 2, "y": 2},
        {"id": 101, "player": 1, "x": 3, "y": 2},
        {"id": 200, "player": 2, "x": 13, "y": 13},
        {"id": 201, "player": 2, "x": 12, "y": 13},
    ],
}
