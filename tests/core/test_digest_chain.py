"""The digest chain: every entry and every state shows in all links after it."""

from hashlib import blake2b

from roundhouse.core.digest import SHORT, SIZE, WHOLE_EVERY, Chain
from roundhouse.core.entries import leave, order, tick, void
from roundhouse.core.schema import canonical, i4, new, struct


@struct
class Counter:
    number: i4


def link_after(entries, *, setup=b"setup", states=None):
    chain, state = Chain(setup), new(Counter)
    for n, entry in enumerate(entries):
        state.number = states[n] if states else n
        chain.add(entry, state)
    return chain.link


ENTRIES = [order(1, [0, 5]), tick(), order(1, [1, 2]), leave(2, 3), tick()]


def test_a_link_is_the_hash_of_the_link_before_the_entries_and_the_state():
    state = new(Counter)
    state.number = 7
    chain = Chain(b"setup")
    first = blake2b(b"setup", digest_size=SIZE).digest()
    assert chain.link == first

    chain.add(order(2, [4, -1]), state)
    assert chain.link == first
    kept = chain.add(tick(), state)

    numbers = b"".join(n.to_bytes(8, "little", signed=True) for n in (1, 2, 2, 4, -1))
    want = blake2b(first + numbers + canonical(state), digest_size=SIZE).digest()
    assert (chain.link, kept) == (want, want[:SHORT])


def test_any_change_of_setup_entries_or_states_shows_in_the_end():
    variants = [
        link_after(ENTRIES),
        link_after(ENTRIES, setup=b"Setup"),
        link_after([order(1, [0, 6]), *ENTRIES[1:]]),
        link_after([order(2, [0, 5]), *ENTRIES[1:]]),
        link_after([void(1, [0, 5]), *ENTRIES[1:]]),
        link_after([*ENTRIES[:3], leave(2, 4), tick()]),
        link_after([*ENTRIES[:2], ENTRIES[3], ENTRIES[2], tick()]),
        link_after(ENTRIES[1:]),
        link_after(ENTRIES, states=[0, 1, 2, 3, 5]),
        link_after(ENTRIES, states=[0, 9, 2, 3, 4]),
    ]

    assert len(set(variants)) == len(variants)


def test_time_does_not_count_because_the_rules_never_see_it():
    assert link_after([order(1, [0, 5], 1234), *ENTRIES[1:]]) == link_after(ENTRIES)


def test_links_are_kept_short_after_a_tick_and_whole_every_so_often():
    chain, state = Chain(b""), new(Counter)

    kept = [chain.add(tick(), state) for _ in range(2 * WHOLE_EVERY)]

    assert [len(link) for link in kept] == ([SHORT] * (WHOLE_EVERY - 1) + [SIZE]) * 2
    assert chain.add(order(1, [1]), state) is None
