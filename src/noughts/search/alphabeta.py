"""Alpha-beta: negamax that leaves out what cannot change the answer.

Each position is asked a narrower question: not "what is your score?" but "what is it, if it
lies between alpha and beta?" Once a move is found that is worth beta or more, the other side
will not let it come to this, and the remaining moves are left out.
"""

from collections.abc import Callable

from noughts.rules import Position
from noughts.search.evaluation import open_lines
from noughts.search.result import INFINITY, Horizon, Result, Watch
from noughts.search.root import search_root


def alphabeta(
    position: Position,
    *,
    depth: int | None = None,
    scale: str | None = None,
    evaluate: Callable[[Position], int] = open_lines,
    watch: Watch | None = None,
) -> Result:
    """The same answer as negamax, from fewer nodes.

    >>> from noughts.notation.parse import position
    >>> result = alphabeta(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 716 nodes
    """
    watch = watch or Watch()
    horizon = Horizon(position, depth, evaluate, scale)

    def score(position: Position, alpha: int, beta: int) -> int:
        return alphabeta_score(position, alpha, beta, horizon, watch)

    return search_root(position, position.moves(), score, horizon, watch)


def alphabeta_score(
    position: Position, alpha: int, beta: int, horizon: Horizon, watch: Watch
) -> int:
    """Score a position, exactly only where it matters.

    With alpha < beta, the score s returned and the true score t satisfy

        s <= alpha         then  t <= s      (an upper bound)
        s >= beta          then  t >= s      (a lower bound)
        alpha < s < beta   then  t == s      (exact)
    """
    watch.enter(position, alpha, beta)
    found = horizon.score(position)
    if found is not None:
        return watch.leave(position, found)
    best = -INFINITY
    for move in position.moves():
        score = -alphabeta_score(position.child(move), -beta, -max(alpha, best), horizon, watch)
        best = max(best, score)
        if best >= beta:
            watch.cut(position, best, alpha, beta)
            break
    return watch.leave(position, best)
