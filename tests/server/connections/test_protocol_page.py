"""The page about the protocol: its examples are true, its table of errors is complete, its programs play."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.games.dungeon.server.manual_dungeon import DUNGEON, ManualDungeon
from tests.server.manual_arena import ArenaClient, ManualArena
from tests.server.protocol_clients import BotAccount
from tests.server.threaded_site import ThreadedSite
from tests.test_docs import BLOCK, ROOT, blocks

from roundhouse.core.belief import Belief, decoded
from roundhouse.core.schema import canonical
from roundhouse.games import GAMES
from roundhouse.games.spacegoo import GAME
from roundhouse.match.match import Match
from roundhouse.protocol import documents, messages
from roundhouse.protocol.actions import row_of
from roundhouse.protocol.api.platform import TableOptions
from roundhouse.server.tables.options import sitter_of
from roundhouse.store import ladder

PAGE = ROOT / "docs" / "protocol.md"
RALLY_AT = PAGE.read_text().index("\n## Rally\n")
DUNGEON_AT = PAGE.read_text().index("\n## Dungeon\n")
PROGRAMS = {block["file"]: block["text"] for block in blocks(PAGE) if block["file"]}
PATIENCE_S = 60
RALLY_SEED = 34  # deals the hands of the section about Rally

# Where errors come from that a connection of the protocol can meet
SOURCES = [
    "server/connections/session.py",
    "server/connections/handshake.py",
    "server/connections/message_reader.py",
    "server/connections/unreadable.py",
    "server/connections/turn_beliefs.py",
    "server/context.py",
    "server/connections/json_lines.py",
    "server/matches/live_match.py",
    "server/matches/attendance.py",
    "server/matches/chat.py",
    "server/matches/watchable.py",
    "server/matchmaking/bot_rest.py",
    "server/matchmaking/matchmaker.py",
    "protocol/actions.py",
]
CODE = re.compile(r'(?:Refused|Error|end|Verdict)\(\s*(?:"refused", )?"([a-z_]+)"')
INNER = {"gone"}  # told to nobody: those who wait wait on


def parsed(text):
    return [json.loads(block["text"]) for block in BLOCK.finditer(text) if block["kind"] == "json"]


EXAMPLES = parsed(PAGE.read_text()[:RALLY_AT])  # of Spacegoo
RALLY_EXAMPLES = parsed(PAGE.read_text()[RALLY_AT:DUNGEON_AT])
DUNGEON_EXAMPLES = parsed(PAGE.read_text()[DUNGEON_AT:])


def examples(kind, among=EXAMPLES):
    return [example for example in among if example["type"] == kind]


def plain(value):
    return msgspec.json.decode(msgspec.json.encode(value))


def test_every_message_has_an_example():
    kinds = documents.message_kinds(messages.FromClient) | documents.message_kinds(messages.FromServer)
    assert {example["type"] for example in EXAMPLES} == set(kinds)


def test_start_turn_verdicts_and_forecast_are_those_of_a_real_match():
    (start,) = examples("start")
    setup = GAME.setup([seat["name"] for seat in start["setup"]["seats"]], seed=start["setup"]["seed"])
    assert plain(setup) == start["setup"]
    assert start["rules_version"] == GAME.version
    match, told = Match(GAME, setup), []
    match.listen(lambda step: told.extend(plain(step.events)))
    first = {"type": "send", "source": 1, "target": 0, "ships": [20, 0, 0]}
    assert json.dumps(first, separators=(",", ":")) in PAGE.read_text()
    play_round(match, first)

    turn, believed = examples("turn")
    assert (turn["step"], turn["events"]) == (match.step, told)
    assert turn["view"] == plain(match.view(1))
    assert turn["may"] == messages.action_types(GAME.actions)
    belief = GAME.state_from_view(turn["view"], setup)
    assert canonical(decoded(GAME.state, msgspec.convert(believed["belief"], Belief))) == canonical(belief)
    (ask,), (forecast,) = examples("ask"), examples("forecast")
    action = msgspec.convert(ask["action"], GAME.actions)
    assert forecast["forecast"] == plain(GAME.forecast(match.view(1), setup, 1, action))
    assert forecast["seq"] == ask["seq"]

    acts, verdicts = examples("act"), examples("verdicts")
    assert (acts[0]["step"], acts[0]["actions"][0]) == (match.step, ask["action"])
    assert plain(play_round(match, acts[0]["actions"][0])) == verdicts[0]["verdicts"][0]
    assert acts[1]["step"] == match.step
    assert plain(play_round(match, first | {"source": 2, "target": 4})) == verdicts[1]["verdicts"][0]
    assert acts[3]["step"] == match.step
    assert acts[3]["row"] == row_of(GAME, ask["action"], match.state)[0]


def play_round(match, action):
    row, _ = row_of(GAME, action, match.state)
    verdict = match.act(1, row)
    match.act(2, row_of(GAME, {"type": "nop"}, match.state)[0])
    match.tick()
    return verdict


def test_rallys_section_is_one_real_match(database):
    """From the hello to the end: what a bot and a spectator hear of it is what stands there."""
    (hello,), (start,), (turn,), (act,), (ask,), (forecast,), (step,), (over,) = (
        examples(kind, RALLY_EXAMPLES) for kind in ("hello", "start", "turn", "act", "ask", "forecast", "step", "over")
    )
    verdicts = examples("verdicts", RALLY_EXAMPLES)
    with ManualArena(database) as manual:
        me, watcher = ArenaClient(manual.player("mybot", "bot")), ArenaClient(manual.player("w"))
        settings = {key: start["setup"]["settings"][key] for key in ("board", "start_assignment")}
        options = TableOptions(game=hello["game"], seats=2, clock="bot", seed=RALLY_SEED, settings=settings)
        sitting = [(me.player, hello["choice"]), (manual.arena.matches.builtins["easy"], "peach")]
        sitters = [msgspec.structs.replace(sitter_of(player), choice=choice) for player, choice in sitting]
        playing = manual.do(manual.arena.matches.start(options, sitters, rated=False, clients={1: me}))
        playing.watch(watcher)
        answers = []
        playing.ask(1, messages.decode_from_client(json.dumps(ask)), answers.append)
        wrong = act["actions"][0] | {"slots": ["3@840", *act["actions"][0]["slots"][1:]]}
        answers += [*manual.play(playing, 1, wrong), *manual.play(playing, 1, act["actions"][0])]
        manual.play(playing, 2, {"type": "program", "slots": ["1@640", "L@350", "U@40", "1@510", "L@170"]})
    heard = [json.loads(raw.replace(playing.key.encode(), start["match"].encode())) for raw in me.raw]
    assert [message["type"] for message in heard] == ["start", "turn", "turn", "over"]
    assert heard[0] == start
    assert heard[1] | {"clock": turn["clock"]} == turn
    assert heard[-1] == over
    assert watcher.heard()[-2] == step
    assert [plain(answer) for answer in answers] == [forecast, verdicts[1], verdicts[0] | {"seq": 0}]
    assert [one["type"] for one in step["events"]][-2:] == ["ticked", "game_over"]


def test_the_dungeons_section_is_true():
    (act,), (verdicts,) = examples("act", DUNGEON_EXAMPLES), examples("verdicts", DUNGEON_EXAMPLES)
    trip = ManualDungeon(setup=DUNGEON.setup(["mybot", "easy"], seed=7))
    trip.joined()
    [answer] = trip.act(1, *act["actions"], step=act["step"], seq=act["seq"])
    assert json.loads(messages.encode(answer)) == verdicts
    section = PAGE.read_text()[DUNGEON_AT:]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert listed == set(messages.action_types(DUNGEON.actions))


def test_every_error_is_in_the_table():
    text = PAGE.read_text()
    table = text[text.index("## Errors") : text.index("## Limits")]
    listed = set(
        re.findall(r"`([a-z_]+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if "|" in line))
    )
    package = Path(messages.__file__).parent.parent
    used = {code for name in SOURCES for code in CODE.findall((package / name).read_text())} - INNER
    assert len(used) > 20
    assert used - listed == set()
    assert {"stale", "no_table", "started", "starting", "full", "kicked", "table_closed", "rested"} <= listed


@pytest.mark.slow
@pytest.mark.parametrize("game", ["spacegoo", "rally"])
def test_the_programs_of_the_page_play_rated_matches_to_the_end(tmp_path, game):
    for name, text in PROGRAMS.items():
        if game == "rally" and name.startswith("over_"):  # as the page says
            text = text.replace('"spacegoo"', '"rally"').replace("from strategy import", "from rally_strategy import")
        (tmp_path / name).write_text(text)
    with ThreadedSite(tmp_path, match_interval_s=0.05, house_after_s=0.5) as site:
        host, port = site.address.removeprefix("http://").split(":")
        places = {
            "over_tcp.py": [host, str(site.server.ports["json"])],
            "over_websocket.py": [f"ws://{host}:{port}/ws"],
            "over_http.py": [host, port],
        }
        assert PROGRAMS.keys() == places.keys() | {"strategy.py", "rally_strategy.py"}
        bots = {name: BotAccount(site, name.removesuffix(".py")) for name in places}
        running = [
            subprocess.Popen(
                [sys.executable, name, *place, bots[name].token],
                cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ,
            )
            for name, place in places.items()
        ]  # fmt: skip
        for process in running:
            said, complaints = process.communicate(timeout=PATIENCE_S)
            assert (process.returncode, complaints) == (0, "")
            assert said.strip()
            assert set(said.strip().splitlines()) <= {reason.sentence for reason in GAMES[game].end_reasons}
        ids = [bot.player.id for bot in bots.values()]
        rated = site.read(lambda connection: ladder.skills_of(connection, game, "standard", ids))
        assert {player_id for player_id, _ in rated} == set(ids)
