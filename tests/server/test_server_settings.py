"""Settings of the server: where they come from, and what a bad one is told."""

import pytest

from roundhouse.core.settings import SetupError
from roundhouse.server.settings import ServerSettings, checked, describe, load


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path):
    (tmp_path / "settings.toml").write_text("tcp_port = 1001\nport = 1001\nclassic_port = 1001\n")
    environment = {"ROUNDHOUSE_PORT": "2002", "ROUNDHOUSE_CLASSIC_PORT": "2002", "ROUNDHOUSE_NATIVE": "0"}

    made = load(tmp_path, {"classic_port": 3003, "host": None}, environment)

    assert (made.tcp_port, made.port, made.classic_port, made.host) == (1001, 2002, 3003, "127.0.0.1")


def test_the_defaults_are_those_of_the_rules():
    made = load(None, None, {})
    assert (made.tcp_port, made.classic_port, made.port) == (6000, 6001, 8000)
    assert (made.start_elo, made.elo_k, made.match_interval_s, made.match_sigma) == (1000, 10, 1, 2)
    assert (made.close_delay_s, made.name_max, made.line_max, made.login_timeout_s) == (1, 100, 1024, 60)
    assert (made.allow_account_creation, made.connections_max, made.inactive_games) == (True, 1000, 100)


def test_values_from_the_environment_have_the_type_of_the_setting():
    made = load(None, None, {"ROUNDHOUSE_ALLOW_ACCOUNT_CREATION": "false", "ROUNDHOUSE_SPACEGOO": '{"deadline_s": 1}'})
    assert made.allow_account_creation is False
    assert made.spacegoo == {"deadline_s": 1}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"tcp_port": 70_000}, "tcp_port: 70000 is not allowed; allowed is a whole number from 0 to 65535."),
        ({"elo_k": "x"}, "bad_settings: elo_k: 'x' is not allowed; allowed is a number from 1 to 100."),
        ({"allow_account_creation": 1}, "allow_account_creation: 1 is not allowed; allowed is true or false."),
        ({"host": 5}, "bad_settings: host: 5 is not allowed; allowed is text."),
        ({"spacegoo": 5}, "bad_settings: spacegoo: 5 is not allowed; allowed is a table of settings."),
        (
            {"spacegoo": {"max_rounds": 0}},
            "bad_settings: spacegoo.max_rounds: 0 is not allowed; allowed is a whole number from 1 to 100000.",
        ),
        ({"spacegoo": {"edition": "classic"}}, "each edition has its own port"),
    ],
)  # fmt: skip
def test_a_bad_value_is_named_with_what_is_allowed(values, sentence):
    with pytest.raises(SetupError) as caught:
        checked(values)
    assert sentence in str(caught.value)


@pytest.mark.rule("GOO-126")
def test_the_line_protocol_is_for_two():
    with pytest.raises(SetupError, match="the line protocol is for two"):
        checked({"spacegoo": {"players": 4}})


def test_an_unknown_key_is_named_with_those_there_are():
    with pytest.raises(
        SetupError, match="bad_settings: tcpport: there is no such setting; there are host, port, tcp_port"
    ):
        checked({"tcpport": 1})


def test_a_bad_variable_is_named(tmp_path):
    with pytest.raises(SetupError, match="ROUNDHOUSE_PORT: 'many' is not allowed"):
        load(None, None, {"ROUNDHOUSE_PORT": "many"})


def test_a_file_that_is_not_toml_is_named(tmp_path):
    (tmp_path / "settings.toml").write_text("port: 5")
    with pytest.raises(SetupError, match=r"settings\.toml: this file is not TOML"):
        load(tmp_path, None, {})


def test_every_setting_has_a_sentence_and_a_default_that_is_allowed():
    rows = describe()
    assert [row["key"] for row in rows] == list(ServerSettings.__struct_fields__)
    assert all(row["sentence"] and row["allowed"] for row in rows)
    checked({row["key"]: row["default"] for row in rows})
