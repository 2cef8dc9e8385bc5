"""The tools of a seat: assist levels, refusals, waiting, accounts, and arguments that make no sense."""

import asyncio
import json

import pytest
from tests.mcp.agentplay import SHORT, TOOLS, Agent, by_legal_orders, by_schema, check_account, here

from roundhouse.games import GAMES
from roundhouse.mcp import agent_seat, rulebooks

HOSTILE = ["", "x", "seat_", "seat_" + "A" * 24, "a" * 150, "'; DROP TABLE seats; --", "\u0000", "😀" * 20]


def run(story, **how):
    async def main():
        async with here(**how) as agent:
            return await story(agent)

    return asyncio.run(main())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_an_agent_plays_by_schema_alone(game):
    async def story(agent):
        await agent.sit_down(game=game, settings=SHORT[game], assist="schema", seed=3)
        result = await agent.play(by_schema(game))
        check_account(result["account"], agent)
        assert result["account"]["unreadable"] == 0
        assert result["account"]["end"] in ("won", "drawn", "lost")

    run(story)


@pytest.mark.slow
def test_the_list_of_tools_never_changes_and_every_tool_is_described():
    async def story(agent):
        first = (await agent.client.list_tools()).tools
        assert [tool.name for tool in first] == TOOLS
        assert all(tool.description and tool.output_schema for tool in first)
        for assist in ("rules", "hints"):
            await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], assist=assist)
            assert (await agent.client.list_tools()).tools == first
        await agent.play(by_legal_orders())
        assert (await agent.client.list_tools()).tools == first

    run(story)


def test_answers_come_as_text_and_as_structure_and_both_say_the_same():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], assist="legal")
        asked = [("list_games", {}), ("view", {"seat": agent.seat, "data": True}), ("view", {"seat": "seat_no"})]
        asked += [("act", {"seat": agent.seat, "orders": "nop"}), ("rules", {"game": "rally"})]
        for tool, arguments in asked:
            answer = await agent.client.call_tool(tool, arguments)
            (text,) = answer.content
            assert json.loads(text.text) == answer.structured_content

    run(story)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_costs_little_to_read_and_its_board_says_whose_it_is(game):
    """Of a usual match, not of one that is made short: 5000 characters are some 1400 tokens."""

    async def story(agent):
        await agent.sit_down(game=game, seed=3, assist="legal")
        choose = by_legal_orders()
        for _ in range(6):
            while (told := await agent.ask("wait"))["state"] != "your_turn":
                assert told["state"] == "others_turn"
            view = await agent.client.call_tool("view", {"seat": agent.seat})
            assert len(view.content[0].text) < 5000
            assert "you are" in view.structured_content["board"]
            await agent.ask("act", orders=await choose(agent))

    run(story)


@pytest.mark.parametrize(
    ("assist", "refused"),
    [
        ("rules", {"schema", "legal_orders", "check", "hint"}),
        ("schema", {"legal_orders", "check", "hint"}),
        ("legal", {"hint"}),
        ("hints", set()),
    ],
)
def test_a_tool_above_the_level_of_a_seat_is_refused_and_says_so(assist, refused):
    async def story(agent):
        told = await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], assist=assist)
        assert told["assist"] == assist
        assert told["seats"][0]["assist"] == assist
        found = set()
        for tool, more in (("schema", {}), ("legal_orders", {}), ("check", {"orders": "nop"}), ("hint", {})):
            answer = await agent.ask(tool, **more)
            if "refused" in answer:
                assert answer["refused"]["code"] == "assist"
                assert answer["refused"]["level"] == assist
                found.add(tool)
        assert found == refused
        assert (await agent.ask("act", orders="nop"))["accepted"]

    run(story)


