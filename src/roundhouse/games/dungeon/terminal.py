"""The Dungeon in the terminal: the map of planets with the robots on it, the scoreboard and the market."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...cli.terminal_board import colour_of, mark_of, table_with, words_of

GRAVITY = ("", "#57a773", "#d9b44a", "#d9773f")  # easy, medium and hard (DUN-186)
SIGNS = {"coal": "c", "iron": "i", "gem": "m", "gold": "g", "platin": "p"}
STATION, PLAIN, STRANGE = "S", "·", "?"  # a station, an empty planet, one that was never visited
LEGEND = "S station  c coal  i iron  m gem  g gold  p platin  ? not visited   north is up"
CELL = 4  # characters for a planet: its sign, a seat's mark, how many robots
BESIDE = 66  # characters that scoreboard and market need next to the map
WHEN = ("id", "round", "phase", "transaction")

# What the result or another line already says
SAID = {"round_status", "neighbours", "prices", "arrival", "resource_mined", "game_over"}
UNSAID = ("success", "to", "fights", "movement", "target_seat")


def event_line(event: Any, names: Sequence[str]) -> str | None:
    """With ids, which are replaced by short names where there is a state at hand."""
    tag = event.__struct_config__.tag
    if tag in SAID:
        return None
    if tag == "movement" and event.success:
        return f"  {names[event.seat - 1]}'s {event.robot} moved to {event.planet.id}"
    if tag == "robot_spawned":
        return f"  {names[event.seat - 1]}'s {event.robot} is built at {event.planet.id}"
    empty = [name for name in event.__struct_fields__ if getattr(event, name) in ("", None, {}, [])]
    line = words_of(event, names, without=(*WHEN, *UNSAID, *empty))
    return f"  {line}" + ("" if getattr(event, "success", True) else " (failed)")


def line_of(view: Any, names: Sequence[str]) -> str:
    own = {one.seat: one for one in owned(view)}
    parts = []
    for player in view.players:
        words = [f"{mark_of(player.seat)} {player.name} {player.sum} points"]
        if player.seat in own:
            words += [f"{len(own[player.seat].robots)} robots", f"{own[player.seat].money} moneten"]
        if player.left:
            words.append("left")
        parts.append(", ".join(words))
    return f"round {view.round}: " + " | ".join(parts)


def owned(view: Any) -> list[Any]:
    """What is known of players' own things: of all of them, of one, or of none."""
    if view.all is not UNSET:
        return list(view.all)
    return [] if view.you is UNSET else [view.you]


def board_of(view: Any, names: Sequence[str], width: int, height: int) -> RenderableType:
    head = Text(f"round {view.round} of {view.max_rounds}", style="bold")
    if view.phase == "over":
        winners = [player.name for player in view.players if player.place == 1]
        head.append(f"   {' and '.join(winners)} won", style="bold #ffb224")
    table = Group(scores_of(view, height), market_of(view))
    if not view.planets or view.planets[0].x is None:
        return Group(head, table)
    sky = map_of(view, min(CELL, max(1, width // view.side)))
    if width < CELL * view.side + BESIDE:
        return Group(head, sky, Text(LEGEND, style="dim"), table)
    beside = Table.grid(padding=(0, 3))
    beside.add_row(sky, table)
    return Group(head, beside, Text(LEGEND, style="dim"))


def map_of(view: Any, cell: int) -> Text:
    """A planet is its sign in the colour of its gravity; robots are the mark of the seat that has most there, and how
    many there are in all."""
    planets = {(planet.x, planet.y): planet for planet in view.planets}
    crowds = crowds_of(view)
    out = Text(no_wrap=True, overflow="crop")
    for y in range(view.side - 1, -1, -1):
        for x in range(view.side):
            for words, style in cell_of(planets.get((x, y)), crowds, cell):
                out.append(words, style)
        out.append("\n")
    return out


def crowds_of(view: Any) -> dict[str, Counter[int]]:
    """By planet how many robots of each seat are there, or were seen there last."""
    crowds: dict[str, Counter[int]] = {}
    robots = [robot for one in owned(view) for robot in one.robots]
    for robot in (*robots, *view.sightings):
        crowds.setdefault(robot.planet, Counter())[robot.seat] += 1
    return crowds


def cell_of(planet: Any, crowds: dict[str, Counter[int]], cell: int) -> Iterator[tuple[str, str]]:
    if planet is None:
        yield " " * cell, ""
        return
    crowd = crowds.get(planet.id)
    sign = STATION if planet.station else SIGNS.get(planet.resource or "", PLAIN if planet.visited else STRANGE)
    tint = GRAVITY[planet.gravity] if planet.visited else f"dim {GRAVITY[planet.gravity]}"
    if crowd is None or cell > 1:
        yield sign, tint
    if crowd is None:
        yield " " * (cell - 1), ""
        return
    seat, _ = crowd.most_common(1)[0]
    count = crowd.total()
    words = mark_of(seat) + (str(min(count, 99)) if count > 1 and cell > 2 else "")
    yield words[: max(1, cell - 1)].ljust(cell - 1), f"bold {colour_of(seat)}"


def scores_of(view: Any, height: int) -> Table:
    own = {one.seat: one for one in owned(view)}
    heads = ("", "player", "score", "fight", "mine", "move", "robot", "trade", "robots", "money")
    table = table_with(heads, left=("", "player"))
    ranked = sorted(view.players, key=lambda player: (player.place, player.seat))
    for player in ranked[: max(3, height - 8)]:
        mine = own.get(player.seat)
        name = Text(f"{mark_of(player.seat)} {player.name}", style=colour_of(player.seat))
        if player.left:
            name.append(" left", style="dim")
        known = ("", "") if mine is None else (str(len(mine.robots)), str(mine.money))
        table.add_row(f"{player.place}.", name, str(player.sum), *map(str, player.scores.values()), *known)
    return table


def market_of(view: Any) -> Text:
    """What most is traded: robots, items, restorations and all resources."""
    bought = {name: price for name, price in view.market.articles.items() if name[-1:].isalpha()}
    shown = (
        ("sell", view.market.resources),
        ("buy", {name.replace("_", " ").lower(): price for name, price in bought.items()}),
    )
    out = Text("\n")
    for word, prices in shown:
        out.append(f"{word:5}", style="dim")
        out.append("  ".join(f"{name} {price}" for name, price in prices.items()) + "\n")
    return out
