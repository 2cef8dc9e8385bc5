"""A socket with lines, for clients of any protocol that has them."""

import socket

PATIENCE_S = 60  # how long a client waits for a line before the test fails


class LineSocket:
    def __init__(self, port, *, receive_buffer=None):
        self.sock = socket.socket()
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.settimeout(PATIENCE_S)
        self.sock.connect(("127.0.0.1", port))
        self._lines = self.sock.makefile("rb")

    def send(self, data):
        self.sock.sendall(data)
        return self

    def raw_line(self):
        """The next line; nothing at the end of the connection."""
        try:
            return self._lines.readline()
        except ConnectionError:
            return b""

    def close(self):
        self._lines.close()
        self.sock.close()

    def reset(self):
        """Cut the connection without a goodbye."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
