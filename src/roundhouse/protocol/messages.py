"""Every message of the platform, one envelope on every transport: a JSON object with `type`.

A bot meets `start`, then `turn` and its own `act` with `verdicts` in turns, then `over`. Fields that are unknown are
ignored, so that newer servers and older bots understand each other.
"""

from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from ..core.game import Result, Setup, Verdict
from ..match.clock import Budget

VERSION = 1


class Hello(Struct, frozen=True, tag="hello", omit_defaults=True):
    """The first message of a connection. `since` is the last step the sender knows, to get the missing ones."""

    version: int
    role: Literal["bot", "person", "spectator"] = "bot"
    token: str = ""
    match: str = ""
    since: int | None = None


class Start(Struct, frozen=True, tag="start"):
    """The match you sit in."""

    version: int
    match: str
    game: str
    rules_version: str
    setup: Setup
    seat: int


class Turn(Struct, frozen=True, tag="turn"):
    """You are waited for. `step` is the number to answer, `may` the types of action you can choose from."""

    step: int
    view: Any
    events: list[Any]
    may: list[str]
    clock: Budget


class Act(Struct, frozen=True, tag="act", omit_defaults=True):
    """Your answer. `step` is the step of the turn it answers, `seq` comes back with the verdicts."""

    actions: list[Raw]
    step: int | None = None
    seq: int = 0


class Verdicts(Struct, frozen=True, tag="verdicts"):
    """One verdict per action, in their order."""

    seq: int
    step: int
    verdicts: list[Verdict]


class StepMessage(Struct, frozen=True, tag="step"):
    """What an entry of the match caused, for those who follow it."""

    step: int
    events: list[Any]


class Over(Struct, frozen=True, tag="over"):
    """The match is over. `record` says where to find it."""

    step: int
    result: Result
    record: str = ""


class Error(Struct, frozen=True, tag="error", omit_defaults=True):
    """What you sent could not be used; nothing has changed."""

    code: str
    sentence: str
    field: str = ""


FromClient = Hello | Act
FromServer = Start | Turn | Verdicts | StepMessage | Over | Error

encode = msgspec.json.Encoder().encode
decode_from_client = msgspec.json.Decoder(FromClient).decode


def action_types(actions: Any) -> list[str]:
    """The `type` of every action of a game's union."""
    return [str(kind.__struct_config__.tag) for kind in getattr(actions, "__args__", (actions,))]
