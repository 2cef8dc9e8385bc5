"""The organiser's page: its lab session is done as it is written, in an empty folder and on a free port; what brings a
server up elsewhere is looked at, because it cannot be run here."""

import configparser
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.games.dungeon.server.wire.wire_site import needs_rabbitmq

from roundhouse.server.settings import checked, from_environment

ROOT = Path(__file__).resolve().parents[5]
DOCS = ROOT / "docs"
PAGE = (DOCS / "dungeon-wire.md").read_text(encoding="utf-8")
PATIENCE_S = 150


@needs_rabbitmq
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.rule("DUN-203", "DUN-260")
def test_the_lab_session_leads_from_an_empty_folder_to_a_robot_that_sells(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    page = PAGE.replace("8080", port).replace("localhost:5672", "127.0.0.1:5672")
    for name, text in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", page, re.DOTALL):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    script = "\n".join(re.findall(r"<!-- run -->\n```sh\n(.*?)```", page, re.DOTALL))
    free = dict.fromkeys(("PORT", "JSON_PORT", "TCP_PORT", "CLASSIC_PORT"), "0")
    environment = os.environ | {f"ROUNDHOUSE_{key}": value for key, value in free.items()}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", f"set -m\n{script}\necho\nkill $(jobs -p)\nwait"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr + (tmp_path / "server.log").read_text() + (tmp_path / "red/runner.log").read_text()
    assert re.search(r"Team red plays at http://localhost:\d+/spaces/red-[0-9a-f]{10}\n", done.stdout), said
    assert re.search(r'"TradableSold", \{.*"name": "COAL"', done.stdout), said
    assert re.search(r"^round 3: 5 robots", done.stdout, re.MULTILINE), said
    assert "Traceback" not in said
    minutes = map(int, re.findall(r"^### \d\..*?, (\d+) minutes$", PAGE, re.MULTILINE))
    assert sum(minutes) == 45


@pytest.mark.rule("DUN-203")
def test_the_compose_file_brings_up_a_broker_and_a_server_that_finds_it():
    services = yaml.safe_load((DOCS / "dungeon-wire" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert set(services) == {"broker", "server"}
    broker, server = services["broker"], services["server"]
    assert server["depends_on"] == {"broker": {"condition": "service_healthy"}}
    assert broker["healthcheck"]["test"][0] == "CMD"
    settings = checked(from_environment({key: str(value) for key, value in server["environment"].items()}
                                        | {"ROUNDHOUSE_ADDRESS": "http://localhost:8000"}))  # fmt: skip
    user, name = broker["environment"]["RABBITMQ_DEFAULT_USER"], settings.dungeon_wire_broker
    assert name == f"amqp://{user}:${{WIRE_PASSWORD}}@broker:5672/"
    assert {one.partition(":")[0] for one in server["ports"]} == {
        str(settings.port),
        *settings.dungeon_wire_ports.split(),
    }
    mounted = {one.partition(":")[0] for service in services.values() for one in service["volumes"]}
    known = yaml.safe_load((DOCS / "dungeon-wire" / "compose.yaml").read_text(encoding="utf-8"))["volumes"]
    assert mounted == set(known)


def test_the_unit_starts_the_server_beside_the_broker(tmp_path):
    unit = DOCS / "dungeon-wire" / "roundhouse-wire.service"
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str
    read.read(unit, encoding="utf-8")
    assert "rabbitmq-server.service" in read["Unit"]["Wants"].split()
    assert "rabbitmq-server.service" in read["Unit"]["After"].split()
    assert read["Service"]["ExecStart"].split()[1:] == ["serve", "--data", "/srv/roundhouse/data"]
    for name in ("roundhouse-wire.service", "compose.yaml"):
        assert f"](dungeon-wire/{name})" in PAGE
    if shutil.which("systemd-analyze"):
        own = tmp_path / unit.name
        own.write_text(
            re.sub(r"^(ExecStart)=\S+", rf"\1={sys.executable}", unit.read_text(encoding="utf-8"), flags=re.MULTILINE)
        )
        done = subprocess.run(
            ["systemd-analyze", "verify", own], capture_output=True, text=True, timeout=60, check=False
        )
        assert own.name not in done.stderr, done.stderr
