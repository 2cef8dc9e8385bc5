"""The server as somebody starts it: one command, demo, settings that do not fit, and a stop by either signal."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

FREE = {f"ROUNDHOUSE_{name}": "0" for name in ("PORT", "JSON_PORT", "TCP_PORT", "CLASSIC_PORT", "ANALYSIS_ROLLOUTS")}
PATIENCE_S = 60


class Command:
    """`roundhouse` as a process, from its first line to its last."""

    def __init__(self, *words, **environment):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "roundhouse.cli.main", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )
        self.said = []

    def until(self, start):
        while not (self.said and self.said[-1].startswith(start)):
            line = self.process.stdout.readline()
            assert line, "\n".join(self.said) + self.process.stderr.read()
            self.said.append(line.rstrip("\n"))
        return self

    @property
    def address(self):
        return re.search(r"http://127\.0\.0\.1:\d+", self.said[0])[0]

    def get(self, path):
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def eventually(self, path, holds):
        """The answer once it is as wished; demo matches do not all begin at once."""
        end = time.monotonic() + PATIENCE_S
        while not holds(answer := self.get(path)):
            assert time.monotonic() < end, answer
            time.sleep(0.05)
        return answer

    def end(self, how):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE_S)
        self.said += out.splitlines()
        return self.process.returncode, err

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_one_command_serves_the_page_with_bots_playing_and_stops_quietly(tmp_path, how):
    with Command("serve", "--data", tmp_path, "--demo", "2", **FREE) as server:
        server.until("Stop with Ctrl-C")
        assert server.said[0] == f"Roundhouse is running at {server.address}"
        live = server.eventually("/api/matches?live=true&view=true", lambda page: len(page["matches"]) == 2)["matches"]
        assert all(seat["player"]["builtin"] for match in live for seat in match["seats"])
        assert {match["game"] for match in live} == {"spacegoo", "rally"}
        assert all("planets" in match["view"] or match["view"]["robots"] for match in live)
        status, err = server.end(how)
    assert status == 0
    assert server.said[-1] == "Stopping. Running matches go on at the next start."
    assert "Traceback" not in err
    assert all(json.loads(line)["event"] for line in err.splitlines())  # not a terminal: lines of JSON
    assert (tmp_path / "roundhouse.db").exists()


@pytest.mark.slow
def test_the_demo_takes_free_ports_and_leaves_nothing_behind(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        environment = FREE | {"ROUNDHOUSE_PORT": str(port), "TMPDIR": str(tmp_path)}
        with Command("demo", "--matches", "1", **environment) as server:
            server.until("Stop with Ctrl-C")
            assert not server.address.endswith(f":{port}")
            server.eventually("/api/matches?live=true", lambda page: len(page["matches"]) == 1)
            (folder,) = tmp_path.iterdir()
            assert any("kept nowhere" in line for line in server.said)
            status, err = server.end(signal.SIGINT)
    assert (status, folder.exists()) == (0, False)
    assert server.said[-1] == "Stopping."
    assert "Traceback" not in err


@pytest.mark.slow
def test_a_setting_that_is_not_allowed_keeps_the_server_from_starting(tmp_path):
    (tmp_path / "settings.toml").write_text('log_format = "loud"\n')
    with Command("serve", "--data", tmp_path, **FREE) as server:
        out, err = server.process.communicate(timeout=PATIENCE_S)
    assert server.process.returncode == 2
    assert "log_format: 'loud' is not allowed; allowed is one of auto, plain, json." in out
    assert err == ""


@pytest.mark.slow
def test_a_database_that_cannot_be_reached_is_named_without_its_password(tmp_path):
    url = "postgresql://me:hunter2@127.0.0.1:1/nothing"
    with Command("serve", "--data", tmp_path, "--database", url, **FREE) as server:
        out, err = server.process.communicate(timeout=PATIENCE_S)
    assert server.process.returncode == 2
    assert out.startswith(
        "The server does not start: postgresql+psycopg://me:***@127.0.0.1:1/nothing cannot be reached"
    )
    assert "hunter2" not in out + err


@pytest.mark.slow
def test_https_without_a_web_server_in_front(tmp_path):
    import shutil
    import ssl

    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )  # fmt: skip
    tls = {"ROUNDHOUSE_TLS_CERTIFICATE": str(certificate), "ROUNDHOUSE_TLS_KEY": str(key)}
    with Command("serve", "--data", tmp_path / "data", **FREE, **tls) as server:
        server.until("Stop with Ctrl-C")
        address = re.search(r"https://127\.0\.0\.1:\d+", server.said[0])[0]
        context = ssl.create_default_context(cafile=str(certificate))
        with urllib.request.urlopen(address + "/api/me", context=context, timeout=PATIENCE_S) as answer:
            assert "Secure" in answer.headers["set-cookie"]
        assert server.end(signal.SIGTERM)[0] == 0


# Documentation

PAGE = Path(__file__).parents[2] / "docs" / "running-a-server.md"


def test_every_setting_is_in_the_documentation_with_its_default():
    from roundhouse.server.settings import describe

    rows = re.findall(r"^\| (`.*?) \|(.*?)\|.*\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {}
    for keys, defaults in rows:
        names = re.findall(r"`(\w+)`", keys)
        values = [value.strip("` ") for value in defaults.split(",")] if len(names) > 1 else [defaults.strip("` ")]
        told |= dict(zip(names, values + [""] * (len(names) - len(values)), strict=True))
    for row in describe():
        assert row["key"] in told, row["key"]
        default = row["default"]
        if row["key"] == "address":
            continue
        text = str(default).lower() if isinstance(default, bool) else "" if default in ("", {}) else f"{default}"
        assert told[row["key"]].replace("_", "") in (text, f"{default:g}" if isinstance(default, float) else text), row
