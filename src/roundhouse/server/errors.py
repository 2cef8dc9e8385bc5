"""The exception for refused requests: one for all transports, so that each answers with the same words."""

from ..protocol.api.platform import Problem
from ..protocol.messages import Error


class Refused(Exception):  # noqa: N818 - it is an answer, not a mistake
    """`status` is what HTTP answers with."""

    def __init__(self, code: str, sentence: str, *, field: str = "", rule: str = "", status: int = 400) -> None:
        super().__init__(sentence)
        self.problem = Problem(code, sentence, field, rule)
        self.status = status

    def message(self, seq: int | None = None) -> Error:
        return Error(self.problem.code, self.problem.sentence, self.problem.field, seq)
