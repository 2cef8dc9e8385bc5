"""Broken rules that the tests must notice: `python -m tests.mutations` breaks one after the other and says which test
fails.

Each mutation changes one place of a copy of the package, as somebody might who reads a rule carelessly, and runs the
tests that are marked with the rule. Those that are left to the long run do not count. One rule alone is broken by
`python -m tests.mutations GOO-042`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.costs import folder_of
from tests.coverage_of_rules import marks

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "roundhouse"
FAILED = 1  # pytest's exit status if tests ran and some failed; 5 is that there were none
PASSED = 0


@dataclass(frozen=True)
class Mutation:
    """`old` stands in `file` exactly once, below the package; with `new` in its place the rule is broken."""

    rule: str
    wrong: str
    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Verdict:
    """How the tests of a rule went: pytest's exit status, the first test that failed, and all that was printed."""

    status: int
    test: str
    output: str
    seconds: float

    @property
    def caught(self) -> bool:
        return self.status == FAILED and bool(self.test)


MUTATIONS = (
    # Spacegoo
    Mutation(
        "GOO-006",
        "planets may lie at exactly the least distance",
        "games/spacegoo/map_generator.py",
        "if all(squared(place, other) > least for other in taken):",
        "if all(squared(place, other) >= least for other in taken):",
    ),
    Mutation(
        "GOO-011",
        "a pair right in the middle may be a start pair too",
        "games/spacegoo/map_generator.py",
        "if 0 < group < groups / 2:",
        "if 0 < group <= groups / 2:",
    ),
    Mutation(
        "GOO-015",
        "a lane is listed in one direction only",
        "games/spacegoo/view.py",
        "for b, lane in enumerate(row) if lane)",
        "for b, lane in enumerate(row) if lane and a < b)",
    ),
    Mutation(
        "GOO-017",
        "a fleet of a given map cannot land in its first round",
        "games/spacegoo/setup.py",
        "if fleet.eta < given.round:",
        "if fleet.eta <= given.round:",
    ),
    Mutation(
        "GOO-023",
        "a distance that is whole is rounded up too",
        "games/spacegoo/setup.py",
        "return root if root * root == square else root + 1",
        "return root + 1",
    ),
    Mutation(
        "GOO-033",
        "more ships are sent than are there",
        "games/spacegoo/rules/phases/round.py",
        "ships = min(order[SHIPS + kind], home.ships[kind])",
        "ships = order[SHIPS + kind]",
    ),
    Mutation(
        "GOO-042",
        "planets produce one round too long",
        "games/spacegoo/rules/phases/round.py",
        "if planet.owner != 0 and planet.rounds_left > 0:",
        "if planet.owner != 0 and planet.rounds_left >= 0:",
    ),
    Mutation(
        "GOO-046",
        "after a battle that nobody survives the last seat lands with nothing",
        "games/spacegoo/rules/phases/round.py",
        "if total(ships_of(g.force, seat)) > 0:\n            winner = seat",
        "if total(ships_of(g.force, seat)) >= 0:\n            winner = seat",
    ),
    Mutation(
        "GOO-052",
        "the second side shoots only with what the first left of it",
        "games/spacegoo/rules/phases/round.py",
        "        a, b = volley(b, a), volley(a, b)\n",
        "        a = volley(b, a)\n        b = volley(a, b)\n",
    ),
    Mutation(
        "GOO-055",
        "the ships of the first side are rounded instead of cut",
        "games/spacegoo/rules/phases/round.py",
        "return (int(a[0]), int(a[1]), int(a[2])), (int(b[0])",
        "return (round(a[0]), round(a[1]), round(a[2])), (int(b[0])",
    ),
    Mutation(
        "GOO-059",
        "the game lasts one round too long",
        "games/spacegoo/rules/phases/round.py",
        "elif g.round_no >= g.max_rounds:",
        "elif g.round_no > g.max_rounds:",
    ),
    Mutation(
        "GOO-062",
        "one silent player is enough for a draw by silence",
        "games/spacegoo/rules/phases/round.py",
        "everybody_silent = silent == g.leaving",
        "everybody_silent = silent > 0",
    ),
    Mutation(
        "GOO-129",
        "the last round is taken for one like any other",
        "games/spacegoo/rules/phases/round.py",
        "if g.round_no + 1 >= g.max_rounds:\n        had_fleets",
        "if g.round_no >= g.max_rounds:\n        had_fleets",
    ),
    # Rally
    Mutation(
        "RAL-009",
        "a pause burned into the lowest slot does not count",
        "games/rally/rules/phases/programming.py",
        "for k in range(free, SLOTS):\n        pauses",
        "for k in range(free + 1, SLOTS):\n        pauses",
    ),
    Mutation(
        "RAL-012",
        "the mirror is in front",
        "games/rally/rules/phases/lasers.py",
        "victim.model == PEACH and victim.facing == way:",
        "victim.model == PEACH and victim.facing == (way + 2) & 3:",
    ),
    Mutation(
        "RAL-022",
        "the board keeps one checkpoint beyond the goal",
        "games/rally/setup.py",
        "enumerate(board.checkpoints[:goal], 1)",
        "enumerate(board.checkpoints[: goal + 1], 1)",
    ),
    Mutation(
        "RAL-036",
        "nobody is dealt the own start field",
        "games/rally/setup.py",
        "k = below(draw(key, count - 1 - i), i + 1)",
        "k = below(draw(key, count - 1 - i), i)",
    ),
    Mutation(
        "RAL-045",
        "everybody is told which commands filled the slots of others",
        "games/rally/event_decoder.py",
        '"redealt": "hand", "filled": "slots"}',
        '"redealt": "hand"}',
    ),
    Mutation(
        "RAL-063",
        "a pile that just suffices is filled up before a redeal",
        "games/rally/rules/phases/programming.py",
        "if g.pile_count < robot.hand_count:",
        "if g.pile_count <= robot.hand_count:",
    ),
    Mutation(
        "RAL-071",
        "of those who died together the last seat comes back first",
        "games/rally/rules/phases/deal.py",
        "robot.death_no < g.robots[chosen].death_no",
        "robot.death_no <= g.robots[chosen].death_no",
    ),
    Mutation(
        "RAL-073",
        "of equally near cells the south-eastern one is taken",
        "games/rally/rules/phases/deal.py",
        "if distance < least:",
        "if distance <= least:",
    ),
    Mutation(
        "RAL-101",
        "only a wall right before the pusher blocks the line",
        "games/rally/rules/phases/moving.py",
        "if g.walls[cell] >> way & 1:",
        "if cell == first and g.walls[cell] >> way & 1:",
    ),
    Mutation(
        "RAL-106",
        "who stands on oil slides again without having moved",
        "games/rally/rules/phases/board_elements.py",
        "robot.cell != 0 and robot.moved != 0 and g.kinds[robot.cell] == OIL",
        "robot.cell != 0 and g.kinds[robot.cell] == OIL",
    ),
    Mutation(
        "RAL-119",
        "robots of neighbouring seats that want one cell both go there",
        "games/rally/rules/phases/board_elements.py",
        "for other in range(seat + 1, g.seats + 1):",
        "for other in range(seat + 2, g.seats + 1):",
    ),
    Mutation(
        "RAL-122",
        "a curve also turns robots that slide onto it",
        "games/rally/rules/phases/board_elements.py",
        "if cause != BY_SLIDE and kind in (SLOW_CURVE, FAST_CURVE):",
        "if kind in (SLOW_CURVE, FAST_CURVE):",
    ),
    Mutation(
        "RAL-129",
        "powered-down robots fire",
        "games/rally/rules/phases/lasers.py",
        "if robot.cell != 0 and robot.down == 0:",
        "if robot.cell != 0:",
    ),
    Mutation(
        "RAL-135",
        "nine damage points do not kill",
        "games/rally/rules/phases/damage.py",
        "robot.damage >= DEATH_DAMAGE:",
        "robot.damage > DEATH_DAMAGE:",
    ),
    Mutation(
        "RAL-139",
        "the first slot burns in one point too late",
        "games/rally/rules/phases/end_of_round.py",
        "if robot.damage >= LOCK_DAMAGE else 0",
        "if robot.damage > LOCK_DAMAGE else 0",
    ),
    Mutation(
        "RAL-160",
        "of equally many checkpoints the later tick ranks first",
        "games/rally/rules/phases/damage.py",
        "return bool(a.tick_no < b.tick_no)",
        "return bool(a.tick_no > b.tick_no)",
    ),
    Mutation(
        "RAL-177",
        "a robot pushed over several fields counts for each",
        "games/rally/rules/phases/moving.py",
        "if not pushed >> mover & 1:",
        "if not pushed >> seat & 1:",
    ),
    # Dungeon
    Mutation(
        "DUN-014",
        "the mid zone is one line too wide in the east",
        "games/dungeon/map_generator.py",
        "if mid < x < last - mid and",
        "if mid < x <= last - mid and",
    ),
    Mutation(
        "DUN-018",
        "the rim keeps its planets instead of the lines next to it",
        "games/dungeon/map_generator.py",
        "edges = (1, side - 2)",
        "edges = (0, side - 1)",
    ),
    Mutation(
        "DUN-043",
        "who enters a planet learns how much its patch holds",
        "games/dungeon/rules/phases/knowledge.py",
        "place.info_amount[seat] = 0 if place.kind == NOTHING else -1",
        "place.info_amount[seat] = 0 if place.kind == NOTHING else place.amount",
    ),
    Mutation(
        "DUN-044",
        "who comes back to a patch forgets the amount that it was told",
        "games/dungeon/rules/phases/knowledge.py",
        "place.info_kind[seat] == place.kind and place.info_amount[seat] >= 0:",
        "place.info_kind[seat] == place.kind and place.info_amount[seat] < 0:",
    ),
    Mutation(
        "DUN-048",
        "who stays on a planet notices that another has left",
        "games/dungeon/rules/phases/knowledge.py",
        "planet != robot.planet and g.entered[seat, planet] != 0:",
        "planet != robot.planet and g.present[seat, planet] != 0:",
    ),
    Mutation(
        "DUN-052",
        "who is hit learns the attacker's energy",
        "games/dungeon/event_decoder.py",
        "return replace(event, energy=UNSET, transaction=None)",
        "return replace(event, transaction=None)",
    ),
    Mutation(
        "DUN-072",
        "the share of energy that a blockade costs is rounded up",
        "games/dungeon/rules/phases/blocking.py",
        "g.block_percent * ability(g, robot, MAX_ENERGY) // 100",
        "(g.block_percent * ability(g, robot, MAX_ENERGY) + 99) // 100",
    ),
    Mutation(
        "DUN-078",
        "a move costs the gravity of the target",
        "games/dungeon/rules/phases/moving.py",
        "cost = move_cost(g, robot.planet)",
        "cost = move_cost(g, robot.target)",
    ),
    Mutation(
        "DUN-095",
        "planets that nobody of the player has heard of can be bombed",
        "games/dungeon/rules/phases/fighting.py",
        "g.planets[robot.target].exists == 0 or g.planets[robot.target].known[robot.owner] == UNHEARD:",
        "g.planets[robot.target].exists == 0:",
    ),
    Mutation(
        "DUN-112",
        "a better hull heals all damage",
        "games/dungeon/rules/phases/trading.py",
        "robot.health += ability(g, robot, stat) - before",
        "robot.health = ability(g, robot, stat)",
    ),
    Mutation(
        "DUN-141",
        "leftovers go to the smallest remainder first",
        "games/dungeon/rules/phases/mining.py",
        "robot.planet << REMAINDER_BITS | total - remainder)",
        "robot.planet << REMAINDER_BITS | remainder)",
    ),
    Mutation(
        "DUN-143",
        "an emptied patch may come back where it was",
        "games/dungeon/rules/phases/mining.py",
        "return index != emptied and planet.station == 0",
        "return planet.station == 0",
    ),
    Mutation(
        "DUN-145",
        "who has exactly the price of a robot counts as wiped out",
        "games/dungeon/rules/phases/end_of_round.py",
        "g.players[seat].money >= g.prices[ROBOT_ARTICLE]",
        "g.players[seat].money > g.prices[ROBOT_ARTICLE]",
    ),
    Mutation(
        "DUN-147",
        "sales count for one round too many",
        "games/dungeon/rules/phases/economy.py",
        "range(max(1, last - g.economy_window + 1), last + 1):\n        units += g.sold",
        "range(max(1, last - g.economy_window), last + 1):\n        units += g.sold",
    ),
    Mutation(
        "DUN-149",
        "the price of a resource is rounded down",
        "games/dungeon/rules/phases/economy.py",
        "else rounded_up(base * g.demand, units)",
        "else base * g.demand // units",
    ),
    Mutation(
        "DUN-163",
        "damage beyond the victim's health scores",
        "games/dungeon/rules/phases/fighting.py",
        "points = min(damage, target.health)",
        "points = damage",
    ),
    Mutation(
        "DUN-164",
        "nobody gets a kill that two share",
        "games/dungeon/rules/phases/fighting.py",
        "gets_it = seat != robot.owner and robot.hurt_by[seat] == best",
        "gets_it = seat != robot.owner and robot.hurt_by[seat] == best and credited == 1",
    ),
    Mutation(
        "DUN-238",
        "a robot that nobody was told of can be hit",
        "games/dungeon/rules/phases/fighting.py",
        "if target.owner == robot.owner or target.seen_round[robot.owner] > 0:",
        "if target.owner == robot.owner or target.seen_round[robot.owner] >= 0:",
    ),
    # Quest
    Mutation(
        "QST-008",
        "players 3 and 4 have changed corners",
        "games/quest/map_generator.py",
        "(width - 1 - x if seat in (2, 3) else x), (height - 1 - y if seat in (2, 4) else y)",
        "(width - 1 - x if seat in (2, 4) else x), (height - 1 - y if seat in (2, 3) else y)",
    ),
    Mutation(
        "QST-017",
        "the number of regions is rounded down",
        "games/quest/map_generator.py",
        "max(1, half_up(base * width * height, 3600))",
        "max(1, base * width * height // 3600)",
    ),
    Mutation(
        "QST-018",
        "a region may begin at the last cell that is too near",
        "games/quest/map_generator.py",
        "distance(place, quarter.start) > far:",
        "distance(place, quarter.start) >= far:",
    ),
    Mutation(
        "QST-039",
        "a step leaves a line of cells in sight behind it",
        "games/quest/rules/phases/knowledge.py",
        "right = min(x, to_x) + radius",
        "right = max(x, to_x) + radius",
    ),
    Mutation(
        "QST-043",
        "whoever sees its cell sees a trap",
        "games/quest/cells.py",
        "if g.trap_visible or seat in (0, owner) else None",
        "if g.trap_visible or seat >= 0 else None",
    ),
    Mutation(
        "QST-061",
        "towers over the cell that is left make a step dearer, not those over the target",
        "games/quest/rules/phases/moving.py",
        "surcharge(g, covering(g, unit.owner, x, y))",
        "surcharge(g, covering(g, unit.owner, unit.x, unit.y))",
    ),
    Mutation(
        "QST-064",
        "half a point of damage is dropped",
        "games/quest/rules/phases/fighting.py",
        "(100 - armour_pct) + 5000) // 10000",
        "(100 - armour_pct) + 4999) // 10000",
    ),
    Mutation(
        "QST-069",
        "the cutoff itself may not be spent",
        "games/quest/rules/phases/fighting.py",
        "unit.spent + unit.retaliation <= unit.cutoff",
        "unit.spent + unit.retaliation < unit.cutoff",
    ),
    Mutation(
        "QST-074",
        "of equally near cells the last one is taken",
        "games/quest/rules/phases/death.py",
        "if far < nearest:",
        "if far <= nearest:",
    ),
    Mutation(
        "QST-079",
        "a shield lasts through the attack of its unit",
        "games/quest/rules/phases/fighting.py",
        "    unit.shield = 0\n    unit.shield_before = 0\n",
        "",
    ),
    Mutation(
        "QST-102",
        "building is allowed at exactly the radius",
        "games/quest/rules/phases/building.py",
        "player.start_y) <= g.no_build_radius",
        "player.start_y) < g.no_build_radius",
    ),
    Mutation(
        "QST-107",
        "the turn in which a unit was caught counts as one lost",
        "games/quest/rules/phases/turns.py",
        "if unit.frozen_before != 0 and unit.frozen > 0:",
        "if unit.frozen > 0:",
    ),
    Mutation(
        "QST-110",
        "the next cell across a corner is two away",
        "games/quest/rules/phases/turns.py",
        "while d * d + d < square:",
        "while d * d + d <= square:",
    ),
    Mutation(
        "QST-117",
        "replenished energy is cut instead of rounded",
        "games/quest/rules/phases/turns.py",
        "(100 - keep) * unit.max_energy + 50) // 100",
        "(100 - keep) * unit.max_energy) // 100",
    ),
    Mutation(
        "QST-127",
        "what lay on the surface scores together with what was buried",
        "games/quest/rules/phases/gathering.py",
        "dug_out += from_ground",
        "dug_out += asked",
    ),
    Mutation(
        "QST-133",
        "of equal points the lower seat is placed first",
        "games/quest/rules/phases/scoring.py",
        "if is_before(g, other, seat):",
        "if is_before(g, other, seat) or (other < seat and not is_before(g, seat, other)):",
    ),
    Mutation(
        "QST-136",
        "the kill that ends a killing spree begins the next",
        "games/quest/rules/phases/scoring.py",
        "player.spree = 0\n        player.sprees += 1",
        "player.spree = 1\n        player.sprees += 1",
    ),
    Mutation(
        "QST-152",
        "units that were hurt heal too",
        "games/quest/rules/phases/turns.py",
        "unit.alive != 0 and unit.hurt == 0 and unit.max_energy",
        "unit.alive != 0 and unit.max_energy",
    ),
    Mutation(
        "QST-156",
        "whoever sees the cell is told of a new trap",
        "games/quest/rules/phases/building.py",
        "seen = watchers(g, cell) if g.trap_visible != 0 else 1 << unit.owner",
        "seen = watchers(g, cell)",
    ),
    # Boidvoid
    Mutation(
        "BOI-073",
        "a superstructure does not reach the last ring of its radius",
        "games/boidvoid/rules/phases/stats.py",
        "distance(g, near, tile) <= reach:",
        "distance(g, near, tile) < reach:",
    ),
    Mutation(
        "BOI-080",
        "the cap of a battery is forgotten",
        "games/boidvoid/rules/phases/stats.py",
        "amount = min(int(g.battery_cap), max(int(g.battery_min), amount))",
        "amount = max(int(g.battery_min), amount)",
    ),
    Mutation(
        "BOI-090",
        "the action points of other teams are seen",
        "games/boidvoid/view.py",
        "ap=unit.ap if own and unit.kind != t.NPC else UNSET",
        "ap=unit.ap if unit.kind != t.NPC else UNSET",
    ),
    Mutation(
        "BOI-112",
        "a ship keeps one action point",
        "games/boidvoid/rules/phases/moving.py",
        "path_cost(g, unit - 1, length) <= g.units[unit - 1].ap",
        "path_cost(g, unit - 1, length) < g.units[unit - 1].ap",
    ),
    Mutation(
        "BOI-113",
        "a move with `partial` may end on a ship of the own team",
        "games/boidvoid/rules/phases/moving.py",
        "        stopped = why_not(g, g.path[k], team, unit, True)\n        if stopped",
        "        stopped = why_not(g, g.path[k], team, unit, False)\n        if stopped",
    ),
    Mutation(
        "BOI-119",
        "the factor of an enemy tile is added",
        "games/boidvoid/rules/phases/tile_work.py",
        "turns * int(g.enemy_capture_factor)",
        "turns + int(g.enemy_capture_factor)",
    ),
    Mutation(
        "BOI-122",
        "a capture that pauses begins anew",
        "games/boidvoid/rules/phases/tile_work.py",
        "        note(g, CAPTURE_PAUSED,",
        "        unit.progress = 0\n        note(g, CAPTURE_PAUSED,",
    ),
    Mutation(
        "BOI-150",
        "a swarm takes one ship too many",
        "games/boidvoid/rules/phases/swarms.py",
        "g.swarms[n].ships >= g.swarm_max_ships",
        "g.swarms[n].ships > g.swarm_max_ships",
    ),
    Mutation(
        "BOI-153",
        "who leaves a swarm keeps its action points",
        "games/boidvoid/rules/phases/swarms.py",
        "    unit.ap = 0\n    note(g, SWARM_LEFT,",
        "    note(g, SWARM_LEFT,",
    ),
    Mutation(
        "BOI-160",
        "the part of a staked boost that is a loss is rounded down",
        "games/boidvoid/rules/phases/stats.py",
        "part = abs(value) * int(g.boost_stake_percent) // 100\n    return part if value >= 0 else -part",
        "return value * int(g.boost_stake_percent) // 100",
    ),
    Mutation(
        "BOI-171",
        "a swarm's mean critical chance is cut instead of rounded",
        "games/boidvoid/rules/phases/combat.py",
        "side.crit_chance = (2 * HUNDRED * chance + count) // (2 * count)",
        "side.crit_chance = HUNDRED * chance // count",
    ),
    Mutation(
        "BOI-172",
        "a swarm's mean critical value is cut instead of rounded",
        "games/boidvoid/rules/phases/combat.py",
        "side.crit_damage = (2 * HUNDRED * value + count) // (2 * count)",
        "side.crit_damage = HUNDRED * value // count",
    ),
    Mutation(
        "BOI-181",
        "damage that uses up defense and health exactly is not answered",
        "games/boidvoid/rules/phases/combat.py",
        "if a.dealt > t.total_defense + t.health:",
        "if a.dealt >= t.total_defense + t.health:",
    ),
    Mutation(
        "BOI-197",
        "damage that is spread is cut instead of rounded",
        "games/boidvoid/rules/phases/combat.py",
        "left = (2 * left + count) // (2 * count)",
        "left = left // count",
    ),
    Mutation(
        "BOI-198",
        "of equal ships the highest id is hit first",
        "games/boidvoid/rules/phases/combat.py",
        "return bool(g.member_list[i] > g.member_list[j])",
        "return bool(g.member_list[i] < g.member_list[j])",
    ),
    Mutation(
        "BOI-210",
        "captures come before builds",
        "games/boidvoid/rules/phases/turns.py",
        "nth_team(g, n), BUILDING)\n    for n in range(g.teams):\n        each_job(g, nth_team(g, n), CAPTURING)",
        "nth_team(g, n), CAPTURING)\n    for n in range(g.teams):\n        each_job(g, nth_team(g, n), BUILDING)",
    ),
    Mutation(
        "BOI-216",
        "teams begin in plain rotation",
        "games/boidvoid/rules/phases/pirates.py",
        "rest = rest // g.teams",
        "rest = 0",
    ),
    Mutation(
        "BOI-234",
        "a new stake fills the battery",
        "games/boidvoid/rules/phases/turns.py",
        "one.battery = min(int(one.battery), battery_max(g, player))",
        "one.battery = battery_max(g, player)",
    ),
    Mutation(
        "BOI-261",
        "a team without tiles is out although its mothership flies",
        "games/boidvoid/rules/phases/turns.py",
        "if g.tiles_owned[team] > 0 or g.units[mothership_of(g, team)].tile != NONE:",
        "if g.tiles_owned[team] > 0:",
    ),
    Mutation(
        "BOI-263",
        "of equal teams the one that lost more ranks first",
        "games/boidvoid/rules/phases/scoring.py",
        "mine = -int(g.team_list[team].lost)\n        its = -int(g.team_list[other].lost)",
        "mine = int(g.team_list[team].lost)\n        its = int(g.team_list[other].lost)",
    ),
    Mutation(
        "BOI-268",
        "equal losses count as a fight that was lost",
        "games/boidvoid/rules/phases/destruction.py",
        "elif own.health_lost > other.health_lost:",
        "else:",
    ),
    Mutation(
        "BOI-275",
        "the target of an attack learns no more of it than bystanders",
        "games/boidvoid/event_decoder.py",
        "team not in (event.attacker.team, event.target.team)",
        "team != event.attacker.team",
    ),
)


