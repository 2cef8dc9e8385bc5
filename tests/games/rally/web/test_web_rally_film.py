"""The Rally board's data without a browser: the floor from its text, and a round of events as a film."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from tests.contract.random_play import legal_row, setups
from tests.web.node import Script

from roundhouse.core.entries import leave, order, tick
from roundhouse.core.game import EVERYTHING, Setup
from roundhouse.games import rally
from roundhouse.games.rally import maps
from roundhouse.match.replay import Replay

pytestmark = pytest.mark.slow
GAME = rally.GAME
RESIGNED = next(reason.code for reason in GAME.leave_reasons if reason.name == "resigned")


ask = Script("rally.ts")


def teardown_module() -> None:
    ask.close()


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


class Played:
    """A random match as somebody saw it, round by round: the view before, what happened, the view after."""

    def __init__(self, setup: Setup, seat: int, rounds: int = 12) -> None:
        rng = Random(setup.seed)
        replay = Replay(GAME, setup)
        self.rounds: list[dict[str, Any]] = []
        while replay.result is None and len(self.rounds) < rounds:
            before, events = self._look(replay, seat), []
            entries = [order(one, legal_row(GAME, replay.state, one, rng)) for one in replay.waited_for()]
            if rng.random() < 0.1:
                entries.append(leave(rng.randint(1, replay.seats), RESIGNED))
            for entry in [*entries, tick()]:
                if replay.result is not None or replay.fault(entry):
                    continue
                replay.enter(entry)
                told = (GAME.of_event(replay.state, event, seat) for event in replay.events())
                events += [plain(event) for event in told if event is not None]
            self.rounds.append({"before": before, "events": events, "after": self._look(replay, seat)})

    @staticmethod
    def _look(replay: Replay, seat: int) -> Any:
        return plain(GAME.view(replay.state, seat, [one.name for one in replay.setup.seats]))


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    """Rounds on all boards with all models and two to eight robots, as everybody, a spectator and a seat saw them."""
    looks = (EVERYTHING, 0, 1)
    matches = [Played(setup, looks[n % 3]) for n, setup in enumerate(setups(GAME, 24))]
    rounds = [one for match in matches for one in match.rounds]
    kinds = {event["type"] for one in rounds for event in one["events"]}
    wanted = {"moved", "turned", "blocked", "beam", "damaged", "died", "eliminated", "resigned", "respawned", "backup"}
    assert wanted | {"repaired", "burned_in", "powered_down", "powered_up", "redealt", "filled", "game_over"} <= kinds
    return rounds


@pytest.mark.rule("RAL-163", "RAL-272")
def test_the_events_of_a_round_lead_from_one_view_exactly_to_the_next(played):
    steps = [{"before": one["before"], "events": one["events"]} for one in played]
    (reached,) = ask(["robotsAfter", steps])
    for one, robots in zip(played, reached, strict=True):
        assert robots == one["after"]["robots"]


@pytest.mark.rule("RAL-272")
def test_the_film_ends_where_the_round_ends_and_begins_where_it_began(played):
    rounds = played[::7]
    ends = ask(*(["moment", one["before"], one["events"], 1] for one in rounds))
    begins = ask(*(["moment", one["before"], one["events"], 0] for one in rounds))
    for one, begin, end in zip(rounds, begins, ends, strict=True):
        for when, robots in ((begin, one["before"]["robots"]), (end, one["after"]["robots"])):
            for pose, robot in zip(when["poses"], robots, strict=True):
                assert bool(pose["there"]) == (robot["cell"] is not None)
                if robot["cell"]:
                    assert [pose["x"], pose["y"]] == robot["cell"]
        assert end["seen"] == len(one["events"])


@pytest.mark.rule("RAL-047", "RAL-272")
def test_every_beat_comes_once_and_steps_and_phases_in_their_order(played):
    for one, beats in zip(played, ask(*(["beats", one["events"]] for one in played)), strict=True):
        assert sorted(t for beat in beats for t in beat["types"]) == sorted(event["type"] for event in one["events"])
        moving = [(beat["step"], beat["phase"]) for beat in beats if beat["step"]]
        assert moving == sorted(moving)
        seen = [beat["seen"] for beat in beats]
        assert seen == sorted(seen)
        ends = [beat["begins"] + beat["lasts"] for beat in beats]
        assert all(abs(beat["begins"] - end) < 1e-6 for beat, end in zip(beats[1:], ends, strict=False))
        # commands are shown before any of them is executed
        for step in range(1, 6):
            kinds = [beat["kind"] for beat in beats if beat["step"] == step and beat["lasts"]]
            assert kinds[:1] in ([], ["reveal"])


@pytest.mark.rule("RAL-315")
def test_a_round_is_shown_before_its_next_clock_starts(played):
    """At normal speed a program step takes less than the three seconds that a match gives it."""
    for beats in ask(*(["beats", one["events"]] for one in played)):
        for step in range(1, 6):
            assert sum(beat["lasts"] for beat in beats if beat["step"] == step) <= 3000


@pytest.mark.rule("RAL-272")
def test_robots_glide_between_cells_unless_the_visitor_wants_it_calm(played):
    rounds = [one for one in played if any(event["type"] == "moved" for event in one["events"])][:8]
    gliding = ask(*(["moments", one["before"], one["events"]] for one in rounds))
    calm = ask(*(["moments", one["before"], one["events"], True] for one in rounds))
    between = [pose for film in gliding for shown in film for pose in shown["poses"] if pose["x"] % 1 or pose["y"] % 1]
    assert between
    beyond = {"-0.6", "0.6", "0.4"}  # only who falls over the edge is drawn beside the cells
    for film in calm:
        for shown in film:
            for pose in shown["poses"]:
                off = {f"{abs(pose[axis] % 1):.1f}" for axis in "xy"} - {"0.0", "1.0"}
                assert off <= beyond, pose
                assert not off or pose["cell"] is None


@pytest.mark.rule("RAL-112", "RAL-119", "RAL-133")
def test_what_happens_at_once_is_shown_at_once(played):
    for one, beats in zip(played, ask(*(["beats", one["events"]] for one in played)), strict=True):
        moves = {(event["step"], event["phase"], event["beat"])
                 for event in one["events"] if event["type"] == "moved" and event["phase"] > 1}  # fmt: skip
        shown = [beat for beat in beats if beat["kind"] in ("slide", "belt") and "moved" in beat["types"]]
        assert len(shown) == len(moves)
        for phase in (6, 7):
            for step in range(1, 6):
                beams = [
                    beat for beat in beats if beat["kind"] == "beam" and (beat["step"], beat["phase"]) == (step, phase)
                ]
                assert len(beams) <= 1


LINE = [
    {"type": "executing", "seat": 1, "command": "2@670"},
    {"type": "moved", "seat": 3, "origin": [2, 0], "to": [3, 0], "cause": "push", "by": 1, "beat": 1},
    {"type": "died", "seat": 3, "cell": [3, 0], "cause": "hole", "by": [1]},
    {"type": "moved", "seat": 2, "origin": [1, 0], "to": [2, 0], "cause": "push", "by": 1, "beat": 2},
    {"type": "moved", "seat": 1, "origin": [0, 0], "to": [1, 0], "cause": "step", "by": 0, "beat": 3},
    {"type": "moved", "seat": 2, "origin": [2, 0], "to": [3, 0], "cause": "push", "by": 1, "beat": 4},
    {"type": "died", "seat": 2, "cell": [3, 0], "cause": "hole", "by": [1]},
    {"type": "moved", "seat": 1, "origin": [1, 0], "to": [2, 0], "cause": "step", "by": 0, "beat": 5},
]


@pytest.mark.rule("RAL-101", "RAL-102")
def test_a_line_of_pushed_robots_moves_as_one_and_explodes_afterwards():
    events = [{"round": 1, "step": 1, "phase": 1, "n": n, "direction": "E", **event} for n, event in enumerate(LINE, 1)]
    (beats,) = ask(["beats", events])
    assert [(beat["kind"], beat["types"]) for beat in beats] == [
        ("call", ["executing"]),
        ("move", ["moved", "moved", "moved"]),
        ("die", ["died"]),
        ("move", ["moved", "moved"]),
        ("die", ["died"]),
    ]


# Programs


@pytest.mark.rule("RAL-273", "RAL-275", "RAL-276")
def test_programs_show_what_may_be_seen_and_nothing_else(played):
    """To a spectator a command is hidden until its step, unless it is burned in; then it is what was revealed."""
    rounds = [one for one in played if "you" not in one["before"] and "all" not in one["before"]]
    assert rounds
    starts = ask(*(["programs", one["before"], one["events"], 0] for one in rounds))
    ends = ask(*(["programs", one["before"], one["events"], 1] for one in rounds))
    for one, start, end in zip(rounds, starts, ends, strict=True):
        shown = {event["step"]: event["commands"] for event in one["events"] if event["type"] == "revealed"}
        for robot, first, last in zip(one["before"]["robots"], start, end, strict=True):
            assert first["powered_down"] == robot["powered_down"]
            for slot in range(5):
                burned = robot["locked"].get(str(slot + 1))
                assert first["slots"][slot].get("card") == burned
                assert first["slots"][slot]["locked"] == (burned is not None)
                revealed = shown.get(slot + 1, {}).get(str(robot["seat"]))
                seen = slot + 1 in shown
                assert last["slots"][slot].get("card") == (revealed if seen else burned)


@pytest.mark.rule("RAL-050")
def test_a_replay_of_a_match_that_is_over_knows_the_whole_programs(played):
    rounds = [one for one in played if "all" in one["before"]]
    assert rounds
    starts = ask(*(["programs", one["before"], one["events"], 0] for one in rounds))
    ends = ask(*(["programs", one["before"], one["events"], 1] for one in rounds))
    dropped = 0
    for one, rows, last in zip(rounds, starts, ends, strict=True):
        for row, end in zip(rows, last, strict=True):
            assert [slot.get("card") for slot in row["slots"]] == [slot.get("card") for slot in end["slots"]]
            assert end["dead"] or not any(slot["dropped"] for slot in end["slots"])
            dropped += sum(slot["dropped"] for slot in end["slots"])
        for event in one["events"]:
            if event["type"] == "revealed":
                for seat, command in event["commands"].items():
                    if command:
                        assert rows[int(seat) - 1]["slots"][event["step"] - 1]["card"] == command
    assert dropped  # what a destroyed robot would have done is told too


# The floor


@pytest.mark.rule("RAL-019", "RAL-020", "RAL-022")
def test_the_floor_of_every_shipped_board_is_read_as_the_rules_read_it():
    tokens = {"hole": "()", "oil": "~~", "floor": ".."}
    arrows = "^>v<"
    for key, text in maps.SHIPPED.items():
        grid = text.split("grid:\n")[1]
        lines = grid.splitlines()
        (floor,) = ask(["parseGrid", text])
        assert (floor["width"], floor["height"]) == (max(map(len, lines)) // 3, len(lines) // 2), key
        for n, field in enumerate(floor["fields"]):
            y, x = divmod(n, floor["width"])
            match field:
                case {"kind": "belt", "fast": fast, "curved": curved, "to": to}:
                    wanted = ("f" if fast else "s").upper() if curved else "f" if fast else "s"
                    wanted += arrows[to]
                case {"kind": "gear", "turn": turn}:
                    wanted = "g+" if turn > 0 else "g-"
                case {"kind": "repair", "amount": amount}:
                    wanted = f"r{amount}"
                case {"kind": "checkpoint", "n": number}:
                    wanted = f"c{number}"
                case {"kind": "start", "n": number, "facing": facing}:
                    wanted = f"{number}{arrows[facing]}"
                case {"kind": kind}:
                    wanted = tokens[kind]
            assert lines[2 * y + 1][3 * x + 1 : 3 * x + 3] == wanted, (key, x, y)
        cells, between = "".join(lines[1::2]), "".join(lines[::2])
        assert len(floor["lasers"]) == sum(map(cells.count, "{}")) + between.count("vv") + between.count("^^")
        assert len(floor["walls"]) == len(floor["lasers"]) + cells.count("|") + between.count("--")


GRID = """\
+  +  +--+
}.. .. s>|
+  +vv+  +
 .. .. S^
