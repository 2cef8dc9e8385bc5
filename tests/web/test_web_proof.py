"""The mark of a replay: the page proves the record by itself, or says why it does not."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def mark(page):
    return page.get_by_role("button", name="Proof of the record")


def loaded(page):
    """The files of rules that a page asks for."""
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/assets/rules/" in request.url else None)
    return asked


def test_a_record_is_proven_and_the_mark_says_what_that_means(visitor, film):
    match, frames = film
    page = visitor("/icon.svg")
    files = loaded(page)
    page.goto("/games")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert files == []
    page.goto(f"/replay/{match['key']}")
    expect(mark(page)).to_have_text("proven")
    page.get_by_role("button", name="Show result").click()
    mark(page).click()
    expect(page.get_by_text(f"{frames[-1]['round']} rounds and the result agree with the digests")).to_be_visible()
    page.keyboard.press("Escape")
    expect(mark(page)).to_be_focused()
    assert sorted(url.rsplit(".", 1)[1] for url in files) == ["json", "wasm"]


def test_a_changed_record_is_not_proven_and_the_round_is_named(visitor, film):
    match, _ = film

    def altered(route):
        record = route.fetch().json()
        ticks = [n for n, entry in enumerate(record["entries"]) if entry[0] == 3]
        lie = next(n for n, entry in enumerate(record["entries"]) if n > ticks[2] and entry[0] == 1 and entry[3] == 1)
        record["entries"][lie][3:] = [0] * 6  # a pass instead
        route.fulfill(json=record)

    page = visitor("/icon.svg", alone=True)  # entries never change, so they would come from the cache
    page.route("**/entries", altered)
    page.goto(f"/replay/{match['key']}")
    expect(mark(page)).to_have_text("not proven")
    mark(page).click()
    expect(page.get_by_text("not proven: From round")).to_be_visible()


def test_without_rules_nothing_is_claimed(visitor, film):
    match, _ = film
    page = visitor("/icon.svg")
    page.route("**/modules", lambda route: route.fulfill(json=[]))
    page.goto(f"/replay/{match['key']}")
    expect(mark(page)).to_have_text("not checked")
