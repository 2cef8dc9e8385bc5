"""The error of season and collectibles, which have rules of their own outside a match."""


class RuleError(ValueError):
    """A rule forbids it. `code` never changes, `field` is the one that is wrong."""

    def __init__(self, code: str, field: str, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.field = field
        self.sentence = sentence
        self.rule = rule