# Breaking a copy


@contextmanager
def copied() -> Iterator[Path]:
    """A folder with a copy of the package in it, without the web client."""
    with tempfile.TemporaryDirectory(prefix="roundhouse-mutation-") as folder:
        shutil.copytree(PACKAGE, Path(folder, PACKAGE.name), ignore=left_out)
        yield Path(folder)


def left_out(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name == "__pycache__" or (Path(folder) == PACKAGE and name == "web")}


def apply(mutation: Mutation, folder: Path) -> None:
    path = folder / PACKAGE.name / mutation.file
    source = path.read_text(encoding="utf-8")
    if source.count(mutation.old) != 1:
        raise ValueError(f"{mutation.file} has not exactly one place for {mutation.rule}: {mutation.old}")
    path.write_text(source.replace(mutation.old, mutation.new), encoding="utf-8")


# Running tests on it


@cache
def files_by_rule() -> dict[str, list[str]]:
    """The files with tests of a rule; where those of the game's rules have some, these alone: they are the
    quickest."""
    found: dict[str, set[str]] = {}
    for rule, place in marks():
        found.setdefault(rule, set()).add(place.partition("::")[0])
    quick = {rule: {file for file in files if folder_of(file) == "games"} for rule, files in found.items()}
    return {rule: sorted(quick[rule] or files) for rule, files in found.items()}


