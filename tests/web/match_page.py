"""The page of a match as a test plays it, whatever the game: what the server says to it and is told by it."""

import json


class MatchPage:
    """The page of a person at a match. Rounds are shown quickly."""

    def __init__(self, visitor, member, key: str, *, language: str = "en", **options) -> None:
        self.key, self.member, self.language = key, member, language
        self.view: dict = {}
        self.verdicts: list[dict] = []
        chosen = {"pace": 20, "theme": options.get("theme", "dark"), "lang": language}
        self.page = visitor(
            f"/match/{key}", member=member, language=language, kept=chosen, on_socket=self._listen,
            **{"width": 1440, "height": 900, "reduced_motion": "reduce", **options},
        )  # fmt: skip

    def _listen(self, socket) -> None:
        if socket.url.endswith("/ws"):
            socket.on("framereceived", lambda frame: self._on_message(json.loads(frame)))
            socket.on("framesent", lambda frame: self._on_sent(json.loads(frame)))

    def _on_message(self, message: dict) -> None:
        if message["type"] in ("step", "turn") and message.get("view"):
            self.view = message["view"]
        if message["type"] == "verdicts":
            self.verdicts += message["verdicts"]

    def _on_sent(self, message: dict) -> None:
        raise NotImplementedError

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
