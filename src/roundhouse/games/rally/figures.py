"""What a match of Rally counts for every seat, and the achievements made of it. RAL-164 to RAL-215"""

from ...core.figures import Achievement, Figure
from .rules.state import State

FIGURES = (
    Figure("walked_forwards", "Fields walked forwards", "RAL-167"),
    Figure("walked_backwards", "Fields walked backwards", "RAL-167"),
    Figure("left_turns", "Left turns", "RAL-168"),
    Figure("right_turns", "Right turns", "RAL-169"),
    Figure("u_turns", "U-turns", "RAL-170"),
    Figure("damage_taken", "Damage taken", "RAL-171"),
    Figure("deaths", "Deaths", "RAL-172"),
    Figure("damage_dealt", "Damage dealt", "RAL-173"),
    Figure("destroyed", "Robots destroyed", "RAL-174"),
    Figure("repaired", "Damage points repaired", "RAL-175"),
    Figure("power_downs", "Power-downs made", "RAL-176"),
    Figure("pushed", "Opponents pushed", "RAL-177"),
)

WALKED = ("walked_forwards", "walked_backwards")
TURNED = ("left_turns", "right_turns", "u_turns")


def _over_all(rule: int, key: str, name: str, sentence: str, figures: tuple[str, ...], least: int) -> Achievement:
    return Achievement(key, name, f"RAL-{rule}", sentence, figures, least=least)


def _in_one(rule: int, key: str, name: str, sentence: str, figure: str) -> Achievement:
    return Achievement(key, name, f"RAL-{rule}", sentence, (figure,), exactly=0)


ACHIEVEMENTS = (
    _over_all(182, "first_oil", "First Oil", "1 robot destroyed", ("destroyed",), 1),
    _over_all(183, "oil_rush", "Oil Rush", "5 robots destroyed", ("destroyed",), 5),
    _over_all(184, "rampage", "Rampage", "10 robots destroyed", ("destroyed",), 10),
    _over_all(185, "local_politician", "Local Politician", "1 U-turn", ("u_turns",), 1),
    _over_all(186, "member_of_parliament", "Member of Parliament", "5 U-turns", ("u_turns",), 5),
    _over_all(187, "chancellor", "Chancellor", "10 U-turns", ("u_turns",), 10),
    _over_all(188, "ouch", "Ouch.", "5 damage points taken", ("damage_taken",), 5),
    _over_all(189, "just_a_scratch", "Just a Scratch", "20 damage points taken", ("damage_taken",), 20),
    _over_all(
        190, "structural_integrity", "Structural Integrity at Risk", "50 damage points taken", ("damage_taken",), 50
    ),
    _over_all(191, "higher_purpose", "For a Higher Purpose", "died once", ("deaths",), 1),
    _over_all(192, "zombie", "Zombie", "died 5 times", ("deaths",), 5),
    _over_all(193, "live_on", "I Shall Live On!", "died 10 times", ("deaths",), 10),
    _over_all(194, "one_step", "One Step at a Time", "10 fields walked", WALKED, 10),
    _over_all(195, "achilles", "Achilles", "50 fields walked", WALKED, 50),
    _over_all(196, "tortoise", "Tortoise", "100 fields walked", WALKED, 100),
    _over_all(197, "tactical_retreat", "Tactical Retreat", "5 fields walked backwards", ("walked_backwards",), 5),
    _over_all(198, "headlong_flight", "Headlong Flight", "10 fields walked backwards", ("walked_backwards",), 10),
    _over_all(
        199, "other_direction", "Advance in the Other Direction", "20 fields walked backwards",
        ("walked_backwards",), 20,
    ),
    _over_all(200, "dizzy_spell", "Dizzy Spell", "5 turns in total", TURNED, 5),
    _over_all(201, "vertigo", "Vertigo", "20 turns in total", TURNED, 20),
    _over_all(202, "loss_of_orientation", "Complete Loss of Orientation", "50 turns in total", TURNED, 50),
    _over_all(203, "stallone", "Sylvester Stallone", "5 damage dealt to other robots", ("damage_dealt",), 5),
    _over_all(204, "hulk", "Hulk", "20 damage dealt to other robots", ("damage_dealt",), 20),
    _over_all(205, "godzilla", "Godzilla", "50 damage dealt to other robots", ("damage_dealt",), 50),
    _over_all(206, "fresh_paint", "Fresh Coat of Paint", "1 damage point repaired", ("repaired",), 1),
    _over_all(207, "oil_change", "Oil Change", "5 damage points repaired", ("repaired",), 5),
    _over_all(208, "overhauled", "Overhauled", "20 damage points repaired", ("repaired",), 20),
    _over_all(209, "break", "A Break Does You Good.", "1 power-down made", ("power_downs",), 1),
    _over_all(210, "well_slept", "Well Slept", "5 power-downs made", ("power_downs",), 5),
    _over_all(211, "well_rested", "Well Rested", "10 power-downs made", ("power_downs",), 10),
    _over_all(212, "make_way", "Make Way, Here I Come!", "10 other robots pushed", ("pushed",), 10),
    _in_one(213, "untouchable", "Untouchable", "no damage taken in a game", "damage_taken"),
    _in_one(214, "no_backups", "Who Needs Backups?", "did not die in a game", "deaths"),
    _in_one(215, "pacifist", "Pacifist", "dealt no damage in a game", "damage_dealt"),
)  # fmt: skip


def figures_of(g: State, seat: int) -> list[int]:
    """A seat's figures so far, in the order of `FIGURES`."""
    return list(g.robots[seat].figures)