@pytest.mark.slow
def test_what_lists_legal_orders_is_not_in_a_view_below_that_level():
    async def story(agent):
        await agent.sit_down(game="boidvoid", settings=SHORT["boidvoid"], assist="schema")
        below = (await agent.ask("view", data=True))["data"]["you"]
        await agent.sit_down(game="boidvoid", settings=SHORT["boidvoid"], assist="legal")
        above = (await agent.ask("view", data=True))["data"]["you"]
        assert "choices" not in below
        assert "choices" in above

    run(story)


def test_a_refusal_names_field_rule_and_a_legal_order():
    async def story(agent):
        await agent.sit_down(game="spacegoo", assist="legal", settings=SHORT["spacegoo"], seed=5)
        view = (await agent.ask("view", data=True))["data"]
        others = [planet["id"] for planet in view["planets"] if planet["owner_id"] != view["player_id"]]
        source, target = next(lane for lane in view["hyperlanes"] if lane[0] in others)
        order = {"type": "send", "source": source, "target": target, "ships": [1, 0, 0]}
        told = await agent.ask("check", orders=order)
        (verdict,) = told["verdicts"]
        assert not told["fine"]
        assert (verdict["code"], verdict["field"], verdict["rule"]) == ("not_owner", "source", "GOO-034")
        assert verdict["sentence"]
        assert verdict["rule_text"]
        fine = await agent.ask("check", orders=verdict["legal"])
        assert fine["fine"]
        answer = await agent.ask("act", orders=verdict["legal"])
        assert answer["accepted"]
        assert answer["verdicts"][0]["order"] == verdict["legal"]

    run(story)


def test_the_view_since_a_step_tells_what_has_changed():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], seed=5)
        first = await agent.ask("view", data=True)
        assert first["board"].startswith("round 0")
        assert first["data"]["round"] == 0
        await agent.ask("act", orders="nop")
        then = await agent.ask("view", since=first["step"], data=True)
        assert then["changed"]["round"] == 1
        assert "data" not in then
        assert then["events"]
        assert "data" in await agent.ask("view", since=12345, data=True)
        short = await agent.ask("view", since=first["step"])
        assert (short["board"], short["events"]) == (then["board"], then["events"])
        assert not {"data", "changed", "legend"} & set(short)
        whole = await agent.ask("view")
        assert whole["legend"]
        assert whole["events"] == then["events"]

    run(story)


def test_useless_answers_use_up_a_turn_and_the_account_tells_them_apart():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], tries=2)
        first = await agent.ask("act", orders="I would like to win")
        assert not first["accepted"]
        assert first["tries_left"] == 1
        await agent.ask("act", orders={"type": "teleport"})
        while (told := await agent.ask("wait"))["state"] != "over":
            assert told["state"] == "others_turn"
        account = (await agent.ask("result"))["account"]
        assert (account["answers"], account["unreadable"], account["illegal"]) == (2, 2, 0)
        assert (account["late"], account["end"]) == (1, "forfeit_parse")

    run(story)


def test_a_forfeit_for_a_broken_rule_is_no_parse_error():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], seed=5)
        answer = await agent.ask("act", orders="send 1 0 -5 0 0")
        assert answer["verdicts"][0]["verdict"] == "forfeit"
        while (await agent.ask("wait"))["state"] != "over":
            pass
        account = (await agent.ask("result"))["account"]
        assert (account["illegal"], account["unreadable"], account["end"]) == (1, 0, "forfeit_illegal")

    run(story)


