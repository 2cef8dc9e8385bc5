"""How a combat would end, in numbers for every step. BOI-165 to BOI-203

Critical hits are given as chances, never drawn. For a target whose battery is hidden each number is a range over all
batteries and ratios that the rules allow.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from ..rules import tables as t
from ..rules.hexes import distance
from ..rules.phases.combat import A, T, defense_of, look, strikes_back, suffer, weigh
from ..rules.phases.stats import battery_max, field, shields, structure_stat, unit_stat
from ..rules.state import Side, State
from ..view import shown

Range = tuple[float, float]  # the least and the most; the same number twice where it is known
Answer = Literal["yes", "no", "perhaps"]
Span = tuple[int, int]  # the same in hundredths


class SideAhead(Struct, frozen=True, kw_only=True):
    """One unit of the combat, as it is before: the steps of the rules. `known` is false where a battery is hidden.
    `damage` is what it deals without a critical hit, `critical` what it deals with one. Chances are percentages."""

    unit: int
    team: int
    known: bool
    range: int
    health: float
    battery: Range
    main: Range
    additional: float
    bonus_attack: int
    crit_chance: float
    crit_value: float
    damage: Range
    critical: Range
    shields: Range
    defense: float
    bonus_defense: int
    total_defense: Range


class Left(Struct, frozen=True, kw_only=True):
    """What is left of a unit; a swarm's numbers are the sums of its ships. `battery` is null where it is hidden."""

    health: Range
    battery: Range | None
    destroyed: Answer


class Outcome(Struct, frozen=True, kw_only=True):
    """One way in which the combat can end: which hits are critical, how likely that is, and what comes of it."""

    chance: float
    critical: bool  # the attacker's hit
    critical_back: bool  # the target's
    damage: float
    strikes_back: Answer
    damage_back: Range  # 0 where it does not strike
    attacker: Left
    target: Left


class CombatAhead(Struct, frozen=True, kw_only=True, tag="combat"):
    """`outcomes` begin with the one without any critical hit; their chances add up to 100."""

    distance: int
    attacker: SideAhead
    target: SideAhead
    outcomes: list[Outcome]


def combat_ahead(g: State, attacker: int, target: int, hidden: frozenset[int]) -> CombatAhead:
    """An attack whose conditions hold. `hidden` are ships whose batteries are not known."""
    return Clash(g, attacker, target, hidden).told()


