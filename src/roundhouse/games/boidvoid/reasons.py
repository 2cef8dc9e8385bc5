"""Why an order is refused, a seat leaves or a match ends."""

from ...core.game import Reason, Refusal
from .rules import tables as t

# By code: the field that is wrong, the rule, and the sentence
SENTENCES = {
    t.BAD_ORDER: ("", "BOI-097", "This is no order: a field is missing or does not fit."),
    t.NOT_YOUR_UNIT: ("unit", "BOI-023", "You do not command this unit."),
    t.NOT_ON_MAP: ("unit", "BOI-101", "The unit is not on the map."),
    t.ALREADY_ACTED: ("unit", "BOI-098", "The unit has done all its actions of this turn."),
    t.AUTOMODE_ON: ("unit", "BOI-102", "The ship is on automode; switch it off first."),
    t.LOCKED_CAPTURING: ("unit", "BOI-103", "The ship is capturing a tile; cancel that first."),
    t.IN_SWARM: ("unit", "BOI-061", "The ship is in a swarm and cannot do this by itself."),
    t.WRONG_UNIT: ("unit", "BOI-097", "This kind of unit cannot do this."),
    t.BAD_PATH: ("path", "BOI-107", "A path goes from tile to neighbouring tile, with 1 to 20 steps."),
    t.BLOCKED: ("to", "BOI-110", "The way is blocked."),
    t.OCCUPIED: ("tile", "BOI-111", "There is another unit, or an obstacle."),
    t.NOT_ENOUGH_AP: ("unit", "BOI-112", "The unit has not enough action points."),
    t.ALREADY_OWNED: ("unit", "BOI-120", "The tile belongs to your team already."),
    t.MOTHERSHIP_DESTROYED: ("unit", "BOI-121", "Without your mothership on the map nothing can be captured."),
    t.NOTHING_TO_CANCEL: ("unit", "BOI-127", "The ship neither captures nor builds."),
    t.NO_SUCH_ITEM: ("item", "BOI-129", "You have no such item."),
    t.NOT_BURNABLE: ("item", "BOI-249", "This item cannot be burned."),
    t.NOT_TRANSFERABLE: ("item", "BOI-248", "This item cannot be given away."),
    t.ITEM_IN_USE: ("item", "BOI-248", "This item is in use."),
    t.NOT_YOUR_TILE: ("tile", "BOI-135", "The tile does not belong to your team."),
    t.STRUCTURE_HERE: ("unit", "BOI-131", "Another superstructure stands here."),
    t.MAX_LEVEL: ("item", "BOI-131", "The superstructure has the highest level."),
    t.ALREADY_BUILDING: ("unit", "BOI-133", "The ship is building already."),
    t.TOO_MANY_STRUCTURES: ("unit", "BOI-128", "There is no room for another superstructure in this game."),
    t.TOO_MANY_ITEMS: ("item", "BOI-051", "You have more items than a game can hold."),
    t.GAME_FULL: ("", "BOI-016", "There is no room for another player in this game."),
    t.STILL_RESPAWNING: ("unit", "BOI-136", "The unit cannot be spawned yet."),
    t.ALREADY_ON_MAP: ("unit", "BOI-136", "The unit is on the map."),
    t.RATIO_OUT_OF_RANGE: ("attack", "BOI-139", "The battery cannot be shared like this."),
    t.OUT_OF_RANGE: ("target", "BOI-166", "The target is out of range."),
    t.OWN_TEAM: ("target", "BOI-145", "This is a unit of your own team."),
    t.NO_SUCH_TARGET: ("target", "BOI-145", "There is no such unit on the map."),
    t.TARGET_IN_SWARM: ("target", "BOI-145", "The ship is in a swarm; attack the swarm."),
    t.NO_SUCH_SWARM: ("swarm", "BOI-150", "Your team has no such swarm."),
    t.NOT_ADJACENT: ("swarm", "BOI-150", "The tile is not next to the swarm."),
    t.SWARM_FULL: ("swarm", "BOI-150", "The swarm has no room for another ship."),
    t.NOT_IN_SWARM: ("unit", "BOI-153", "The ship is in no swarm."),
    t.NO_SLOT: ("item", "BOI-158", "The unit has as many boosts as it can have."),
    t.TURN_LOCKED: ("", "BOI-218", "The turn is about to end; nothing is taken any more."),
    t.TURN_CLOSED: ("", "BOI-214", "You have given all orders of this turn."),
    t.GAME_OVER: ("", "BOI-261", "The game is over for you."),
}

REFUSALS = tuple(Refusal(code, t.ERROR_NAMES[code], *line) for code, line in SENTENCES.items())

LEAVE_REASONS = (
    Reason(t.RESIGNED, "resigned", "BOI-264", "resigned"),
    Reason(t.CONNECTION_LOST, "connection_lost", "BOI-264", "connection lost"),
    Reason(t.KICKED, "kicked", "BOI-298", "removed from the game"),
)

END_REASONS = (
    Reason(t.ENDED_TURNS, "turns", "BOI-258", "The last turn was played."),
    Reason(t.ENDED_ALL_TILES, "all_tiles", "BOI-259", "One team owns every tile."),
    Reason(t.ENDED_LAST_TEAM, "last_team", "BOI-260", "All other teams are eliminated."),
    Reason(t.ENDED_SEASON, "season", "BOI-257", "The season is over."),
    Reason(t.ENDED_DESERTED, "deserted", "BOI-264", "All but one team have left."),
)
