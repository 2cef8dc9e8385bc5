"""What cannot be made in time is answered with when to ask again, not as a mistake of the server."""

from roundhouse.server.http.problems import refused
from roundhouse.server.rendering.render_process import RenderLostError


def test_a_page_that_is_not_ready_says_when_to_come_back():
    answer = refused(None, RenderLostError("html"))
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "30"
    assert answer.content.code == "not_ready"
    assert "30 seconds" in answer.content.sentence
