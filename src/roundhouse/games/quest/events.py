"""What happened, as messages. QST-138 to QST-142. `seen` holds the seats that may know; it never leaves the server."""

from msgspec import UNSET, Struct, UnsetType

from .cells import Amounts


class Drain(Struct, frozen=True):
    tower: int
    amount: int


class UnitReport(Struct, frozen=True, kw_only=True):
    """How a unit is at the start of its turn. QST-119"""

    id: int
    energy: int
    max_energy: int
    replenished: int
    drained: list[Drain]


class TowerReport(Struct, frozen=True):
    id: int
    energy: int


class TurnEnd(Struct, frozen=True, tag="turn_end"):
    """`why` is end_turn, time, max_actions, resigned or disconnected."""

    seat: int
    why: str


class TurnStart(Struct, frozen=True, tag="turn_start", kw_only=True):
    """Everybody learns whose turn it is; units and towers are the seat's own."""

    seat: int
    round: int
    rounds_left: int
    units: list[UnitReport] | UnsetType = UNSET
    towers: list[TowerReport] | UnsetType = UNSET


class Moved(Struct, frozen=True, tag="moved", kw_only=True):
    """`origin` is missing for who does not see the cell it left, and the place for who does not see where it is now."""

    seat: int
    unit: int
    x: int | UnsetType = UNSET
    y: int | UnsetType = UNSET
    from_x: int | UnsetType = UNSET
    from_y: int | UnsetType = UNSET
    seen: list[int] | UnsetType = UNSET
    seen_from: list[int] | UnsetType = UNSET


class Drained(Struct, frozen=True, tag="drained", kw_only=True):
    seat: int  # whose unit
    unit: int
    tower: int
    tower_seat: int
    amount: int
    tower_energy: int


class TowerPlaced(Struct, frozen=True, tag="tower_placed", kw_only=True):
    seat: int
    tower: int
    x: int
    y: int
    level: int
    seen: list[int] | UnsetType = UNSET


class TowerDestroyed(Struct, frozen=True, tag="tower_destroyed", kw_only=True):
    seat: int
    tower: int
    x: int
    y: int
    level: int
    seen: list[int] | UnsetType = UNSET


class TrapPlaced(Struct, frozen=True, tag="trap_placed", kw_only=True):
    seat: int
    x: int
    y: int
    level: int
    seen: list[int] | UnsetType = UNSET


class TrapSprung(Struct, frozen=True, tag="trap_sprung", kw_only=True):
    seat: int  # whose unit
    unit: int
    trap_seat: int
    x: int
    y: int
    level: int
    frozen: int
    seen: list[int] | UnsetType = UNSET


class Damage(Struct, frozen=True, tag="damage", kw_only=True):
    """`retaliation`: the attacker strikes back."""

    seat: int
    attacker: int
    target: int
    target_seat: int
    x: int
    y: int
    damage: int
    retaliation: bool
    seen: list[int] | UnsetType = UNSET


class Died(Struct, frozen=True, tag="died", kw_only=True):
    seat: int
    unit: int
    x: int
    y: int
    by: int
    by_seat: int
    seen: list[int] | UnsetType = UNSET


class Respawned(Struct, frozen=True, tag="respawned", kw_only=True):
    seat: int
    unit: int
    x: int
    y: int
    seen: list[int] | UnsetType = UNSET


class DugUp(Struct, frozen=True, tag="dug", kw_only=True):
    seat: int
    unit: int
    x: int
    y: int
    resources: Amounts


class PickedUp(Struct, frozen=True, tag="picked_up", kw_only=True):
    """`surface` is the part of `what` that lay on the surface; others who see it know of no more."""

    seat: int
    unit: int
    x: int
    y: int
    what: Amounts
    surface: Amounts
    seen: list[int] | UnsetType = UNSET


class Dropped(Struct, frozen=True, tag="dropped", kw_only=True):
    seat: int
    unit: int
    x: int
    y: int
    what: Amounts
    seen: list[int] | UnsetType = UNSET


class Crafted(Struct, frozen=True, tag="crafted", kw_only=True):
    seat: int
    unit: int
    item: str


class Equipped(Struct, frozen=True, tag="equipped", kw_only=True):
    seat: int
    unit: int
    item: str
    seen: list[int] | UnsetType = UNSET


class Researched(Struct, frozen=True, tag="researched", kw_only=True):
    seat: int
    unit: int
    kind: str
    level: int
    gold: int


class RetaliationSet(Struct, frozen=True, tag="retaliation_set", kw_only=True):
    seat: int
    unit: int
    energy: int
    cutoff: int


class Points(Struct, frozen=True, tag="points", kw_only=True):
    """`source` is kill, pickup or craft."""

    seat: int
    source: str
    gained: int
    points: float


class Defeated(Struct, frozen=True, tag="defeated"):
    """`why` is no_units, or the reason it left for."""

    seat: int
    why: str


class GameOver(Struct, frozen=True, tag="game_over", kw_only=True):
    """The seed lets anyone check a map that was drawn."""

    reason: str
    places: list[int]
    points: list[float]
    stats: list[dict[str, int]]
    seed: int


Event = (
    TurnEnd | TurnStart | Moved | Drained | TowerPlaced | TowerDestroyed | TrapPlaced | TrapSprung | Damage | Died
    | Respawned | DugUp | PickedUp | Dropped | Crafted | Equipped | Researched | RetaliationSet | Points | Defeated
    | GameOver
)  # fmt: skip
