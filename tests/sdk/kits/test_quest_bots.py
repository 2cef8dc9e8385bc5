"""The first bots for Quest that somebody meets, the example of its page and the class of the kit, beat chance."""

from pathlib import Path

import pytest

from roundhouse.sdk import Bot
from roundhouse.sdk.kits import sdk_bot
from roundhouse.sdk.local_match import play

PAGE = Path(__file__).parents[3] / "docs" / "quest.md"


def bot_in(source: str) -> type[Bot]:
    names: dict[str, object] = {"__name__": "bot"}
    exec(compile(source, "bot", "exec"), names)  # noqa: S102 - it is our own
    (made,) = [one for one in names.values() if isinstance(one, type) and issubclass(one, Bot) and one is not Bot]
    return made


@pytest.mark.slow
@pytest.mark.parametrize("source", ["page", "kit"])
def test_the_first_bots_beat_random_and_nothing_of_theirs_is_refused(source: str) -> None:
    page = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    text = page if source == "page" else sdk_bot("quest")
    outcome = play("quest", [bot_in(text), "random"], seed=5, settings={"rounds": 6}, timeout=False)
    mine, other = (place.points for place in outcome.result.places)
    assert outcome.left == ()
    assert outcome.refused[0] == {}
    assert mine > 100
    assert mine > other
