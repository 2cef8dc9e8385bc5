"""Self-contained replay pages. Their content security policy names each of their scripts and allows nothing else."""

import base64
import hashlib
import re
from typing import Any

from litestar import Response

from .security import WASM

_SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)


def replay_page(page: str, headers: dict[str, str] | None = None) -> Response[Any]:
    """The response with a self-contained page, sandboxed from the rest of our origin."""
    return Response(page, media_type="text/html", headers=(headers or {}) | {"content-security-policy": policy(page)})


def policy(page: str) -> str:
    scripts = script_digests(page)
    styles = " ".join(digest(text) for text in _STYLE.findall(page))
    return (
        f"default-src 'none'; script-src {f'{scripts} {WASM}' if scripts else chr(39) + 'none' + chr(39)}; "
        f"style-src {styles or chr(39) + 'none' + chr(39)}; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
    )


def script_digests(page: str) -> str:
    """Digests of the inline scripts of a page."""
    return " ".join(digest(text) for text in _SCRIPT.findall(page) if text.strip())


def digest(text: str) -> str:
    """The digest as browsers compute it: of the text between the tags."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
