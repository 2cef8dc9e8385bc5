"""One complete example of every message, for the documents about the protocol."""

from msgspec import Raw

from ..core.game import ACCEPTED, Place, Result, SeatSetup, Setup, Verdict
from ..match.clock import Budget
from ..match.remarks import Note
from .messages import (
    VERSION,
    Act,
    Ask,
    Error,
    Forecast,
    FromClient,
    FromServer,
    Hello,
    Leave,
    News,
    Over,
    RatingChange,
    Said,
    Say,
    Seen,
    Start,
    StepMessage,
    Turn,
    Unlocked,
    Verdicts,
    Welcome,
)

KEY = "q7Yw2fKx"
TOKEN = "rh_2mFq8ZrVbXkP4dHsTnGc"  # noqa: S105
SETUP = Setup(
    "spacegoo",
    "standard",
    {"edition": "standard", "max_rounds": 500, "deadline_s": 3.0, "players": 2},
    (SeatSetup("mybot"), SeatSetup("random")),
    23,
)
VIEW = {
    "planets": [
        {"id": 0, "x": 0, "y": 0, "owner_id": 0, "ships": [80, 20, 20], "production": [7, 1, 1]},
        {"id": 1, "x": -5, "y": -7, "owner_id": 1, "ships": [20, 40, 50], "production": [1, 3, 4]},
        {"id": 2, "x": 5, "y": 7, "owner_id": 2, "ships": [20, 40, 50], "production": [1, 3, 4]},
    ],
    "fleets": [],
    "round": 0,
    "max_rounds": 500,
    "hyperlanes": [[0, 1], [0, 2], [1, 0], [2, 0]],
    "player_id": 1,
    "game_over": False,
    "winner": None,
    "players": [{"id": 1, "name": "mybot", "itsme": True}, {"id": 2, "name": "random", "itsme": False}],
}
SEND = Raw(b'{"type":"send","source":1,"target":0,"ships":[20,0,0]}')
SEND_ROW = Raw(b"[1,1,0,20,0,0]")  # the same in numbers
PROGRAM = Raw(b'{"type":"program","slots":["1@620","R@260","L@230","2@710","L@370"],"power_down":false}')
FIGURES = dict.fromkeys(
    ("walked_forwards", "walked_backwards", "left_turns", "right_turns", "u_turns", "damage_taken", "deaths",
     "damage_dealt", "destroyed", "repaired", "power_downs", "pushed"), 0
)  # fmt: skip
RESULT = Result("won", "The last player alive won.", (Place(1, 1, 2), Place(2, 2, 0)))
NOT_OWNER = Verdict(
    "void", "not_owner", "source", "GOO-034", "That planet is not yours; the command counts but does nothing."
)

FROM_CLIENT: tuple[FromClient, ...] = (
    Hello(VERSION, token=TOKEN, game="spacegoo", matches=0),
    Hello(VERSION, token=TOKEN, match=KEY, since=41),
    Hello(VERSION, role="spectator", match=KEY),
    Hello(VERSION, token=TOKEN, game="rally", choice="james"),
    Hello(VERSION, token=TOKEN, game="spacegoo", want=["belief"]),
    Act([SEND], step=0, seq=1),
    Act([SEND_ROW], step=0, seq=1),
    Act([PROGRAM], step=0, seq=1),
    Act(
        [SEND],
        step=0,
        seq=1,
        log="planet 0 is weak, 12 rounds away",
        notes=[Note("line", 1, 0, "attack", "accent"), Note("cell", [3, 4])],
    ),
    Ask(SEND, seq=2),
    Say("Good luck!"),
    Seen(41),
    Leave(),
)
FROM_SERVER: tuple[FromServer, ...] = (
    Welcome(VERSION, "mybot", [KEY], "Welcome, mybot. You wait for opponents in spacegoo."),
    Start(VERSION, KEY, "spacegoo", "1", SETUP, 1),
    Turn(0, VIEW, [], ["nop", "send"], Budget(12, 3000, 0, 3000)),
    Verdicts(1, 1, [ACCEPTED]),
    Verdicts(2, 4, [NOT_OWNER]),
    StepMessage(3, [{"type": "round_played", "round": 1}], VIEW, [1, 2], 3000),
    Forecast(2, {"arrives": 9, "distance": 9}),
    Over(900, RESULT, f"/api/matches/{KEY}/record", [RatingChange(1, 1000.0, 1042.5), RatingChange(2, 1000.0, 957.5)]),
    Over(
        3,
        Result("checkpoints", "A robot ticked off the last checkpoint.", (Place(1, 1, 1), Place(2, 2, 0))),
        f"/api/matches/{KEY}/record",
        figures=[FIGURES | {"walked_forwards": 3, "damage_dealt": 2}, FIGURES | {"u_turns": 1, "damage_taken": 2}],
        unlocked=[Unlocked(1, "no_backups"), Unlocked(2, "local_politician")],
    ),
    Error("stale", "That turn is over; answer the newest one.", "step", 3),
    Said("mybot", 1, "Good luck!"),
    News(["matches"]),
)
