"""Whether a board can be played to its end: what the check of boards finds, and that it walks as the rules do."""

import itertools
import random
import time

import pytest
from tests.scale import amount, seed_for

from roundhouse.core.schema import new
from roundhouse.games.rally.maps import SHIPPED, check, load
from roundhouse.games.rally.maps.transitions import DEAD, FAR, Chart, chart_of
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import program_step
from roundhouse.games.rally.rules.state import State
from roundhouse.games.rally.setup import cell_at, place_robot, put_board

# RAL-313: "shortest solo win ... depending on the start field", as the rulebook says at each board
SHORTEST = {"training-shop": (15, 18), "assembly-line": (25, 29), "oil-cellar": (29, 33), "scrap-press": (43, 46)}

HEAD = "board: yard\nname: Yard\nsize: {}\nplayers: 2-2\nlevel: easy\ngrid:\n"


def found(size: str, grid: str) -> list[tuple[int, int, str]]:
    checked = check(HEAD.format(size) + grid)
    assert all(problem.code == "unreachable" and problem.rule == "RAL-313" for problem in checked.problems)
    return [(problem.line, problem.column, problem.sentence) for problem in checked.problems]


@pytest.mark.rule("RAL-313", "RAL-314")
@pytest.mark.parametrize("key", SHIPPED)
def test_shipped_boards_pass_with_the_numbers_of_the_rulebook(key: str) -> None:
    checked = check(SHIPPED[key])

    assert checked.problems == []
    assert (min(checked.facts["steps"]), max(checked.facts["steps"])) == SHORTEST[key]
    assert len(checked.facts["steps"]) == checked.seats == 8


@pytest.mark.rule("RAL-314")
def test_a_good_board_is_told_with_what_is_on_it() -> None:
    checked = check(SHIPPED["scrap-press"])

    assert (checked.key, checked.name) == ("scrap-press", "Schrottpresse / Scrap Press")
    steps = checked.facts.pop("steps")
    assert checked.facts == {
        "size": [16, 12], "players": [2, 8], "level": "nasty", "checkpoints": 6, "lasers": 7, "holes": 14,
    }  # fmt: skip
    assert steps[0] == 43


@pytest.mark.rule("RAL-313", "RAL-314")
def test_a_checkpoint_behind_walls_is_named_once() -> None:
    grid = "+  +  +  +\n 1> .. c1|\n+  +--+  +\n 2> ..|c2|\n+  +  +--+\n"
    assert found("3x2", grid.replace("+  +--+  +", "+  +--+--+")) == [
        (10, 8, "Checkpoint 2 cannot be reached from anywhere.")
    ]
    assert found("3x2", grid) == []


@pytest.mark.rule("RAL-313")
def test_a_cell_without_a_way_out_is_named_and_a_hole_is_not() -> None:
    grid = "+  +  +  +--+\n|1> .. c1|{}|\n+  +  +  +--+\n|2> .. .. ..\n+  +  +  +  +\n"

    assert found("4x2", grid.format("..")) == [(8, 11, "From (3, 0) checkpoint 1 cannot be reached.")]
    assert found("4x2", grid.format("()")) == []


@pytest.mark.rule("RAL-313")
def test_a_start_field_from_which_robots_are_lost_is_named() -> None:
    grid = "+  +  +  +  +\n 1> s^ .. c1\n+--+--+--+--+\n|2>|.. .. ..\n+--+  +  +  +\n"

    assert found("4x2", grid)[0] == (10, 2, "From start field 2 the checkpoints cannot be reached in order.")


@pytest.mark.rule("RAL-313")
def test_a_cell_that_is_lost_only_in_some_facings_is_named_with_one() -> None:
    """A belt into a hole between walls: who faces along it can neither walk off nor turn in time."""
    grid = "+  +  +--+  +\n|1> c1|s> ()\n+  +  +  +  +\n|2> .. .. ..\n+  +  +  +  +\n"

    assert found("4x2", grid) == [(8, 8, "From (2, 0) facing E checkpoint 1 cannot be reached.")]


@pytest.mark.rule("RAL-313")
def test_checkpoints_count_in_their_order_and_also_in_passing() -> None:
    chart = Chart(load("+  +  +  +  +  +\n .. c1 c2 .. ..\n+  +  +  +  +  +", snippet=True), 2)
    east_of_start, behind = 4 * 0 + 1, 4 * 3 + 1

    assert chart.way[0, east_of_start] == 1  # both in one command
    assert chart.ticked[7, east_of_start, 0] == 2
    assert chart.steps[0, east_of_start] == 1
    assert chart.way[0, behind] == 3  # back twice to the first, and forward once to the second
    assert chart.ticked[4, behind, 0] == 0


@pytest.mark.rule("RAL-022")
def test_checkpoints_beyond_those_to_tick_off_are_floor() -> None:
    grid = load(SHIPPED["training-shop"]).grid
    three, one = chart_of(grid, 3), chart_of(grid, 1)

    assert one.way[0, 4 * 24 + 1] == three.steps[0, 4 * 24 + 1] < three.way[0, 4 * 24 + 1] < FAR
    assert one.ticked.max() == 1


