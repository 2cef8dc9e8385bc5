"""What can happen, as messages (section "Events" of the rules). `telling` makes them of the rows of the event ring;
who may know of one is said in `event_decoder.of_event`.

Every event has an id, the round, the phase (0 outside, else 1 to 9) and the transaction of the order behind it, null
where there is none or where it is somebody else's (DUN-065). A failed command has `success` false and a `reason` of
DUN-067, one that succeeded an empty one.
"""

from msgspec import UNSET, Struct, UnsetType

from .view import PlanetView


class Happened(Struct, frozen=True, kw_only=True):
    id: str
    round: int
    phase: int
    transaction: str | None


class Attempt(Happened, frozen=True, kw_only=True):
    """The result of a command: `seat` gave it, `robot` carried it out."""

    seat: int
    robot: str
    success: bool
    reason: str


class RoundStatus(Happened, frozen=True, kw_only=True, tag="round_status"):
    """`status` is started, command input ended, or ended."""

    status: str


class Prices(Happened, frozen=True, kw_only=True, tag="prices"):
    """Prices of the round that begins. DUN-146"""

    articles: dict[str, int]
    resources: dict[str, int]


class Trade(Happened, frozen=True, kw_only=True, tag="trade"):
    """`kind` is buy or sell. `robot` is null for a purchase of robots, whose ids are in `robots`. `money` is what the
    account changed by; `sold` has units by kind, `prices` what one of them brought."""

    seat: int
    kind: str
    robot: str | None
    success: bool
    reason: str
    article: str | None
    quantity: int
    money: int
    robots: list[str]
    sold: dict[str, int]
    prices: dict[str, int]


class RobotSpawned(Happened, frozen=True, kw_only=True, tag="robot_spawned"):
    """`robots` are the others on the planet: id and owner's seat."""

    seat: int
    robot: str
    planet: PlanetView
    robots: dict[str, int]


class Neighbour(Struct, frozen=True):
    id: str
    gravity: int
    direction: str


class Neighbours(Happened, frozen=True, kw_only=True, tag="neighbours"):
    """Always right after a move or a spawn of the same transaction. DUN-197"""

    seat: int
    robot: str
    planet: str
    neighbours: list[Neighbour]


class Moved(Attempt, frozen=True, kw_only=True, tag="movement"):
    """`planet` is where the robot is now, null where the move failed; `origin` is the planet it left or stays on;
    `robots` are all robots there after all moves of the phase, the mover too: id and owner's seat."""

    energy: int
    origin: str
    planet: PlanetView | None
    robots: dict[str, int]


class Arrival(Happened, frozen=True, kw_only=True, tag="arrival"):
    """Somebody came to a planet where you have a robot: by a move, a wormhole or out of the shop. `to` are the seats
    that are told. DUN-047"""

    robot: str
    seat: int
    planet: str
    to: list[int] | UnsetType = UNSET


class PlanetBlocked(Attempt, frozen=True, kw_only=True, tag="planet_blocked"):
    """The others on the planet get it too, without the energy. `to` are the seats that are told beside the owner."""

    planet: str
    energy: int | UnsetType = UNSET
    to: list[int] | UnsetType = UNSET


class Fight(Attempt, frozen=True, kw_only=True, tag="fight"):
    """`item` is empty for a plain attack. The owner of the defender gets it too, without the attacker's `energy`;
    `health` is what is left of the defender's, null where nothing was hit."""

    target: str
    target_seat: int
    item: str
    health: int | None
    energy: int | UnsetType = UNSET


class ItemFight(Attempt, frozen=True, kw_only=True, tag="item_fight"):
    """`fights` are the ids of the fight events that it caused."""

    item: str
    left: int
    fights: list[str]


class ItemRepair(Attempt, frozen=True, kw_only=True, tag="item_repair"):
    """`robots` are the healed ones with their health."""

    left: int
    robots: dict[str, int]


class ItemMovement(Attempt, frozen=True, kw_only=True, tag="item_movement"):
    """`movement` is the id of the movement event, null where it failed."""

    left: int
    movement: str | None


class RobotDestroyed(Happened, frozen=True, kw_only=True, tag="robot_destroyed"):
    """`credited` are the seats that get the kill. Its owner, they, and those present are told (`to`)."""

    robot: str
    seat: int
    planet: str
    credited: list[int]
    to: list[int] | UnsetType = UNSET


class CargoShared(Happened, frozen=True, kw_only=True, tag="cargo_shared"):
    """What a robot that was there carries after the sharing."""

    seat: int
    robot: str
    cargo: dict[str, int]


class Mined(Attempt, frozen=True, kw_only=True, tag="mining"):
    """`resource` is null where there was nothing to mine; `amount` is what the robot now carries of it, `units` what
    it has just stored."""

    resource: str | None
    amount: int
    units: int
    energy: int


class ResourceMined(Happened, frozen=True, kw_only=True, tag="resource_mined"):
    """To every player that mined there this round (`to`)."""

    planet: str
    resource: str
    mined: int
    left: int
    to: list[int] | UnsetType = UNSET


class ResourceAppeared(Happened, frozen=True, kw_only=True, tag="resource_appeared"):
    """A new patch, or one that was filled up, told to those present (`to`)."""

    planet: str
    resource: str
    to: list[int] | UnsetType = UNSET


class Regenerated(Attempt, frozen=True, kw_only=True, tag="regeneration"):
    energy: int


class Achieved(Happened, frozen=True, kw_only=True, tag="achievement"):
    seat: int
    name: str


class Trophy(Happened, frozen=True, kw_only=True, tag="trophy"):
    """`category` is game, fighting, mining, trading or movement."""

    seat: int
    category: str
    place: int


class GameOver(Happened, frozen=True, kw_only=True, tag="game_over"):
    """`reason` is rounds, admin, nobody_left or deserted; `places` by seat."""

    reason: str
    places: list[int]


Event = (
    RoundStatus | Prices | Trade | RobotSpawned | Neighbours | Moved | Arrival | PlanetBlocked | Fight | ItemFight
    | ItemRepair | ItemMovement | RobotDestroyed | CargoShared | Mined | ResourceMined | ResourceAppeared
    | Regenerated | Achieved | Trophy | GameOver
)  # fmt: skip
