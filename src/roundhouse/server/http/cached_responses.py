"""Responses that browsers may cache: with an ETag of their content, and compressed on a thread where they are large."""

import asyncio
import gzip
import hashlib
from typing import Any

from litestar import Response

from .dependencies import Ask

JSON = "application/json"
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"  # cached, but revalidated each time
PACKED_FROM = 1000  # bytes
LEVEL = 5
ASIDE_FROM = 64 * 1024  # from so many bytes on, compressing would block the loop too long

PLAIN = {"plain": True}  # marks handlers whose responses Litestar must not compress


def mark_of(content: bytes) -> str:
    return f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def takes_gzip(request: Ask) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


async def kept(
    request: Ask, content: bytes, *, media_type: str = JSON, cache: str = ASK_AGAIN, mark: str = ""
) -> Response[Any]:
    """The response with its ETag, or 304 if the browser has it. For handlers that are PLAIN."""
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