def test_a_robot_on_a_hole_or_beyond_the_edge_is_dead() -> None:
    chart = Chart(load("+  +  +\n .. ()\n+  +  +", snippet=True), 0)

    assert list(chart.after[5, :4]) == [DEAD, DEAD, DEAD, DEAD]
    assert list(chart.after[3, :4]) == [1, 2, 3, 0]
    assert list(chart.after[3, 4:]) == [DEAD] * 4


def serpentine(size: int) -> str:
    """The longest way a board of this size can have: rows of walls with a gap at one end, then at the other."""
    rows = []
    for y in range(size + 1):
        gap = size - 1 if y % 2 else 0
        rows.append("+" + "".join(("  " if y in (0, size) or x == gap else "--") + "+" for x in range(size)))
        if y < size:
            cells = [f"{y + 1}>" if y < 2 else "..", *[".."] * (size - 1)]
            cells[5] = "c1" if y == size - 1 else ".."
            rows.append("|" + " ".join(cells) + "|")
    return HEAD.format(f"{size}x{size}") + "\n".join(rows) + "\n"


@pytest.mark.rule("RAL-314")
def test_the_longest_way_on_the_largest_board_is_found_well_within_a_second() -> None:
    text = serpentine(24)
    chart_of.cache_clear()
    began = time.process_time()
    checked = check(text)
    took = time.process_time() - began

    assert checked.problems == []
    assert checked.facts["steps"][0] > 200
    assert took < 0.5


# The tables of a board, held against the rules


def by_the_rules(g: State, kind: int, cell: int, facing: int, ticked: int) -> tuple[int, int, int, int]:
    """A program step of a robot alone: its cell (-1 for dead), facing, ticked checkpoints and damage."""
    place_robot(g, 1, 0, cell, facing, 3)
    robot = g.robots[1]
    robot.dead = robot.damage = 0
    robot.ticked = ticked
    robot.slots[0] = t.KINDS.index(kind)
    g.reason = g.discard_count = 0
    program_step(g, 0)
    end = robot.cell if robot.cell else -1
    g.standing_at[max(end, 0)] = 0
    return end, robot.facing if robot.cell else 0, robot.ticked, robot.damage if robot.cell else 0


def agree(grid: str) -> int:
    """Compares every command at every stand of a board; returns how many stands there were."""
    board = load(grid, snippet=True)
    goal = len(board.checkpoints)
    chart = chart_of(board.grid, goal)
    g = new(State)
    g.events = []
    g.seats = g.standing = 1
    g.pierces = 1
    put_board(g, board, goal)
    stands = 0
    for cell in range(chart.cells):
        if board.kinds[cell] == t.HOLE:
            continue
        x, y = cell % board.width, cell // board.width
        for facing, kind in itertools.product(range(4), range(t.COMMANDS)):
            ticked = (cell + kind) % (goal + 1)
            found = by_the_rules(g, kind, cell_at(x, y), facing, ticked)
            after = int(chart.after[kind, 4 * cell + facing])
            won = chart.ticked[kind, 4 * cell + facing, ticked] == goal > ticked
            assert found[2] == chart.ticked[kind, 4 * cell + facing, ticked], (x, y, facing, kind)
            if after == DEAD or won:  # who has won is left where it was
                assert won or found[0] == -1, (x, y, facing, kind)
            else:
                there = after // 4
                assert found[0] == cell_at(there % board.width, there // board.width), (x, y, facing, kind)
                assert found[1] == after % 4, (x, y, facing, kind)
                assert found[3] == chart.beams[there], (x, y, facing, kind)
            stands += 1
    return stands


@pytest.mark.slow
@pytest.mark.rule("RAL-313")
@pytest.mark.parametrize("key", SHIPPED)
def test_shipped_boards_are_walked_as_the_rules_do(key: str) -> None:
    assert agree(load(SHIPPED[key]).grid) > 4_000


def drawn_board(rng: random.Random) -> str:
    """A board of anything anywhere, which nobody would want to play on."""
    width, height = rng.randint(2, 7), rng.randint(2, 7)
    fields = ["..", "..", "()", "~~", "~~", "r1", "g+", "g-"]
    fields += [letter + arrow for letter in "sfSF" for arrow in "^>v<"]
    cells = [rng.choice(fields) for _ in range(width * height)]
    for number, cell in enumerate(rng.sample(range(width * height), rng.randint(0, 4)), start=1):
        cells[cell] = f"c{number}"
    rows = []
    for y in range(height + 1):
        walls = ["  ", "  ", "  ", "--", *(["vv"] if y < height else []), *(["^^"] if y else [])]
        rows.append("+" + "".join(rng.choice(walls) + "+" for _ in range(width)))
        if y < height:
            line = "".join(
                rng.choice([" ", " ", " ", "|", "}", *("{" if x else "")]) + cells[y * width + x] for x in range(width)
            )
            rows.append(line + rng.choice(" |{"))
    return "\n".join(rows)


@pytest.mark.rule("RAL-313")
def test_any_board_is_walked_as_the_rules_do() -> None:
    rng = random.Random(seed_for("boards of Rally"))
    stands = 0
    while stands < amount(2_000, 15_000):
        stands += agree(drawn_board(rng))
