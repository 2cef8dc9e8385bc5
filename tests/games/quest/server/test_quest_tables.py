"""Quest over HTTP: tables with settings and scenarios, a match by hand, and what remains of it."""

import json

import pytest
from tests.games.quest.server.manual_quest import END, QUEST, look, move, scenario

from roundhouse.match.record import from_bytes
from roundhouse.match.verification import verify

FILE = {"key": "meadow", "name": "Meadow", "settings": {"rounds": 2, "gold": 7}, "scenario": scenario()}
OPTIONS = {"game": "quest", "settings": {"scenario": scenario(), "rounds": 2, "turn_ms": 60_000}}


def opened(host, *, status=201, **options):
    return host.post("/api/tables", {"options": OPTIONS | options}, status=status)


def started(site, tag, **options):
    host, other = site.browser(f"host-{tag}"), site.browser(f"other-{tag}")
    key = opened(host, **options)["key"]
    other.post(f"/api/tables/{key}/sit", {"seat": 0})
    other.post(f"/api/tables/{key}/ready", {"ready": True})
    return host.post(f"/api/tables/{key}/start")["match"], host, other


def act(browser, match, *actions):
    return browser.post(f"/api/play/{match}/act", {"actions": list(actions)})["verdicts"]


# Tables


@pytest.mark.rule("QST-025", "QST-154")
@pytest.mark.parametrize(
    ("given", "shown"),
    [(scenario(), None), (json.dumps(FILE), "meadow"), ("arena", "arena")],
    ids=["object", "file", "shipped"],
)
def test_a_table_with_a_scenario_has_its_seats_and_keeps_its_map_secret(site, given, shown, request):
    tag = request.node.callspec.id
    host, other = site.browser(f"host-{tag}"), site.browser(f"other-{tag}")
    table = opened(host, settings={"scenario": given})
    assert table["options"]["settings"]["scenario"] == given
    assert table["options"]["clock"] == "own"
    assert len(table["seats"]) == len(QUEST.setup(settings={"scenario": given}).seats)
    assert other.get(f"/api/tables/{table['key']}")["options"]["settings"]["scenario"] == shown
    listed = [one for one in other.get("/api/tables") if one["key"] == table["key"]]
    assert [one["options"]["settings"]["scenario"] for one in listed] == [shown]


@pytest.mark.rule("QST-025", "QST-154")
def test_what_is_wrong_with_a_scenario_is_told_with_its_field(site):
    host = site.browser("host-wrong")
    narrow = scenario() | {"terrain": ["." * 15, *["." * 16] * 15]}
    for wrong in (
        narrow,
        scenario() | {"units": []},
        {"terrain": ["....."] * 5},
        json.dumps(FILE | {"scenario": narrow}),
        json.dumps(FILE | {"key": "Not A Key"}),
        "{",
    ):
        problem = opened(host, settings={"scenario": wrong}, status=400)
        assert (problem["code"], problem["field"]) == ("bad_scenario", "scenario"), wrong
        assert problem["rule"] in ("QST-025", "QST-154")
        assert problem["sentence"]
    unknown = opened(host, settings={"scenario": "nowhere"}, status=400)
    assert (unknown["code"], unknown["field"]) == ("bad_settings", "scenario")
    assert "arena" in unknown["sentence"]
    for settings, field in (
        ({"rounds": 0}, "rounds"),
        ({"turn_ms": 7}, "turn_ms"),
        ({"width": 20}, "width"),
        ({"blueprints": {"sword1": {"ways": [{"sword1": 1}]}}}, "blueprints"),
    ):
        problem = opened(host, settings=settings, status=400)
        assert (problem["code"], problem["field"]) == ("bad_settings", field)


def test_presets_have_their_seats_and_their_time(site):
    host = site.browser("host-presets")
    for preset, seats in (("standard", 2), ("skirmish", 2), ("four", 4)):
        table = opened(host, preset=preset, settings={})
        assert (len(table["seats"]), table["options"]["clock"]) == (seats, "own")
        host.post(f"/api/tables/{table['key']}", method="DELETE", status=204)
    info = next(game for game in host.get("/api/games") if game["key"] == "quest")
    assert [clock["key"] for clock in info["clocks"]] == ["own"]
    assert info["map_setting"] == "scenario"


