"""A kit is one file for its reader and two for us: what a game brings, and what all games share in a language.

In the file of a game a line `// kit: NAME, NAME` (`# kit: NAME` in Python) stands for parts of the file of the same
name in `kit_templates`, where such a line begins the part of that name. Blank lines around a part are not its own, and
what stands before the first part is for whoever reads the file.

Only Python's own modules are imported: `hatch_build.py` runs this file before the package is installed, for the web
client.
"""

import re

GAME_KEY = "GAME_KEY"  # in the shared parts, where the key of the game belongs
_LINE = re.compile(r"[ \t]*(?://|#) kit: ([\w, ]+)")


def parts_of(template: str) -> dict[str, str]:
    """The shared parts of a language by name."""
    parts: dict[str, list[str]] = {}
    lines: list[str] = []  # of the part that was begun last
    for line in template.splitlines():
        if found := _LINE.fullmatch(line):
            lines = parts.setdefault(found[1], [])
        else:
            lines.append(line)
    return {name: "\n".join(text).strip("\n") for name, text in parts.items()}


def composed(own: str, template: str, game: str) -> str:
    """The whole program: a game's file with the shared parts it asks for; one that there is not is a LookupError."""
    parts = parts_of(template)
    lines: list[str] = []
    for line in own.splitlines():
        if not (found := _LINE.fullmatch(line)):
            lines.append(line)
            continue
        for name in found[1].split(", "):
            if name not in parts:
                raise LookupError(f"the kit of {game} asks for the part {name!r}; there are {', '.join(parts)}")
            lines.append(parts[name].replace(GAME_KEY, game))
    return "\n".join(lines) + "\n"
