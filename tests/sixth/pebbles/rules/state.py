"""What is true in a match of Pebbles."""

from typing import Annotated

from roundhouse.core.rules import Event
from roundhouse.core.schema import DERIVED, i2, struct, u1

from .tables import EVENTS, SEATS


@struct
class State:
    seats: i2
    round_no: i2
    max_rounds: i2
    pebbles: i2
    most: i2
    turn: u1
    ordered: u1  # what the seat whose turn it is will take, 0 as long as it has not said so
    reason: u1  # 0 while the match runs
    winner: u1
    left: Annotated[list[u1], SEATS]  # why a seat left, 0 if it did not
    event_count: Annotated[i2, DERIVED]
    events_lost: Annotated[i2, DERIVED]
    events: Annotated[list[Event], EVENTS, DERIVED]
