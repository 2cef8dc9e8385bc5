"""What a program in the sandbox may use: every limit with its default, and the messages for exceeded ones."""

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

MB = 1 << 20
KB = 1 << 10

_OPTIONS = re.compile(r"\?([a-z_]+=[^&?\s]*(?:&[a-z_]+=[^&?\s]*)*)$")


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of one program in one match. This is the only place with defaults."""

    memory_mb: Annotated[int, Meta(ge=8, le=1 << 20)] = 256  # all its processes together
    processes: Annotated[int, Meta(ge=1, le=4096)] = 64  # processes and threads; a Java program has about 25
    cpu_s: Annotated[float, Meta(gt=0, le=1e6)] = 300.0  # processor time in the whole match
    turn_s: Annotated[float, Meta(gt=0, le=1e6)] = 60.0  # an answer, where the match has no clock
    tmp_mb: Annotated[int, Meta(ge=1, le=1 << 16)] = 16  # its private /tmp
    tmp_files: Annotated[int, Meta(ge=16, le=1 << 20)] = 4096  # files and folders in it
    open_files: Annotated[int, Meta(ge=16, le=1 << 16)] = 256
    line_kb: Annotated[int, Meta(ge=1, le=1024)] = 1024  # standard output without the end of a line
    lines: Annotated[int, Meta(ge=1, le=10_000)] = 1000  # of one turn that are no answer
    output_mb: Annotated[int, Meta(ge=1, le=1 << 14)] = 64  # standard output in the whole match
    errors_kb: Annotated[int, Meta(ge=1, le=1 << 20)] = 1024  # standard error in the whole match
    fuel: Annotated[int, Meta(ge=0)] = 0  # instructions of a WASI program in the whole match; 0 is no such limit
    build_s: Annotated[float, Meta(gt=0, le=86400)] = 120.0  # building a folder's program
    build_mb: Annotated[int, Meta(ge=64, le=1 << 20)] = 2048  # memory for that, with all the files it makes


class LimitsError(ValueError):
    """Unknown or bad options; the field says which."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.sentence = sentence


class Breach(Struct, frozen=True):
    """Why a program was ended: a code that never changes, and a sentence that begins with `the program`."""

    code: str
    sentence: str


def over_memory(limits: Limits) -> Breach:
    return Breach("over_memory", f"the program used more than {limits.memory_mb} MB of memory")


def over_processes(limits: Limits) -> Breach:
    return Breach("over_processes", f"the program started too many processes: more than {limits.processes}")


def over_cpu(limits: Limits) -> Breach:
    return Breach("over_cpu", f"the program used up its processor time of {limits.cpu_s:g} s")


def over_fuel(limits: Limits) -> Breach:
    return Breach("over_fuel", f"the program used up its fuel of {limits.fuel:,} instructions")


def over_turn(limits: Limits) -> Breach:
    return Breach("over_turn", f"the program did not answer within {limits.turn_s:g} s")


def over_files(limits: Limits) -> Breach:
    return Breach("over_files", f"the program made more than {limits.tmp_files} files")


def over_line(limits: Limits) -> Breach:
    return Breach("over_line", f"the program wrote more than {limits.line_kb} KB without ending the line")


def over_lines(limits: Limits) -> Breach:
    return Breach("over_lines", f"the program wrote more than {limits.lines} lines that are no answer")


def closed_output() -> Breach:
    return Breach("closed_output", "the program closed its output")


def over_output(limits: Limits) -> Breach:
    return Breach("over_output", f"the program wrote more than {limits.output_mb} MB to its standard output")


def over_errors(limits: Limits) -> Breach:
    return Breach("over_errors", f"the program wrote more than {limits.errors_kb} KB to its standard error")


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """`bots/anna?memory_mb=512&cpu_s=60` as its two parts. A question mark without `name=value` belongs to the text."""
    found = _OPTIONS.search(text)
    if found is None:
        return text, {}
    pairs = (pair.partition("=") for pair in found[1].split("&"))
    return text[: found.start()], {name: value for name, _, value in pairs}


def limits_of(options: dict[str, Any], base: Limits | None = None) -> Limits:
    """The limits with some of them set, which may be text. Raises LimitsError."""
    start = Limits() if base is None else base
    for name, value in options.items():
        if name not in Limits.__struct_fields__:
            known = ", ".join(Limits.__struct_fields__)
            raise LimitsError(name, f"there is no limit {name}; there are {known}")
        try:
            msgspec.convert({name: value}, Limits, strict=False)
        except msgspec.ValidationError as error:
            raise LimitsError(name, f"{name}={value} is not possible: {str(error).partition(' - at')[0]}") from None
    return msgspec.convert(msgspec.structs.asdict(start) | options, Limits, strict=False)
