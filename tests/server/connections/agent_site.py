"""A server for tests with agents, and accounts of theirs."""

import contextlib

import pytest
from tests.server.threaded_site import ThreadedSite

from roundhouse.mcp import tools
from roundhouse.server import accounts
from roundhouse.server.accounts import hasher


@contextlib.contextmanager
def agent_site(folder, **settings):
    """The whole server with an empty web client; passwords cost nothing to check, and help may take its time."""
    (folder / "web").mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
        patch.setattr(tools, "SLICE_S", 60.0)
        with ThreadedSite(folder, **settings) as site:
            yield site


def token_of(site, name, kind="agent"):
    """The token of a new account of that kind, which belongs to somebody."""
    browser = site.browser(f"{name}-owner")
    return browser.post("/api/me/bots", {"name": name, "kind": kind}, status=201)["token"]
