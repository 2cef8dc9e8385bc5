"""The webhook of the docs answers in one piece; a body behind its headers would be held back by the network."""

import io
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "transports.md"
TURN = b'{"type": "turn", "step": 3}'


class Wire:
    """A connection that keeps every piece that is sent."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.sent: list[bytes] = []

    def makefile(self, mode: str, size: int = -1) -> io.BufferedIOBase:
        return io.BytesIO(self.request) if "r" in mode else io.BufferedWriter(Pieces(self.sent))

    def sendall(self, data: bytes) -> None:
        self.sent.append(bytes(data))


class Pieces(io.RawIOBase):
    def __init__(self, sent: list[bytes]) -> None:
        self.sent = sent

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.sent.append(bytes(data))
        return len(data)


def test_the_example_sends_an_answer_in_one_piece():
    source = PAGE.read_text(encoding="utf-8").split("<!-- file: hook.py -->\n```python\n")[1].split("\nserver = ")[0]
    names: dict = {"__name__": "hook"}
    exec(compile(source, "hook.py", "exec"), names)  # noqa: S102 - it is our own
    head = b"POST /turn HTTP/1.1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(TURN)
    wire = Wire(head + TURN)
    names["Hook"](wire, ("127.0.0.1", 1), None)
    (piece,) = wire.sent
    assert piece.startswith(b"HTTP/1.1 200")
    assert piece.endswith(b'"actions": [{"type": "nop"}]}')
