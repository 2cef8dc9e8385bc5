"""What has changed between two views, so that an agent need not read everything again."""

from typing import Any

GONE = "(gone)"


def delta(before: Any, after: Any) -> dict[str, Any]:
    """The new values by path, such as `planets.3.ships`. Lists whose length has changed are given whole."""
    made: dict[str, Any] = {}
    _compare(before, after, "", made)
    return made


def _compare(before: Any, after: Any, path: str, made: dict[str, Any]) -> None:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in (*after, *(key for key in before if key not in after)):
            if key not in after:
                made[_join(path, key)] = GONE
            elif key not in before:
                made[_join(path, key)] = after[key]
            else:
                _compare(before[key], after[key], _join(path, key), made)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and _deep(after):
        for number, (was, now) in enumerate(zip(before, after, strict=True)):
            _compare(was, now, _join(path, str(number)), made)
    else:
        made[path] = after


def _deep(items: list[Any]) -> bool:
    """Whether a list holds more than plain values; lists of plain values are shorter when given whole."""
    return any(isinstance(item, dict | list) for item in items)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
