"""Stands between a server and its PostgreSQL or NATS: can keep an answer from arriving, or be cut."""

import contextlib
import socket
import threading


class Relay:
    """Listens on `port` of this machine."""

    def __init__(self, host, port):
        self.port = 0
        self._there = (host, port)
        self._deaf_after = None
        self._sockets = []
        self.mend()

    def of(self, url):
        """The address of a database by way of the relay."""
        near = url.set(host="127.0.0.1", port=self.port).update_query_dict({"sslmode": "disable"})
        return near.render_as_string(False)

    def mend(self):
        """Let everybody through, from now on."""
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def cut(self):
        """End all connections, and take no new ones."""
        sockets, self._sockets = self._sockets, []
        for one in (self._listening, *sockets):
            hang_up(one)
            one.close()

    def deafen(self, words):
        """The next connection that says this gets no answer: it is ended when there is one."""
        self._deaf_after = words

    def _accept(self, listening):
        with contextlib.suppress(OSError):
            while True:
                near, _ = listening.accept()
                try:
                    far = socket.create_connection(self._there)
                except OSError:  # nobody is there now
                    near.close()
                    continue
                self._sockets += [near, far]
                deaf = threading.Event()
                threading.Thread(target=self._there_from, args=(near, far, deaf), daemon=True).start()
                threading.Thread(target=self._back_from, args=(near, far, deaf), daemon=True).start()

    def _there_from(self, near, far, deaf):
        with contextlib.suppress(OSError):
            while said := near.recv(65536):
                if self._deaf_after is not None and self._deaf_after in said:
                    self._deaf_after = None
                    deaf.set()
                far.sendall(said)
        hang_up(far)

    def _back_from(self, near, far, deaf):
        with contextlib.suppress(OSError):
            while said := far.recv(65536):
                if deaf.is_set():
                    hang_up(far)
                    break
                near.sendall(said)
        hang_up(near)


def hang_up(one):
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def relay(host, port):
    made = Relay(host, port)
    try:
        yield made
    finally:
        made.cut()
