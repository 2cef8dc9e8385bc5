"""Whoever guesses codes or passwords waits; and a server without a contest says so."""

import pytest
from tests.server.contest import contest_site
from tests.server.contest.contest_site import PIN, toml
from tests.server.threaded_site import ThreadedSite


@pytest.mark.slow
def test_whoever_guesses_codes_has_to_wait(tmp_path):
    """Each from an address of its own would be needed; a right code in between does not help the others."""
    with contest_site.ContestSite(tmp_path, toml()) as site:
        thief = site.browser()
        answers = [
            thief.ask(
                "POST", "/api/event/join", {"code": f"2345678{letter}", "name": "thief", "pin": PIN},
                headers={"x-csrf-token": thief.csrf},
            ).status_code
            for letter in "ABCDEFGHJKLMNP"
        ]  # fmt: skip
        assert answers[:10] == [403] * 10
        assert 429 in answers[10:]


@pytest.mark.slow
def test_whoever_guesses_the_password_of_a_code_has_to_wait(tmp_path):
    with contest_site.ContestSite(tmp_path, toml()) as site:
        code = site.codes()[0]
        site.join("owner", code)
        thief = site.browser()
        answers = []
        for n in range(8):
            answer = thief.ask(
                "POST", "/api/event/join", {"code": code, "pin": f"wrong-{n}"}, headers={"x-csrf-token": thief.csrf}
            )
            answers.append(answer.status_code)
        assert answers[:5] == [403] * 5
        assert 429 in answers[5:]


def test_without_an_event_there_is_none(tmp_path):
    with ThreadedSite(tmp_path) as site:
        browser = site.browser()
        assert browser.get("/api/event", status=404)["code"] == "no_event"
        assert browser.post("/api/event/join", {"code": "ABCDEFGH", "pin": PIN}, status=404)["code"] == "no_event"
        assert "event" not in browser.get("/api/me")
