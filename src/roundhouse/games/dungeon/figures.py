"""What a game of the Dungeon counts for every seat, and what can be won in it: places, achievements and trophies.
DUN-037, DUN-161 to DUN-182"""

from math import log

from ...core.figures import Achievement, Figure
from .rules import tables as t
from .rules.phases.end_of_round import OVERALL, TROPHY_PLACES, trophy
from .rules.state import State

# Trophies (DUN-180): what they are called, and the category they are for
TROPHIES = (
    ("game", OVERALL), ("fighting", t.FIGHTING), ("mining", t.MINING_SCORE), ("trading", t.TRADING),
    ("travelling", t.MOVEMENT),
)  # fmt: skip

# What achievements are made of, three of each, and the rule
ACHIEVED = (
    ("kills", "kill", "DUN-175"), ("units mined", "unit mined", "DUN-176"),
    ("moneten earned", "moneten earned", "DUN-177"), ("moves", "move", "DUN-178"),
)  # fmt: skip


def _achievement(number: int) -> Achievement:
    """It is won in a game, and kept: the figure that says so is 1 in every game in which it was won."""
    *what, rule = ACHIEVED[number // 3]
    name, least = t.ACHIEVEMENT_NAMES[number], t.ACHIEVED_AT[number]
    key = name.lower().replace(" ", "_")
    return Achievement(key, name, rule, f"{least} {what[least == 1]} in a game", (key,), least=1)


ACHIEVEMENTS = tuple(_achievement(number) for number in range(t.ACHIEVEMENTS))

FIGURES = (
    Figure("kills", "Robots destroyed", "DUN-164"),
    Figure("losses", "Robots lost", "DUN-165"),
    Figure("damage", "Damage dealt", "DUN-163"),
    *(Figure(f"mined_{kind}", f"{kind.capitalize()} mined", "DUN-166") for kind in t.KIND_NAMES),
    Figure("earned", "Moneten earned by sales", "DUN-037"),
    Figure("spent", "Moneten spent", "DUN-037"),
    Figure("trades", "Trades", "DUN-037"),
    Figure("moves", "Moves", "DUN-037"),
    Figure("robots_bought", "Robots bought", "DUN-037"),
    Figure("robots_left", "Robots alive", "DUN-037"),
    Figure("top_balance", "Highest balance", "DUN-037"),
    *(Figure(f"score_{name}", f"Score for {name}", "DUN-161") for name in t.CATEGORY_NAMES),
    Figure("score_sum", "Score", "DUN-170"),
    *(Figure(one.key, one.name, one.rule) for one in ACHIEVEMENTS),
    *(
        Figure(f"trophy_{name}_{place}", f"Trophy for {name}, place {place}", "DUN-180")
        for name, _ in TROPHIES
        for place in range(1, TROPHY_PLACES + 1)
    ),
)
KEYS = tuple(figure.key for figure in FIGURES)
AWARDS = tuple(key for key in KEYS if key.startswith("trophy_") or key in {one.key for one in ACHIEVEMENTS})
LEADERBOARDS = tuple(key for key in KEYS if key.startswith("score_"))


def figures_of(g: State, seat: int) -> list[int]:
    """A seat's figures so far, in the order of `FIGURES`. Trophies are given at the end."""
    player = g.players[seat]
    trophies = trophies_of(g, seat)
    return [
        player.kills, player.losses, player.damage, *player.mined, player.earned, player.spent, player.trades,
        player.moves, player.bought, player.robots, player.top_money, *player.scores, sum(player.scores),
        *(player.achieved >> n & 1 for n in range(t.ACHIEVEMENTS)),
        *(int(trophies[n] == place) for n in range(len(TROPHIES)) for place in range(1, TROPHY_PLACES + 1)),
    ]  # fmt: skip


def figures_by_key(g: State, seat: int) -> dict[str, int]:
    return dict(zip(KEYS, figures_of(g, seat), strict=True))


def total(whole: int) -> float:
    """A sum of scores as it is shown. DUN-170"""
    return round(100 * log(whole / t.CATEGORIES), 1) if whole >= t.CATEGORIES else 0.0


def places_by(g: State, category: int = OVERALL) -> list[int]:
    """The place of every seat by its score in a category, or by the sum of all, as `phases.endofround.place` gives it:
    1 and one more for everybody who is strictly better. A view needs all places of all seats, so they are read off a
    sorted list. DUN-171, DUN-172, DUN-256"""
    ranks = []
    for player in g.players[1 : g.seats + 1]:
        score = sum(player.scores) if category == OVERALL else player.scores[category]
        ranks.append((player.left == 0, score))
    first: dict[tuple[bool, int], int] = {}
    for n, rank in enumerate(sorted(ranks, reverse=True), 1):
        first.setdefault(rank, n)
    return [0, *(first[rank] for rank in ranks)]


def trophies_of(g: State, seat: int) -> list[int]:
    """The place for which a seat has each of the trophies, 0 for none, in the order of `TROPHIES`. DUN-180"""
    if not g.reason:
        return [0] * len(TROPHIES)
    return [trophy(g, seat, category) for _, category in TROPHIES]
