"""The plan of a tournament, written before the first match, so that it can be continued later with the same rules."""

import io
import shlex
import tarfile
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from .match_task import Task, Terms
from .meeting import Format
from .results import Fixture

PLAN = "tournament.json"
BYTES_MAX = 64 << 20  # of a bot's files together
FILES_MAX = 2_000


class PlanError(ValueError):
    """The request contradicts what is there; the sentence says how."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class PlanEntry(Struct, frozen=True, omit_defaults=True):
    """An entrant. A bot that is a file or a folder has a digest of its content: equal digests mean the same bot,
    wherever it lies. Then `text` is where it lies on this machine, and `part` what follows the path (":Class")."""

    name: str
    text: str
    file: str = ""  # the name of the file or folder
    part: str = ""
    program: bool = False
    digest: str = ""


class Plan(Struct, frozen=True, kw_only=True):
    """Everything that decides what is played."""

    key: str  # unique for each run of a tournament
    title: str
    format: Format
    entrants: tuple[PlanEntry, ...]
    terms: tuple[Terms, ...]  # by game, in the order of the format's keys

    def terms_of(self, fixture: Fixture) -> Terms:
        return next((terms for terms in self.terms if terms.game == fixture.game), self.terms[0])

    def task(self, fixture: Fixture, texts: Sequence[str] = ()) -> Task:
        """A match with the bots as they are named here, unless others are given."""
        named = texts or [entry.text for entry in self.entrants]
        terms = self.terms_of(fixture)
        return Task(
            fixture=fixture,
            terms=terms,
            bots=tuple(named[who] for who in fixture.entrants),
            names=tuple(self.entrants[who].name for who in fixture.entrants),
        )


def entry_of(name: str, text: str) -> PlanEntry:
    """An entrant from the text that the user gave."""
    path, part, program = _file_of(text)
    if path is None:
        return PlanEntry(name, text)
    whole = path.resolve()
    return PlanEntry(name, named(whole, part, program=program), whole.name, part, program, digest(whole))


def named(path: Path, part: str, *, program: bool) -> str:
    """How `load` names a bot that is a file or folder."""
    return f"cmd:{shlex.quote(str(path))}" if program else f"{path}{part}"


def _file_of(text: str) -> tuple[Path | None, str, bool]:
    """A bot's file or folder, what follows its path, and whether it is a program."""
    if text.startswith("cmd:"):
        words = shlex.split(text.removeprefix("cmd:"))
        alone = len(words) == 1 and Path(words[0]).is_file()
        return (Path(words[0]), "", True) if alone else (None, "", False)
    path, colon, name = text.partition(":")
    if path.endswith(".py") and Path(path).is_file():
        return Path(path), colon + name, False
    return (Path(text), "", False) if "://" not in text and Path(text).is_dir() else (None, "", False)


def digest(path: Path) -> str:
    """A hash of a file, or of all files of a folder with their names, without those that builds and editors leave."""
    if path.is_file():
        return blake2b(path.read_bytes(), digest_size=16).hexdigest()
    whole = blake2b(digest_size=16)
    for file in files_in(path):
        content = file.read_bytes()
        whole.update(f"{file.relative_to(path)}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def files_in(folder: Path) -> list[Path]:
    """Raises PlanError where there are too many to be a bot."""
    found = [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not any(_passing(part) for part in file.relative_to(folder).parts)
    ]
    if len(found) > FILES_MAX or sum(file.stat().st_size for file in found) > BYTES_MAX:
        raise PlanError("too_much", f"{folder} has more than {FILES_MAX} files or 64 MB; a bot is smaller than that.")
    return found


def _passing(part: str) -> bool:
    return part.startswith(".") or part == "__pycache__"


def packed(path: Path) -> bytes:
    """A bot's file or folder as an archive, to be sent to another machine."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for file in [path] if path.is_file() else files_in(path):
            archive.add(file, arcname=path.name if file == path else f"{path.name}/{file.relative_to(path)}")
    return made.getvalue()


def unpacked(content: bytes, folder: Path) -> None:
    """The opposite of `packed`; refuses paths outside the folder and more than a bot may have. Raises
    tarfile.TarError."""
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
        count = size = 0
        for member in archive:
            count, size = count + 1, size + member.size
            if count > FILES_MAX or size > BYTES_MAX:
                raise tarfile.TarError(f"it has more than {FILES_MAX} files or 64 MB")
            archive.extract(member, folder, filter="data")


def settle(plan: Plan, folder: Path) -> Plan:
    """The plan of a report's folder: this one if it has none yet, otherwise the one that was begun there. Raises
    PlanError if that was another tournament."""
    path = folder / PLAN
    if not path.is_file():
        from .result_log import put

        put(path, msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
        return plan
    try:
        begun = msgspec.json.decode(path.read_bytes(), type=Plan)
    except msgspec.MsgspecError as error:
        raise PlanError("bad_plan", f"{path} cannot be read: {error}") from None
    if difference := _difference(begun, plan):
        raise PlanError("other_tournament", f"{folder} has another tournament: {difference} Name another --report.")
    return msgspec.structs.replace(plan, key=begun.key)


def _difference(begun: Plan, plan: Plan) -> str:
    """What makes two plans different tournaments, as a sentence; empty if nothing does."""
    if [entry.name for entry in begun.entrants] != [entry.name for entry in plan.entrants]:
        return "other bots take part."
    for old, new in zip(begun.entrants, plan.entrants, strict=True):
        if old.digest != new.digest:
            return f"{new.name} has changed since it began."
        if not old.digest and old.text != new.text:
            return f"{new.name} was {old.text}, and is {new.text} now."
    if begun.format != plan.format:
        return "its format, rounds, games or seed are others."
    keep = [msgspec.structs.replace(terms, records=False) for terms in begun.terms]
    if keep != [msgspec.structs.replace(terms, records=False) for terms in plan.terms]:
        return "its games, rules or settings are others."
    return ""