def test_a_large_scenario_can_be_played_checked_and_installed(site):
    """As large as a map of the original: something in the ground of every second cell."""
    host = site.browser("host-large", role="organiser")
    buried = [
        {"x": x, "y": y, "resources": {"wood": 40, "iron": 7}} for y in range(100) for x in range(0, 100, 2) if y % 2
    ]
    large = scenario() | {"terrain": ["." * 100] * 100, "buried": buried}
    text = json.dumps(FILE | {"key": "wide-plain", "scenario": large})
    assert len(text) > 150_000
    found = host.post("/api/games/quest/maps/check", {"text": text})
    assert (found["problems"], found["facts"]["size"]) == ([], [100, 100])
    host.post("/api/games/quest/maps", {"text": text}, status=201)
    table = opened(host, settings={"scenario": "wide-plain"})
    assert table["options"]["settings"]["scenario"] == text, "the map as it was then"
    host.post("/api/games/quest/maps/wide-plain", method="DELETE", status=204)
    changed = host.post(f"/api/tables/{table['key']}", OPTIONS | {"settings": {"scenario": text}}, method="PATCH")
    assert len(changed["seats"]) == 2


# A match


@pytest.mark.rule("QST-050", "QST-124")
def test_a_match_by_hand_from_its_table_to_its_record_replay_and_fork(site):
    match, host, other = started(site, "whole", settings=OPTIONS["settings"] | {"blueprints": {}})
    [told] = act(host, match, {"type": "dig", "unit": 100})
    assert told["answer"]["found"] == {"wood": 50}
    assert act(other, match, look(200))[0]["code"] == "not_your_turn"
    verdicts = act(host, match, move(100, 3, 3), move(100, 99, 99), END)
    assert [one["verdict"] for one in verdicts] == ["accepted", "void", "accepted"]

    running = f"/api/matches/{match}"
    for path in ("record", "html", "frames?seat=1"):
        assert other.get(f"{running}/{path}", status=409)["code"] == "running"
    early = other.get(f"{running}/frames")
    assert early["settings"]["scenario"] is None
    assert len(early["settings"]["blueprints"]) == 12
    assert "all" not in early["frames"][-1]["view"], "nobody sees more than spectators do"
    assert set("".join(early["frames"][-1]["view"]["terrain"])) == {"?"}

    act(other, match, END)
    act(host, match, END)
    act(other, match, END)
    site.until_over(match)
    info = host.get(running)
    assert info["result"]["reason"] == "rounds"
    record = from_bytes(host.ask("GET", f"{running}/record", status=200).content)
    assert verify(record).ok
    assert [one.name for one in record.entries][:5] == ["order", "order", "void", "order", "tick"]
    shown = other.get(f"{running}/frames")
    assert shown["settings"]["scenario"]["terrain"] == scenario()["terrain"]
    assert len(shown["frames"]) == 5
    assert shown["frames"][0]["events"][0]["type"] == "turn_start"
    assert [len(team["units"]) for team in shown["frames"][0]["view"]["all"]] == [2, 2]
    mine = other.get(f"{running}/frames?seat=2")["frames"]
    assert "all" not in mine[0]["view"]
    assert mine[0]["view"]["units"][0]["id"] == 200
    assert "<html" in host.get(f"{running}/html")[:200].lower()

    fork = host.post(f"{running}/fork", {"step": shown["frames"][1]["step"], "seat": 1}, status=201)
    other.post(f"/api/tables/{fork['key']}/sit", {"seat": 2})
    again = other.post(f"/api/tables/{fork['key']}/ready", {"ready": True})["match"]
    assert host.get(f"/api/matches/{again}")["fork_of"] == match
    assert act(host, again, look(100))[0]["code"] == "not_your_turn"
    [played_on] = act(other, again, look(200))
    assert played_on["verdict"] == "accepted"


@pytest.mark.rule("QST-148")
def test_leaving_a_match_is_giving_up(site):
    match, host, other = started(site, "leaving")
    other.post(f"/api/play/{match}/leave", status=204)
    site.until_over(match)
    result = host.get(f"/api/matches/{match}")["result"]
    assert (result["reason"], [place["place"] for place in result["places"]]) == ("last_left", [1, 2])


@pytest.mark.rule("QST-114", "QST-125")
def test_built_in_bots_play_a_match_by_themselves_and_say_when_their_turns_are_over(site):
    host = site.browser("host-robots")
    settings = {"scenario": scenario(), "rounds": 3, "turn_ms": 60_000}
    asked = {"options": OPTIONS | {"settings": settings}, "seat": 0, "bots": {"1": "random", "2": "crafter"}}
    match = host.post("/api/tables", asked | {"start": True}, status=201)["match"]
    site.until_over(match)
    frames = host.get(f"/api/matches/{match}/frames")["frames"]
    ended = [event for frame in frames for event in frame["events"] if event["type"] == "turn_end"]
    assert [(event["seat"], event["why"]) for event in ended] == [(1, "end_turn"), (2, "end_turn")] * 3
    assert any(event["type"] == "moved" for frame in frames for event in frame["events"])
