"""Spacegoo for agents: everything is known, so the rules themselves are asked."""

from collections.abc import Iterator
from typing import Any

from msgspec import UnsetType

from ...core.game import Setup
from ...mcp.event_lines import plain
from ...mcp.short_names import NotThereError
from . import GAME
from . import notation as wording
from .actions import Nop, Send, row_of
from .state_from_view import seen, state_from_view

BOT = "greedy"
ENDS = ""
FORMS = "nop | send SOURCE TARGET A B C"
LEGEND = (
    "A planet is ID@X,Y OWNER SHIPS +PRODUCTION ROUNDS, with three kinds of ships A,B,C; owner 0 is nobody, ROUNDS are "
    "those of production left. A fleet is #ID OWNER FROM>TO SHIPS eta ROUND-OF-ARRIVAL. Ships travel along lanes only."
)
EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "nop"},
    {"type": "send", "source": 1, "target": 0, "ships": [20, 0, 0]},
)


def board(view: Any, setup: Setup) -> str:
    """Planets, fleets and lanes."""
    known = seen(view)
    lines = [wording.write(state_from_view(known, setup))]
    if not isinstance(known.hyperlanes, UnsetType) and "\nlanes " not in lines[0]:
        lines.append("lanes " + " ".join(f"{a}-{b}" for a, b in known.hyperlanes if a < b))
    if not isinstance(known.player_id, UnsetType):
        lines.append(f"you are player {known.player_id}")
    return "\n".join(lines)


def happened(event: Any, view: Any) -> str:
    return plain(event, view)


def orders(view: Any, setup: Setup, seat: int) -> Iterator[Any]:
    """To pass; and from each own planet along each lane all ships, half of them, and all of one kind."""
    yield Nop()
    known = seen(view)
    state = state_from_view(known, setup)
    for source in known.planets:
        if source.owner_id != seat or not any(source.ships):
            continue
        a, b, c = source.ships
        shares = dict.fromkeys([(a, b, c), (a // 2, b // 2, c // 2), (a, 0, 0), (0, b, 0), (0, 0, c)])
        for target in known.planets:
            for ships in shares:
                order = Send(source.id, target.id, ships)
                if target.id != source.id and any(ships) and GAME.rules.check(state, seat, row_of(order)) == 0:
                    yield order


def code(view: Any, setup: Setup, seat: int, action: Any) -> int:
    return int(GAME.rules.check(state_from_view(seen(view), setup), seat, row_of(action)))


def read(text: str, view: Any) -> Any:
    action = wording.read_action(text)
    if isinstance(action, Send):
        check_planets(view, source=action.source, target=action.target)
    return action


def write(action: Any, view: Any) -> str:
    return wording.write_action(action)


def named(action: dict[str, Any], view: Any) -> dict[str, Any]:
    if action.get("type") == "send":
        check_planets(view, **{field: action[field] for field in ("source", "target") if field in action})
    return action


def check_planets(view: Any, **given: Any) -> None:
    """By field. A planet that does not exist is a slip of the pen, which should not cost an agent the match as leaving
    the lanes does; what is no number at all is told elsewhere. Raises NotThereError."""
    known = {planet.id for planet in seen(view).planets}
    for field, value in given.items():
        number = int(value) if isinstance(value, str) and value.strip().removeprefix("-").isdecimal() else value
        if isinstance(number, int | float) and number not in known:
            raise NotThereError(field, f"There is no planet {str(value)[:40]}; they are 0 to {max(known)}.")