def environment(folder: Path) -> dict[str, str]:
    """Python finds the package of this folder, interprets its rules, and plays as much as at every commit."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "ROUNDHOUSE_TEST_LONG"))
    }
    return kept | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "ROUNDHOUSE_NATIVE": "0"}


def run_tests(folder: Path, rules: Iterable[str]) -> Verdict:
    """The tests of some rules, up to the first that fails, with the package of a folder."""
    files = sorted({file for rule in rules for file in files_by_rule().get(rule, ())})
    options = ["-n", "0", "-x", "-m", "not long", "--tb=short", "-rfE"]
    options += ["-p", "no:randomly", "-o", f"cache_dir={folder / 'cache'}"]
    for rule in rules:
        options += ["--rule", rule]
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", *options, *files]
    ended = subprocess.run(command, cwd=ROOT, env=environment(folder), capture_output=True, text=True, check=False)
    said = ended.stdout + ended.stderr
    lines = [line.removeprefix("FAILED ") for line in said.splitlines() if line.startswith("FAILED ")]
    failures = [line.partition(" - ")[0].partition("[")[0] for line in lines]
    return Verdict(ended.returncode, failures[0] if failures else "", said, time.monotonic() - began)


def try_out(mutation: Mutation) -> Verdict:
    """Whether the tests of a rule notice that it is broken."""
    with copied() as folder:
        apply(mutation, folder)
        return run_tests(folder, [mutation.rule])


def try_unbroken() -> Verdict:
    """Whether the tests of all these rules pass with a copy in which nothing is broken."""
    with copied() as folder:
        return run_tests(folder, sorted({mutation.rule for mutation in MUTATIONS}))


def main(rules: list[str]) -> int:
    chosen = [mutation for mutation in MUTATIONS if not rules or mutation.rule in rules]
    survived = 0
    for mutation in chosen:
        verdict = try_out(mutation)
        test = verdict.test.rpartition("/")[2] if verdict.caught else f"NOT CAUGHT (status {verdict.status})"
        sys.stdout.write(f"{mutation.rule}  {mutation.wrong}\n         {test}, {verdict.seconds:.0f} s\n")
        sys.stdout.flush()
        survived += not verdict.caught
    sys.stdout.write(f"{len(chosen) - survived} of {len(chosen)} broken rules were noticed\n")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
