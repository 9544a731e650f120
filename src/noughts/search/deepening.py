"""Iterative deepening: search one ply deep, then two, then three, until the answer is proved.

Each round costs little beside the next, and leaves behind which move was best where, so that
the next round tries it first and cuts early. A win is found in the first round that is deep
enough to see it, so its distance is known at once. The second form asks each round two yes-no
questions only, "a win so soon?" and "a loss so soon?": windows of width one, *null windows*,
between which no score fits.

    round 3, on 3x3:      loss so soon   |      guesses       |   win so soon
                       -9 ... -7         | -6  ...  0 ...  6  |    7 ... 9
                                        [-7,-6]             [6,7]          the null windows
"""

from collections.abc import Callable

from noughts.rules import Cell, Position
from noughts.search.evaluation import open_lines
from noughts.search.ordering import likely_first
from noughts.search.result import INFINITY, Horizon, Result, Watch


def deepening(
    position: Position,
    *,
    null_windows: bool = False,
    depth: int | None = None,
    scale: str | None = None,
    evaluate: Callable[[Position], int] = open_lines,
    watch: Watch | None = None,
) -> Result:
    """Alpha-beta in rounds, each a ply deeper, until the value is proved or depth is reached.

    >>> from noughts.notation.parse import position
    >>> result = deepening(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 359 nodes
    """
    watch = watch or Watch()
    best_move: dict[int, Cell] = {}
    horizon = Horizon(position, depth, evaluate, scale)
    if position.is_over:
        score = _round(position, -INFINITY, INFINITY, horizon, watch, best_move)
        return watch.result(horizon.value(score), None, score)
    for limit in range(1, horizon.depth + 1):
        horizon = Horizon(position, limit, evaluate, scale)
        if null_windows:
            score = _two_questions(position, horizon, watch, best_move)
        else:
            score = _round(position, -INFINITY, INFINITY, horizon, watch, best_move)
        value = horizon.value(score)
        if value is not None:
            break
        watch.deepen(limit)
    # Where every move loses at once, no round has found one that does not, and any will do.
    move = best_move.get(position.key, position.moves()[0])
    return watch.result(value, move, score)


def _round(
    position: Position,
    alpha: int,
    beta: int,
    horizon: Horizon,
    watch: Watch,
    best_move: dict[int, Cell],
) -> int:
    """One round: alpha-beta to the horizon, the best move of the round before first."""
    watch.enter(position, alpha, beta)
    found = horizon.score(position)
    if found is not None:
        return watch.leave(position, found)
    best = -INFINITY
    for move in _remembered_first(position, best_move):
        child = position.child(move)
        score = -_round(child, -beta, -max(alpha, best), horizon, watch, best_move)
        if score > best:
            best = score
            if score > alpha:
                best_move[position.key] = move
        if best >= beta:
            watch.cut(position, best, alpha, beta)
            break
    return watch.leave(position, best)


def _two_questions(
    position: Position, horizon: Horizon, watch: Watch, best_move: dict[int, Cell]
) -> int:
    """Is it a loss within the horizon? If not, is it a win? The score, or 0 if neither.

    In this order, because the move that does not lose so soon must be at hand when the next
    round finds that all moves lose: it is the one that delays.
    """
    room = horizon.room
    score = _round(position, -room - 1, -room, horizon, watch, best_move)
    if score < -room:
        return score
    score = _round(position, room, room + 1, horizon, watch, best_move)
    return score if score > room else 0


def _remembered_first(position: Position, best_move: dict[int, Cell]) -> list[Cell]:
    moves = likely_first(position)
    remembered = best_move.get(position.key)
    if remembered is not None:
        moves.remove(remembered)
        moves.insert(0, remembered)
    return moves
