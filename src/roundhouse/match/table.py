"""A table: seats, options, who is ready. Everything before the first step, without a server or a database."""

from collections.abc import Sequence
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from ..core.assist import Assist
from ..core.game import SeatSetup

Options = TypeVar("Options")
Pool = Literal["people", "bots", "agents", "mixed"]

POOLS: dict[str, Pool] = {"person": "people", "bot": "bots", "agent": "agents"}


class TableError(ValueError):
    """An action that is not possible at a table; `forbidden`: not for this player."""

    def __init__(self, code: str, sentence: str, *, field: str = "", forbidden: bool = False) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.field = field
        self.forbidden = forbidden


class Sitter(Struct, frozen=True, kw_only=True):
    """A player at a table. `owner_id` is the account that owns a bot, `choice` what is played with. For an agent
    `assist` is how much our tools tell it, and `tries` how many unusable answers end a turn."""

    id: int
    name: str
    kind: Literal["person", "bot", "agent"]
    guest: bool = False
    builtin: bool = False
    owner_id: int | None = None
    rating: float | None = None
    choice: str = ""
    assist: Assist = ""
    tries: int = 0

    @property
    def ready_at_once(self) -> bool:
        """Bots have no button to press, so they are always ready."""
        return self.kind != "person"


class TableSeat(Struct):
    """`reserved` is the name of the player the seat is kept for, `reserved_id` its number. `choice` is what was chosen
    for the seat among the game's choices, or nothing."""

    sitter: Sitter | None = None
    ready: bool = False
    reserved_id: int = 0
    reserved: str = ""
    choice: str = ""


class Table(Struct, Generic[Options], kw_only=True):
    """`host_id` may do what only a host may, those in `kicked` may not sit down again, and `match` is the key of the
    match once it has started. A prepared table is closed: its world was drawn from `seed` for `drawn_for` players, and
    `looked` says whether its host has seen it."""

    key: str
    host_id: int
    host: str
    options: Options
    seats: list[TableSeat]
    opened_ms: int
    changed_ms: int
    kicked: list[int] = []
    fork_of: str = ""
    fork_step: int = 0
    match: str = ""
    seed: int | None = None
    drawn_for: int = 0
    looked: bool = False

    # Looking

    def seat_of(self, player_id: int) -> int:
        """The first seat of a player, or 0."""
        taken = (seat for seat, place in enumerate(self.seats, 1) if place.sitter and place.sitter.id == player_id)
        return next(taken, 0)

    def place(self, seat: int) -> TableSeat:
        if not 1 <= seat <= len(self.seats):
            raise TableError("no_seat", f"This table has the seats 1 to {len(self.seats)}.", field="seat")
        return self.seats[seat - 1]

    def sitters(self) -> list[Sitter]:
        return [place.sitter for place in self.seats if place.sitter is not None]

    @property
    def prepared(self) -> bool:
        return self.drawn_for > 0

    @property
    def taken(self) -> int:
        return sum(place.sitter is not None for place in self.seats)

    @property
    def of_people(self) -> bool:
        return any(sitter.kind == "person" for sitter in self.sitters())

    @property
    def full(self) -> bool:
        return all(place.sitter is not None for place in self.seats)

    @property
    def all_ready(self) -> bool:
        return all(place.sitter is not None and place.ready for place in self.seats)

    @property
    def unready(self) -> list[str]:
        """Who has yet to say that the match may begin; the host says so by starting it. RAL-228"""
        waited = (place.sitter for place in self.seats if place.sitter is not None and not place.ready)
        return [sitter.name for sitter in waited if sitter.id != self.host_id]

    @property
    def deserted(self) -> bool:
        """Whether nobody is here but built-in bots."""
        return all(sitter.builtin for sitter in self.sitters())

    # What players do

    def sit(self, who: Sitter, seat: int = 0, *, ready: bool = False) -> int:
        """Take a seat, or another one; 0 is the one kept for this player, the one it has, or any. Returns the seat."""
        if who.id in self.kicked:
            raise TableError("kicked", "The host does not want you at this table.", forbidden=True)
        mine = self.seat_of(who.id)
        if seat == 0:
            seat = mine or self._kept_for(who.id) or self._any_open()
        place = self.place(seat)
        if self.prepared and seat != mine and place.reserved_id != who.id:
            raise TableError("prepared", "The host has closed this table; the match is about to begin.")
        if seat != mine:
            if place.sitter is not None:
                raise TableError("seat_taken", f"Seat {seat} is taken.", field="seat")
            if place.reserved_id not in (0, who.id):
                raise TableError("reserved", f"Seat {seat} is kept for {place.reserved}.", field="seat")
        choice = who.choice or place.choice
        if mine and seat != mine:
            if not self.fork_of:  # at a table that plays on from another match choices belong to the seats
                choice = who.choice or self.seats[mine - 1].choice
            self._empty(mine)
        self.seats[seat - 1] = TableSeat(who, ready or who.ready_at_once, choice=choice)
        return seat

    def stand(self, player_id: int) -> bool:
        """Leave. A host passes the table on to another person; returns False if there is none and the table closes."""
        seat = self.seat_of(player_id)
        if seat:
            self._empty(seat)
        return player_id != self.host_id or self._pass_on()

    def set_ready(self, player_id: int, ready: bool) -> None:
        seat = self.seat_of(player_id)
        if not seat:
            raise TableError("not_seated", "You do not sit at this table.")
        self.seats[seat - 1].ready = ready

    # What the host does

    def only_host(self, player_id: int) -> None:
        if player_id != self.host_id:
            raise TableError("not_host", "Only the host of the table can do this.", forbidden=True)

    def put(self, seat: int, bot: Sitter) -> None:
        """Have a bot play a seat that no person sits at."""
        place = self.place(seat)
        if place.sitter is not None and place.sitter.kind == "person":
            raise TableError("seat_taken", f"{place.sitter.name} sits there.", field="seat")
        self.seats[seat - 1] = TableSeat(bot, ready=True, choice=bot.choice or place.choice)

    def keep_for(self, seat: int, player_id: int, name: str) -> None:
        """Reserve a seat for a player who has yet to come."""
        place = self.place(seat)
        if place.sitter is not None:
            raise TableError("seat_taken", f"Seat {seat} is taken.", field="seat")
        self.seats[seat - 1] = TableSeat(reserved_id=player_id, reserved=name, choice=place.choice)

    def choose(self, player_id: int, seat: int, choice: str) -> None:
        """Set what a seat plays with: by the player there, for a built-in bot by the host. RAL-218, RAL-231"""
        sitter = self.place(seat).sitter
        if sitter is not None and sitter.builtin:
            self.only_host(player_id)
        elif sitter is None or sitter.id != player_id:
            raise TableError("not_your_seat", "You do not sit there.", field="seat", forbidden=True)
        self.seats[seat - 1].choice = choice

    def free(self, seat: int) -> Sitter | None:
        """Free a seat, whoever has it; a person other than the host may not come back."""
        sitter = self.place(seat).sitter
        self._empty(seat)
        if sitter is not None and sitter.kind == "person" and sitter.id != self.host_id:
            self.kicked.append(sitter.id)
        return sitter

    def agree(self, options: Options, seats: int) -> None:
        """Change the options. Nobody stays ready, because they agreed to other options."""
        lost = [place.sitter.name for place in self.seats[seats:] if place.sitter and place.sitter.kind == "person"]
        if lost:
            raise TableError("seat_taken", f"There would be no seat for {' and '.join(lost)}.", field="seats")
        self.options = options
        self.seats = self.seats[:seats] + [TableSeat() for _ in range(seats - len(self.seats))]
        for place in self.seats:
            place.ready = place.sitter is not None and place.sitter.ready_at_once

    def drop_open_seats(self) -> None:
        """Remove the open seats: only the players who are there play."""
        self.seats = [place for place in self.seats if place.sitter is not None]

    # Small things

    def _empty(self, seat: int) -> None:
        """Free a seat; only at a table that plays on from another match it keeps its choice."""
        self.seats[seat - 1] = TableSeat(choice=self.seats[seat - 1].choice if self.fork_of else "")

    def _kept_for(self, player_id: int) -> int:
        kept = (seat for seat, place in enumerate(self.seats, 1) if place.reserved_id == player_id)
        return next(kept, 0)

    def _any_open(self) -> int:
        for seat, place in enumerate(self.seats, 1):
            if place.sitter is None and place.reserved_id == 0:
                return seat  # also of a closed table: the caller then gets that as the reason
        raise TableError("full", "There is no open seat at this table.")

    def _pass_on(self) -> bool:
        for sitter in self.sitters():
            if sitter.kind == "person":
                self.host_id, self.host = sitter.id, sitter.name
                return True
        return False


