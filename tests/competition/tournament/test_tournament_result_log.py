"""Results on disk: whole lines only, whatever happened before."""

from contextlib import closing

import pytest
from msgspec import Struct

from roundhouse.competition.tournament.result_log import Journal, put


class Row(Struct):
    number: int


def test_lines_come_back(tmp_path):
    journal = Journal(tmp_path / "rows", Row)
    journal.add([Row(1), Row(2)])
    journal.close()
    again = Journal(tmp_path / "rows", Row)
    again.add([Row(3)])
    again.close()
    with closing(Journal(tmp_path / "rows", Row)) as last:
        assert last.lines == [Row(1), Row(2), Row(3)]


@pytest.mark.parametrize("torn", range(1, 13))
def test_a_line_that_was_torn_off_is_cut_and_the_next_one_is_whole(tmp_path, torn):
    path = tmp_path / "rows"
    whole = b'{"number":1}\n'
    path.write_bytes(whole + b'{"number":2}\n'[:torn])
    journal = Journal(path, Row)
    assert journal.lines == [Row(1)]
    journal.add([Row(3)])
    journal.close()
    assert path.read_bytes() == whole + b'{"number":3}\n'


def test_a_line_of_something_else_is_counted_and_left_alone(tmp_path):
    path = tmp_path / "rows"
    path.write_bytes(b'{"number":1}\nnonsense\n{"number":2}\n')
    with closing(Journal(path, Row)) as journal:
        assert (journal.lines, journal.unreadable) == ([Row(1), Row(2)], 1)


def test_a_file_is_put_whole(tmp_path):
    put(tmp_path / "page", b"first")
    put(tmp_path / "page", b"second")
    assert (tmp_path / "page").read_bytes() == b"second"
    assert [path.name for path in tmp_path.iterdir()] == ["page"]
