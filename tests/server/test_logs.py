"""The log: one line per event in either form, and never a secret in it."""

import io
import json
import logging

import pytest
import structlog

from roundhouse.server import logs

TOKEN = "rh_" + "a1B2-c3D4_" * 4


@pytest.fixture(autouse=True)
def quiet_again():
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def logged(form, write):
    stream = io.StringIO()
    logs.configure(form, stream)
    write()
    return stream.getvalue()


def test_lines_of_both_kinds_of_logger_are_json_with_the_same_fields():
    def write():
        logging.getLogger("roundhouse.match").info("match %d starts", 5)
        structlog.get_logger("roundhouse.http").info("signed in", name="Zoë")

    one, two = (json.loads(line) for line in logged("json", write).splitlines())
    assert (one["event"], one["level"], one["logger"]) == ("match 5 starts", "info", "roundhouse.match")
    assert (two["event"], two["name"]) == ("signed in", "Zoë")
    assert one["timestamp"].endswith("Z")


def test_a_terminal_gets_plain_lines_and_a_file_json():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    logs.configure("auto", terminal)
    logging.getLogger("roundhouse").info("hello")
    assert terminal.getvalue().endswith(" hello\n")
    assert json.loads(logged("auto", lambda: logging.getLogger("roundhouse").info("hello")))["event"] == "hello"


@pytest.mark.parametrize("form", ["json", "plain"])
def test_secrets_are_hidden_wherever_they_stand(form):
    def write():
        log = structlog.get_logger("roundhouse")
        secret = {"password": "open sesame", "session_secret": "s3cret", "Authorization": "Bearer x", "csrf": "c"}
        log.info("signed in", **secret)
        log.info(f"somebody sent {TOKEN}", text=f"hello {TOKEN}")
        logging.getLogger("roundhouse").info("opened postgresql://user:hunter2@db/name")
        try:
            raise ValueError(f"bad token {TOKEN} at postgresql://user:hunter2@db/name")
        except ValueError:
            log.exception("mistake")

    text = logged(form, write)
    for secret in ("open sesame", "s3cret", "Bearer x", TOKEN, "hunter2"):
        assert secret not in text
    assert "postgresql://user:(hidden)@db/name" in text


def test_a_traceback_is_one_line_of_json():
    def write():
        try:
            _ = 1 / 0
        except ZeroDivisionError:
            logging.getLogger("roundhouse").exception("mistake")

    (line,) = logged("json", write).splitlines()
    assert "ZeroDivisionError" in json.loads(line)["exception"]


def test_values_that_are_no_json_do_not_break_the_log():
    line = logged("json", lambda: structlog.get_logger("x").info("hi", where=object(), error=ValueError("no")))
    assert json.loads(line)["error"] == "no"
