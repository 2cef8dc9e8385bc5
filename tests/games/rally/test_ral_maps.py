"""Boards as text: what is read, what is refused and where, and that writing them loses nothing."""

import re
from pathlib import Path

import pytest

from roundhouse.core.settings import SetupError
from roundhouse.games.rally.maps import SHIPPED, BoardError, check, load, text_of
from roundhouse.games.rally.rules import tables as t

TRAINING = SHIPPED["training-shop"]
RULEBOOK = Path(__file__).parents[3] / "src/roundhouse/games/rally/README.md"

YARD = """board: yard
name: The Yard
size: 4x2
players: 2-2
level: easy
grid:
+  +--+  +  +
|1> .. f>{c1
+  +vv+  +  +
|2> g- S^ r2|
+  +  +  +^^+
"""


def problems(text: str) -> list[tuple[str, int, int]]:
    return [(problem.code, problem.line, problem.column) for problem in check(text).problems]


def only(text: str) -> tuple[str, int, int]:
    """The one problem of a text."""
    found = problems(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.rule("RAL-016", "RAL-018", "RAL-019", "RAL-020")
def test_cells_are_read_row_by_row_with_their_kinds_and_directions() -> None:
    board = load(YARD.replace("players: 2-2", "players: 2-2\n# a comment"))

    assert (board.key, board.name, board.level) == ("yard", "The Yard", "easy")
    assert (board.width, board.height, board.players_min, board.players_max) == (4, 2, 2, 2)
    assert board.kinds == [t.FLOOR, t.FLOOR, t.FAST, t.FLOOR, t.FLOOR, t.GEAR, t.SLOW_CURVE, t.REPAIR_DOUBLE]
    assert board.directions == [0, 0, t.EAST, 0, 0, t.LEFT_TURN, t.NORTH, 0]
    assert board.starts == [(0, 0, t.EAST), (0, 1, t.EAST)]
    assert board.checkpoints == [(3, 0)]


@pytest.mark.rule("RAL-019")
@pytest.mark.parametrize(
    ("field", "kind", "direction"),
    [
        ("..", t.FLOOR, 0), ("()", t.HOLE, 0), ("~~", t.OIL, 0), ("r1", t.REPAIR, 0), ("r2", t.REPAIR_DOUBLE, 0),
        ("g+", t.GEAR, t.RIGHT_TURN), ("g-", t.GEAR, t.LEFT_TURN), ("s^", t.SLOW, t.NORTH), ("s>", t.SLOW, t.EAST),
        ("sv", t.SLOW, t.SOUTH), ("f<", t.FAST, t.WEST), ("Sv", t.SLOW_CURVE, t.SOUTH), ("F<", t.FAST_CURVE, t.WEST),
        ("c1", t.FLOOR, 0), ("1v", t.FLOOR, 0),
    ],
)  # fmt: skip
def test_every_token_means_its_field(field: str, kind: int, direction: int) -> None:
    board = load(f"+  +\n {field}\n+  +", snippet=True)

    assert (board.kinds, board.directions) == ([kind], [direction])
    assert board.checkpoints == ([(0, 0)] if field == "c1" else [])
    assert board.starts == ([(0, 0, t.SOUTH)] if field == "1v" else [])


@pytest.mark.rule("RAL-020", "RAL-023")
def test_walls_stand_on_both_sides_of_an_edge_and_lasers_fire_away_from_theirs() -> None:
    north, east, south, west = 1, 2, 4, 8
    board = load(YARD)

    assert board.walls == [west, north | south, east, west, west, north, 0, south | east]
    assert board.lasers == [(2, t.WEST), (5, t.SOUTH), (7, t.NORTH)]


@pytest.mark.rule("RAL-023")
def test_the_outer_edge_is_open_unless_a_wall_is_drawn() -> None:
    assert load("+  +\n ..\n+  +", snippet=True).walls == [0]
    assert load("+--+\n|..|\n+--+", snippet=True).walls == [15]


@pytest.mark.rule("RAL-017")
def test_short_lines_are_padded_and_comments_and_blank_ends_do_not_count() -> None:
    bare = "\n".join(line.rstrip(" +") if "--" not in line and "v" not in line else line for line in YARD.split("\n"))

    assert load("# first\n\n" + bare + "\n\n\n") == load(YARD)
    assert load(YARD.replace("\n", "\r\n")) == load(YARD)
    assert load(YARD.replace("+", " ")) == load(YARD)


@pytest.mark.rule("RAL-017")
@pytest.mark.parametrize("key", SHIPPED)
def test_a_board_written_back_is_the_same_text(key: str) -> None:
    assert text_of(load(SHIPPED[key])) == SHIPPED[key]


@pytest.mark.rule("RAL-017")
def test_an_untidy_board_written_back_loads_equal() -> None:
    untidy = YARD.replace("+", " ").replace("name: The Yard", "name:   The Yard  ")
    board = load(untidy)

    assert text_of(board) != untidy
    assert load(text_of(board)) == board


@pytest.mark.rule("RAL-313")
def test_the_shipped_boards_are_those_of_the_rulebook() -> None:
    blocks = re.findall(r"```\n(board: .*?)```", RULEBOOK.read_text(encoding="utf-8"), re.DOTALL)

    assert list(SHIPPED.values()) == blocks
    assert [load(text).key for text in blocks] == list(SHIPPED)


@pytest.mark.rule("RAL-313")
@pytest.mark.parametrize("key", SHIPPED)
def test_shipped_boards_seat_two_to_eight_who_start_in_the_west_with_a_wall_behind(key: str) -> None:
    board = load(SHIPPED[key])

    assert (board.players_min, board.players_max) == (2, 8)
    assert len(board.starts) == 8
    assert all(x == 0 and facing == t.EAST and board.walls[y * board.width] & 8 for x, y, facing in board.starts)


# What is refused, and where


@pytest.mark.rule("RAL-021")
@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("g- S^", "g* S^", ("unknown_token", 10, 5)),
        ("f>{c1", "f>!c1", ("unknown_token", 8, 10)),
        ("+--+", "+==+", ("unknown_token", 7, 5)),
        ("+--+", "+--x", ("unknown_token", 7, 7)),
        ("name: The Yard", "name: The Yård", ("unknown_token", 2, 12)),
        ("r2|", "r2|.", ("line_too_long", 10, 14)),
        ("+--+", "+^^+", ("laser_off_board", 7, 5)),
        ("r2|", "r2}", ("laser_off_board", 10, 13)),
        ("|1>", "{1>", ("laser_off_board", 8, 1)),
        ("^^", "vv", ("laser_off_board", 11, 11)),
        ("+  +  +  +^^+\n", "", ("wrong_line_count", 10, 1)),
        ("+  +  +  +^^+\n", "+  +  +  +^^+\n ..\n", ("wrong_line_count", 12, 1)),
        ("c1", "c2", ("number_gap", 6, 1)),
        ("|2>", "|..", ("too_few_starts", 4, 1)),
        ("|1>", "|..", ("number_gap", 6, 1)),
        ("|2>", "|1>", ("number_twice", 10, 2)),
        ("r2", "c1", ("number_twice", 10, 11)),
        ("c1", "..", ("no_checkpoint", 6, 1)),
        ("r2", "c9", ("bad_board", 10, 11)),
        ("r2", "9^", ("bad_board", 10, 11)),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_line_and_column(old: str, new: str, found: tuple[str, int, int]) -> None:
    assert problems(YARD) == []
    assert old in YARD
    assert found in problems(YARD.replace(old, new, 1))


@pytest.mark.rule("RAL-021")
def test_a_start_field_inside_the_board_is_refused() -> None:
    text = TRAINING.replace("|1> .. g+", "|.. .. 1>")

    assert only(text) == ("start_not_on_rim", 12, 8)


@pytest.mark.rule("RAL-021")
def test_all_problems_are_found_at_once_in_the_order_of_the_text() -> None:
    found = problems(TRAINING.replace("g+", "g?").replace("level: easy", "lvl: easy").replace("c2", "c3", 1))

    assert [code for code, *_ in found].count("unknown_token") == 2
    assert {"bad_header", "number_twice", "number_gap"} <= {code for code, *_ in found}
    assert [line for _, line, _ in found] == sorted(line for _, line, _ in found)


@pytest.mark.rule("RAL-017", "RAL-021")
@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("board: training-shop", "board: Training Shop", 1),
        ("name: Lehrwerkstatt / Training Shop", "name:", 2),
        ("size: 12x12", "size: twelve", 3),
        ("size: 12x12", "size: 0x12", 3),
        ("players: 2-8", "players: 8-2", 4),
        ("players: 2-8", "players: 1-8", 4),
        ("players: 2-8", "players: 2-9", 4),
        ("level: easy", "level: easy\nlevel: easy", 6),
        ("level: easy\n", "", 5),
        ("level: easy", "nonsense", 5),
    ],
)
def test_a_header_that_is_not_as_it_should_be_is_refused(old: str, new: str, line: int) -> None:
    found = check(TRAINING.replace(old, new, 1)).problems

    assert ("bad_header", line) in [(problem.code, problem.line) for problem in found]
    assert all(problem.rule for problem in found)


