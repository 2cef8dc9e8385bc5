"""What the agents of each game can choose, in the rules' own subset of Python: numbered actions, which of them are
legal, and how one is entered. Interpreted for single environments, compiled for batches, from the same source.

A module of this package has:

    actions     how many actions there are in such a match
    legal       flags of every action of a seat; the pass, 0, is always there
    spell       the row of an action; that of 0 is always accepted of a seat that is waited for
    gone        whether a seat is out and will not come back
    worth       what a seat has, for the reward "margin"

and of the game's own rules `act`, `check`, `result`, `sample`, `tick`, `waiting` and the `Scratch` of its kernels.
"""
