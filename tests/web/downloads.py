"""What visitors take away from a replay: pages that need no server, and films."""

import struct


def open_offline(page, visitor, folder, round_no: int):
    """The page for offline of a replay, downloaded and opened at a round without a network."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Page for offline (.html)").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    alone = visitor("", alone=True)
    alone.context.set_offline(True)
    alone.goto(f"{file.as_uri()}?round={round_no}")
    return alone


def film_of(page, folder, first: int, last: int) -> tuple[int, int]:
    """The width and the number of pictures of a GIF of these rounds, 400 pixels wide."""
    page.get_by_role("button", name="Animation (.gif)").click()
    panel = page.get_by_role("dialog")
    panel.get_by_label("From round").fill(str(first))
    panel.get_by_label("To round").fill(str(last))
    panel.get_by_label("Width in pixels").select_option("400")
    with page.expect_download(timeout=60000) as download:
        panel.get_by_role("button", name="Make the GIF").click()
    film = folder / "film.gif"
    download.value.save_as(film)
    width, _, pictures = gif(film.read_bytes())
    return width, pictures


def gif(data):
    """Width, height and the number of pictures; raises unless every block is as it should be."""
    assert data[:6] == b"GIF89a"
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    pictures = 0
    while data[at] != 0x3B:
        if data[at] == 0x21:  # an extension
            at += 2
        else:
            assert data[at] == 0x2C, at
            pictures += 1
            local = data[at + 9]
            at += 10 + (3 << (local & 7) + 1 if local & 0x80 else 0) + 1
        while data[at]:  # blocks of data, ended by an empty one
            at += data[at] + 1
        at += 1
    assert at == len(data) - 1
    return width, height, pictures