+--+  +  +
"""


@pytest.mark.rule("RAL-020", "RAL-031", "RAL-126")
def test_walls_and_lasers_are_where_the_text_has_them():
    middle, corner, south, beams = ask(
        ["walls", GRID, 1, 0], ["walls", GRID, 2, 0], ["walls", GRID, 0, 1], ["beams", GRID]
    )
    assert middle == ["", "", 2, ""]  # the wall below it has a laser that fires south
    assert corner == ["wall", "wall", "", ""]
    assert south == ["", "", "wall", ""]
    assert sorted(beams) == [[[0, 0], [2, 0]], [[1, 1], [1, 1]]]


@pytest.mark.rule("RAL-121")
def test_a_curve_is_drawn_from_where_belts_bring_robots():
    grid = "+  +  +  +\n s> Sv ..\n+  +  +  +\n .. S< s<\n+  +  +  +\n"
    (found,) = ask(["curves", grid])
    assert found == [[], [1], None, None, [2], []]


@pytest.mark.rule("RAL-270", "RAL-271")
def test_a_ghost_goes_cell_by_cell_and_ends_where_it_would_stand_or_die(played):
    view = next(one["before"] for one in played if one["before"]["robots"][0]["cell"] == [0, 3])
    stop = {"step": 1, "phase": 1, "facing": "E", "damage": 0}
    path = [{**stop, "cell": [1, 3]}, {**stop, "cell": [1, 3]}, {**stop, "cell": [2, 3]}]
    ghost = {"cell": [2, 3], "facing": "S", "damage": 0, "ticked": 0, "died": None, "path": path}
    lost = {**ghost, "cell": None, "died": [2, 4], "path": [*path, {**stop, "cell": None}]}
    stands, dies = ask(["ghostMark", view, 1, ghost], ["ghostMark", view, 1, lost])
    assert stands == {"piece": "robot:1", "way": [[0, 3], [1, 3], [2, 3]], "facing": "S", "lost": False}
    assert dies == {"piece": "robot:1", "way": [[0, 3], [1, 3], [2, 3], [2, 4]], "facing": "S", "lost": True}
