"""Attacks, and striking back. QST-063 to QST-070, QST-075, QST-076"""

from typing import Any

from .....core.rules import rules
from ..state import State, Unit
from ..tables import DAMAGED, ENERGY, FRIENDLY, NO_TARGET, OUT_OF_REACH, RETALIATION_SET, SHIELDED, A, B
from .death import die
from .lookup import cell_of, distance, id_of, index_of, note, spend, watchers


@rules
def damage_of(g: State, attacker: Unit, target: Unit, energy: int) -> int:
    """QST-064, QST-096"""
    return damage_by(energy, g.level_pct[attacker.sword], g.level_pct[target.armour])


@rules
def damage_by(energy: int, sword_pct: int, armour_pct: int) -> int:
    """From the percentages of what both wear, to the nearest whole number, halves up. QST-064, QST-096"""
    return int((energy * (100 + sword_pct) * (100 - armour_pct) + 5000) // 10000)


@rules
def check_attack(g: State, unit: Unit, action: Any) -> int:
    """QST-063"""
    index = index_of(g, action[A])
    if index < 0:
        return NO_TARGET
    target = g.units[index]
    if target.owner == unit.owner:
        return FRIENDLY
    if distance(unit.x, unit.y, target.x, target.y) > 1:
        return OUT_OF_REACH
    if target.shield != 0:
        return SHIELDED
    return 0 if unit.energy >= action[B] else ENERGY


@rules
def attack(g: State, index: int, action: Any) -> None:
    """The hit, the strike back of who survives it, then deaths. QST-065, QST-069, QST-070, QST-076, QST-079"""
    other = index_of(g, action[A])
    unit = g.units[index]
    target = g.units[other]
    unit.shield = 0
    unit.shield_before = 0
    hit(g, index, other, action[B], 0)
    if strikes_back(target):
        target.spent += target.retaliation
        hit(g, other, index, target.retaliation, 1)
    if target.max_energy <= 0:
        die(g, other, index, 0)
    if unit.max_energy <= 0:
        die(g, index, other, 1)


@rules
def strikes_back(unit: Unit) -> bool:
    """QST-069, QST-106"""
    able = unit.max_energy > 0 and unit.frozen == 0
    wants = unit.retaliation >= 1 and unit.energy >= unit.retaliation
    return able and wants and unit.spent + unit.retaliation <= unit.cutoff


@rules
def hit(g: State, index: int, other: int, energy: int, back: int) -> None:
    """The attacker pays, the target's maximum falls, and its energy with it. QST-065"""
    unit = g.units[index]
    target = g.units[other]
    damage = damage_of(g, unit, target, energy)
    spend(g, unit, energy)
    target.max_energy = max(0, target.max_energy - damage)
    target.energy = min(target.energy, target.max_energy)
    if damage > 0:
        target.hurt = 1
    g.players[unit.owner].damage_dealt += damage
    g.players[target.owner].damage_taken += damage
    cell = cell_of(g, target)
    seen = watchers(g, cell) | 1 << unit.owner | 1 << target.owner
    note(g, DAMAGED, unit.owner, seen, id_of(g, index), id_of(g, other), cell, damage, energy, back)


@rules
def retaliate(g: State, index: int, action: Any) -> None:
    """Stays until it is changed or the unit dies. QST-067, QST-068"""
    unit = g.units[index]
    unit.retaliation = action[A]
    unit.cutoff = action[B]
    seen = 1 << unit.owner
    note(g, RETALIATION_SET, unit.owner, seen, id_of(g, index), 0, -1, action[A], action[B], 0)
