"""What a game of BoidVoid counts for every seat, and what can be achieved. BOI-266 to BOI-274"""

from ...core.figures import Achievement, Figure
from .rules import tables as t
from .rules.phases.scoring import pois_of, rank
from .rules.state import State

# What is counted for every player (BOI-266): the field of the state, its name, and whether it is hundredths
COUNTED = (
    ("fights_won", "Fights won", 1),
    ("fights_lost", "Fights lost", 1),
    ("captured", "Tiles captured", 1),
    ("respawns", "Respawns", 1),
    ("damage_dealt", "Damage dealt", t.HUNDRED),
    ("damage_taken", "Damage taken", t.HUNDRED),
    ("defeated", "Enemies defeated", 1),
    ("ships_lost", "Ships lost", 1),
    ("built", "Superstructures built", 1),
    ("structures_destroyed", "Superstructures destroyed", 1),
    ("pois", "Points of importance captured", 1),
    ("moved", "Tiles moved", 1),
    ("crits", "Critical hits", 1),
)

BADGES = (
    ("first_light", "First Light", "a tile captured in a game"),
    ("cartographer", "Cartographer", "ten tiles captured in a game"),
    ("usurper", "Usurper", "a tile of another team captured"),
    ("explorer", "Explorer", "a point of importance captured"),
    ("architect", "Architect", "a superstructure finished"),
    ("stacker", "Stacker", "a superstructure of the highest level"),
    ("founder", "Founder", "a swarm created"),
    ("swarm_lord", "Swarm Lord", "an attack with five or more ships"),
    ("lucky_shot", "Lucky Shot", "a critical hit that destroys"),
    ("ace", "Ace", "five enemies defeated in a game"),
    ("giant_slayer", "Giant Slayer", "a mothership destroyed"),
    ("pirate_bane", "Pirate Bane", "a space pirate destroyed"),
    ("phoenix", "Phoenix", "five respawns in a game"),
    ("untouched", "Untouched", "a game won without losing the ship"),
    ("total_void", "Total Void", "a game in which the own team owns all tiles"),
    ("season_champion", "Season Champion", "the first place in the table of a season"),
)

FIGURES = (
    *(Figure(key, name, "BOI-266") for key, name, _ in COUNTED),
    Figure("tiles", "Tiles of the team at the end", "BOI-262"),
    Figure("team_pois", "Points of importance of the team at the end", "BOI-263"),
    *(Figure(f"badge_{key}", name, "BOI-274") for key, name, _ in BADGES),
)
ACHIEVEMENTS = tuple(
    Achievement(key, name, "BOI-274", sentence, (f"badge_{key}",), least=1) for key, name, sentence in BADGES
)
LEADERBOARDS = ("captured", "defeated", "fights_won", "built", "tiles")


def figures_of(g: State, seat: int) -> list[int]:
    """Of a seat that commands a team, the sums over its players."""
    players = [player for player in g.players[: g.player_count] if player.seat == seat]
    counted = [sum(getattr(player, key) for player in players) // unit for key, _, unit in COUNTED]
    team = g.seat_team[seat]
    badges = [int(any(player.badges >> n & 1 for player in players)) for n in range(t.BADGES)]
    return [*counted, g.tiles_owned[team], pois_of(g, team), *badges]


def ranks(g: State) -> list[int]:
    """By team; the first one has number 1."""
    return [rank(g, team) for team in range(1, g.teams + 1)]
