"""Which names players may have, on pages and on every wire."""

import unicodedata


def usable_name(name: str, longest: int) -> bool:
    """GOO-076: not empty, not too long, nothing but what can be printed."""
    return 0 < len(name) <= longest and name.isprintable()


_LATIN_END = 0x180  # letters below are ASCII, Latin-1 and Latin Extended-A: nobody takes one of them for another
_LIKE_OTHERS = "\u0131\u0138"  # but these two look like i and k
_MARKUP = '<>"'


def new_name(name: str) -> bool:
    """GOO-076: whether an account may be made with a usable name; not if it looks like others, or like none."""
    fits = all(ch.isascii() or (ch.isalpha() and ord(ch) < _LATIN_END and ch not in _LIKE_OTHERS) for ch in name)
    plain = fits and unicodedata.normalize("NFKC", name) == name and not any(ch in name for ch in _MARKUP)
    return plain and name == " ".join(name.split())
