"""Assigns things to bidders by an auction: all bid for what is worth most to them, until no bid is raised."""

from collections.abc import Mapping

EPSILON = 1e-3  # the smallest raise; the result is this near to the best one


def auction(worth: Mapping[int, Mapping[int, float]]) -> dict[int, int]:
    """At most one thing for each bidder, none twice, with the highest sum. A bidder for whom all prices are too high
    gets nothing."""
    price: dict[int, float] = {}
    holder: dict[int, int] = {}
    waiting = sorted(worth, reverse=True)
    while waiting:
        bidder = waiting.pop()
        offers = sorted(
            ((value - price.get(thing, 0.0), -thing) for thing, value in worth[bidder].items()), reverse=True
        )
        if not offers or offers[0][0] <= 0:
            continue
        net, thing = offers[0][0], -offers[0][1]
        second = max(0.0, offers[1][0]) if len(offers) > 1 else 0.0
        price[thing] = price.get(thing, 0.0) + net - second + EPSILON
        if thing in holder:
            waiting.append(holder[thing])
        holder[thing] = bidder
    return {bidder: thing for thing, bidder in holder.items()}
