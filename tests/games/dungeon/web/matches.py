"""Matches of the Dungeon as tests of its pages need them."""

import time

from tests.web.site import PATIENCE_S

ROUND_MS = 2000  # the shortest there is
BY_ORDERS = {"round_ms": 600_000, "early_close": True}  # a round lasts until all are done
BOTS = {"1": "miner", "2": "warlord", "3": "random"}


def finished(site, member, rounds: int = 40, **settings) -> str:
    """The key of a match of three bots that is over."""
    options = {
        "seats": 3,
        "clock": "bot",
        "seed": 11,
        "settings": {"max_rounds": rounds, "start_robots": 2, **settings},
    }
    key = member.table(game="dungeon", seat=0, bots=BOTS, start=True, **options)["match"]
    assert site.finished(key)["state"] == "finished"
    return key


def running(member, *, seat: int = 1, listed: bool = False, **settings) -> str:
    """The key of a match of a person, or of nobody, against bots; its rounds go on by themselves, unless `settings`
    say that they last until the person is done."""
    bots = {str(number): bot for number, bot in enumerate(("miner", "warlord"), seat + 1)}
    options = {"seats": 2 + seat, "settings": {"max_rounds": 500, "round_ms": ROUND_MS, "start_robots": 1, **settings}}
    return member.table(game="dungeon", seat=seat, bots=bots, start=True, listed=listed, **options)["match"]


def history(site, key: str) -> list[dict]:
    return site.get(f"/api/matches/{key}/history")["rounds"]


def after_rounds(site, key: str, rounds: int = 1) -> None:
    site.eventually(f"/api/matches/{key}/history", lambda found: len(found["rounds"]) >= rounds)


def act(member, key: str, *actions: dict) -> list[str]:
    """Gives orders; returns their receipts."""
    answer = member.post(f"/api/play/{key}/act", {"type": "act", "actions": list(actions)})
    assert [one["verdict"] for one in answer["verdicts"]] == ["accepted"] * len(actions), answer
    return [one.get("receipt", "") for one in answer["verdicts"]]


def done(member, key: str) -> None:
    """Says that the round may end, once its commands are collected."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        answer = member.post(f"/api/play/{key}/act", {"type": "act", "actions": [{"type": "done"}]})
        if answer["verdicts"][0]["verdict"] == "accepted":
            return
        assert answer["verdicts"][0]["code"] == "collection_closed", answer
        time.sleep(0.05)
    raise AssertionError("the round before did not end")


def change(member, key: str, body: dict) -> dict:
    return member.post(f"/api/matches/{key}/changes", body)
