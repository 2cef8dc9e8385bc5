"""The worked examples of the rulebook, read from it as they are written there."""

import re

import pytest
from tests.games.rally.text_states import Floor, named, places, start

from roundhouse.games.rally import GAME
from roundhouse.games.rally.cards import names_of
from roundhouse.games.rally.rules.phases.deal import begin_round
from roundhouse.games.rally.rules.phases.programming import close_programs
from roundhouse.games.rally.view import at

MODELS = {"Tanky": "tanky", "James Bot": "james", "LazyBot": "lazy", "Albot": "albot", "Peach": "peach"}
EXAMPLE = re.compile(r"^### (E\d+) (.*?)(?=^### E|^## )", re.MULTILINE | re.DOTALL)
TEXTS = {found[1]: found[2] for found in EXAMPLE.finditer(GAME.rulebook)}
GIVEN = re.compile(r"([A-H]) (Tanky|James Bot|LazyBot|Albot|Peach)(?: \((\d+),(\d+)\) ([NESW]))?(.*)")


def line(example, word):
    return re.search(rf"^- {word}: (.*)$", TEXTS[example], re.MULTILINE)[1]


def seat_of(letter):
    return "ABCDEFGH".index(letter) + 1


def floor(example, **settings):
    """The state that an example's board and its line `Given` describe."""
    grid = re.search(r"```\n(.*?)```", TEXTS[example], re.DOTALL)[1]
    robots = [robot_line(part) for part in line(example, "Given").rstrip(".").split("; ")]
    return Floor("\n".join([grid, *robots]), **settings)


def robot_line(given):
    letter, model, x, y, facing, rest = GIVEN.fullmatch(given).groups()
    words = [str(seat_of(letter)), MODELS[model], f"{x},{y}" if x else "-", facing or "N"]
    if found := re.search(r"dead \(death no. (\d+)\)", rest):
        words += ["dead", found[1]]
    for name in ("damage", "lives"):
        if found := re.search(rf"{name} (\d+)", rest):
            words += [name, found[1]]
    for name in ("start", "backup"):
        if found := re.search(rf"{name} \((\d+),(\d+)\) ([NESW])", rest):
            words += [name, f"{found[1]},{found[2]}{found[3]}"]
            if name == "start" and "backup = start" in rest:
                words += ["backup", f"{found[1]},{found[2]}{found[3]}"]
    if found := re.search(r"ticked (\d)", rest):
        words += ["ticked", f"{found[1]}@{seat_of(letter)}"]  # A ticked before B
    if found := re.search(r"slots ([^,]*), burned-in slots: last (\d)", rest):
        words += ["slots", found[1], "locked", found[2]]
    return " ".join(words)


def commands(example):
    found = re.findall(r"([A-H]) `([^`]+)`", line(example, "When"))
    return {seat_of(letter): command for letter, command in found}


def expected(example):
    """The bold part of `Then`: how every robot stands."""
    stands = []
    for part in re.search(r"\*\*(.*?)\*\*", line(example, "Then"))[1].split("; "):
        letter, rest = part.split(" ", 1)
        assert seat_of(letter) == len(stands) + 1
        stands.append(re.sub(r"\((\d+),(\d+)\)", r"\1,\2", rest))
    return stands


RULES_OF_STEPS = pytest.mark.rule(
    "RAL-094", "RAL-100", "RAL-133", "RAL-101", "RAL-098", "RAL-103", "RAL-102", "RAL-106", "RAL-108", "RAL-109",
    "RAL-110", "RAL-114", "RAL-115", "RAL-116", "RAL-121", "RAL-122", "RAL-119", "RAL-117", "RAL-120", "RAL-126",
    "RAL-127", "RAL-130", "RAL-131", "RAL-132", "RAL-025", "RAL-155", "RAL-138", "RAL-157", "RAL-070", "RAL-092",
    "RAL-124", "RAL-112", "RAL-011", "RAL-012", "RAL-014", "RAL-071", "RAL-158",
)  # fmt: skip


