"""Where a bot that runs elsewhere is reached: `tcp://HOST:PORT`, `ws://HOST:PORT/PATH`, `http://` and `https://`."""

from dataclasses import dataclass
from urllib.parse import urlsplit

PORTS = {"ws": 80, "http": 80, "https": 443}
SCHEMES = ("http", "https", "ws", "tcp")


class AddressError(ValueError):
    """Not an address of a bot; the sentence says why."""


@dataclass(frozen=True)
class Address:
    scheme: str
    host: str
    port: int
    path: str  # with query and fragment, from the slash on

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS.get(self.scheme) else f"{host}:{self.port}"

    @property
    def label(self) -> str:
        """The name of its seat."""
        return f"{self.netloc}{self.path.rstrip('/')}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.netloc}{self.path}"


def address_of(text: str) -> Address:
    """Raises AddressError."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise AddressError(f"{text!r} is no address: {error}") from None
    if parts.scheme not in SCHEMES:
        raise AddressError(f"{text!r}: bots are reached by {', '.join(f'{one}://' for one in SCHEMES)}")
    if not host or not host.isprintable() or " " in host:
        raise AddressError(f"{text!r} names no host")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise AddressError(f"{text!r}: an address has no user, password or fragment")
    port = PORTS.get(parts.scheme) if port is None else port
    if not port:
        raise AddressError(f"{text!r} needs a port, like tcp://127.0.0.1:7000")
    if parts.scheme == "tcp" and (parts.path not in ("", "/") or parts.query):
        raise AddressError(f"{text!r}: after the port of a tcp:// address nothing can follow")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isprintable() or not path.isascii() or " " in path:
        raise AddressError(f"{text!r} has a path that cannot be asked for")
    if parts.scheme in ("http", "https") and parts.query:
        raise AddressError(f"{text!r}: the address of a webhook has no query, for /turn is put after it")
    return Address(parts.scheme, host, port, "" if parts.scheme == "tcp" else path)
