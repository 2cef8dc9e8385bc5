"""The golden matches of Rally: all models and boards, every refusal and every end."""

from functools import partial
from typing import Any

from tests.games.rally.text_states import setup
from tests.golden import Play, random_orders, script

from roundhouse.games.rally import GAME
from roundhouse.games.rally.actions import row_of
from roundhouse.games.rally.notation import read_action
from roundhouse.games.rally.rules import tables as t

legal = partial(random_orders, GAME)

# Two starts, a belt, a laser and the checkpoints close by
YARD = """board: yard
name: The Yard
size: 6x3
players: 2-3
level: easy
grid:
+  +  +  +  +  +  +
|1> c1 s> c2 .. g+
+  +  +  +  +  +  +
|2> ~~ .. ..{.. r1
+  +  +  +  +  +  +
|3> .. () .. .. r2
+  +  +  +  +  +  +
"""


def scripted(*orders: str) -> Play:
    """`1 program ...` is an action of seat 1, `tick` a tick, `1 leaves` a lost connection."""

    def act(match: Any, word: str, action: str) -> None:
        match.act(int(word), row_of(read_action(action)))

    return script(orders, t.CONNECTION_LOST, act)


def refused(match: Any) -> None:
    """Every refusal, with the cards that are dealt."""
    first, second = (match.view(seat).you.hand for seat in (1, 2))
    scripted(
        "1 confirm",
        "1 redeal",
        f"1 draft {second[0]} - - - -",
        f"1 draft {first[0]} {first[0]} - - -",
        "1 draft P P - - -",
        "1 draft ? - - - -",
        f"1 program {first[0]} - - - -",
        f"1 draft {first[0]} P - - -",
        f"2 draft {second[0]} - - - - down",
        "2 redeal",
        "2 redeal",
        "tick",
    )(match)
    while not match.state.robots[1].locked and match.result is None:  # until a slot of the first is burned in
        for seat in match.waited_for():
            row = [0] * t.WIDTH
            GAME.rules.sample(match.state, seat, 5, 9 * match.ticks + seat, row)
            match.act(seat, row)
        match.tick()
    robot = match.state.robots[1]
    other = next(card for card in range(1, t.CARDS + 1) if card != robot.slots[4])
    match.act(1, [t.DRAFT, 0, 0, 0, 0, other, 0])
    match.act(1, [9, 0, 0, 0, 0, 0, 0])
    row = [0] * t.WIDTH
    GAME.rules.sample(match.state, 1, 1, 1, row)
    match.act(1, row)
    scripted("1 redeal", "2 resign", "1 resign")(match)


MATCHES: dict[str, tuple[str, Any, Play]] = {
    "survivor": ("two robots without a second life", setup("tanky", "james", seed=6, lives=0), legal(6)),
    "together": ("both are out in the same phase", setup("james", "james", seed=31, lives=0), legal(31)),
    "race": ("to the last of two checkpoints", setup("tanky", "peach", "lazy", board=YARD, seed=0), legal(0)),
    "gone": (
        "a lost connection; the others play on",
        setup("tanky", "peach", "lazy", board=YARD),
        scripted("1 draft - - - - - down", "2 leaves", "tick", "3 resign"),
    ),
    "models": (
        "five rounds with all models in the oil",
        setup("tanky", "james", "lazy", "albot", "peach", "peach", "albot", "james", seed=8, board="oil-cellar"),
        legal(8, 5),
    ),
    "press": (
        "four rounds in the scrap press",
        setup("lazy", "albot", "peach", "tanky", seed=2, board="scrap-press", field_laser_pierces=False),
        legal(2, 4),
    ),
    "refusals": (
        "every refusal; then one resigns and the other has won",
        setup("lazy", "albot", seed=20, board="assembly-line", lives=9),
        refused,
    ),
}