@pytest.mark.parametrize("preset", ["standard", "classic"])
def test_an_order_that_names_no_planet_is_unreadable_and_costs_a_try(preset):
    async def story(agent):
        await agent.sit_down(game="spacegoo", preset=preset, settings=SHORT["spacegoo"], seed=5, tries=6)
        slips = ["send 1 99 1 0 0", {"type": "send", "source": -1, "target": 0, "ships": [1, 0, 0]},
                 {"send": {"source": 1, "target": "4000", "ships": [1, 0, 0]}}, [["send", 77, 1, 1, 0, 0]]]  # fmt: skip
        for left, orders in zip([5, 4, 3, 2], slips, strict=True):
            answer = await agent.ask("act", orders=orders)
            (verdict,) = answer["verdicts"]
            assert (verdict["verdict"], verdict["code"], answer["tries_left"]) == ("refused", "bad_action", left)
            assert verdict["field"] in ("source", "target")
            assert "There is no planet" in verdict["sentence"]
        assert (await agent.ask("act", orders="nop"))["verdicts"][0]["verdict"] == "accepted"
        while (await agent.ask("wait"))["state"] == "others_turn":
            pass
        await agent.ask("resign")
        account = (await agent.ask("result"))["account"]
        assert (account["unreadable"], account["illegal"], account["end"]) == (4, 0, "resigned")

    run(story)


def test_resigning_and_tokens_are_in_the_account():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"])
        await agent.ask("act", orders="nop", usage={"input_tokens": 900, "output_tokens": 40})
        bad = await agent.ask("act", orders="nop", usage={"input_tokens": "many"})
        assert bad["refused"]["code"] == "bad_usage"
        assert (await agent.ask("resign"))["state"] == "over"
        account = (await agent.ask("result"))["account"]
        assert (account["end"], account["input_tokens"], account["output_tokens"]) == ("resigned", 900, 40)
        assert account["tool_calls"] == agent.calls

    run(story)


@pytest.mark.slow
def test_a_clock_makes_a_late_seat_lose():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"] | {"deadline_s": 0.2})
        while (await agent.ask("wait"))["state"] != "over":
            pass
        assert (await agent.ask("result"))["account"]["end"] == "timeout"

    run(story, clock=True)


@pytest.mark.slow
def test_waiting_is_always_answered_in_time(monkeypatch):
    """Also where nothing happens: the other bot thinks for ever."""
    assert agent_seat.SLICE_S < 4.5  # many clients give up after five seconds
    monkeypatch.setattr(agent_seat, "SLICE_S", 0.1)

    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"])
        await agent.ask("act", orders="nop")
        for seconds in (1e9, -5.0, 0.0):
            async with asyncio.timeout(60):
                told = await agent.ask("wait", seconds=seconds)
            assert told["state"] == "others_turn"
            assert "again" in told["note"]

    run(story, opponents=["cmd:sleep 60"])


def test_what_comes_after_the_end_is_refused():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"])
        await agent.ask("resign")
        assert (await agent.ask("act", orders="nop"))["refused"]["code"] == "over"
        assert (await agent.ask("resign"))["refused"]["code"] == "over"
        assert (await agent.ask("wait"))["state"] == "over"
        assert (await agent.ask("view"))["state"] == "over"

    run(story)


def test_hostile_arguments_hurt_nobody(tmp_path):
    """Nor does a model get to run anything: bots that are programs are for whoever starts the server to name."""
    module = tmp_path / "bot.py"
    module.write_text(f"open({str(tmp_path / 'run')!r}, 'w')")

    async def story(agent):
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], assist="hints")
        for token in HOSTILE:
            told = await agent.client.call_tool("view", {"seat": token})
            assert told.structured_content["refused"]["code"] == "no_seat"
        bad = [
            ("view", {}), ("view", {"seat": 7}), ("view", {"seat": "s" * 10_000}), ("act", {"seat": agent.seat}),
            ("no_such_tool", {}), ("wait", {"seat": agent.seat, "seconds": "soon"}),
            ("sit_down", {"game": "spacegoo", "assist": "everything"}),
        ]  # fmt: skip
        for tool, arguments in bad:
            assert (await agent.client.call_tool(tool, arguments)).is_error, tool
        refused = [
            ({"game": "chess"}, "no_such_game"),
            ({"game": "spacegoo", "opponents": ["nobody-at-all"]}, "no_such_bot"),
            ({"game": "spacegoo", "opponents": [f"cmd:touch {tmp_path / 'run'}"]}, "no_such_bot"),
            ({"game": "spacegoo", "opponents": [str(module)]}, "no_such_bot"),
            ({"game": "spacegoo", "settings": {"max_rounds": -1}}, "bad_settings"),
            ({"game": "spacegoo", "seat": 9}, "no_seat"),
            ({"game": "spacegoo", "seed": -1}, "bad_settings"),
            ({"game": "spacegoo", "tries": 99}, "bad_settings"),
            ({"game": "rally", "choice": "nobody"}, "bad_settings"),
            ({"match": "abc"}, "no_server"),
            ({"game": "spacegoo", "ladder": True}, "no_server"),
        ]
        for wish, code in refused:
            assert (await agent.call("sit_down", **wish))["refused"]["code"] == code, wish
        assert not (tmp_path / "run").exists()
        for orders in ("x" * 30_000, [[[[[[[[["nop"]]]]]]]]], {}, [], "[" * 5000, {"type": "send", "source": "one"}):
            told = await agent.ask("check", orders=orders)
            assert not told["fine"]
            assert told["verdicts"][0]["code"] == "bad_action"
        assert (await agent.ask("legal_orders", offset=10**12, limit=-3))["orders"] == []
        assert (await agent.ask("act", orders="nop"))["accepted"]

    run(story)