def pool_of(kinds: Sequence[str]) -> Pool:
    """The ladder of a match: one kind of player, or all mixed."""
    return POOLS[kinds[0]] if len(set(kinds)) == 1 else "mixed"


def why_unrated(
    sitters: Sequence[Sitter], *, settings: bool = False, seed: bool = False, seats: bool = False, fork: bool = False
) -> str:
    """Why a match does not count although that was asked for, or "".

    `settings` and `seed`: the host has chosen some; `seats`: not as many as on the ladder; `fork`: it plays on from
    another match. A person against their own bot, or a bot against itself, would say nothing about skill.
    """
    if fork:
        return "fork"
    if settings:
        return "settings"
    if seed:
        return "seed"
    if seats:
        return "seats"
    if any(sitter.guest for sitter in sitters):
        return "guest"
    owners = {sitter.owner_id or sitter.id for sitter in sitters}
    return "owner" if len(sitters) > 1 and len(owners) < 2 else ""


def turned(sitters: Sequence[Sitter]) -> list[Sitter]:
    """The seats of a rematch: everybody moves on by one."""
    return [*sitters[-1:], *sitters[:-1]]


def seats_of(sitters: Sequence[Sitter]) -> list[SeatSetup]:
    """Who sits where, for a setup. A bot that plays against itself gets a number."""
    names = distinct([sitter.name for sitter in sitters])
    return [
        SeatSetup(name, sitter.kind, sitter.choice, sitter.builtin, sitter.assist, sitter.tries)
        for name, sitter in zip(names, sitters, strict=True)
    ]


def distinct(names: Sequence[str]) -> list[str]:
    """Names made distinct: a name that occurs again gets a number."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return out
