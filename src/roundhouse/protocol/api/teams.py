"""What members of a team say to each other over HTTP, and the board on which captains mark targets."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..messages import TEXT_MAX

MarkKind = Literal["attack", "capture", "defend", "gather", "build", "avoid"]
Ordinate = Annotated[int, Meta(ge=0, le=1000)]


class NewTeamLine(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=TEXT_MAX)]


class NewTeamMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile and what to do there. There is one mark on a tile; another takes its place."""

    x: Ordinate
    y: Ordinate
    kind: MarkKind
    note: Annotated[str, Meta(max_length=100)] = ""


class TeamLine(Struct, frozen=True):
    id: int
    at_ms: int
    name: str
    seat: int
    text: str


class TeamMark(Struct, frozen=True):
    id: int
    at_ms: int
    name: str  # of the captain
    x: int
    y: int
    kind: MarkKind
    note: str


class TeamMember(Struct, frozen=True):
    seat: int
    name: str
    captain: bool
    there: bool  # connected now


class TeamInfo(Struct, frozen=True):
    """What a member of a team sees; nobody else does. The newest lines come last."""

    team: int
    seat: int
    captain: bool
    members: list[TeamMember]
    lines: list[TeamLine]
    marks: list[TeamMark]
