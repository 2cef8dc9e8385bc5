"""Everything that a report of the event tells, read from the store."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection

from ...competition.contest import finals as rules
from ...competition.contest import phases
from ...competition.contest.report import ContestReport, ReportedMatch
from ...competition.contest.standings import StandingLine, table
from ...competition.ladder.rating import PLACEMENT, Skill, shown
from ...competition.ladder.standing import Standing
from ...store import contest, ladder, matches
from ...store.contest import ContestEntrant
from ...store.contest import finals as event_finals
from ...store.matches import Seat, Stored
from .finals_runner import FinalsStage
from .page_data import labels_of
from .phase_changes import ContestState, needed

BATCH = 200  # matches read at a time
POOL = "bots"


def report_of(connection: Connection, now_ms: int, *, placement: int = PLACEMENT) -> ContestReport:
    """Raises Refused where there is no event."""
    state, entrants = needed(connection), contest.entrants(connection)
    index = {one.bot_id: n for n, one in enumerate(entrants)}
    stage = stage_of(connection, state)
    if not phases.deciding(state.phase):
        stage = msgspec.structs.replace(stage, bots=[])
    names = tuple(one.name for one in entrants)
    seeds = [index[bot] for bot in stage.bots]
    outcomes, count = stage.outcomes, len(stage.bots)
    standings = rules.table(stage.format, count, outcomes) if stage.playable else []
    known = rules.meetings(stage.format, count, outcomes) if stage.playable else []
    drawn = rules.bracket(stage.format, count, outcomes) if stage.playable else None
    first = [one for one in standings if one.place == 1]
    champion = names[seeds[first[0].entrant]] if len(first) == 1 and state.phase == "closed" else ""
    if drawn is not None:
        champion = names[seeds[drawn.champion]] if drawn.champion >= 0 else ""
    replace = msgspec.structs.replace
    return ContestReport(
        title=state.event.title,
        games=tuple(ground.game for ground in state.event.games),
        phase=state.phase,
        at_ms=now_ms,
        names=names,
        bots=tuple(one.bot for one in entrants),
        champion=champion,
        ladder=tuple(
            replace(line, entrant=index[line.entrant])
            for line in ladder_of(connection, state, entrants, placement)
            if line.entrant in index
        ),
        finals=tuple(replace(one, entrant=seeds[one.entrant]) for one in standings),
        meetings=tuple(
            replace(
                one,
                entrants=tuple(seeds[who] for who in one.entrants),
                winner=None if one.winner is None else seeds[one.winner],
            )
            for one in known
        ),
        played=tuple(played(connection, state, entrants, stage)),
    )


def stage_of(connection: Connection, state: ContestState) -> FinalsStage:
    frozen = event_finals.frozen(connection, state.stage)
    seeded = sorted((one for one in frozen if one.seed is not None), key=lambda one: one.seed or 0)
    tries = event_finals.tries(connection, state.stage)
    return FinalsStage(state.event, state.stage, rules.format_of(state.event), [one.bot_id for one in seeded], tries)


def ladder_of(
    connection: Connection, state: ContestState, entrants: Sequence[ContestEntrant], placement: int
) -> list[StandingLine]:
    """The frozen table, or the one that stands now."""
    kept = event_finals.frozen(connection, state.stage) if state.frozen else []
    if kept:
        return [msgspec.msgpack.decode(one.line, type=StandingLine) for one in kept]
    bots = [one.bot_id for one in entrants]
    keys = [(ground.game, ground.preset, POOL) for ground in state.event.games] if state.event.ladder else []
    standings: list[dict[int, Standing]] = [ladder.standings_of(connection, key, bots) for key in keys]
    return table(bots, standings, placement=placement)


def played(
    connection: Connection, state: ContestState, entrants: Sequence[ContestEntrant], stage: FinalsStage
) -> list[ReportedMatch]:
    """Every finished match of the event's games in which an entrant sat, oldest first."""
    bots = {one.bot_id: n for n, one in enumerate(entrants)}
    names = {one.bot_id: one.name for one in entrants}
    games = {ground.game for ground in state.event.games}
    labels = labels_of(stage)
    finals = {one.match_id: labels.get(one.fixture, "finals") for one in stage.tries if one.state == event_finals.OVER}
    made: list[ReportedMatch] = []
    before: str | None = None
    while page := matches.page(connection, live=False, before=before, limit=BATCH, unlisted=True):
        before = page[-1].key
        sitting = matches.seats_of(connection, [one.id for one in page])
        for one in page:
            if one.game in games and one.result is not None and bots.keys() & set(one.player_ids):
                made.append(played_of(one, sitting[one.id], finals.get(one.id, ""), bots, names))
    return made[::-1]


def played_of(
    stored: Stored, sitting: Sequence[Seat], label: str, bots: dict[int, int], names: dict[int, str]
) -> ReportedMatch:
    return ReportedMatch(
        key=stored.key,
        game=stored.game,
        at_ms=stored.ended_ms or stored.started_ms,
        label=label,
        entrants=tuple(bots.get(one.player_id, -1) for one in sitting),
        names=tuple(names.get(one.player_id, seat.name) for one, seat in zip(sitting, stored.setup.seats, strict=True)),
        places=tuple(one.place or 0 for one in sitting),
        left=tuple(one.left for one in sitting),
        ratings=tuple(rating_of(one) for one in sitting),
        reason=stored.reason or "",
    )


def rating_of(seat: Seat) -> float | None:
    if seat.mu_after is None or seat.sigma_after is None:
        return None
    return shown(Skill(seat.mu_after, seat.sigma_after))
