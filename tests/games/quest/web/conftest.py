"""A finished match of Quest to be looked at, one for each file of tests."""

import pytest


@pytest.fixture(scope="module")
def hunt(site):
    from tests.games.quest.web.board import hunted

    return hunted(site)


@pytest.fixture
def see(visitor, hunt):
    """Opens the replay of that match at a frame."""
    from tests.games.quest.web.board import seeing

    return seeing(visitor, hunt)
