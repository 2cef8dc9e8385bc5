"""Our environments beside those of others: the processes of candidates, what is compared, and the page about it."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from tests.modes import needs_native

from roundhouse.cli import bench
from roundhouse.cli.bench import candidates, peers, report
from roundhouse.cli.bench.measure import RefusedError
from roundhouse.cli.bench.peers import Child, PeerCandidate, PeerFindings, PeerLine, PeerLostError

ROOT = Path(__file__).resolve().parents[3]
PEERS_PYTHON = ROOT / ".venv-peers" / "bin" / "python"


def findings():
    """Three repetitions in which the machine was once half as fast; one peer is missing."""
    lines = {
        "spacegoo": PeerLine("Roundhouse", "Spacegoo", 1024, "roundhouse 1", required=2.5),
        "one_match": PeerLine("Roundhouse", "Spacegoo, one match", 1, "roundhouse 1"),
        "kaggle": PeerLine("kaggle-environments", "planet_wars, 2 players", 1, "kaggle 1", required=900, is_peer=True),
        "pgx": PeerLine("pgx", "connect_four <in> JAX", 1024, "pgx 1, jax 2", required=1, is_peer=True),
        "open_spiel": PeerLine(
            "OpenSpiel", "connect_four", 1, required=3, is_peer=True, missing="No module | 'pyspiel'"
        ),
    }
    lines["spacegoo"].rates = {"step": [2e6, 1e6, 2e6], "look": [4e5, 4e5, 4e5], "loop": [3e5, 3e5, 1e5]}
    lines["one_match"].rates = {"loop": [2000.0, 2100.0, 1000.0]}
    lines["kaggle"].rates = {"step": [500.0, 250.0, 400.0], "loop": [300.0, 300.0, 100.0]}
    lines["pgx"].rates = {"step": [1e6, 1e6, 1e6], "loop": [4e6, 2e6, 3e6]}
    peers._compare(lines)
    return PeerFindings("2026-01-02", "A processor", "3.11.7", 3, lines)


def test_ratios_are_medians_over_repetitions_of_loop_against_loop():
    lines = findings().lines

    assert (lines["kaggle"].ratio, lines["kaggle"].step_ratio) == (1000, 4000)
    assert (lines["pgx"].ratio, lines["pgx"].step_ratio) == (0.075, 2)
    assert (lines["spacegoo"].ratio, lines["spacegoo"].ok) == (5, False)  # a look may cost at most so much
    assert (lines["one_match"].ratio, lines["one_match"].ok) == (None, None)
    assert lines["kaggle"].ok is True
    assert lines["pgx"].ok is False
    assert lines["open_spiel"].ok is None
    assert findings().missed == ["spacegoo", "pgx"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (None, ""),
        (3.14159, "3.14"),
        (299.9, "300"),
        (999.7, "1 k"),
        (9_382, "9.38 k"),
        (999_700, "1 M"),
        (2_410_952, "2.41 M"),
    ],
)
def test_three_digits_are_told(number, text):
    assert report.amount(number) == text


def test_the_page_has_everyone_and_the_missing_with_the_reason():
    text = report.markdown(findings())

    assert "Measured on 2026-01-02: A processor, one core, Python 3.11.7, median of 3 repetitions" in text
    assert "| roundhouse 1 | Spacegoo | 1024 | 2 M | 400 k | 300 k |" in text
    assert "| pgx 1, jax 2 | connect_four <in> JAX | 1024 | 1 M |  | 3 M |" in text
    assert "| OpenSpiel | connect_four | 1 | not measured: No module \\| 'pyspiel' |  |  |" in text
    assert "| kaggle-environments | planet_wars | 1,000 | 900 | ok | 4,000 |" in text
    assert "| pgx | connect_four <in> JAX | 0.075 | 1 | MISSED | 2 |" in text
    assert "| OpenSpiel | connect_four |  | 3 | not measured |  |" in text
    assert "| Spacegoo | 5 steps | at most 2.5 | MISSED |" in text


def test_only_the_measured_part_of_the_page_is_written_and_twice_is_as_once(tmp_path):
    page = tmp_path / report.PAGE
    page.write_text(f"# Words\n\n{report.BEGIN}\nold\n{report.END}\n\nMore words.\n")

    report.written(findings(), tmp_path)
    once = page.read_text()
    report.written(findings(), tmp_path)

    assert page.read_text() == once
    assert once.startswith(f"# Words\n\n{report.BEGIN}\n")
    assert once.endswith(f"{report.END}\n\nMore words.\n")
    assert "old" not in once
    assert (tmp_path / report.PLOT).exists()


def test_the_plot_has_a_bar_for_every_rate_on_a_logarithmic_scale():
    root = ElementTree.fromstring(report.plot(findings()))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in root.iter(f"{space}text")]
    widths = [float(bar.get("width")) for bar in root.iter(f"{space}rect")]

    assert len(widths) == 7  # spacegoo, kaggle and pgx have two, one_match has one, the missing have none
    assert "connect_four <in> JAX, 1,024 at once" in texts
    assert "OpenSpiel" not in texts
    assert texts.index("pgx") < texts.index("kaggle-environments")
    ten_times = (760 - 320 - 70) / 6
    bars = dict(zip((text for text in texts if text in ("3 M", "300")), (max(widths), min(widths)), strict=True))
    assert bars["3 M"] - bars["300"] == pytest.approx(4 * ten_times, abs=0.2)


def test_the_page_of_the_docs_can_be_written():
    before, after = report.checked(ROOT / "docs")

    assert before.startswith("# ")
    assert after.strip()


def test_a_page_without_its_marks_is_refused_before_anything_is_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(peers, "measured", lambda *given, **more: pytest.fail("it was measured"))

    with pytest.raises(RefusedError, match=r"There is no .*benchmarks\.md"):
        bench.run_peers("python", docs=tmp_path)
    (tmp_path / report.PAGE).write_text("# Words\n")
    with pytest.raises(RefusedError, match="lacks the lines"):
        bench.run_peers("python", docs=tmp_path)


def test_a_run_without_spacegoo_fails_and_leaves_the_page_alone(tmp_path, monkeypatch, capsys):
    told = findings()
    told.lines["spacegoo"].missing, told.lines["spacegoo"].rates = "its process ended", {}
    told.lines["pgx"].ratio = None
    monkeypatch.setattr(peers, "measured", lambda *given, **more: told)
    page = tmp_path / report.PAGE
    page.write_text(f"# Words\n{report.BEGIN}\nearlier\n{report.END}\n")

    assert bench.run_peers("python", docs=tmp_path) == 1

    assert "earlier" in page.read_text()
    assert not (tmp_path / report.PLOT).exists()
    shown = capsys.readouterr()
    assert "process" in shown.out  # the reason, folded to the width of the table
    assert "stays as it is" in shown.err


def test_an_unknown_candidate_is_refused():
    with pytest.raises(RefusedError, match="There is no chess among spacegoo, rally"):
        peers.measured(sys.executable, only=("chess",))


def test_every_candidate_has_a_way_to_play():
    assert {one.name for one in peers.PEERS} == set(candidates.PEERS)
    assert all(one.is_peer and one.required > 0 for one in peers.PEERS)


@pytest.fixture
def child():
    made = []

    def start(name, python=sys.executable):
        made.append(Child(name, python))
        return made[-1]

    yield start
    for one in made:
        one.close()


def test_a_peer_that_is_not_installed_says_so(child):
    pytest.importorskip("gymnasium")
    if (missing := _missing_peer()) is None:
        pytest.skip("all peers are installed here")

    with pytest.raises(PeerLostError, match="No module named"):
        child(missing).answer(60)


def _missing_peer():
    from importlib.util import find_spec

    modules = {"kaggle": "kaggle_environments", "open_spiel": "pyspiel", "pgx": "pgx", "luxai_s3": "luxai_s3"}
    return next((name for name, module in modules.items() if find_spec(module) is None), None)


def test_a_python_that_is_not_there_says_so(tmp_path):
    with pytest.raises(PeerLostError, match="cannot be started: No such file"):
        Child("pgx", str(tmp_path / "python"))


@pytest.mark.slow
def test_a_candidate_plays_on_request_and_its_end_is_noticed(child):
    pytest.importorskip("pettingzoo")
    one = child("one_match")

    ready = one.answer(120)
    rate = one.ask("loop", 0.05)

    assert ready["modes"] == ["loop"]
    assert ready["versions"].startswith("roundhouse-arena ")
    assert rate > 1
    one.process.kill()
    one.process.wait()
    with pytest.raises(PeerLostError, match="its process ended"):
        one.ask("loop", 0.05)


@needs_native
@pytest.mark.slow
def test_a_run_measures_who_is_there_and_names_who_is_not(monkeypatch, tmp_path, capsys):
    """Spacegoo for real; the peer's Python does not exist."""
    (tmp_path / report.PAGE).write_text(f"# Words\n{report.BEGIN}\n{report.END}\n")
    some = [one for one in peers.OURS if one.name in ("spacegoo", "one_match")]
    monkeypatch.setattr(peers, "OURS", [replace(one, required=0.0) for one in some])  # so short a look proves nothing
    monkeypatch.setattr(peers, "PEERS", [one for one in peers.PEERS if one.name == "pgx"])

    options = bench.BenchOptions(quick=True)
    status = bench.run_peers(str(tmp_path / "python"), docs=tmp_path, as_json=True, options=options)

    told = json.loads(capsys.readouterr().out)
    own = told["lines"]["spacegoo"]
    assert status == 0
    assert [len(own["rates"][mode]) for mode in ("step", "look", "loop")] == [3, 3, 3]
    assert all(own["medians"][mode] > 0 for mode in ("step", "look", "loop"))
    assert told["lines"]["pgx"]["missing"].endswith("cannot be started: No such file or directory")
    assert told["lines"]["pgx"]["ok"] is None
    assert "not measured" in (tmp_path / report.PAGE).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("candidate", peers.PEERS, ids=lambda one: one.name)
def test_the_peers_that_are_installed_play(child, candidate: PeerCandidate):
    if not PEERS_PYTHON.exists():
        pytest.skip("there is no .venv-peers: make bench-peers makes it")
    one = child(candidate.name, str(PEERS_PYTHON))

    ready = one.answer(250)

    assert one.ask("step", 0.01) > 0
    assert one.ask("loop", 0.01) > 0
    assert set(ready["modes"]) == {"step", "loop"}
