"""What a build hands out, where the sender wants more than it is given."""

import io
import tarfile

import pytest

from roundhouse.sdk.sandbox.build_archive import ArchiveError, unpack


def archive(*members, form=tarfile.USTAR_FORMAT):
    """Name, kind, content or target of each."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=form) as out:
        for name, kind, content in members:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.mode = 0o755 if name.endswith("run") else 0o600
            if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                info.linkname = content
            else:
                info.size = len(content)
            out.addfile(info, io.BytesIO(content) if kind == tarfile.REGTYPE else None)
    made.seek(0)
    return made


FILE, FOLDER, LINK, HARD = tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE


def test_files_and_folders_come_out_as_they_are(tmp_path):
    long = "in/" + "x" * 90
    made = archive(("./", FOLDER, b""), ("in", FOLDER, b""), ("in/run", FILE, b"x" * 1000), (long, FILE, b""))
    unpack(made, tmp_path / "out", 10)

    assert (tmp_path / "out" / "in" / "run").read_bytes() == b"x" * 1000
    assert (tmp_path / "out" / "in" / "run").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "out" / long).stat().st_mode & 0o777 == 0o644


def test_nothing_is_written_through_a_link(tmp_path):
    """The link is not made, so the folder behind it is not there."""
    (tmp_path / "elsewhere").mkdir()
    made = archive(("way", LINK, str(tmp_path / "elsewhere")), ("way/file", FILE, b"mine"))
    with pytest.raises(FileNotFoundError):
        unpack(made, tmp_path / "out", 10)

    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_links_are_left_out(tmp_path):
    made = archive(("a", FILE, b"x"), ("soft", LINK, "/etc/passwd"), ("hard", HARD, "a"))
    unpack(made, tmp_path / "out", 10)

    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a"]


@pytest.mark.parametrize(
    "members",
    [
        [("../out", FILE, b"x")],
        [("/etc/x", FILE, b"x")],
        [("a", FOLDER, b""), ("a/../../x", FILE, b"x")],
        [("fifo", tarfile.FIFOTYPE, b"")],
        [("disk", tarfile.BLKTYPE, b"")],
        [(f"{n}", FILE, b"") for n in range(11)],
    ],
)
def test_what_no_bot_needs_is_refused(members, tmp_path):
    with pytest.raises(ArchiveError):
        unpack(archive(*members), tmp_path / "out", 10)

    assert not (tmp_path / "x").exists()


def test_the_same_file_twice_is_refused(tmp_path):
    with pytest.raises(FileExistsError):
        unpack(archive(("a", FILE, b"1"), ("a", FILE, b"2")), tmp_path / "out", 10)


def test_what_is_no_such_archive_is_refused(tmp_path):
    whole = archive(("a", FILE, b"x" * 2000)).getvalue()
    minus = bytearray(whole)
    minus[124:136] = b"-0000000001\0"
    pax = archive(("a" * 300, FILE, b""), form=tarfile.PAX_FORMAT).getvalue()
    for n, content in enumerate([b"x", b"x" * 5000, whole[:700], bytes(minus), pax]):
        with pytest.raises(ArchiveError):
            unpack(io.BytesIO(content), tmp_path / str(n), 10)
