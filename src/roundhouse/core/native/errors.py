"""What can be wrong with a rule: its text, which the translator refuses, or what it does while it runs.

Both name the rule's Python file and line. The numbers of faults are written into the C text; `faults.mjs` and other
readers of WebAssembly libraries get them, with the names of files, from the description beside a library.
"""

from dataclasses import dataclass


class RefusedRuleError(TypeError):
    """A rule uses something that is outside the subset of Python that becomes C."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
        self.file = file
        self.line = line
        self.sentence = sentence


class RuleError(Exception):
    """A rule did something that has no result. What its call has changed so far stays changed."""


class RuleIndexError(RuleError, IndexError):
    pass


class RuleDivisionError(RuleError, ZeroDivisionError):
    pass


class RuleOverflowError(RuleError, OverflowError):
    pass


class RuleValueError(RuleError, ValueError):
    pass


class RuleEndlessError(RuleError, TimeoutError):
    pass


@dataclass(frozen=True)
class Fault:
    """A kind of fault: the name of its number in C, the exception, and a sentence about the two numbers a and b."""

    name: str
    error: type[RuleError]
    sentence: str


FAULTS = {
    1: Fault("BAD_INDEX", RuleIndexError, "index {a} is out of range for a length of {b}"),
    2: Fault("ZERO_DIVISION", RuleDivisionError, "division by zero"),
    3: Fault("DOES_NOT_FIT", RuleOverflowError, "{a} does not fit a field of {b} bits"),
    4: Fault("BAD_SHIFT", RuleValueError, "a shift by {a}, which is less than 0"),
    5: Fault("NOT_WHOLE", RuleOverflowError, "a float that is no whole number of 64 bits"),
    6: Fault("NOT_EXACT", RuleOverflowError, "{a} divided by {b}: only numbers up to 2**53 are exact as floats"),
    7: Fault("NEGATIVE_DIVISOR", RuleValueError, "a drawn number is divided by {a}, which is less than 0"),
    8: Fault("ZERO_STEP", RuleValueError, "a range with the step 0"),
    9: Fault("ENDLESS", RuleEndlessError, "loops took more turns than a call is allowed"),
}


def fault(code: int, files: list[str], place: int, a: int, b: int) -> RuleError:
    """The exception for a fault as native code reports it: `place` is the number of the file and the line."""
    kind = FAULTS[code]
    sentence = kind.sentence.format(a=a, b=b)
    return kind.error(f"{files[place >> LINE_BITS]}:{place & (1 << LINE_BITS) - 1}: {sentence}")


LINE_BITS = 16
