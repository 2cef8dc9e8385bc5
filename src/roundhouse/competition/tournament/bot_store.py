"""The bots that a worker has, found by the digest of their files, wherever they lie and whatever they are called."""

import tarfile
from pathlib import Path

from ...sdk.bot_loader import LoadError
from .match_task import MismatchError, Terms, builtin, entrant_of, refuse_other_rules
from .plan import Plan, PlanEntry, digest, named, unpacked


class BotStore:
    """A folder of bots, and one for fetched ones. A store that is not `trusting` offers only built-in bots and those of
    its own folder: otherwise anybody who can write to the NATS server could run commands on every worker."""

    def __init__(self, folder: Path | None, fetched: Path, *, trusting: bool = False) -> None:
        self._folder = folder
        self._fetched = fetched
        self._trusting = trusting
        self._known: dict[Path, tuple[tuple[int, int], str]] = {}

    def missing(self, plan: Plan) -> list[PlanEntry]:
        """Entrants whose files are not here."""
        return [entry for entry in plan.entrants if entry.digest and self._find(entry) is None]

    def texts(self, plan: Plan) -> list[str]:
        """The entrants as `load` names them on this machine. Raises MismatchError."""
        for terms in plan.terms:
            refuse_other_rules(terms)
        for terms in plan.terms:
            self._refuse_strangers(plan, terms)
        texts = [self._text(entry) for entry in plan.entrants]
        for terms in plan.terms:
            for entry, text in zip(plan.entrants, texts, strict=True):
                try:
                    entrant_of(text, terms)
                except LoadError as error:
                    raise MismatchError(f"{entry.name} cannot be played here: {error.sentence}") from None
        return texts

    def _refuse_strangers(self, plan: Plan, terms: Terms) -> None:
        """Raises MismatchError for commands, modules and addresses, which the director's user has chosen."""
        if self._trusting:
            return
        for entry in plan.entrants:
            if not entry.digest and not builtin(entry.text, terms):
                raise MismatchError(f"{entry.name} is {entry.text}, which is played only with --fetch.")

    def still(self, entry: PlanEntry, text: str, wanted: str) -> bool:
        """Whether a bot still has the wanted digest."""
        if not wanted:
            return True
        path = self._find(entry)
        return path is not None and wanted == entry.digest and text == named(path, entry.part, program=entry.program)

    def keep(self, entry: PlanEntry, content: bytes) -> None:
        """Store a bot's files. Raises MismatchError if their digest is not the expected one."""
        folder = self._fetched / entry.digest
        try:
            unpacked(content, folder)
        except (tarfile.TarError, OSError, EOFError) as error:
            raise MismatchError(f"the files of {entry.name} cannot be unpacked: {error}") from None
        if self._find(entry) is None:
            raise MismatchError(f"the files of {entry.name} are not those that the tournament speaks of.")

    def _text(self, entry: PlanEntry) -> str:
        if not entry.digest:
            return entry.text
        path = self._find(entry)
        if path is not None:
            return named(path, entry.part, program=entry.program)
        if any(place.exists() for place in self._places(entry)):
            raise MismatchError(f"{entry.file} of {entry.name} is another version here than in the tournament.")
        raise MismatchError(f"{entry.file} of {entry.name} is not here; give it with --bots, or allow --fetch.")

    def _find(self, entry: PlanEntry) -> Path | None:
        return next(
            (path for path in self._places(entry) if path.exists() and self._digest(path) == entry.digest), None
        )

    def _places(self, entry: PlanEntry) -> list[Path]:
        """Where a bot may be: in the folder, one level deeper, and where fetched bots are."""
        places = [self._fetched / entry.digest / entry.file]
        if self._folder is not None:
            places += [self._folder / entry.file, *sorted(self._folder.glob(f"*/{entry.file}"))]
        return places

    def _digest(self, path: Path) -> str:
        if path.is_dir():
            return digest(path)
        seen = path.stat()
        stamp = (seen.st_mtime_ns, seen.st_size)
        if path not in self._known or self._known[path][0] != stamp:
            self._known[path] = (stamp, digest(path))
        return self._known[path][1]
