"""Programs of other people, run so that they can do nothing but play: `box:` and `wasm:` entrants."""

from .limits import Limits

__all__ = ["Limits", "boxed"]


def __getattr__(name: str) -> object:
    """`boxed` is imported on first use: it needs the bot loader, which callers that only set limits do not."""
    if name == "boxed":
        from .boxed_programs import boxed

        return boxed
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