class Clash:
    """Two units in a combat, in a state made from a view."""

    def __init__(self, g: State, attacker: int, target: int, hidden: frozenset[int]) -> None:
        self.g = g
        self.a, self.t = g.sides[A], g.sides[T]
        look(g, self.a, attacker)
        look(g, self.t, target)
        self.far = distance(g, self.a.tile, self.t.tile)
        self.secret = [index for index in members(g, self.t) if index in hidden]
        weigh(g, self.a, self.far, A)
        self.main, self.shields, self.battery = self.spans()

    def spans(self) -> tuple[Span, Span, Span]:
        """The ranges of the target's main attack, shields and battery. Its ratio divides the battery between the first
        two."""
        g, found = self.g, []
        for full, ratio in ((False, g.ratio_min), (True, g.ratio_max), (True, g.ratio_min)):
            for index in self.secret:
                g.players[index].battery = battery_max(g, index) if full else 0
                g.players[index].ratio = ratio
            weigh(g, self.t, self.far, T)
            held = sum(g.players[index].battery for index in members(g, self.t) if index < g.player_count)
            found.append((int(self.t.main), int(self.t.shields), int(held)))
        return (found[0][0], found[1][0]), (found[0][1], found[2][1]), (found[0][2], found[2][2])

    def told(self) -> CombatAhead:
        both = [(self.a, same(self.a.main), same(self.a.shields)), (self.t, self.main, self.shields)]
        sides = [self.side(side, main, held) for side, main, held in both]
        return CombatAhead(
            distance=self.far, attacker=sides[0], target=sides[1], outcomes=list(self.outcomes(sides[0], sides[1]))
        )

    def side(self, side: Side, main: Span, held: Span) -> SideAhead:
        g = self.g
        bonus = 100 + int(side.bonus_defense)
        total = tuple(one + int(side.defense) * bonus // 100 for one in held)
        own = [index for index in members(g, side) if index < g.player_count]
        known = side.unit == self.a.unit or not self.secret
        battery = same(sum(g.players[index].battery for index in own)) if known else self.battery
        return SideAhead(
            unit=side.unit,
            team=side.team,
            known=known,
            range=side.reaches,
            health=shown(side.health),
            battery=as_range(battery),
            main=as_range(main),
            additional=shown(side.additional),
            bonus_attack=side.bonus_attack,
            crit_chance=shown(chance_of(g, side)),
            crit_value=shown(value_of(g, side)),
            damage=as_range((dealt(side, main[0], 0), dealt(side, main[1], 0))),
            critical=as_range((dealt(side, main[0], value_of(g, side)), dealt(side, main[1], value_of(g, side)))),
            shields=as_range(held),
            defense=shown(side.defense),
            bonus_defense=side.bonus_defense,
            total_defense=as_range((total[0], total[1])),
        )

    def outcomes(self, attacker: SideAhead, target: SideAhead) -> Iterator[Outcome]:
        for critical, chance in hits(attacker.crit_chance):
            force = hundredths(attacker.critical[0] if critical else attacker.damage[0])
            answer = self.answer_to(force, target)
            for back, likely in hits(target.crit_chance if answer != "no" else 0.0):
                strike = target.critical if back else target.damage
                yield self.outcome(critical, back, round(chance * likely / 100, 4), force, answer, strike)

    def answer_to(self, force: int, target: SideAhead) -> Answer:
        """Whether the target strikes back: step 15 depends on its shields. BOI-181 to BOI-183"""
        answers = set()
        for total in target.total_defense:
            self.a.dealt, self.t.total_defense = force, hundredths(total)
            answers.add(bool(strikes_back(self.g, self.a, self.t, self.far)))
        return "perhaps" if len(answers) > 1 else "yes" if answers.pop() else "no"

    def outcome(
        self, critical: bool, back: bool, chance: float, force: int, answer: Answer, strike: Range
    ) -> Outcome:  # fmt: skip
        low, high = (hundredths(one) for one in strike)
        damage = {"no": (0, 0), "yes": (low, high), "perhaps": (0, high)}[answer]
        lost = self.loss(self.a, damage, True)
        spent = (self.suffered(self.a, damage[0], True)[1], self.suffered(self.a, damage[1], True)[1])
        if self.is_random(self.a) and damage[1]:
            spent = (int(self.a.main), int(self.a.main) + int(self.a.shields))
        held = sum(self.g.players[index].battery for index in members(self.g, self.a))
        return Outcome(
            chance=chance,
            critical=critical,
            critical_back=back,
            damage=shown(force),
            strikes_back=answer,
            damage_back=as_range(damage),
            attacker=left(self.a.health, lost, (held - spent[1], held - spent[0])),
            target=self.target_left(force, answer == "yes"),
        )

    def target_left(self, force: int, struck: bool) -> Left:
        own = [index for index in members(self.g, self.t) if index < self.g.player_count]
        if not own:
            return left(self.t.health, self.loss(self.t, same(force), struck), (0, 0))
        if self.secret:
            return left(self.t.health, self.hidden_loss(force), None)
        held = sum(self.g.players[index].battery for index in own)
        spent = same(self.suffered(self.t, force, struck)[1])
        if self.is_random(self.t):
            fired = int(self.t.main) if struck else 0
            spent = (fired, fired + int(self.t.shields))
        return left(self.t.health, self.loss(self.t, same(force), struck), (held - spent[1], held - spent[0]))

    def is_random(self, side: Side) -> bool:
        """Whether it is random which ship of a swarm is hit first. BOI-196"""
        return bool(self.g.distribution == t.RANDOM_ORDER and side.kind == t.SWARM)

    def loss(self, side: Side, damage: Span, struck: bool) -> Span:
        """The health that a side whose batteries are known loses."""
        if self.is_random(side):
            absorbs = self.absorbs(side)
            return bounds(damage[0], side.health, absorbs)[0], bounds(damage[1], side.health, absorbs)[1]
        return self.suffered(side, damage[0], struck)[0], self.suffered(side, damage[1], struck)[0]

    def hidden_loss(self, force: int) -> Span:
        """The health that the target loses, for all possible batteries: most when they are empty. In a swarm whose
        ships are hit one after the other more shields can change the order, so there the bounds are wider."""
        if self.t.kind == t.SWARM and self.g.distribution != t.SPREAD:
            self.charge(True)
            least = bounds(force, self.t.health, self.absorbs(self.t))[0]
            self.charge(False)
            return least, bounds(force, self.t.health, self.absorbs(self.t))[1]
        self.charge(True)
        least = self.suffered(self.t, force, False)[0]
        self.charge(False)
        return least, self.suffered(self.t, force, False)[0]

    def charge(self, full: bool) -> None:
        """Set hidden batteries to full, all of it for shields, or to empty."""
        for index in self.secret:
            self.g.players[index].battery = battery_max(self.g, index) if full else 0
            self.g.players[index].ratio = self.g.ratio_min

    def absorbs(self, side: Side) -> list[int]:
        """The damage that shields and defense of each ship absorb."""
        return [int(shields(self.g, index) + defense_of(self.g, side, index)) for index in members(self.g, side)]

    def suffered(self, side: Side, damage: int, struck: bool) -> Span:
        """Health lost and battery spent by the real rules; the state is restored afterwards."""
        g = self.g
        own = members(g, side)
        units = [g.units[index].health for index in own]
        batteries = [g.players[index].battery for index in own if index < g.player_count]
        walls = g.structures[side.where].health if side.kind == t.SUPERSTRUCTURE else 0
        total = side.total_defense
        side.total_defense = int(side.shields) + int(side.defense) * (100 + int(side.bonus_defense)) // 100
        side.taken, side.struck, side.health_lost, side.battery_spent = damage, int(struck), 0, 0
        suffer(g, side, self.far, A if side is self.a else T)
        for index, health in zip(own, units, strict=True):
            g.units[index].health = health
        for index, battery in zip(own, batteries, strict=False):
            g.players[index].battery = battery
        if side.kind == t.SUPERSTRUCTURE:
            g.structures[side.where].health = walls
        side.total_defense = total
        return int(side.health_lost), int(side.battery_spent)


def members(g: State, side: Side) -> list[int]:
    """The indices of the ships of a swarm, of a single unit its own; a superstructure has none."""
    if side.kind == t.SUPERSTRUCTURE:
        return []
    if side.kind != t.SWARM:
        return [int(side.where)]
    return [index for index in range(g.player_count) if g.units[index].swarm == side.unit]


def chance_of(g: State, side: Side) -> int:
    """BOI-171"""
    own = side.where if side.kind == t.SUPERSTRUCTURE else -1
    chance = mean(g, side, t.CRIT_CHANCE) + t.HUNDRED * field(g, side.tile, side.team, t.F_CRIT_CHANCE, own)
    return max(0, min(chance, t.HUNDRED * g.crit_chance_limit))


def value_of(g: State, side: Side) -> int:
    """BOI-172"""
    own = side.where if side.kind == t.SUPERSTRUCTURE else -1
    return max(0, mean(g, side, t.CRIT_VALUE) + t.HUNDRED * field(g, side.tile, side.team, t.F_CRIT_VALUE, own))


def mean(g: State, side: Side, stat: int) -> int:
    """The mean of a stat over the ships of a side, in hundredths."""
    if side.kind == t.SUPERSTRUCTURE:
        return t.HUNDRED * structure_stat(g, side.where, stat)
    stats = [unit_stat(g, index, stat) for index in members(g, side)]
    return (2 * t.HUNDRED * sum(stats) + len(stats)) // (2 * len(stats))


def dealt(side: Side, main: int, value: int) -> int:
    """Step 11. BOI-176"""
    force = (main + int(side.additional)) * (100 + int(side.bonus_attack)) * (10000 + value)
    return (force + 500_000) // 1_000_000


def hits(chance: float) -> list[tuple[bool, float]]:
    """The possible hits and their chances: without and with a critical hit."""
    return [(critical, part) for critical, part in ((False, 100 - chance), (True, chance)) if part > 0]


def bounds(damage: int, health: int, absorbs: list[int]) -> Span:
    """The health that ships lose one after the other, in any order of hits."""
    least = max(0, damage - sum(absorbs))
    return min(least, health), max(0, min(damage - min(absorbs), health))


def left(health: int, lost: Span, battery: Span | None) -> Left:
    falls: Answer = "yes" if lost[0] >= health else "perhaps" if lost[1] >= health else "no"
    return Left(
        health=as_range((health - lost[1], health - lost[0])),
        battery=as_range(battery) if battery is not None else None,
        destroyed=falls,
    )


def same(number: int) -> Span:
    return int(number), int(number)


def as_range(span: Span) -> Range:
    return shown(span[0]), shown(span[1])


def hundredths(number: float) -> int:
    return round(number * t.HUNDRED)
