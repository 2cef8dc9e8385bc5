"""What tests of the whole server share, by the conftest of their folder: one server per file, unless a test wants its
own."""

import contextlib

import pytest

# Files whose server runs on PostgreSQL at every commit too: between them they ask for most of what a store can do.
# What the store itself does is tested on both kinds by its own tests; all other files join in the long run.
ON_BOTH = {"test_admin", "test_auth", "test_http_pages", "test_teams"}


def pytest_generate_tests(metafunc):
    if "kind_of_store" in metafunc.fixturenames:
        often = metafunc.module.__name__.rpartition(".")[2] in ON_BOTH
        marks = [pytest.mark.slow] if often else [pytest.mark.slow, pytest.mark.long]
        kinds = ["sqlite", pytest.param("postgresql", marks=marks)]
        metafunc.parametrize("kind_of_store", kinds, scope="module")


@pytest.fixture
def site(one_site):
    """The server of this file; browsers are closed after each test."""
    yield one_site
    one_site.close_browsers()


@pytest.fixture(scope="module")
def one_site(kind_of_store, tmp_path_factory):
    """A server on each kind of database, with a web client of two files; passwords cost nothing to check."""
    from tests import stores
    from tests.server.threaded_site import ThreadedSite

    from roundhouse.server import accounts
    from roundhouse.server.accounts import hasher

    folder = tmp_path_factory.mktemp("site")
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<!doctype html><title>Roundhouse</title>" + " " * 2000)
    (folder / "web" / "assets" / "main-1a2b.js").write_text("console.log('roundhouse')\n" * 100)
    with contextlib.ExitStack() as closing:
        settings = {}
        if kind_of_store == "postgresql":
            if stores.missing():
                pytest.skip(stores.missing())
            schema = stores.Schema()
            closing.callback(schema.drop)
            settings["database"] = schema.url
        patch = closing.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(accounts, "hasher", lambda **_: hasher(time_cost=1, memory_cost=8))
        yield closing.enter_context(ThreadedSite(folder, **settings))
