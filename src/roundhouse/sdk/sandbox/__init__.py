"""Programs of other people, run so that they can do nothing but play: `box:` and `wasm:` entrants."""

from .limits import Limits

__all__ = ["Limits", "boxed"]


def __getattr__(name: str) -> object:
    """`boxed` brings the loading of bots along; whoever only sets limits does not need it."""
    if name == "boxed":
        from .boxed_programs import boxed

        return boxed
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
