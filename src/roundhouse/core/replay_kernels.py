"""The entry points that play a record again, for all games: browsers prove with them what a record says. Like
`core/kernels.py` this source is executed once for every game, with the names below taken from the game's rules."""

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .entries import CHANGE, LEAVE, ORDER, TICK, VOID
from .entry_types import Records, Row
from .rules import entry, rules
from .schema import i8, u8

if TYPE_CHECKING:  # the game's own
    State: TypeAlias = Any
    act = change = check = check_change = leave = tick = void = waiting = cast(Any, None)
    COUNTS = LEAVES = cast(Any, None)

# What `entered` returns beside the code of a refusal, which is above 0
ENTERED = 0
TOO_EARLY = -1  # the round ends although a seat is waited for
NOT_VOID = -2  # the action would have been accepted
NO_KIND = -3

M64 = (1 << 64) - 1
# BLAKE2b (RFC 7693): the first words of its chain, and which word of a block each step of a round mixes in
FIRST = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
ORDERS = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
ROUNDS = 12
WORDS = 16  # of a block
BLOCK = 8 * WORDS


@entry
def entered(s: Records[State], i: int, kind: int, seat: int, row: Row[i8], waits: bool, owing: Row[i8]) -> int:
    """Enter an entry of a record as `match.replay` does: ENTERED, or why it cannot have happened now. `waits` says
    whether a tick must find that nobody is waited for; `owing` is written on."""
    g = s[i]
    if kind == TICK:
        if waits and waiting(g, owing) > 0:
            return TOO_EARLY
    elif kind == ORDER:
        code = int(check(g, seat, row))
        if code != 0:
            return code
    elif kind == VOID:
        code = int(check(g, seat, row))
        if code == 0:
            return NOT_VOID
        if LEAVES[code] != 0 or COUNTS[code] == 0:
            return code
    elif kind == CHANGE:
        code = int(check_change(g, row))
        if code != 0:
            return code
    elif kind != LEAVE:
        return NO_KIND
    g.event_count = 0
    g.events_lost = 0
    if kind == TICK:
        tick(g)
    elif kind == ORDER:
        act(g, seat, row)
    elif kind == VOID:
        void(g, seat, row)
    elif kind == CHANGE:
        change(g, row)
    else:
        leave(g, seat, row[0])
    return ENTERED


@entry
def hashed(words: Row[u8], length: int, size: int, work: Row[u8]) -> None:
    """BLAKE2b of the first `length` bytes of `words`, which are little-endian and 0 behind them, in whole blocks of 16.
    The digest is the first `size` bytes of `work`, which needs room for 24 numbers."""
    for k in range(8):
        work[k] = FIRST[k]
    work[0] = (work[0] ^ 0x01010000 ^ size) & M64
    blocks = max(1, (length + BLOCK - 1) // BLOCK)
    for block in range(blocks):
        last = block == blocks - 1
        mix(words, block * WORDS, work, length if last else (block + 1) * BLOCK, last)


@rules
def mix(words: Row[u8], at: int, work: Row[u8], count: int, last: bool) -> None:
    """Take a block into the chain; `count` bytes were taken with it."""
    for k in range(8):
        work[8 + k] = work[k]
        work[16 + k] = FIRST[k]
    work[20] = work[20] ^ count
    if last:
        work[22] = work[22] ^ M64
    for n in range(ROUNDS):
        order = ORDERS[n % len(ORDERS)]
        for k in range(4):
            stir(work, 8 + k, 12 + k, 16 + k, 20 + k, words[at + order[2 * k]], words[at + order[2 * k + 1]])
        for k in range(4):
            one, two = words[at + order[8 + 2 * k]], words[at + order[9 + 2 * k]]
            stir(work, 8 + k, 12 + (k + 1) % 4, 16 + (k + 2) % 4, 20 + (k + 3) % 4, one, two)
    for k in range(8):
        work[k] = work[k] ^ work[8 + k] ^ work[16 + k]


@rules
def stir(work: Row[u8], a: int, b: int, c: int, d: int, one: u8, two: u8) -> None:
    work[a] = (work[a] + work[b] + one) & M64
    work[d] = turned(work[d] ^ work[a], 32)
    work[c] = (work[c] + work[d]) & M64
    work[b] = turned(work[b] ^ work[c], 24)
    work[a] = (work[a] + work[b] + two) & M64
    work[d] = turned(work[d] ^ work[a], 16)
    work[c] = (work[c] + work[d]) & M64
    work[b] = turned(work[b] ^ work[c], 63)


@rules
def turned(word: u8, by: int) -> u8:
    """Its bits moved to the right, and round."""
    return (word >> by) | (word << (64 - by)) & M64
