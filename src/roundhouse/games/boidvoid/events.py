"""What happened, as messages. BOI-275 to BOI-278. Fields that only a team may know are missing for the others."""

from msgspec import UNSET, Struct, UnsetType

Spot = list[int]  # x, y


class TurnStarted(Struct, frozen=True, tag="turn_started"):
    turn: int


class TurnEnded(Struct, frozen=True, tag="turn_ended"):
    turn: int


class Moved(Struct, frozen=True, tag="moved", kw_only=True):
    """`path` begins with the first tile entered. The cost is the team's own affair."""

    team: int
    unit: int
    start: Spot
    path: list[Spot]
    cost: int | UnsetType = UNSET


class NpcMoved(Struct, frozen=True, tag="npc_moved", kw_only=True):
    unit: int
    start: Spot
    path: list[Spot]


class CaptureStarted(Struct, frozen=True, tag="capture_started", kw_only=True):
    team: int
    unit: int
    tile: Spot
    progress: int
    needed: int


class CapturePaused(Struct, frozen=True, tag="capture_paused", kw_only=True):
    team: int
    unit: int
    tile: Spot
    progress: int
    needed: int


class CaptureLost(Struct, frozen=True, tag="capture_lost", kw_only=True):
    team: int
    unit: int
    tile: Spot
    progress: int
    needed: int


class TileCaptured(Struct, frozen=True, tag="tile_captured", kw_only=True):
    team: int
    former: int
    unit: int
    player: int
    tile: Spot


class PoiCaptured(Struct, frozen=True, tag="poi_captured", kw_only=True):
    team: int
    tile: Spot
    poi: str


class BuildStarted(Struct, frozen=True, tag="build_started", kw_only=True):
    team: int
    unit: int
    tile: Spot
    template: str
    needed: int


class BuildDropped(Struct, frozen=True, tag="build_dropped", kw_only=True):
    team: int
    unit: int
    tile: Spot
    template: str
    progress: int


class Built(Struct, frozen=True, tag="built", kw_only=True):
    team: int
    unit: int
    structure: int
    tile: Spot
    template: str
    level: int


class Levelled(Struct, frozen=True, tag="levelled", kw_only=True):
    team: int
    structure: int
    tile: Spot
    template: str
    level: int


class Spawned(Struct, frozen=True, tag="spawned", kw_only=True):
    team: int
    unit: int
    tile: Spot
    again: bool


class Destroyed(Struct, frozen=True, tag="destroyed", kw_only=True):
    team: int
    unit: int
    kind: str
    tile: Spot
    by: int


class Detonated(Struct, frozen=True, tag="detonated", kw_only=True):
    team: int
    unit: int
    tile: Spot


class RespawnReady(Struct, frozen=True, tag="respawn_ready", kw_only=True):
    team: int
    player: int
    unit: int


class Side(Struct, frozen=True, kw_only=True):
    """One side of a combat. The steps from `main` on, and the battery, are for the two teams alone."""

    unit: int
    team: int
    damage: float  # dealt
    health_lost: float
    health: float
    critical: bool
    struck: bool
    destroyed: bool
    battery_spent: float | UnsetType = UNSET
    main: float | UnsetType = UNSET
    additional: float | UnsetType = UNSET
    bonus_attack: int | UnsetType = UNSET
    critical_damage: float | UnsetType = UNSET
    shields: float | UnsetType = UNSET
    defense: float | UnsetType = UNSET
    bonus_defense: int | UnsetType = UNSET
    total_defense: float | UnsetType = UNSET


class Combat(Struct, frozen=True, tag="combat", kw_only=True):
    attacker: Side
    target: Side
    tile: Spot
    distance: int


class MothershipDanger(Struct, frozen=True, tag="mothership_danger", kw_only=True):
    team: int
    unit: int
    damage: float
    health: float


class SwarmCreated(Struct, frozen=True, tag="swarm_created", kw_only=True):
    team: int
    unit: int
    swarm: int
    tile: Spot


class SwarmJoined(Struct, frozen=True, tag="swarm_joined", kw_only=True):
    team: int
    unit: int
    swarm: int
    tile: Spot


class SwarmLeft(Struct, frozen=True, tag="swarm_left", kw_only=True):
    team: int
    unit: int
    swarm: int
    tile: Spot


class SwarmDissolved(Struct, frozen=True, tag="swarm_dissolved", kw_only=True):
    team: int
    swarm: int
    tile: Spot


class JoinWaiting(Struct, frozen=True, tag="join_waiting", kw_only=True):
    team: int
    unit: int
    swarm: int
    turns: int


class JoinDropped(Struct, frozen=True, tag="join_dropped", kw_only=True):
    team: int
    unit: int
    swarm: int


class AutomodeChanged(Struct, frozen=True, tag="automode_changed", kw_only=True):
    team: int
    player: int
    on: bool


class BatteryChanged(Struct, frozen=True, tag="battery_changed", kw_only=True):
    team: int
    player: int
    battery: float
    max_battery: float
    ratio: int


class Maintenance(Struct, frozen=True, tag="maintenance", kw_only=True):
    team: int
    player: int
    battery: float
    max_battery: float
    ratio: int


class BoostApplied(Struct, frozen=True, tag="boost_applied", kw_only=True):
    team: int
    unit: int
    template: str
    turns: int | None


class BoostEnded(Struct, frozen=True, tag="boost_ended", kw_only=True):
    team: int
    unit: int
    template: str


class Equipped(Struct, frozen=True, tag="equipped", kw_only=True):
    team: int
    unit: int
    template: str


class BadgeAwarded(Struct, frozen=True, tag="badge_awarded", kw_only=True):
    player: int
    badge: str


class TeamEliminated(Struct, frozen=True, tag="team_eliminated"):
    team: int


class ActionRejected(Struct, frozen=True, tag="action_rejected", kw_only=True):
    """A sealed order that could not be executed; `number` is its place in the player's list, from 1."""

    team: int
    player: int
    number: int
    order: str
    unit: int
    code: str


class OrderTaken(Struct, frozen=True, tag="order_taken", kw_only=True):
    """A sealed order was accepted; told to the own team."""

    team: int
    player: int
    number: int


class GameEnded(Struct, frozen=True, tag="game_ended", kw_only=True):
    reason: str
    ranks: list[int]  # by team
    tiles: list[int]


Event = (
    TurnStarted | TurnEnded | Moved | NpcMoved | CaptureStarted | CapturePaused | CaptureLost | TileCaptured
    | PoiCaptured | BuildStarted | BuildDropped | Built | Levelled | Spawned | Destroyed | Detonated | RespawnReady
    | Combat | MothershipDanger | SwarmCreated | SwarmJoined | SwarmLeft | SwarmDissolved | JoinWaiting | JoinDropped
    | AutomodeChanged | BatteryChanged | Maintenance | BoostApplied | BoostEnded | Equipped | BadgeAwarded
    | TeamEliminated | ActionRejected | OrderTaken | GameEnded
)  # fmt: skip
