"""What the tests of the sandbox share."""

import shutil
import tempfile
from pathlib import Path

import pytest

from roundhouse.sdk.sandbox.box import ready
from roundhouse.sdk.sandbox.bubblewrap import BoxError


def missing() -> str:
    """Why no box can be made here, or nothing."""
    try:
        ready()
    except BoxError as error:
        return error.sentence
    return ""


@pytest.fixture
def box():
    """For tests that need a box."""
    if missing():
        pytest.skip(missing())


@pytest.fixture(params=["the kernel counts", "we count"])
def counting(request, box, monkeypatch):
    """Limits kept by control groups, and by looking at the processes, as on machines where we may not make any."""
    from roundhouse.sdk.sandbox import cgroups

    if request.param == "we count":
        monkeypatch.setattr("roundhouse.sdk.sandbox.box.group", lambda limits: None)
    elif not cgroups.kind():
        pytest.skip("no control groups can be made here")


@pytest.fixture
def folder():
    """A folder that everybody may read, on the way to it too; pytest's own are closed to others."""
    path = Path(tempfile.mkdtemp(prefix="roundhouse-box-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)
