"""What an operator has chosen for a wire."""

from typing import Any

from msgspec import Struct

from ....core.settings import SetupError
from ....server.settings import ServerSettings
from .. import GAME
from ..setup import Settings

PRESETS = {"r2": "msd-2023", "r1": "msd-2023", "k1": "msd-2022"}  # DUN-232
BROKERS = {"r2": "amqp://admin:admin@localhost:5672/", "r1": "amqp://admin:admin@localhost:5672/",
           "k1": "localhost:29092"}  # DUN-203  # fmt: skip


class WireTerms(Struct, frozen=True, kw_only=True):
    """`brokers` are addresses of Kafka by the names of players: each has one of its own, which alone can be `fair`.
    `settings` are those of every game besides what its preset says."""

    generation: str
    preset: str
    broker: str
    brokers: dict[str, str]
    open_admin: bool
    settings: dict[str, Any]
    start_money: int
    round_ms: int
    spaces_max: int
    space_players_max: int
    abandoned_ms: int

    @property
    def shared(self) -> bool:
        """Whether everybody reads the same messages. DUN-219"""
        return self.generation == "k1" and not self.brokers


def terms_of(settings: ServerSettings) -> WireTerms:
    """Raises SetupError for what does not go together."""
    generation, chosen = settings.dungeon_wire, dict(settings.dungeon_wire_settings)
    preset, brokers = PRESETS[generation], dict(settings.dungeon_wire_brokers)
    if brokers and generation != "k1":
        raise wrong("dungeon_wire_brokers", "only k1 has a broker for each player; r1 and r2 have queues.")
    if generation == "k1" and brokers:
        chosen.setdefault("visibility", "fair")
    try:
        made = GAME.setup(preset=preset, settings=chosen).settings
        options = GAME.settings_of(GAME.setup(preset=preset, settings=chosen))
    except SetupError as error:
        raise SetupError(error.code, f"dungeon_wire_settings.{error.field}", error.sentence, error.rule) from None
    if generation == "k1" and not brokers and made["visibility"] != "open":
        raise wrong(
            "dungeon_wire_settings.visibility", "a broker that all share hides nothing: open, or dungeon_wire_brokers.",
        )  # fmt: skip
    assert isinstance(options, Settings)  # noqa: S101
    return WireTerms(
        generation=generation,
        preset=preset,
        broker=settings.dungeon_wire_broker or BROKERS[generation],
        brokers=brokers,
        open_admin=settings.dungeon_wire_open,
        settings=chosen,
        start_money=options.start_money,
        round_ms=options.round_ms,
        spaces_max=settings.dungeon_wire_spaces,
        space_players_max=settings.dungeon_wire_space_players,
        abandoned_ms=settings.dungeon_wire_abandoned_minutes * 60_000,
    )


def wrong(field: str, sentence: str) -> SetupError:
    return SetupError("bad_settings", field, sentence, "DUN-219")
