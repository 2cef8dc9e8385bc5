"""The sprites of what exists from the start: 32 by 32, few shapes, in colours that are visible on dark and on light.
BOI-294"""

INK, DIM, PALE, DARK = "#8b94a3", "#5d6675", "#d9dde4", "#2a313d"
AMBER, SKY, MINT, VIOLET, CORAL = "#e0a020", "#5c9fd6", "#35b8a4", "#9662f0", "#d8553a"


def drawing(*shapes: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{"".join(shapes)}</svg>'


def path(d: str, fill: str = "none", stroke: str = "none", width: float = 2) -> str:
    return f'<path d="{d}" fill="{fill}"{_line(stroke, width)}/>'


def disc(x: float, y: float, r: float, fill: str = "none", stroke: str = "none", width: float = 2) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"{_line(stroke, width)}/>'


def hexagon(fill: str = "none", stroke: str = "none", *, r: int = 13) -> str:
    half, wide = r / 2, round(r * 0.866, 1)
    spots = ((0, -r), (wide, -half), (wide, half), (0, r), (-wide, half), (-wide, -half))
    points = " ".join(f"{16 + x:g},{16 + y:g}" for x, y in spots)
    return f'<polygon points="{points}" fill="{fill}"{_line(stroke, 2)}/>'


def _line(stroke: str, width: float) -> str:
    if stroke == "none":
        return ""
    return f' stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'


def boost(*shapes: str) -> str:
    """The frame of a boost, with the drawing of its effect."""
    frame = f'<rect x="5" y="7" width="22" height="20" rx="4" fill="{DARK}" stroke="{INK}" stroke-width="2"/>'
    return drawing(frame, path("M13 4h6v3h-6z", INK), *shapes)


def plinth(*shapes: str) -> str:
    """The base of a superstructure."""
    return drawing(path("M4 27h24l-4-5H8z", DIM), *shapes)


SHIPS = {
    "ship-standard": drawing(path("M16 3l9 24-9-5-9 5z", PALE, INK), path("M16 12v7", stroke=DIM)),
    "mothership-standard": drawing(
        path("M16 3l11 8v11l-11 7-11-7V11z", PALE, INK), disc(16, 16, 5, DARK, DIM), disc(16, 16, 1.5, PALE)
    ),
}

SUPERSTRUCTURES = {
    "ss-relay": plinth(path("M16 22V10", stroke=INK), disc(16, 8, 3, PALE), path("M9 13a9 9 0 0 1 14 0", stroke=INK)),
    "ss-bastion": plinth(path("M8 22V9h4v3h3V9h3v3h3V9h3v13z", PALE, INK)),
    "ss-array": plinth(
        path("M10 22l2-12M16 22V7M22 22l-2-12", stroke=INK),
        disc(12, 9, 2, PALE),
        disc(16, 6, 2, PALE),
        disc(20, 9, 2, PALE),
    ),
    "ss-beacon": plinth(
        path("M12 22l2-11h4l2 11z", PALE, INK), disc(16, 8, 3, AMBER), path("M8 4l4 2M24 4l-4 2", stroke=INK)
    ),
}

BOOSTS = {
    "boost-overcharge": boost(path("M17 9l-6 9h4l-1 6 7-9h-4z", AMBER)),
    "boost-plating": boost(path("M16 10l7 2v5c0 4-3 6-7 8-4-2-7-4-7-8v-5z", SKY)),
    "boost-hull": boost(path("M16 24c-9-6-7-12-3-12 2 0 3 2 3 2s1-2 3-2c4 0 6 6-3 12z", CORAL)),
    "boost-thrusters": boost(path("M10 22l6-10 6 10-6-3z", MINT)),
    "boost-optics": boost(disc(16, 17, 6, "none", PALE), disc(16, 17, 2, PALE), path("M16 9v3M16 22v3", stroke=PALE)),
    "boost-cell": boost(path("M10 12h12v10H10z", "none", MINT), path("M16 14v6M13 17h6", stroke=MINT)),
    "boost-lucky": boost(path("M16 10l2 5h5l-4 3 2 6-5-4-5 4 2-6-4-3h5z", AMBER)),
    "boost-drydock": boost(path("M10 15a7 7 0 1 0 12 0", stroke=SKY), path("M22 11v5h-5", stroke=SKY)),
    "boost-yard": boost(path("M10 23l8-8M15 12l6 6 3-3-6-6z", PALE, PALE)),
}

AVATARS = {
    "avatar-heron": drawing(
        disc(16, 16, 14, DARK), path("M9 26c0-8 4-9 6-13 1-3 3-6 6-6l6 3-6 1c0 5-1 9-3 15z", PALE), disc(21, 9, 1, DARK)
    ),
    "avatar-signalman": drawing(
        disc(16, 16, 14, DARK),
        path("M7 27c0-6 4-8 9-8s9 2 9 8z", INK),
        disc(16, 13, 5, PALE),
        path("M9 10h14l-3-4h-8z", AMBER),
    ),
    "avatar-stoker": drawing(
        disc(16, 16, 14, DARK),
        disc(16, 15, 7, PALE),
        path("M9 14h14v3H9z", DIM),
        disc(12.5, 15.5, 2, AMBER),
        disc(19.5, 15.5, 2, AMBER),
    ),
    "avatar-moth": drawing(
        disc(16, 16, 14, DARK),
        path("M15 10C9 4 4 10 7 16c-2 6 4 9 8 5z", VIOLET),
        path("M17 10c6-6 11 0 8 6 2 6-4 9-8 5z", VIOLET),
        path("M16 9v15", stroke=PALE),
    ),
    "avatar-comet": drawing(disc(16, 16, 14, DARK), path("M4 24L18 12l3 4z", SKY), disc(20, 12, 5, PALE)),
    "avatar-owl": drawing(
        disc(16, 16, 14, DARK),
        path("M8 8l4 3h8l4-3v12c0 5-4 7-8 7s-8-2-8-7z", INK),
        disc(12.5, 16, 3, PALE),
        disc(19.5, 16, 3, PALE),
        disc(12.5, 16, 1, DARK),
        disc(19.5, 16, 1, DARK),
        path("M15 20h2l-1 2z", AMBER),
    ),
}

KEEPSAKES = {
    "lantern": drawing(
        path("M12 8h8M16 4v4", stroke=INK), path("M10 11h12l2 15H8z", DARK, INK), path("M16 15l3 6-3 3-3-3z", AMBER)
    ),
    "ticket": drawing(path("M4 10h24v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4z", PALE, INK), path("M12 12v8", stroke=DIM)),
    "star-chart": drawing(
        hexagon(DARK, INK),
        path("M10 20l5-9 6 3 2 6", stroke=SKY, width=1.5),
        disc(10, 20, 2, PALE),
        disc(15, 11, 2, PALE),
        disc(21, 14, 2, PALE),
        disc(23, 20, 2, PALE),
    ),
    "gear": drawing(
        path("M16 4v24M4 16h24M8 8l16 16M24 8L8 24", stroke=INK, width=4),
        disc(16, 16, 9, DIM, INK),
        disc(16, 16, 3, DARK),
    ),
    "meteorite": drawing(
        path("M6 18l4-10 9-3 7 7-1 10-9 5-8-3z", DIM, INK), disc(13, 14, 2, DARK), disc(20, 19, 3, DARK)
    ),
    "whistle": drawing(path("M5 12h14l8-3v5l-6 2a7 7 0 1 1-13 2H5z", PALE, INK), disc(14, 19, 2.5, DARK)),
    "compass": drawing(disc(16, 16, 12, DARK, INK), path("M16 7l3 9-3 9-3-9z", PALE), path("M16 7l3 9h-6z", CORAL)),
    "hourglass": drawing(
        path("M9 4h14M9 28h14", stroke=INK),
        path("M10 6h12l-5 10 5 10H10l5-10z", "none", INK),
        path("M12 25h8l-4-6z", AMBER),
    ),
}

ELEMENTS = {
    "tile": drawing(hexagon(DARK, DIM)),
    "obstacle": drawing(hexagon(DARK, DIM), disc(16, 16, 7, DIM)),
    "npc": drawing(
        path("M16 4l10 12-10 12L6 16z", DIM, INK),
        disc(12, 15, 2, PALE),
        disc(20, 15, 2, PALE),
        path("M12 21h8", stroke=PALE),
    ),
    "poi": drawing(hexagon(DARK, DIM), path("M16 8l8 8-8 8-8-8z", PALE, INK)),
}