def test_several_calls_at_once_are_taken_one_after_the_other():
    async def story(agent):
        await agent.sit_down(game="spacegoo", settings={"max_rounds": 40})
        answers = await asyncio.gather(*(agent.ask("act", orders="nop") for _ in range(8)))
        accepted = [answer for answer in answers if answer.get("accepted")]
        refused = {answer["refused"]["code"] for answer in answers if "refused" in answer}
        assert accepted
        assert refused <= {"not_your_turn", "stale"}
        await agent.ask("resign")
        assert (await agent.ask("result"))["account"]["answers"] == len(accepted)

    run(story)


def test_seats_of_one_server_do_not_meet():
    async def story(agent):
        other = Agent(agent.client)
        await agent.sit_down(game="spacegoo", settings=SHORT["spacegoo"], seed=1)
        await other.sit_down(game="rally", settings=SHORT["rally"])
        await other.ask("resign")
        assert (await agent.ask("view", data=True))["data"]["round"] == 0
        running = (await agent.call("sit_down", game="spacegoo", settings=SHORT["spacegoo"]))["match"]
        with pytest.raises(Exception, match="not over"):
            await agent.client.read_resource(f"roundhouse://match/{running}/record")

    run(story)


@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_can_be_read(game):
    async def story(agent):
        contents = await agent.call("rules", game=game)
        assert len(contents["sections"]) > 3
        assert contents["settings"]
        rule = next(iter(rulebooks.rules(GAMES[game])))
        assert (await agent.call("rules", game=game, rule=rule))["sentence"]

    run(story)


def test_rules_can_be_read_in_parts():
    async def story(agent):
        contents = await agent.call("rules", game="quest")
        assert contents["sections"]
        assert contents["settings"]
        title = contents["sections"][2]["section"]
        assert (await agent.call("rules", game="quest", section=title))["text"].startswith("## " + title)
        assert (await agent.call("rules", game="quest", rule="qst-057"))["rule"] == "QST-057"
        found = (await agent.call("rules", game="quest", search="tower energy"))["found"]
        assert found
        assert all("tower" in one["sentence"].lower() for one in found)
        page = await agent.call("rules", game="quest", page=2)
        assert page["page"] == 2
        assert page["pages"] > 2
        assert (await agent.call("rules", game="quest", rule="QST-999"))["refused"]["code"] == "no_rule"
        whole = await agent.client.read_resource("roundhouse://rules/quest")
        assert whole.contents[0].text == GAMES["quest"].rulebook
        guide = await agent.client.read_resource("roundhouse://guide")
        assert "seat token" in guide.contents[0].text
        prompt = await agent.client.get_prompt("play_a_match", {"game": "quest"})
        assert "quest" in prompt.messages[0].content.text

    run(story)