@pytest.mark.rule("RAL-017", "RAL-021")
def test_a_text_without_a_grid_is_refused() -> None:
    assert [code for code, *_ in problems("board: nothing")] == ["bad_header"]


@pytest.mark.rule("RAL-021")
def test_loading_a_broken_board_says_the_first_problem_and_keeps_all() -> None:
    with pytest.raises(BoardError) as caught:
        load(TRAINING.replace("g+", "g?"))

    error = caught.value
    assert isinstance(error, SetupError)
    assert (error.code, error.field, error.rule) == ("bad_map", "board", "RAL-019")
    assert "line 12, column 8" in error.sentence
    assert len(error.problems) == 2


@pytest.mark.rule("RAL-021")
def test_snippets_may_lack_start_fields_and_checkpoints_and_boards_may_not() -> None:
    snippet = "+  +  +\n .. ()\n+  +  +"

    assert (load(snippet, snippet=True).width, load(snippet, snippet=True).height) == (2, 1)
    assert {"no_checkpoint", "too_few_starts"} <= {
        code for code, *_ in problems(f"board: a\nname: A\nsize: 2x1\nplayers: 2-2\nlevel: easy\ngrid:\n{snippet}\n")
    }


# Caps


def field_of(width: int, height: int, lasers: int = 0) -> str:
    """An empty board with two start fields, a checkpoint and so many lasers, first those in every other column."""
    edges = sorted(((x, y) for y in range(height) for x in range(width)), key=lambda edge: edge[0] % 2)[:lasers]
    rows = []
    for y in range(height + 1):
        rows.append("+" + "".join(("vv" if (x, y) in edges else "  ") + "+" for x in range(width)))
        if y < height:
            cells = [f"{y + 1}>" if y < 2 else "..", *[".."] * (width - 2), "c1" if y == 0 else ".."]
            rows.append(" " + " ".join(cells))
    return f"board: f\nname: F\nsize: {width}x{height}\nplayers: 2-2\nlevel: easy\ngrid:\n" + "\n".join(rows) + "\n"


@pytest.mark.rule("RAL-319")
def test_a_board_has_at_most_24_columns_and_rows() -> None:
    assert problems(field_of(24, 24)) == []
    assert problems(field_of(25, 24)) == [("board_too_large", 3, 7)]
    assert problems(field_of(24, 25)) == [("board_too_large", 3, 7)]


@pytest.mark.rule("RAL-319")
def test_a_board_has_at_most_64_lasers() -> None:
    assert problems(field_of(16, 8, lasers=64)) == []
    assert [code for code, *_ in problems(field_of(16, 8, lasers=65))] == ["too_many_lasers"]
    assert check(field_of(16, 8, lasers=64)).facts["lasers"] == 64
