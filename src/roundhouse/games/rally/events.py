"""What can happen, as messages."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from .view import Cell

When = dict[str, Any]


class Happened(Struct, frozen=True, kw_only=True):
    round: int
    step: int
    phase: int
    n: int


class RoundStarted(Happened, frozen=True, kw_only=True, tag="round_started"):
    pass


class Respawned(Happened, frozen=True, kw_only=True, tag="respawned"):
    seat: int
    cell: Cell
    facing: str
    lives: int
    damage: int
    where: Literal["backup", "start", "near"]


class Dealt(Happened, frozen=True, kw_only=True, tag="dealt"):
    """Only its own seat sees the hand."""

    seat: int
    hand: list[str]


class HandSize(Happened, frozen=True, kw_only=True, tag="hand_size"):
    seat: int
    count: int


class ProgrammingStarted(Happened, frozen=True, kw_only=True, tag="programming_started"):
    pass


class DraftSaved(Happened, frozen=True, kw_only=True, tag="draft_saved"):
    """Only its own seat hears of it."""

    seat: int
    slots: list[str | None]
    power_down: bool


class Redealt(Happened, frozen=True, kw_only=True, tag="redealt"):
    """The others only learn that it happened."""

    seat: int
    hand: list[str] | UnsetType = UNSET


class Confirmed(Happened, frozen=True, kw_only=True, tag="confirmed"):
    seat: int


class Filled(Happened, frozen=True, kw_only=True, tag="filled"):
    """Empty slots were filled at random; only their own seat sees with what (by slot, "1" to "5")."""

    seat: int
    slots: dict[str, str] | UnsetType = UNSET


class MovePhaseStarted(Happened, frozen=True, kw_only=True, tag="move_phase_started"):
    """The seats that have announced a power-down."""

    power_down: list[int]


class Revealed(Happened, frozen=True, kw_only=True, tag="revealed"):
    """The commands of this program step, by seat ("1" to "8"); null where there is none."""

    commands: dict[str, str | None]


class PhaseStarted(Happened, frozen=True, kw_only=True, tag="phase_started"):
    pass


class Executing(Happened, frozen=True, kw_only=True, tag="executing"):
    seat: int
    command: str


class Turned(Happened, frozen=True, kw_only=True, tag="turned"):
    seat: int
    facing: str
    cause: Literal["command", "curve", "gear"]


class Moved(Happened, frozen=True, kw_only=True, tag="moved"):
    """`to` is null beyond the edge. `by` is the seat whose command pushes, 0 if nobody pushes. Moves of one
    simultaneous event (a belt, a beat of sliding) have the same `beat`, and so have a single step and those whom it
    pushes; beats are counted from 1 in a round."""

    seat: int
    origin: Cell
    to: Cell | None
    direction: str
    cause: Literal["step", "push", "slide", "slow", "fast"]
    by: int
    beat: int


class Blocked(Happened, frozen=True, kw_only=True, tag="blocked"):
    seat: int
    direction: str
    cause: Literal["wall", "robot", "conflict"]


class Beam(Happened, frozen=True, kw_only=True, tag="beam"):
    """From the first to the last cell it crosses; `source` is the shooting seat, 0 for a field laser."""

    origin: Cell
    to: Cell
    direction: str
    source: int
    hits: list[int]
    reflected: bool


class Damaged(Happened, frozen=True, kw_only=True, tag="damaged"):
    """`by` is the seat that gets the credit, 0 for a field laser."""

    seat: int
    amount: int
    total: int
    by: int


class Died(Happened, frozen=True, kw_only=True, tag="died"):
    """`cell` is where it was last on the board; `by` are the seats that get the credit."""

    seat: int
    cell: Cell
    cause: Literal["hole", "edge", "damage"]
    by: list[int]


class Eliminated(Happened, frozen=True, kw_only=True, tag="eliminated"):
    seat: int


class Resigned(Happened, frozen=True, kw_only=True, tag="resigned"):
    seat: int


class BackedUp(Happened, frozen=True, kw_only=True, tag="backup"):
    seat: int
    cell: Cell
    facing: str


class Ticked(Happened, frozen=True, kw_only=True, tag="ticked"):
    seat: int
    checkpoint: int


class Repaired(Happened, frozen=True, kw_only=True, tag="repaired"):
    seat: int
    amount: int
    total: int
    cause: Literal["field", "regeneration", "power_down"]


class BurnedIn(Happened, frozen=True, kw_only=True, tag="burned_in"):
    """All burned-in commands of a robot after the round, by slot; sent when they have changed."""

    seat: int
    slots: dict[str, str]


class PoweredDown(Happened, frozen=True, kw_only=True, tag="powered_down"):
    seat: int


class PoweredUp(Happened, frozen=True, kw_only=True, tag="powered_up"):
    seat: int


class GameOver(Happened, frozen=True, kw_only=True, tag="game_over"):
    """`reason` is checkpoints, survivor or ranking; `places` by seat; `figures` by seat, see `FIGURES`."""

    winner: int | None
    reason: str
    places: list[int]
    figures: list[dict[str, int]]


Event = (
    RoundStarted | Respawned | Dealt | HandSize | ProgrammingStarted | DraftSaved | Redealt | Confirmed | Filled
    | MovePhaseStarted | Revealed | PhaseStarted | Executing | Turned | Moved | Blocked | Beam | Damaged | Died
    | Eliminated | Resigned | BackedUp | Ticked | Repaired | BurnedIn | PoweredDown | PoweredUp | GameOver
)  # fmt: skip
