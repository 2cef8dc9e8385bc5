"""The log: one line per event to standard error, as JSON for machines or plain for a terminal, never with a secret."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Literal, TextIO

import msgspec
import structlog

Format = Literal["auto", "plain", "json"]
Event = MutableMapping[str, Any]

HIDDEN = "(hidden)"
_SECRET_KEYS = re.compile(r"password|secret|token|cookie|authorization|csrf", re.IGNORECASE)
_TOKEN = re.compile(r"\brh_[A-Za-z0-9_\-]{16,}")
_IN_ADDRESS = re.compile(r"(://[^/\s:@]*:)[^/\s@]+@")  # the password in the address of a database

_encode = msgspec.json.Encoder(enc_hook=str).encode


def hide_secrets(_: Any, __: str, event: Event) -> Event:
    """A structlog processor: masks values of secret names and texts that look like secrets."""
    for key, value in event.items():
        if isinstance(value, str):
            if key != "event" and _SECRET_KEYS.search(key):
                event[key] = HIDDEN
            elif "rh_" in value or "://" in value:
                event[key] = _IN_ADDRESS.sub(rf"\1{HIDDEN}@", _TOKEN.sub(HIDDEN, value))
    return event


def as_json(_: Any, __: str, event: Event) -> str:
    return _encode(event).decode()


def as_text(_: Any, __: str, event: Event) -> str:
    at, _level, text = event.pop("timestamp", ""), event.pop("level", ""), event.pop("event", "")
    trace = event.pop("exception", "")
    event.pop("logger", None)
    more = " ".join(f"{key}={value}" for key, value in event.items())
    return " ".join(part for part in (at, str(text), more) if part) + (f"\n{trace}" if trace else "")


def configure(form: Format = "auto", stream: TextIO | None = None) -> None:
    """Send the lines of structlog and of the standard library the same way."""
    out = stream or sys.stderr
    plain = form == "plain" or (form == "auto" and out.isatty())
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S" if plain else "iso", utc=not plain),
    ]
    finish: list[Any] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        hide_secrets,
        as_text if plain else as_json,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=finish))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it warns about every client that does not speak HTTP
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
