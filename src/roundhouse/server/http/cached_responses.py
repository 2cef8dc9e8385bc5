"""Answers that browsers may keep: marked by their content, compressed beside the loop where they are large."""

import asyncio
import gzip
import hashlib
from typing import Any

from litestar import Response

from .dependencies import Ask

JSON = "application/json"
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"  # kept, but asked for anew each time
PACKED_FROM = 1000  # bytes
LEVEL = 5
ASIDE_FROM = 64 * 1024  # bytes from which on compressing would keep the loop too long

PLAIN = {"plain": True}  # the mark of handlers whose answers Litestar must not compress


def mark_of(content: bytes) -> str:
    return f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def takes_gzip(request: Ask) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


async def kept(
    request: Ask, content: bytes, *, media_type: str = JSON, cache: str = ASK_AGAIN, mark: str = ""
) -> Response[Any]:
    """The content, or nothing but its mark if the browser has it. For handlers that are PLAIN."""
    mark = mark or mark_of(content)
    headers = {"etag": mark, "cache-control": cache, "vary": "accept-encoding"}
    if mark in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    if takes_gzip(request) and len(content) >= PACKED_FROM:
        headers["content-encoding"] = "gzip"
        content = await pack(content)
    return Response(content, media_type=media_type, headers=headers)


async def pack(content: bytes) -> bytes:
    if len(content) < ASIDE_FROM:
        return gzip.compress(content, LEVEL, mtime=0)
    return await asyncio.to_thread(gzip.compress, content, LEVEL, mtime=0)
