"""Native events and views as a seat gets them, for tests of the translation."""

from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon import events as e
from roundhouse.games.dungeon.rules.tables import ITEM_NAMES, KIND_NAMES, STAT_NAMES
from roundhouse.games.dungeon.server.broker_message import Facts
from roundhouse.games.dungeon.server.round_messages import Insight, Revealed, times_of
from roundhouse.games.dungeon.view import PlanetView, RobotView


def id_of(number):
    return f"00000000-0000-4000-8000-{number:012d}"


ME, OTHER = id_of(1), id_of(2)
ROBOT, FOE, THIRD = id_of(11), id_of(12), id_of(13)
HOME, NEXT = id_of(21), id_of(22)
ORDER = id_of(31)
ANNA, BERT = 1, 2
START = 1_700_000_000_000.0

SETUP = GAME.setup(["anna", "bert"], preset="msd-2023", settings={"map_side": 5}, seed=7)


def facts(seat=ANNA, **settings):
    return Facts(
        game=id_of(41), world=id_of(42), seat=seat, players=[ME, OTHER], names=["anna", "bert"],
        settings=SETUP.settings | settings,
    )  # fmt: skip


def head(number=50, transaction=ORDER):
    return {"id": id_of(number), "round": 1, "phase": 2, "transaction": transaction}


def tried(robot=ROBOT, seat=ANNA, reason="", **more):
    return {**head(**more), "seat": seat, "robot": robot, "success": not reason, "reason": reason}


def planet(which=HOME, resource="coal", station=False):
    return PlanetView(
        id=which, x=0, y=0, gravity=1, visited=True, station=station, resource=resource, amount=None, as_of=1,
        neighbours={"NORTH": NEXT},
    )  # fmt: skip


def robot(which=ROBOT, seat=ANNA, **values):
    usual = {
        "planet": HOME, "health": 10, "max_health": 10, "energy": 20, "max_energy": 20, "regeneration": 4, "damage": 1,
        "mining_speed": 2, "storage": 20, "levels": dict.fromkeys(STAT_NAMES, 0), "cargo": dict.fromkeys(KIND_NAMES, 0),
        "items": dict.fromkeys(ITEM_NAMES, 0), "command": None, "transaction": None, "last": None,
    }  # fmt: skip
    return RobotView(id=which, seat=seat, **(usual | values))


def trade(kind="buy", article="ROBOT", which=None, quantity=1, money=-100, reason="", seat=ANNA, **more):
    usual = {"robots": [], "sold": {}, "prices": {}}
    return e.Trade(
        **head(), seat=seat, kind=kind, robot=which, success=not reason, reason=reason, article=article,
        quantity=quantity, money=money, **(usual | more),
    )  # fmt: skip


def insight():
    seen = Revealed(id=FOE, planet=HOME, seat=BERT, health=0, energy=0, levels=dict.fromkeys(STAT_NAMES, 0))
    return Insight({HOME: 9000, NEXT: 500}, [seen])


def view(round_no=1, robots=(), money=500, phase="collecting"):
    """A view of a real match, with robots put into it."""
    import msgspec

    seen = GAME.view(GAME.start(SETUP), ANNA, ["anna", "bert"])
    own = msgspec.structs.replace(seen.you, robots=list(robots), money=money)
    return msgspec.structs.replace(seen, round=round_no, you=own, phase=phase, planets=[planet(), planet(NEXT)])


def times(started=START):
    return times_of(started, 60_000)


SPAWNED = e.RobotSpawned(**head(), seat=ANNA, robot=ROBOT, planet=planet(), robots={FOE: BERT})
NEIGHBOURS = e.Neighbours(**head(51), seat=ANNA, robot=ROBOT, planet=HOME, neighbours=[e.Neighbour(NEXT, 2, "NORTH")])
MOVED = e.Moved(**tried(), energy=19, origin=HOME, planet=planet(NEXT), robots={ROBOT: ANNA, FOE: BERT})
NOT_MOVED = e.Moved(**tried(reason="not_neighbour"), energy=20, origin=HOME, planet=None, robots={})
FOUGHT = e.Fight(**tried(), target=FOE, target_seat=BERT, item="", health=9, energy=19)
WAS_HIT = e.Fight(**tried(FOE, BERT, transaction=None), target=ROBOT, target_seat=ANNA, item="", health=0)
MISSED = e.Fight(**tried(reason="target_not_found"), target=FOE, target_seat=0, item="", health=None, energy=20)
MINED = e.Mined(**tried(), resource="coal", amount=7, units=2, energy=19)
NOT_MINED = e.Mined(**tried(reason="no_resource"), resource=None, amount=0, units=0, energy=20)
PATCH_MINED = e.ResourceMined(**head(52, None), planet=HOME, resource="coal", mined=4, left=9996)
APPEARED = e.ResourceAppeared(**head(53, None), planet=NEXT, resource="iron")
RESTED = e.Regenerated(**tried(), energy=20)
BLOCKED = e.PlanetBlocked(**tried(), planet=HOME, energy=16)
SAW_BLOCKED = e.PlanetBlocked(**tried(FOE, BERT, transaction=None), planet=HOME)
ITEM_FOUGHT = e.ItemFight(**tried(), item="ROCKET", left=0, fights=[id_of(60)])
ITEM_MISSED = e.ItemFight(**tried(reason="no_item"), item="ROCKET", left=0, fights=[])
REPAIRED = e.ItemRepair(**tried(), left=1, robots={ROBOT: 10})
WORMED = e.ItemMovement(**tried(), left=0, movement=id_of(61))
DESTROYED = e.RobotDestroyed(**head(54, None), robot=FOE, seat=BERT, planet=HOME, credited=[ANNA])
SHARED = e.CargoShared(**head(55, None), seat=ANNA, robot=ROBOT, cargo={"coal": 3, "platin": 1})
ARRIVED = e.Arrival(**head(56, None), robot=FOE, seat=BERT, planet=HOME)
ACHIEVED = e.Achieved(**head(57, None), seat=ANNA, name="Miner")
TROPHY = e.Trophy(**head(58, None), seat=ANNA, category="game", place=1)
OVER = e.GameOver(**head(59, None), reason="rounds", places=[1, 2])
ROUND = e.RoundStatus(**head(62, None), status="ended")
PRICES = e.Prices(**head(63, None), articles={"ROBOT": 100}, resources={"coal": 5})
BOUGHT = trade(quantity=2, money=-200, robots=[ROBOT, THIRD])
UPGRADED = trade(article="HEALTH_1", which=ROBOT, money=-50)
RESTORED = trade(article="ENERGY", which=ROBOT, money=-75)
ITEM_BOUGHT = trade(article="ROCKET", which=ROBOT, money=-40)
SOLD = trade("sell", None, ROBOT, 5, 35, sold={"coal": 4, "iron": 1}, prices={"coal": 5, "iron": 15})
NOT_BOUGHT = trade(reason="not_enough_money", money=0)
NOT_SOLD = trade("sell", None, ROBOT, 0, 0, reason="cargo_empty")
EVERYTHING = {name: value for name, value in globals().items() if isinstance(value, e.Happened)}
