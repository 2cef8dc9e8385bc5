"""Records, constants and comments of a game as text in each language. Where a field cannot be called in a language what
it is called in the rules, it has a `_` behind its name."""

from collections.abc import Callable
from math import prod

from .description import Description, RecordField, RecordType, wrapped

NUMBERS = {
    # code: C, Python's ctypes, Rust, Go, JavaScript's view
    "i1": ("int8_t", "c_int8", "i8", "int8", "Int8"),
    "i2": ("int16_t", "c_int16", "i16", "int16", "Int16"),
    "i4": ("int32_t", "c_int32", "i32", "int32", "Int32"),
    "i8": ("int64_t", "c_int64", "i64", "int64", "BigInt64"),
    "u1": ("uint8_t", "c_uint8", "u8", "uint8", "Uint8"),
    "u2": ("uint16_t", "c_uint16", "u16", "uint16", "Uint16"),
    "u4": ("uint32_t", "c_uint32", "u32", "uint32", "Uint32"),
    "u8": ("uint64_t", "c_uint64", "u64", "uint64", "BigUint64"),
    "f8": ("double", "c_double", "f64", "float64", "Float64"),
}
JAVA_NUMBERS = {  # the name of a buffer's function, and the mask of numbers without a sign
    "i1": ("", ""),
    "i2": ("Short", ""),
    "i4": ("Int", ""),
    "i8": ("Long", ""),
    "u1": ("", " & 0xFF"),
    "u2": ("Short", " & 0xFFFF"),
    "u4": ("Int", " & 0xFFFFFFFFL"),
    "u8": ("Long", ""),
    "f8": ("Double", ""),
}
C, PYTHON, RUST, GO, JAVASCRIPT = range(5)
RESERVED = {
    C: {"template", "where", "class", "new", "delete", "this", "export", "union", "register", "namespace", "operator"},
    PYTHON: {"from", "import", "class", "def", "pass", "raise", "with", "yield", "lambda", "global", "is", "in", "not"},
    RUST: {"type", "move", "mut", "ref", "self", "match", "where", "loop", "impl", "fn", "use", "mod", "trait"},
    GO: {"type", "range", "func", "map", "chan", "go", "select", "package", "import", "var", "interface", "defer"},
}
TAKEN = ("SIZE_MAX", "INT_MAX", "PTRDIFF_MAX", "EOF", "NULL", "DOMAIN", "OVERFLOW", "UNDERFLOW")  # by C's own headers
WHOLE = 2**31


def parts(description: Description) -> dict[str, dict[str, str]]:
    """What the lines `sim: NAME` of a template stand for, by the ending of the template's name."""
    made = {}
    for ending, (before, records, constant, remark) in WRITERS.items():
        listed = constants(description, constant, remark)
        made[ending] = {
            "about": about(description, before),
            "records": records(description),
            "constants": f"const (\n{listed}\n)" if ending == "go" else listed,
        }
    return made


def about(description: Description, before: str) -> str:
    """What an action's row is, and what its refusals are."""
    lines = [f"An action is a row of {description.width} whole numbers. In the words of the rulebook:"]
    lines += [f"  {line}" for line in wrapped(description.row)]
    lines += ["", "Refusals, by their codes:"]
    for code, name, sentence in description.refusals:
        first, *rest = wrapped(f"{code:2} {name}: {sentence}")
        lines += [f"  {first}", *(f"     {line}" for line in rest)]
    return "\n".join((before + line).rstrip() for line in lines)


def constants(description: Description, one: Callable[[str, int], str], remark: str) -> str:
    """Blocks of constants, each under its comment."""
    blocks = []
    for part in description.constants:
        lines = [remark.format(line) for line in wrapped(part.comment)]
        for name, value, comment in part.values:
            lines.append(one(name, value) + (f"  {remark.strip().format(comment)}" if comment else ""))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def c_constant(name: str, value: int) -> str:
    name += "_" * (name in TAKEN)
    return f"enum {{ {name} = {value} }};" if -WHOLE <= value < WHOLE else f"#define {name} INT64_C({value})"


def named(field: RecordField, language: int) -> str:
    return field.name + "_" * (field.name in RESERVED.get(language, set()))


def with_padding(record: RecordType) -> list[tuple[RecordField | None, int]]:
    """The fields of a record in their order, and how many bytes lie empty before each; at the end with None."""
    listed: list[tuple[RecordField | None, int]] = []
    at = 0
    for field in record.fields:
        listed.append((field, field.offset - at))
        at = field.end
    return [*listed, (None, record.size - at)]


def c_records(description: Description) -> str:
    blocks = []
    for record in description.records:
        lines = [f"/* {line} */" for line in wrapped(record.comment)] + [f"typedef struct {record.name} {{"]
        for number, (field, empty) in enumerate(with_padding(record)):
            if empty:
                lines.append(f"  uint8_t empty_{number}[{empty}];")
            if field is not None:
                kind = field.record or NUMBERS[field.code][C]
                lengths = "".join(f"[{n}]" for n in field.extent)
                remark = f"  /* {field.comment} */" if field.comment else ""
                lines.append(f"  {kind} {named(field, C)}{lengths};{remark}")
        lines.append(f"}} {record.name};")
        for field in record.fields:
            lines.append(f"SIM_PLACE({record.name}, {named(field, C)}, {field.offset})")
        lines.append(f'SIM_ASSERT(sizeof({record.name}) == {record.size}, "the size of {record.name}");')
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def python_records(description: Description) -> str:
    blocks = []
    for record in description.records:
        lines = [f"class {record.name}(_Record):"]
        if record.comment:
            lines += [f'    """{record.comment}"""', ""]
        lines.append("    _fields_ = [")
        for field in record.fields:
            kind = field.record or NUMBERS[field.code][PYTHON]
            for n in reversed(field.extent):
                kind = f"{kind} * {n}" if " " not in kind else f"({kind}) * {n}"
            remark = f"  # {field.comment}" if field.comment else ""
            lines.append(f'        ("{named(field, PYTHON)}", {kind}),{remark}')
        blocks.append("\n".join([*lines, "    ]"]))
    return "\n\n\n".join(blocks)


