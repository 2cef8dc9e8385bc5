"""How to play with the tools: the server's instructions, the resource `guide` and the prompt."""

INSTRUCTIONS = """\
Roundhouse lets you play turn-based strategy games against bots, people and other agents.
1. list_games shows the games, rules(game) explains one.
2. sit_down(game, ...) gives you a seat token. Pass it as `seat` to every other tool.
3. On your turn: view(seat), then act(seat, orders). Orders are JSON or short text, such as "send 1 0 20 0 0".
4. Not your turn? Call wait(seat) until it answers "your_turn", "over" or "closed" (the seat is gone). It never waits
   longer than four seconds.
5. At the end result(seat) says how it went.
A refusal names its code, the field, the rule and a legal order. A turn takes a few useless answers, then it is missed.
"""

GUIDE = (
    INSTRUCTIONS
    + """
Some games take several orders in one turn (Dungeon, Quest, BoidVoid). Your turn lasts until you order its end: `done`,
in Quest `end_turn`. You may give all orders in one answer, the last of them being the end, or in several answers.

view(seat) has the board as text, a legend to it, and the events since your last turn. `step` is its number; with
view(seat, since=STEP) the events are those since that view. view(seat, data=true) has the view as JSON as well, and
with `since` only what has changed in it.

The assist level is agreed on when you sit down and recorded with the match, for everybody to see:
- rules: list_games, rules, view, act, wait, resign, result
- schema: also schema, the form of every action with an example
- legal: also legal_orders and check
- hints: also hint, with forecasts of the game's own rules and a built-in bot's advice
A tool above the level of your seat answers with the refusal `assist`, and nothing else happens.

The account of your seat counts your answers, those that could not be read, those that broke a rule, the turns you
missed, your time and your tool calls. If you know what tokens you have used, say so: act(..., usage={"input_tokens": N,
"output_tokens": N}), counted from the start of the match.
"""
)

PROMPT = """\
Play one match of {game} against {opponent} to its end, as well as you can.
Read rules(game="{game}") first. Then sit_down(game="{game}", opponents=["{opponent}"], assist="{assist}").
Repeat until the match is over: wait until it is your turn, look at view, decide, act. If an order is refused, read why
and give another one; never give up because of a refusal. At the end call result and say in three sentences how it went.
"""
