"""`python -m roundhouse.core.native.check`: whether all rules of all games can become C.

Every line names the file and line of a rule and says what to write instead. `make lint` runs it.
"""

import sys
from collections.abc import Mapping

from ..registry import GAMES
from ..schema import FORMS
from .entry_modules import entry_points
from .errors import RefusedRuleError
from .translator import Function, Translator


def refusals(entries: Mapping[str, Function]) -> list[RefusedRuleError]:
    """What is wrong with the rules that entry points reach: of each entry point the first, each only once."""
    found: dict[str, RefusedRuleError] = {}
    for form in FORMS:
        translator = Translator(form)
        for name, function in entries.items():
            try:
                translator.entry(function, name)
            except RefusedRuleError as error:
                found.setdefault(str(error), error)
    return list(found.values())


def main() -> int:
    wrong = [error for game in GAMES.values() for error in refusals(entry_points(game.package))]
    for error in wrong:
        sys.stdout.write(f"{error}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
