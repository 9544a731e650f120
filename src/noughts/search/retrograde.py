"""Retrograde analysis: from the ends of the game backwards.

First every position that can follow is found, once. Then the finished ones are given their
values, and the values are carried back, nearest to the end first:

    a position with a lost child       is won, one ply later than its nearest lost child
    a position all of whose children
    are won for the other side         is lost, one ply later than its farthest child
    what is never reached so           is drawn

This is the definition of the distance: the winner hurries, the loser delays.
"""

from noughts.errors import LimitReached
from noughts.rules import Position
from noughts.search.result import Result, Watch
from noughts.value import Outcome, Value

MOST_POSITIONS = 2_000_000


def retrograde(position: Position, *, watch: Watch | None = None) -> Result:
    """Solve every position that can follow this one.

    >>> from noughts.notation.parse import position
    >>> result = retrograde(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 627 nodes
    """
    watch = watch or Watch()
    children, lined = _discover(position, watch)
    end = Value(Outcome.WIN if position.game.misere else Outcome.LOSS, 0)
    value = _carry_back(children, lined, end)
    free = position.game.cells - position.stones
    found = value.get(position.key, Value(Outcome.DRAW, free))
    for move in position.moves():
        child = position.child(move).key
        worth = value.get(child, Value(Outcome.DRAW, free - 1)).a_ply_earlier()
        if worth == found:
            return watch.result(found, move, int(found.outcome))
    return watch.result(found, None, int(found.outcome))


def _discover(root: Position, watch: Watch) -> tuple[dict[int, list[int]], list[int]]:
    """By key: the children of every position that can follow, and those that a line has ended."""
    children: dict[int, list[int]] = {}
    lined: list[int] = []
    waiting = [root]
    while waiting:
        position = waiting.pop()
        key = position.key
        if key in children:
            continue
        watch.enter(position)
        following = [position.child(move) for move in position.moves()]
        children[key] = [child.key for child in following]
        waiting += following
        if not following and position.is_lined:
            lined.append(key)
        if len(children) > MOST_POSITIONS:
            raise LimitReached(
                f"retrograde holds every position in memory: expected at most {MOST_POSITIONS:,}"
            )
    return children, lined


def _carry_back(children: dict[int, list[int]], lined: list[int], worth: Value) -> dict[int, Value]:
    """The value of every position that is not drawn; worth is that of those in lined."""
    parents: dict[int, list[int]] = {key: [] for key in children}
    undecided = {key: len(following) for key, following in children.items()}
    for key, following in children.items():
        for child in following:
            parents[child].append(key)
    value = dict.fromkeys(lined, worth)
    nearest = lined
    while nearest:
        worth = worth.a_ply_earlier()
        earlier = []
        for key in (parent for child in nearest for parent in parents[child]):
            undecided[key] -= 1
            # The first lost child is the nearest, the last won one the farthest.
            if key not in value and (worth.outcome is Outcome.WIN or not undecided[key]):
                value[key] = worth
                earlier.append(key)
        nearest = earlier
    return value
