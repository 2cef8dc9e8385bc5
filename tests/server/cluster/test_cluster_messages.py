"""What travels between processes."""

import secrets

from roundhouse.server.cluster.messages import LARGE, Fetch, GlanceAnswer, encode, pack, unpack


def test_what_is_large_is_made_smaller_and_comes_out_as_it_was():
    for body in (b"{}", b'{"view":' + b"[1,2]" * LARGE + b"}", encode({"key": GlanceAnswer(1, 2, 3, b"[0]" * LARGE)})):
        assert unpack(pack(body)) == body
        assert len(pack(body)) <= LARGE
    by_chance = b"{" + secrets.token_bytes(LARGE)
    assert unpack(pack(by_chance)) == by_chance


def test_nothing_that_is_sent_begins_like_something_packed():
    fetch, answer = Fetch("GET", "/", b"", [], b"", "", "http"), GlanceAnswer(1, 2, 3)
    for body in (encode(fetch), encode({}), encode({"a": answer}), b"{"):
        assert body[:1] != pack(b"x" * (LARGE + 1))[:1] == b"\x78"
