"""A match page whose questions nobody answers, so that what it shows it found out by itself."""

import json
import re


class HeldAnswers:
    """`asked` are the questions of the page. They are held back as long as `held`."""

    def __init__(self, page, *, held: bool = True) -> None:
        self.asked: list[dict] = []
        self.held = held
        page.route_web_socket(re.compile("/ws$"), self._join)

    def _join(self, socket) -> None:
        server = socket.connect_to_server()

        def to_server(message):
            told = json.loads(message)
            if told["type"] == "ask":
                self.asked.append(told)
                if self.held:
                    return
            server.send(message)

        socket.on_message(to_server)
        server.on_message(socket.send)
