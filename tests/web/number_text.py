"""How the pages write numbers."""

MINUS = "\N{MINUS SIGN}"
TIMES = "\N{MULTIPLICATION SIGN}"
NONE = "\N{EN DASH}"
OF = "\N{RIGHT SINGLE QUOTATION MARK}s"


def signed(value: float, digits: int) -> str:
    """A change with its sign; nothing has none."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", MINUS)
