"""Rally over HTTP: robots, hosts, saves, and what pages are not told while a match runs."""

import pytest

OPTIONS = {"game": "rally", "seats": 4, "settings": {"timer_seconds": "off", "step_seconds": 0}}


def started(site, tag, **options):
    """A match of two persons, with a robot each; its key and their browsers."""
    host, other = site.browser(f"host-{tag}"), site.browser(f"other-{tag}")
    table = host.post("/api/tables", {"options": OPTIONS | options, "choices": {"1": "peach"}}, status=201)
    key = table["key"]
    other.post(f"/api/tables/{key}/sit", {"seat": 0})
    other.post(f"/api/tables/{key}/ready", {"ready": True})
    return host.post(f"/api/tables/{key}/start")["match"], host, other


@pytest.mark.rule("RAL-231", "RAL-233", "RAL-236", "RAL-216")
def test_a_table_with_robots_from_opening_to_the_match(site):
    host, other = site.browser("host-robots"), site.browser("other-robots")
    key = host.post("/api/tables", {"options": OPTIONS, "bots": {"3": "easy"}}, status=201)["key"]
    other.post(f"/api/tables/{key}/sit", {"seat": 2})
    seat = f"/api/tables/{key}/seats"
    assert other.post(f"{seat}/2/choice", {"choice": "lazy"}, method="PUT")["seats"][1]["choice"] == "lazy"
    assert other.post(f"{seat}/3/choice", {"choice": "lazy"}, method="PUT", status=403)["code"] == "not_host"
    assert other.post(f"{seat}/1/choice", {"choice": "lazy"}, method="PUT", status=403)["code"] == "not_your_seat"
    problem = host.post(f"{seat}/1/choice", {"choice": "tank"}, method="PUT", status=400)
    assert (problem["code"], problem["field"]) == ("bad_settings", "choice")
    host.post(f"{seat}/3/choice", {"choice": "albot"}, method="PUT")
    assert host.post(f"/api/tables/{key}/start", status=409)["code"] == "not_ready"
    assert other.post(f"/api/tables/{key}/start", status=403)["code"] == "not_host"
    other.post(f"/api/tables/{key}/ready", {"ready": True})
    table = host.post(f"/api/tables/{key}/start")
    assert (len(table["seats"]), table["options"]["clock"]) == (3, "own")
    info = site.browser().get(f"/api/matches/{table['match']}")
    assert [one["choice"] for one in info["seats"]] == ["tanky", "lazy", "albot"]
    assert (info["host"], info["clock"]) == ("host-robots", "own")
    [listed] = [one for one in site.browser().get("/api/matches?live=true")["matches"] if one["key"] == info["key"]]
    assert listed["host"] == "host-robots"
    site.call(site.server.context.arena.matches.running[info["key"]].resign, 1)
    assert site.browser().get(f"/api/matches/{info['key']}")["host"] == "other-robots"


@pytest.mark.rule("RAL-237", "RAL-239", "RAL-240", "RAL-242", "RAL-243")
def test_saves_from_the_first_to_the_last(site):
    match, host, other = started(site, "saves")
    save = f"/api/matches/{match}/save"
    assert other.post(save, {"name": "mine"}, status=403)["code"] == "not_host"
    assert site.browser().post(save, {"name": "mine"}, status=401)["code"]
    assert host.post(save, {"name": "a/b"}, status=400)["code"] == "bad_name"
    made = host.post(save, {"name": "Evening"}, status=201)
    assert ([card["name"] for card in made["seats"]], made["round"]) == (["host-saves", "other-saves"], 1)
    assert "seed" not in made
    assert host.post(save, {"name": "evening"}, status=409)["code"] == "save_exists"
    assert host.post(save, {"name": "evening", "overwrite": True}, status=201)["id"] == made["id"]
    assert [one["name"] for one in host.get("/api/saves?game=rally")] == ["evening"]
    assert host.get("/api/saves?game=spacegoo") == other.get("/api/saves") == []

    table = host.post("/api/tables", {"options": OPTIONS}, status=201)["key"]
    assert host.get(f"/api/tables/{table}/saves") == []
    problem = host.post(f"/api/tables/{table}/load", {"save": made["id"]}, status=409)
    assert problem["code"] == "save_does_not_fit"
    other.post(f"/api/tables/{table}/sit", {"seat": 3})
    assert host.post(f"/api/tables/{table}/load", {"save": made["id"]}, status=409)["code"] == "not_ready"
    other.post(f"/api/tables/{table}/ready", {"ready": True})
    assert [one["id"] for one in host.get(f"/api/tables/{table}/saves")] == [made["id"]]
    assert other.get(f"/api/tables/{table}/saves", status=403)["code"] == "not_host"
    loaded = host.post(f"/api/tables/{table}/load", {"save": made["id"]})
    info = host.get(f"/api/matches/{loaded['match']}")
    assert (info["fork_of"], info["rated"], info["host"]) == (match, False, "host-saves")
    assert [one["choice"] for one in info["seats"]] == ["peach", "james"]
    assert other.post(f"/api/saves/{made['id']}", method="DELETE", status=404)["code"] == "no_save"
    host.post(f"/api/saves/{made['id']}", method="DELETE", status=204)
    assert host.get("/api/saves") == []


@pytest.mark.rule("RAL-045", "RAL-050")
def test_while_a_match_runs_pages_learn_what_everybody_may_know(site):
    match, host, other = started(site, "spy")
    playing = site.server.context.arena.matches.running[match]
    hands = [playing.match.view(seat).you.hand for seat in (1, 2)]
    seed = playing.setup.seed
    for path in ("record", "html"):
        assert other.get(f"/api/matches/{match}/{path}", status=409)["code"] == "running"
    for seat in (1, 2):
        assert host.get(f"/api/matches/{match}/frames?seat={seat}", status=409)["code"] == "running"
    seen = [
        other.ask("GET", path, status=200).text
        for path in (
            f"/api/matches/{match}/frames",
            f"/api/matches/{match}",
            "/api/matches?live=true&view=true",
            f"/api/matches/{match}/analysis",
            "/api/tables",
        )
    ]
    assert str(seed) not in "".join(seen)
    assert not any(card in text for text in seen for hand in hands for card in hand)
    assert '"robots"' in seen[0]
    site.call(playing.resign, 1)
    site.until_over(match)
    frames = other.get(f"/api/matches/{match}/frames")["frames"]
    assert [one["hand"] for one in frames[0]["view"]["all"]] == hands
    mine = other.get(f"/api/matches/{match}/frames?seat=2")["frames"]
    assert mine[0]["view"]["you"]["hand"] == hands[1]
    assert "all" not in mine[0]["view"]
