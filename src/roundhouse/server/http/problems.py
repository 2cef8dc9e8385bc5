"""Answers every refusal over HTTP with a `Problem`, whatever raised it; for an unexpected exception only with the mark
under which it is logged."""

import re
import secrets
from typing import Any

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import DataError

from ...core.settings import SetupError
from ...protocol.api.platform import Problem
from ..errors import Refused

log = structlog.get_logger("roundhouse.http")

CODES = {
    400: "bad_request",
    401: "sign_in_first",
    403: "not_allowed",
    404: "not_found",
    405: "bad_method",
    413: "too_large",
    415: "bad_type",
    429: "too_many",
    503: "busy",
}
SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address does not know that method.",
    413: "The request is too large.",
}
_PLACE = re.compile(r" - at `\$\.?(?P<place>[^`]*)`$")


def answer(problem: Problem, status: int, headers: dict[str, str] | None = None) -> Response[Any]:
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers or {})


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    retry_s = getattr(error, "retry_s", None)  # for requests that come too early
    headers = None if retry_s is None else {"retry-after": str(retry_s)}
    return answer(error.problem, error.status, headers)


def bad_setup(request: Request[Any, Any, Any], error: SetupError) -> Response[Any]:
    return answer(Problem(error.code, error.sentence, error.field, error.rule), 400)


def bad_text(request: Request[Any, Any, Any], error: DataError) -> Response[Any]:
    """A value that no database can hold: a zero character, or a number out of range."""
    return answer(Problem("bad_text", "The request holds a text or a number that cannot be stored."), 400)


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code
    if status >= 500 and status != 503:
        return mistake(request, error)
    if isinstance(error, ValidationException):
        return answer(invalid(error), 400)
    sentence = SENTENCES.get(status, sentence_of(error.detail))
    return answer(Problem(CODES.get(status, "bad_request"), sentence), status, error.headers)


def invalid(error: ValidationException) -> Problem:
    """The first thing wrong with a request, with the path of the field."""
    extra = error.extra if isinstance(error.extra, list) else []
    if not extra or not isinstance(extra[0], dict):
        found = _PLACE.search(error.detail)
        return Problem("bad_request", sentence_of(_PLACE.sub("", error.detail)), found["place"] if found else "")
    first = extra[0]
    message = str(first.get("message", error.detail))
    if message == "'data'":  # Litestar's word for a body that is not there
        return Problem("bad_request", "The request needs a body of JSON.")
    found = _PLACE.search(message)
    place = found["place"] if found else ""
    key = str(first.get("key", ""))
    field = place or ("" if key == "data" else key.removeprefix("data."))
    return Problem("bad_request", sentence_of(_PLACE.sub("", message)), field)


def sentence_of(text: str) -> str:
    """A library's message as a sentence: capital letter, full stop, one line."""
    text = " ".join(text.split())[:300]
    if not text:
        return "The request cannot be understood."
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def undecodable(request: Request[Any, Any, Any], error: msgspec.DecodeError) -> Response[Any]:
    found = _PLACE.search(str(error))
    return answer(Problem("bad_request", sentence_of(_PLACE.sub("", str(error))), found["place"] if found else ""), 400)


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    return answer(Problem("bad_request", "The request is nested too deeply."), 400)


def mistake(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """An unexpected exception: the client gets only the mark under which the log has the rest."""
    return answer(noted(error, request.scope["path"]), 500)


def noted(error: BaseException, path: str) -> Problem:
    mark = secrets.token_hex(4)
    log.error("a request failed by a mistake of the server", mark=mark, path=path, exc_info=error)
    return Problem("internal", f"The server made a mistake. It is noted as {mark}.")


class WaitingRefused(Refused):
    """Too early: 429 with the seconds to wait."""

    def __init__(self, wait_s: float, sentence: str = "") -> None:
        self.retry_s = max(1, -int(-wait_s // 1))
        seconds = "1 second" if self.retry_s == 1 else f"{self.retry_s} seconds"
        super().__init__("too_many", sentence or f"Too many requests. Try again in {seconds}.", status=429)


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: refused,
    SetupError: bad_setup,
    DataError: bad_text,
    HTTPException: http_error,
    msgspec.DecodeError: undecodable,
    RecursionError: too_deep,
    Exception: mistake,
}