def rust_records(description: Description) -> str:
    blocks = []
    for record in description.records:
        lines = [f"/// {line}" for line in wrapped(record.comment)]
        lines += ["#[repr(C)]", "#[derive(Clone, Copy)]"]
        lines.append(f"pub struct {record.name} {{")
        for field in record.fields:
            kind = field.record or NUMBERS[field.code][RUST]
            for n in reversed(field.extent):
                kind = f"[{kind}; {n}]"
            remark = f" // {field.comment}" if field.comment else ""
            lines.append(f"    pub {named(field, RUST)}: {kind},{remark}")
        lines += ["}", f"const _: () = assert!(std::mem::size_of::<{record.name}>() == {record.size});"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def go_records(description: Description) -> str:
    blocks = []
    for record in description.records:
        lines = [f"// {line}" for line in wrapped(f"{record.name}: {record.comment}")] if record.comment else []
        lines.append(f"type {record.name} struct {{")
        for number, (field, empty) in enumerate(with_padding(record)):
            if empty:
                lines.append(f"\tempty{number} [{empty}]byte")
            if field is not None:
                kind = "".join(f"[{n}]" for n in field.extent) + (field.record or NUMBERS[field.code][GO])
                remark = f" // {field.comment}" if field.comment else ""
                lines.append(f"\t{named(field, GO)} {kind}{remark}")
        blocks.append("\n".join([*lines, "}"]))
    return "\n\n".join(blocks)


def _place(field: RecordField, letters: str = "ijk") -> tuple[list[str], str]:
    """The indexes of an element of a field, and where it lies from the beginning of its record."""
    names = list(letters[: len(field.extent)])
    terms = [str(field.offset)] if field.offset or not names else []
    for n, name in enumerate(names):
        step = field.size * prod(field.extent[n + 1 :])
        terms.append(name if step == 1 else f"{name} * {step}")
    return names, " + ".join(terms)


def java_records(description: Description) -> str:
    blocks = []
    for record in description.records:
        lines = [f"    /** {record.comment} */"] if record.comment else []
        lines.append(f"    public static final class {record.name} {{")
        lines += ["        final ByteBuffer bytes;", "        final int at;"]
        if record is description.state:
            lines.append(f"        public {record.name}() {{ bytes = buffer({record.size}); at = 0; }}")
        else:
            lines.append(f"        {record.name}(ByteBuffer bytes, int at) {{ this.bytes = bytes; this.at = at; }}")
        for field in record.fields:
            names, place = _place(field)
            given = ", ".join(f"int {name}" for name in names)
            checks = "".join(f"Objects.checkIndex({name}, {n}); " for name, n in zip(names, field.extent, strict=True))
            remark = f" // {field.comment}" if field.comment else ""
            if field.record:
                kind, value = field.record, f"new {field.record}(bytes, at + {place})"
            else:
                buffer, mask = JAVA_NUMBERS[field.code]
                kind = {"Long": "long", "Double": "double"}.get(buffer, "long" if field.code == "u4" else "int")
                value = f"bytes.get{buffer}(at + {place}){mask}"
            lines.append(f"        public {kind} {field.name}({given}) {{ {checks}return {value}; }}{remark}")
        blocks.append("\n".join([*lines, "    }"]))
    return "\n\n".join(blocks)


def script_records(description: Description) -> str:
    blocks = []
    for record in description.records:
        lines = [f"/** {record.comment} */"] if record.comment else []
        lines += [f"export class {record.name} extends Place {{"]
        for field in record.fields:
            names, place = _place(field)
            where = f"this.at + {place}" if place != "0" else "this.at"
            if field.record:
                value = f"new {field.record}(this.sim, {where})"
            else:
                view = NUMBERS[field.code][JAVASCRIPT]
                end = "" if view.endswith("8") and "64" not in view else ", true"
                value = f"this.sim.view.get{view}({where}{end})"
                if view.startswith("Big"):
                    value = f"Number({value})"
            remark = f" // {field.comment}" if field.comment else ""
            if names:
                checks = "".join(f"within({name}, {n}); " for name, n in zip(names, field.extent, strict=True))
                lines.append(f"  {field.name}({', '.join(names)}) {{ {checks}return {value}; }}{remark}")
            else:
                lines.append(f"  get {field.name}() {{ return {value}; }}{remark}")
        lines.append(f"}}\n{record.name}.size = {record.size};")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


# By the ending of a template: what a line about the game begins with, its records, a constant, and a remark
WRITERS: dict[str, tuple[str, Callable[[Description], str], Callable[[str, int], str], str]] = {
    "h": (" * ", c_records, c_constant, "/* {} */"),
    "py": ("", python_records, lambda name, value: f"{name} = {value}", "# {}"),
    "rs": ("//! ", rust_records, lambda name, value: f"pub const {name}: i64 = {value};", "// {}"),
    "go": ("// ", go_records, lambda name, value: f"\t{name} = {value}", "\t// {}"),
    "java": (
        " * ", java_records, lambda name, value: f"    public static final long {name} = {value}L;", "    // {}"
    ),
    "mjs": ("// ", script_records, lambda name, value: f"export const {name} = {value};", "// {}"),
}  # fmt: skip