@RULES_OF_STEPS
@pytest.mark.parametrize("example", [f"E{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15, 16, 17, 18)])
def test_a_program_step_ends_as_the_example_says(example):
    play = floor(example)

    play.step(commands(example))

    assert play.stands() == expected(example)


@pytest.mark.rule("RAL-174", "RAL-177", "RAL-167")
def test_example_3_counts_what_was_destroyed_pushed_and_walked():
    play = floor("E3")
    events = play.step(commands("E3"))

    assert play.figures(1) == {"walked_forwards": 3, "destroyed": 2, "pushed": 2}
    assert named(events, "died") == ["died 3 4,0 edge 1", "died 2 4,0 edge 1"]


@pytest.mark.rule("RAL-155")
def test_example_12_ends_at_the_moment_of_the_tick():
    play = floor("E12")
    events = play.step(commands("E12"))

    assert named(events, "ticked", "game_over")[0] == "ticked 2 2"
    assert events[-1].winner == 2
    assert events[-1].reason == "checkpoints"
    assert play.g.robots[2].facing == 2  # its own command was not executed any more


@pytest.mark.rule("RAL-157")
def test_example_13_is_won_by_the_dead_one():
    play = floor("E13")
    events = play.step(commands("E13"))

    assert (events[-1].winner, events[-1].reason, events[-1].phase) == (3, "survivor", 1)


@pytest.mark.rule("RAL-173", "RAL-174", "RAL-014")
def test_example_17_credits_the_mirror():
    play = floor("E17")
    play.step()

    assert play.figures(1) == {"damage_taken": 2, "deaths": 1}
    assert play.figures(2) == {"damage_dealt": 2, "destroyed": 1}


@pytest.mark.rule("RAL-158", "RAL-160", "RAL-071")
def test_example_18_is_decided_by_the_earlier_tick():
    play = floor("E18")
    events = play.step()

    assert (events[-1].winner, events[-1].reason) == (1, "ranking")
    assert places(play.g) == [1, 2]
    assert play.g.robots[1].death_no == play.g.robots[2].death_no
    assert [play.figures(seat)["destroyed"] for seat in (1, 2)] == [1, 1]


@pytest.mark.rule("RAL-139", "RAL-141", "RAL-080")
def test_example_9_burned_in_slots():
    play = floor("E9")
    hits = [event.step for event in play.round(commands("E9")) if event.__struct_config__.tag == "damaged"]

    assert play.stands() == expected("E9")
    assert hits == [1, 2]
    assert names_of(play.g.robots[1].slots[3:]) == ["U@10", "L@90"]
    assert [play.g.robots[seat].locked for seat in (1, 2)] == [2, 0]
    assert [play.g.robots[seat].hand_count for seat in (1, 2)] == [3, 9]


@pytest.mark.rule("RAL-069", "RAL-071", "RAL-072", "RAL-073", "RAL-074", "RAL-075")
def test_example_10_respawn_on_an_occupied_backup():
    play = floor("E10")
    begin_round(play.g)

    assert play.stands() == expected("E10")
    assert [play.g.robots[seat].lives for seat in range(1, 5)] == [3, 2, 0, 3]
    assert [play.g.robots[seat].hand_count for seat in range(1, 5)] == [9, 7, 7, 9]
    assert [at(play.g.robots[seat].backup) for seat in (2, 3)] == [(2, 0), (2, 0)]


@pytest.mark.rule("RAL-061", "RAL-145", "RAL-147", "RAL-129", "RAL-082", "RAL-144")
def test_example_11_power_down_over_two_rounds():
    play = floor("E11")
    robot = play.g.robots[1]
    robot.announced = 1
    play.round({1: "L@90 R@100 R@120 L@70 R@80"})
    assert (play.stand(1), robot.locked, robot.down, robot.hand_count) == ("1,0E d0", 0, 1, 0)
    assert play.figures(1) == {"left_turns": 2, "right_turns": 3, "repaired": 6, "power_downs": 1}

    play.g.robots[2].hand_count = 0
    events = play.round({2: "1@490 L@110 2@670"})
    assert play.stands() == expected("E11")
    assert [event.step for event in events if event.__struct_config__.tag == "damaged"] == [2, 3, 4, 5]
    assert [event.source for event in events if event.__struct_config__.tag == "beam"] == [2] * 4
    assert (robot.down, robot.hand_count) == (0, 5)


@pytest.mark.rule("RAL-052", "RAL-054", "RAL-055", "RAL-056", "RAL-057", "RAL-058", "RAL-059", "RAL-060", "RAL-062")
def test_example_19_refusals():
    """In the order of the table, each answer as it says."""
    play = Floor("+  +\n ..\n+  +\n1 lazy 0,0 E damage 6 hand R@80 1@490 2@670 slots - - - U@10 P locked 2")
    table = re.findall(r"^\| `(.*?)`(?: \(.*?\))? \| (.*?) \|$", TEXTS["E19"], re.MULTILINE)
    assert len(table) == 9
    for sent, answer in table:
        wanted = re.search(r"ok|[a-z_]+", answer)[0]
        if sent == "redeal":
            assert play.give(1, "redeal") == wanted
        elif len(sent.split()) == 4:
            row = GAME.row_of(GAME.action_of([3, 0, 0, 0, 0, 0, 0], None).__class__(sent.split()), None)
            assert GAME.refusal(GAME.rules.check(play.g, 1, row)).name == wanted
        else:
            assert play.give(1, f"program {sent}") == wanted
    assert play.g.robots[1].confirmed == 1


@pytest.mark.rule("RAL-036", "RAL-077", "RAL-079", "RAL-089", "RAL-316")
def test_example_20_the_first_draws_of_seed_1():
    then = line("E20", "Then")
    fields, first, second, filled = re.findall(r"\*\*(.*?)\*\*", then)
    g = start("tanky", "tanky", "tanky", "tanky", seed=1)

    numbers = [g.start_cell.index(g.robots[seat].start) + 1 for seat in range(1, 5)]
    assert ", ".join(map(str, numbers)) == fields
    assert " ".join(names_of(g.robots[1].hand)) == first
    assert " ".join(names_of(g.robots[2].hand)) == second
    close_programs(g)
    assert " ".join(names_of(g.robots[1].slots)) == filled
