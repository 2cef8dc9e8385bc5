"""Organisers and hosts with a bot in a match know no more of it than their bot does, and decide nothing about it."""

import pytest

from roundhouse.store import players

OPTIONS = {"game": "dungeon", "clock": "bot", "seats": 2, "rated": True}


def seated(site, tag, **options):
    """A rated table of two persons, opened by somebody who does not play."""
    host, *others = (site.browser(f"{role}-{tag}") for role in ("host", "one", "two"))
    key = host.post("/api/tables", {"options": OPTIONS | options, "seat": 0}, status=201)["key"]
    for other in others:
        other.post(f"/api/tables/{key}/sit", {"seat": 0})
        other.post(f"/api/tables/{key}/ready", {"ready": True})
    return f"/api/tables/{key}", host


def belongs(site, name, owner):
    """From now on one account is a bot's of another one."""
    owner_id = site.read(lambda connection: players.find(connection, owner)).id
    own = site.read(lambda connection: players.find(connection, name))
    site.database.submit(lambda connection: players.change(connection, own.id, owner_id=owner_id)).result()


@pytest.mark.rule("DUN-194")
def test_a_match_whose_world_was_looked_at_does_not_count_whoever_plays(site):
    table, host = seated(site, "looked")
    assert host.post(f"{table}/prepare")["unrated"] == ""
    host.get(f"{table}/world")
    assert host.get(table)["unrated"] == "seed"
    host.post(f"{table}/prepare", method="DELETE")
    assert host.post(f"{table}/prepare")["unrated"] == "", "this is another world"
    host.get(f"{table}/world")
    match = host.post(f"{table}/start")["match"]
    assert host.get(f"/api/matches/{match}")["rated"] is False


@pytest.mark.rule("DUN-192")
def test_an_organiser_whose_bot_or_whose_bots_bot_plays_does_not_look_and_changes_nothing_that_counts(site):
    table, host = seated(site, "inside")
    match = host.post(f"{table}/start")["match"]
    assert host.get(f"/api/matches/{match}")["rated"] is True
    boss, other = site.browser("boss-inside", role="organiser"), site.browser("boss-outside", role="organiser")
    site.browser("between-inside")
    belongs(site, "one-inside", "between-inside")
    belongs(site, "between-inside", "boss-inside")
    look, change = f"/api/matches/{match}/everything", f"/api/matches/{match}/changes"
    assert boss.get(look, status=403)["code"] == "seated"
    assert boss.post(change, {"type": "end"}, status=403)["code"] == "seated"
    assert boss.post(f"/api/admin/matches/{match}/abort", status=403)["code"] == "seated"
    assert len(other.get(look)["all"]) == 2
    assert other.post(change, {"type": "end"})["verdict"] == "accepted"
    other.post(f"/api/admin/matches/{match}/abort", status=204)
