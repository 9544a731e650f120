"""Minimax: the score of a position is the best score among those one move on.

Best for one player, the *view*, is the largest; for the other it is the smallest.

    max                 .            the view moves: takes the largest of 10, -10, -10
                 /      |      \\
    min        10      -10     -10   the other moves: takes the smallest
                      /   \\    /  \\
    max            -10    10 -10   10
"""

from collections.abc import Callable

from noughts.rules import Position
from noughts.search.evaluation import open_lines
from noughts.search.result import Horizon, Result, Watch
from noughts.search.scales import scale_named


def minimax(
    position: Position,
    *,
    scale: str = "unit",
    view: str | None = None,
    depth: int | None = None,
    evaluate: Callable[[Position], int] = open_lines,
    watch: Watch | None = None,
) -> Result:
    """Search every continuation to its end, or depth plies far, on one of four scales.

    Scores are from the view of one mark, by default the side to move.

    >>> from noughts.notation.parse import position
    >>> result = minimax(position("XXO O.. O.X"), scale="ten")
    >>> print(result.score, result.move, result.value, result.nodes)
    10 4 win 10
    """
    watch = watch or Watch()
    rule = scale_named(scale)
    horizon = Horizon(position, depth, evaluate, rule)
    views_turn = 0 if view in (None, position.to_move) else 1  # at even levels, or at odd ones

    def score(position: Position, level: int) -> int:
        watch.enter(position)
        is_maximum = level % 2 == views_turn
        found = horizon.score(position)
        if found is not None:
            return watch.leave(position, found if is_maximum else -found)
        scores = [score(position.child(move), level + 1) for move in position.moves()]
        toll = level * rule.tolls
        return watch.leave(position, max(scores) - toll if is_maximum else min(scores) + toll)

    if position.is_over:
        found = score(position, level=0)
        return watch.result(horizon.value(found), None, found)
    watch.enter(position)
    scores = {move: score(position.child(move), level=1) for move in position.moves()}
    move = (min if views_turn else max)(scores, key=scores.__getitem__)
    found = watch.leave(position, scores[move])  # the toll of level 0 is 0
    return watch.result(horizon.value(-found if views_turn else found), move, found)
