"""Monte-Carlo tree search: play many games, and look closer where they go well.

Each round walks down the tree by UCT, which weighs how well a move has done against how little
it was tried, adds a node, plays the game to its end at random, and counts the result on the way
back. What the tree sees to the end is *proved*: a move to a position that is lost for the other
side wins, whatever the games say, and is never tried again.

    uct(child) = mean result + c * sqrt(log(visits of parent) / visits of child)
"""

import random
import time
from collections.abc import Sequence
from math import log, sqrt

from noughts.rules import Cell, Position, cells_of
from noughts.search.result import Result, Watch
from noughts.value import Outcome, Value, end_score, outcome_of, value_of

EXPLORATION = 1.0
PLAYOUTS = 1000


class Node:
    """A position in the tree; results are for the side that moved into it."""

    __slots__ = ("children", "move", "number", "outcome", "parent", "position", "total", "visits")

    def __init__(
        self, position: Position, parent: "Node | None", move: Cell | None, watch: Watch
    ) -> None:
        self.number: int = watch.enter(position, parent=parent.number if parent else 0)
        self.position = position
        self.parent = parent
        self.move = move
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0
        self.outcome: Outcome | None = None  # proved, for the side to move here

    def uct(self, log_visits: float) -> float:
        """How much this child deserves the next visit."""
        if not self.visits:
            return float("inf")
        return self.total / self.visits + EXPLORATION * sqrt(log_visits / self.visits)


def mcts(
    position: Position,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    seed: int | None = 0,
    moves: Sequence[Cell] | None = None,
    watch: Watch | None = None,
) -> Result:
    """Search by so many playouts or seconds, or until the outcome is proved.

    The value is None unless it is proved. With moves, only those are weighed at the root.

    >>> from noughts.notation.parse import position
    >>> result = mcts(position("XX. OO. ..."), playouts=20)
    >>> print(result.value, "by", result.move)
    win by 2
    """
    watch = watch or Watch()
    if position.is_over:
        watch.enter(position)
        score = end_score(position)
        return watch.result(value_of(score, position), None, score)
    rng = random.Random(seed)
    deadline = None if seconds is None else time.perf_counter() + seconds
    if playouts is None and seconds is None:
        playouts = PLAYOUTS
    root = Node(position, None, None, watch)
    _grow(root, watch, moves)
    done = 0
    while root.outcome is None and (playouts is None or done < playouts):
        if deadline is not None and time.perf_counter() > deadline:
            break
        _one_playout(root, rng, watch)
        done += 1
    return watch.result(_proved(root, moves), _choice(root).move, 0)


def _proved(root: Node, moves: Sequence[Cell] | None) -> Value | None:
    # With some moves left out, only a win is proved: another move might do better than the rest.
    if root.outcome is None or (moves is not None and root.outcome is not Outcome.WIN):
        return None
    free = root.position.game.cells - root.position.stones
    return Value(root.outcome, free if root.outcome is Outcome.DRAW else None)


def _choice(root: Node) -> Node:
    """The move to play: a proved win, else the most visited that is not a proved loss.

    Where all moves lose, the most visited took longest to refute, so it delays the loss.
    """

    def worth(child: Node) -> tuple[int, int]:
        if child.outcome is None:
            return 0 if root.outcome is None else -2, child.visits
        return -child.outcome, child.visits

    return max(root.children, key=worth)


def _one_playout(root: Node, rng: random.Random, watch: Watch) -> None:
    """Walk down, add a node, play to the end, count the result on the way back."""
    node = root
    while node.children:
        log_visits = log(node.visits + 1)
        # A child that is won for the side to move there is a move nobody makes.
        open_children = [child for child in node.children if child.outcome is None]
        node = max(open_children, key=lambda child: child.uct(log_visits))
    _grow(node, watch)
    result = node.outcome if node.outcome is not None else _play_out(node.position, rng)
    _count(node, float(result), watch)


def _grow(node: Node, watch: Watch, moves: Sequence[Cell] | None = None) -> None:
    """Give a node its children, and prove what can be seen at once."""
    for move in node.position.moves() if moves is None else moves:
        child = Node(node.position.child(move), node, move, watch)
        if child.position.is_over:
            child.outcome = outcome_of(end_score(child.position))
            watch.update(child.number, outcome=child.outcome)
        node.children.append(child)
    _prove(node)


def _prove(node: Node) -> None:
    """A node with a lost child is won; one whose children are all proved has the best of them."""
    outcomes = [child.outcome for child in node.children]
    if Outcome.LOSS in outcomes:
        node.outcome = Outcome.WIN
    elif None not in outcomes:
        node.outcome = Outcome(max(-outcome for outcome in outcomes if outcome is not None))


def _play_out(position: Position, rng: random.Random) -> int:
    """The result of a game played at random from here, for the side to move here."""
    game, mine, theirs = position.game, position.mine, position.theirs
    sign = 1
    taken = position.taken
    free = list(cells_of(game.all_mask & ~taken)) if not game.drop else []
    while taken != game.all_mask:
        if game.drop:
            free = list(cells_of(Position(game, taken).open_mask()))
            cell = rng.choice(free)
        else:
            at = int(rng.random() * len(free))
            free[at], free[-1] = free[-1], free[at]
            cell = free.pop()
        if game.completes_line(mine, cell):
            return -sign if game.misere else sign
        mine, theirs, sign = theirs, mine | 1 << cell, -sign
        taken |= 1 << cell
    return 0


def _count(node: Node, result: float, watch: Watch) -> None:
    """Count a result, for the side to move at node, on the way back to the root."""
    above: Node | None = node
    while above is not None:
        above.visits += 1
        above.total -= result
        if above is not node and above.outcome is None:
            _prove(above)
        mean = above.total / above.visits
        watch.update(above.number, visits=above.visits, mean=mean, outcome=above.outcome)
        result = -result
        above = above.parent
