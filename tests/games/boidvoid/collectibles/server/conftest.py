"""The whole server, one for each file of tests."""

from tests.server.fixtures import one_site, pytest_generate_tests, site  # noqa: F401
