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
from noughts.value import end_score, value_of


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
    view = view or position.to_move
    rule, cells = scale_named(scale), position.game.cells
    horizon = Horizon(position, depth, evaluate)
    horizon.room = rule.room(cells, horizon.depth)

    def score(position: Position, level: int) -> int:
        watch.enter(position)
        if position.is_over():
            win = 0 if position.winner is None else rule.win(cells, level)
            return watch.leave(position, win if position.winner == view else -win)
        if horizon.is_reached(position):
            guess = horizon.guess(position)
            return watch.leave(position, guess if position.to_move == view else -guess)
        scores = [score(position.child(move), level + 1) for move in position.moves()]
        if position.to_move == view:
            return watch.leave(position, max(scores) - rule.toll(level))
        return watch.leave(position, min(scores) + rule.toll(level))

    if position.is_over():
        return watch.result(value_of(end_score(position), position), None, score(position, 0))
    watch.enter(position)
    scores = {move: score(position.child(move), level=1) for move in position.moves()}
    move = (max if position.to_move == view else min)(scores, key=scores.__getitem__)
    found = watch.leave(position, scores[move])  # the toll of level 0 is 0
    mine = found if position.to_move == view else -found
    proved = not horizon.was_reached or rule.proves(mine, cells, horizon.depth)
    return watch.result(rule.value(mine, position) if proved else None, move, found)
