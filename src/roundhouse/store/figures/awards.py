"""What players have won in single matches, and who leads by a figure over all of them; both from the log of figures."""

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, select

from ...core.figures import Sum
from ...protocol.api.platform import Award, Leader
from ..schema.platform import feats, figures, matches, players, seats
from . import SeatFigures

AWARDS_MAX = 5000  # the newest that are shown of a player
LEADERS_MAX = 100

_decode = msgspec.msgpack.Decoder(tuple[SeatFigures, ...]).decode
_decode_sums = msgspec.msgpack.Decoder(dict[str, Sum]).decode


def won(
    connection: Connection, player_id: int, game: str, awards: Collection[str], *, unlisted: bool = False
) -> list[Award]:
    """Every award of a player with the match it was won in, the newest first. Matches that do not count for their
    players are left out. DUN-182"""
    query = (
        select(figures.c.seats, figures.c.at_ms, matches.c.key, matches.c.number, matches.c.listed)
        .join(matches, matches.c.id == figures.c.match_id)
        .where(
            figures.c.match_id.in_(select(seats.c.match_id).where(seats.c.player_id == player_id)),
            figures.c.game == game,
            figures.c.counts,
        )
        .order_by(figures.c.id.desc())
    )
    found: list[Award] = []
    for row in connection.execute(query):
        counted: dict[str, int] = {}
        for seat in _decode(row.seats):
            if seat.player_id == player_id:
                counted |= {key: number for key, number in seat.figures.items() if number}
        match = row.key if row.listed or unlisted else ""
        found += [Award(key, match, row.number, row.at_ms) for key in awards if key in counted]
        if len(found) >= AWARDS_MAX:
            break
    return found[:AWARDS_MAX]


def leaders(connection: Connection, game: str, figure: str) -> list[Leader]:
    """The players of a game by a figure over all their matches; equal sums share a place. Without guests, who do not
    stay. DUN-174"""
    query = (
        select(players.c.name, players.c.kind, feats.c.matches, feats.c.figures)
        .join(players, players.c.id == feats.c.player_id)
        .where(feats.c.game == game, players.c.guest.is_(False))
    )
    rows = []
    for row in connection.execute(query):
        known = _decode_sums(row.figures).get(figure)
        rows.append((known.total if known else 0, known.best if known else 0, row.name, row.kind, row.matches))
    rows.sort(key=lambda row: (-row[0], -row[1], row[2]))
    made: list[Leader] = []
    for number, (total, best, name, kind, played) in enumerate(rows[:LEADERS_MAX], 1):
        place = made[-1].place if made and made[-1].total == total else number
        made.append(Leader(place, name, kind, total, best, played))
    return made
