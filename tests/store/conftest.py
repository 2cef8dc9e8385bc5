"""What tests of the store share: databases without any tables, for those who make tables themselves."""

import pytest
from tests import stores


@pytest.fixture(params=stores.KINDS)
def bare(request, tmp_path):
    """Where a database without tables can be, of each kind in turn; of SQLite there is not even a file."""
    if request.param == "sqlite":
        yield str(tmp_path / "bare.db")
        return
    if stores.missing():
        pytest.skip(stores.missing())
    schema = stores.Schema(tables=False)
    yield schema.url
    schema.drop()
