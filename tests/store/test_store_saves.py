"""Saved matches in the store: names of their own, not too many, and everything comes back."""

import pytest
from tests.store.players_and_matches import SETUP, begin, player

from roundhouse.store import saves
from roundhouse.store.saves import SAVES_MAX, Save, SaveRefusedError


def save_of(connection, name="evening", who="ann", **how):
    host = player(connection, who, kind="person")
    begun = begin(connection, who, "bob", line=False)
    values = {
        "player_id": host.id,
        "name": name,
        "game": "spacegoo",
        "match_id": begun.id,
        "round": 4,
        "player_ids": (host.id, 2),
        "setup": SETUP,
        "options": b"options",
        "at_ms": 1_700_000_000_000,
    }
    return Save(**(values | how))


def test_a_save_comes_back_as_it_was(database):
    with database.engine.begin() as connection:
        kept = saves.keep(connection, save_of(connection), b"record", overwrite=False)
    with database.engine.connect() as connection:
        found = saves.by_id(connection, kept.id)
        assert saves.record_of(connection, kept.id) == b"record"
        assert [saves.by_id(connection, number) for number in (0, -1, kept.id + 1, 2**40)] == [None] * 4
        assert saves.record_of(connection, kept.id + 1) is None
    assert found.match
    assert (found.name, found.round, found.player_ids, found.setup, found.options, found.at_ms) == (
        "evening", 4, kept.player_ids, SETUP, b"options", 1_700_000_000_000,
    )  # fmt: skip


@pytest.mark.rule("RAL-239", "RAL-240")
def test_a_name_is_used_once_whatever_its_case_unless_the_host_says_so(database):
    with database.engine.begin() as connection:
        first = saves.keep(connection, save_of(connection, "Straße"), b"one", overwrite=False)
        with pytest.raises(SaveRefusedError, match="save_exists"):
            saves.keep(connection, save_of(connection, "STRASSE"), b"two", overwrite=False)
        other = saves.keep(connection, save_of(connection, "strasse", "cid"), b"two", overwrite=False)
        again = saves.keep(connection, save_of(connection, "strasse", at_ms=9), b"three", overwrite=True)

        assert (again.id, other.id != first.id) == (first.id, True)
        assert saves.record_of(connection, first.id) == b"three"
        assert [(one.name, one.at_ms) for one in saves.of(connection, first.player_id)] == [("strasse", 9)]


def test_the_newest_come_first_and_each_host_has_only_so_many(database):
    with database.engine.begin() as connection:
        for number in range(SAVES_MAX):
            kept = saves.keep(connection, save_of(connection, f"no {number}", at_ms=number), b"", overwrite=False)
        with pytest.raises(SaveRefusedError, match="too_many_saves"):
            saves.keep(connection, save_of(connection, "one more"), b"", overwrite=True)
        saves.keep(connection, save_of(connection, "NO 7", at_ms=5000), b"", overwrite=True)
        saves.keep(connection, save_of(connection, "one more", "cid"), b"", overwrite=False)
        mine = saves.of(connection, kept.player_id)
        assert [one.name for one in mine[:2]] == ["NO 7", f"no {SAVES_MAX - 1}"]
        assert len(mine) == SAVES_MAX
        assert saves.of(connection, kept.player_id, "rally") == []
        saves.drop(connection, kept.id)
        saves.keep(connection, save_of(connection, "one more"), b"", overwrite=False)
