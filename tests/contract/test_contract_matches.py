"""What holds for every game: records replay, checks change nothing, views keep secrets, events fit."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.random_play import SETTINGS, legal_row, odd_row, setups
from tests.scale import amount, seed_for

from roundhouse.core.digest import Chain
from roundhouse.core.entries import TICK, Entry, enter
from roundhouse.core.game import Setup
from roundhouse.core.schema import canonical, pack, unpack
from roundhouse.games import GAMES
from roundhouse.match.match import Match

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
encode = msgspec.json.encode


def play(match, rng, *, ticks, odd=0.15, on_tick=None):
    """Random play, with actions that are a little off; ends after so many ticks at the latest."""
    while match.result is None and match.ticks < ticks:
        for seat in match.waited_for():
            row = (odd_row if rng.random() < odd else legal_row)(match.game, match.state, seat, rng)
            match.act(seat, row)
        if match.result is not None:
            break
        match.tick()
        if on_tick is not None:
            on_tick(match)
    return match


def test_every_game_has_settings_to_try():
    assert set(SETTINGS) == set(GAMES)


@every_game
@settings(max_examples=amount(10, 25))
@given(seed=st.integers(0, 2**64 - 1), variant=st.integers(0, 99), ticks=st.integers(0, 40))
def test_the_record_replays_to_the_same_state(game, seed, variant, ticks):
    tried = SETTINGS[game.key]
    setup = game.setup(seed=seed, **tried[variant % len(tried)])
    entries, chain = [], Chain(encode(setup))
    match = Match(game, setup, listen=lambda step: (entries.append(step.entry), chain.add(step.entry, match.state)))
    play(match, Random(seed), ticks=ticks)

    stored = encode([setup, entries])
    again_setup, again_entries = msgspec.json.decode(stored, type=tuple[Setup, list[Entry]])
    again, proof = game.start(again_setup), Chain(encode(again_setup))
    for entry in again_entries:
        enter(game.rules, again, entry)
        proof.add(entry, again)

    assert canonical(again) == canonical(match.state)
    assert proof.link == chain.link
    assert game.result(again) == match.result


@every_game
def test_actions_as_messages_and_as_rows_say_the_same(game):
    rng = Random(1)
    for setup in setups(game, 5):
        match = Match(game, setup)
        for _ in range(30):
            for seat in match.waited_for():
                row = legal_row(game, match.state, seat, rng)
                action = game.action_of(row, match.state)
                assert game.row_of(action, match.state) == row
                assert msgspec.json.decode(encode(action), type=game.actions) == action
                match.act(seat, row)
            if match.result is None:
                match.tick()


@every_game
def test_every_sampled_action_is_accepted_and_no_check_changes_anything(game):
    rng = Random(2)
    for setup in setups(game, 5):
        match, form = Match(game, setup), game.form_of(setup)
        for _ in range(25):
            bytes_before = pack(match.state, form).tobytes() if match.ticks % 12 == 0 else b""
            for seat in match.waited_for():
                before = canonical(match.state)
                legal = legal_row(game, match.state, seat, rng)
                assert game.rules.check(match.state, seat, legal) == 0
                for _ in range(8):
                    odd = odd_row(game, match.state, seat, rng)
                    code = game.rules.check(match.state, seat, odd)
                    assert code == 0 or game.refusal(code).sentence
                assert canonical(match.state) == before
                if bytes_before:
                    assert pack(match.state, form).tobytes() == bytes_before
                    bytes_before = b""
                match.act(seat, legal)
            if match.result is None:
                match.tick()


@every_game
def test_a_refused_action_is_not_recorded_and_the_others_are(game):
    rng = Random(3)
    seen = set()
    for setup in setups(game, amount(7, 10)):
        steps = []
        match = Match(game, setup, listen=steps.append)
        while match.result is None and match.ticks < amount(15, 40):
            # Where seats have turns of many actions, only those whose turn it is not are refused and nothing more.
            for seat in match.waited_for() if game.ends_turn is None else range(1, match.seats + 1):
                before = len(steps), canonical(match.state)
                verdict = match.act(seat, odd_row(game, match.state, seat, rng))
                seen.add(verdict.verdict)
                if verdict.verdict == "refused":
                    assert (len(steps), canonical(match.state)) == before
                else:
                    names = {"accepted": "order", "void": "void", "forfeit": "leave"}
                    assert [step.entry.name for step in steps[before[0] :]] == [names[verdict.verdict]]
            if match.result is None:
                match.tick()
    assert seen == {"accepted", *(refusal.verdict for refusal in game.refusals)}


@every_game
def test_steps_are_numbered_from_1_without_a_gap(game):
    steps = []
    match = Match(game, next(setups(game, 1)), listen=steps.append)
    play(match, Random(4), ticks=20)

    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert sum(1 for step in steps if step.entry.kind == TICK) == match.ticks


SEED_AT_THE_END = ("quest",)  # QST-142: the last event tells it, so that anyone can check the map


@every_game
def test_what_players_are_told_does_not_depend_on_what_is_hidden(game):
    """The seed decides all that is drawn, so neither a view nor an event may carry it, and a state that has forgotten
    everything derived shows the same."""
    secret = 987_654_321_987_654_321
    for variant in SETTINGS[game.key]:
        setup = game.setup(seed=secret, **variant)
        told = []
        match = Match(game, setup, listen=lambda step, told=told: told.append(step.events))
        play(match, Random(5), ticks=30)
        packed = unpack(game.state, pack(match.state, game.form_of(setup))[0])
        names = [seat.name for seat in setup.seats]

        for seat in range(match.seats + 1):
            view = encode(match.view(seat))
            assert str(secret).encode() not in view
            assert encode(game.view(packed, seat, names)) == view
        tells = match.result is not None and game.key in SEED_AT_THE_END
        assert str(secret).encode() not in encode(told[:-1] if tells else told)


@every_game
def test_a_view_is_a_value_of_its_own(game):
    match = Match(game, next(setups(game, 1)))
    play(match, Random(6), ticks=5, odd=0)
    view = match.view(1)
    kept = encode(view)

    play(match, Random(7), ticks=15, odd=0)

    assert encode(view) == kept
    assert encode(match.view(1)) != kept


@every_game
def test_no_event_is_ever_lost(game):
    def nothing_lost(match):
        assert match.state.events_lost == 0
        assert match.game.events(match.state)

    seed = seed_for(f"events of {game.key}")
    rng = Random(seed)
    for setup in setups(game, amount(5, 10), seed=seed):
        play(Match(game, setup), rng, ticks=150, odd=0, on_tick=nothing_lost)


@every_game
def test_a_match_that_is_over_has_a_place_for_every_seat_and_waits_for_nobody(game):
    rng = Random(9)
    reasons = set()
    for setup in setups(game, 15):
        match = play(Match(game, setup), rng, ticks=500)
        reasons.add(match.result.reason)
        # Seats that win together share the place of their team
        team_of = getattr(match.state, "seat_team", range(match.seats + 1))
        by_team = {team_of[place.seat]: place.place for place in match.result.places}
        places = sorted(by_team.values())

        assert [place.seat for place in match.result.places] == list(range(1, match.seats + 1))
        assert all(place.place == by_team[team_of[place.seat]] for place in match.result.places)
        assert places[0] == 1
        assert all(place == 1 + sum(1 for other in places if other < place) for place in places)
        assert match.waited_for() == []
    assert len(reasons) > 1


@every_game
def test_codes_and_names_of_the_tables_are_unique_and_name_rules_of_the_book(game):
    for table in (game.leave_reasons, game.end_reasons):
        assert len({line.code for line in table}) == len({line.name for line in table}) == len(table)
    assert len({line.code for line in game.refusals}) == len(game.refusals)
    for line in (*game.refusals, *game.leave_reasons, *game.end_reasons):
        assert f"**{line.rule}**" in game.rulebook
        assert line.sentence
    assert game.timeout_reason == 0 or game.leave_reason(game.timeout_reason)
