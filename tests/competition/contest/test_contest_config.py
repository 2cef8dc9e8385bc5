"""event.toml: what it says is read, and what makes no sense is refused with the key it stands under."""

from datetime import UTC

import pytest

from roundhouse.competition.contest.config import Finals, Ground, read
from roundhouse.competition.contest.config_template import template
from roundhouse.competition.contest.phases import PhasePlan
from roundhouse.core.settings import SetupError

LEAST = 'title = "Day"\ngame = "spacegoo"\n'


def test_the_template_is_an_event():
    event = read(template('A "good" day', "rally", codes=3, teams=("ada", "bob"), port=0))

    assert event.title == 'A "good" day'
    assert event.games == (Ground("rally", "standard"),)
    assert (event.codes, event.teams, event.port) == (3, ("ada", "bob"), 0)
    assert event.finals == Finals(format="double-elimination", size=8, best_of=4, grace_s=60, at_once=4)


@pytest.mark.parametrize("game", ["spacegoo", "rally", "dungeon", "quest", "boidvoid"])
def test_every_game_can_be_played_at_an_event(game):
    assert read(f'title = "Day"\ngame = "{game}"').games[0].game == game


def test_what_stands_behind_a_sign_in_the_template_is_allowed():
    """Whoever takes the sign away gets what the comment promises."""
    text = template("Day", "spacegoo")
    for key in ("warm_up", "ladder", "freeze", "finals", "closed", "day", "address", "settings", "preset"):
        text = text.replace(f"\n# {key} = ", f"\n{key} = ", 1)
    event = read(text, UTC)

    assert event.games == (Ground("spacegoo", "standard", {"max_rounds": 300}),)
    assert event.plans["freeze"] == PhasePlan(at_ms=1795186800000)  # 2026-11-20T15:00Z
    assert event.plans["finals"] == PhasePlan(after_ms=15 * 60_000)


def test_times_are_moments_times_of_the_day_and_lengths():
    text = LEAST + (
        'day = 2026-11-20\n[schedule]\nwarm_up = 2026-11-20T09:30:00+01:00\nladder = "10:00"\n'
        'freeze = "+2h 30m"\nfinals = "+90s"\nclosed = 18:00:00'
    )

    assert read(text, UTC).plans == {
        "warm_up": PhasePlan(at_ms=1795163400000),
        "ladder": PhasePlan(at_ms=1795168800000),
        "freeze": PhasePlan(after_ms=9_000_000),
        "finals": PhasePlan(after_ms=90_000),
        "closed": PhasePlan(at_ms=1795197600000),
    }


def test_several_games_have_grounds():
    text = 'title = "Day"\ngames = ["spacegoo", "quest"]\n[grounds.quest]\npreset = "skirmish"'

    assert read(text).games == (Ground("spacegoo", "standard"), Ground("quest", "skirmish"))


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("title =", "event.toml"),
        ('game = "spacegoo"', "title"),
        ('title = ""\ngame = "spacegoo"', "title"),
        ('title = "Day"', "game"),
        ('title = "Day"\ngame = "chess"', "game"),
        ('title = "Day"\ngames = ["quest", "quest"]', "games"),
        (LEAST + 'preset = "fancy"', "preset"),
        ('title = "Day"\ngame = "boidvoid"\npreset = "season"', "preset"),
        (LEAST + "settings = { max_rounds = -1 }", "settings.max_rounds"),
        (LEAST + "settings = { max_round = 3 }", "settings.max_round"),
        (LEAST + "unknown = 1", "unknown"),
        (LEAST + "codes = -1", "codes"),
        (LEAST + "codes = 501", "codes"),
        (LEAST + 'teams = ["a b"]', "teams"),
        (LEAST + 'teams = ["ada", "Ada"]', "teams"),
        (LEAST + "port = 70000", "port"),
        (LEAST + 'address = "laptop:8000"', "address"),
        (LEAST + 'organiser = "a b"', "organiser"),
        (LEAST + '[finals]\nformat = "chess"', "finals.format"),
        (LEAST + "[finals]\nbest_of = 0", "finals.best_of"),
        (LEAST + '[schedule]\nlunch = "12:00"', "schedule.lunch"),
        (LEAST + '[schedule]\nladder = "12:00"', "schedule.ladder"),
        (LEAST + '[schedule]\nladder = "soon"', "schedule.ladder"),
        (LEAST + "[schedule]\nladder = 5", "schedule.ladder"),
        (LEAST + "[schedule]\nladder = 2026-11-20T10:00:00\nfreeze = 2026-11-20T09:00:00", "schedule.freeze"),
        (LEAST + '[grounds.rally]\npreset = "standard"', "grounds.rally"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_its_key(text, field):
    with pytest.raises(SetupError) as refused:
        read(text)

    assert (refused.value.code, refused.value.field) == ("bad_event", field)
    assert refused.value.sentence.endswith(".")
