"""Retrograde analysis: from the ends of the game backwards.

First every position that can follow is found, once. Then the finished ones are given their
values, and the values are carried back, nearest to the end first:

    a position with a lost child       is won, one ply later than its nearest lost child
    a position all of whose children
    are won for the other side         is lost, one ply later than its farthest child
    what is never reached so           is drawn

This is the definition of the distance: the winner hurries, the loser delays.
"""

from collections import deque

from noughts.errors import LimitReached
from noughts.rules import Position
from noughts.search.result import Result, Watch
from noughts.value import Outcome, Value, end_score, outcome_of

MOST_POSITIONS = 2_000_000


def retrograde(position: Position, *, watch: Watch | None = None) -> Result:
    """Solve every position that can follow this one.

    >>> from noughts.notation.parse import position
    >>> result = retrograde(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 627 nodes
    """
    watch = watch or Watch()
    children = _discover(position, watch)
    value = _carry_back(children)
    free = position.game.cells - position.stones
    found = value.get(position, Value(Outcome.DRAW, free))
    for move in position.moves():
        child = position.child(move)
        worth = value.get(child, Value(Outcome.DRAW, free - 1)).a_ply_earlier()
        if worth == found:
            return watch.result(found, move, int(found.outcome))
    return watch.result(found, None, int(found.outcome))


def _discover(root: Position, watch: Watch) -> dict[Position, list[Position]]:
    """Every position that can follow, with its children."""
    children: dict[Position, list[Position]] = {}
    waiting = [root]
    while waiting:
        position = waiting.pop()
        if position in children:
            continue
        watch.enter(position)
        children[position] = [position.child(move) for move in position.moves()]
        waiting += children[position]
        if len(children) > MOST_POSITIONS:
            raise LimitReached(
                f"retrograde holds every position in memory: expected at most {MOST_POSITIONS:,}"
            )
    return children


def _carry_back(children: dict[Position, list[Position]]) -> dict[Position, Value]:
    """The value of every position that is not drawn."""
    parents: dict[Position, list[Position]] = {position: [] for position in children}
    undecided: dict[Position, int] = {}
    for position, following in children.items():
        undecided[position] = len(following)
        for child in following:
            parents[child].append(position)
    value = {
        position: Value(outcome_of(end_score(position)), 0)
        for position in children
        if position.is_over() and end_score(position)
    }
    nearest_first = deque(value)
    while nearest_first:
        child = nearest_first.popleft()
        earlier = value[child].a_ply_earlier()
        for position in parents[child]:
            undecided[position] -= 1
            # The first lost child is the nearest, the last won one the farthest.
            if position not in value and (
                earlier.outcome is Outcome.WIN or not undecided[position]
            ):
                value[position] = earlier
                nearest_first.append(position)
    return value
