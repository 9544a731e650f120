"""Negamax: minimax with one rule for both sides.

What is good for one side is as bad for the other, so the score of a position, for the side to
move, is the largest of minus the scores one move on.
"""

from collections.abc import Callable

from noughts.rules import Position
from noughts.search.evaluation import open_lines
from noughts.search.result import Horizon, Result, Watch


def negamax(
    position: Position,
    *,
    depth: int | None = None,
    scale: str | None = None,
    evaluate: Callable[[Position], int] = open_lines,
    watch: Watch | None = None,
) -> Result:
    """Search every continuation to its end, or depth plies far.

    >>> from noughts.notation.parse import position
    >>> result = negamax(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 7064 nodes
    """
    watch = watch or Watch()
    horizon = Horizon(position, depth, evaluate, scale)

    def score(position: Position) -> int:
        watch.enter(position)
        found = horizon.score(position)
        if found is None:
            found = max([-score(position.child(move)) for move in position.moves()])
        return watch.leave(position, found)

    if position.is_over:
        found = score(position)
        return watch.result(horizon.value(found), None, found)
    watch.enter(position)
    scores = {move: -score(position.child(move)) for move in position.moves()}
    move = max(scores, key=scores.__getitem__)
    found = watch.leave(position, scores[move])
    return watch.result(horizon.value(found), move, found)
