"""The tree of plain minimax: it visits every node, so it is known without a walk.

Each position is scored and its nodes are counted once, however often it is reached; the tree of
3x3 has 549,946 nodes and 5,478 positions. Where even those are too many, the oracle is asked
what the shown ones are worth, and what lies below is not counted.
"""

from typing import NamedTuple, Protocol

from noughts.errors import LimitReached
from noughts.explain.count import MOST_REMEMBERED
from noughts.explain.tree.fold import Fold, fold_children, refuse_too_many
from noughts.explain.tree.node import FINISHED, Node
from noughts.rules import Cell, Position
from noughts.search import Scale
from noughts.solver.forecast import positions_ahead
from noughts.solver.oracle import Oracle
from noughts.value import Outcome


class Worth(NamedTuple):
    """What a node is worth to the player at the root, and how many there are."""

    score: int
    outcome: Outcome
    nodes: int | None
    """This node and those below; None: not counted."""


class Known(Protocol):
    """Anything that knows what the positions below a root are worth."""

    def worth(self, position: Position) -> Worth: ...


class Counted:
    """Scores and counts every position below a root, each once.

    >>> from noughts.notation.parse import position
    >>> from noughts.search.scales import scale_named
    >>> root = position("XXO O.. O.X")
    >>> Counted(root, scale_named("ten")).worth(root)
    Worth(score=10, outcome=<Outcome.WIN: 1>, nodes=10)
    """

    def __init__(self, root: Position, scale: Scale) -> None:
        self.root = root
        self.scale = scale
        self.view = root.to_move
        self._known: dict[int, Worth] = {}

    def worth(self, position: Position) -> Worth:
        found = self._known.get(position.key)
        if found is None:
            found = self._known[position.key] = self._find(position)
        return found

    def _find(self, position: Position) -> Worth:
        level = position.stones - self.root.stones
        moves = position.moves()
        if not moves:
            return end_worth(position, self.scale, self.view, level)
        below = [self.worth(position.child(move)) for move in moves]
        nodes = 1 + sum(worth.nodes or 0 for worth in below)
        if position.to_move == self.view:
            score = max(worth.score for worth in below) - level * self.scale.tolls
            return Worth(score, max(worth.outcome for worth in below), nodes)
        score = min(worth.score for worth in below) + level * self.scale.tolls
        return Worth(score, min(worth.outcome for worth in below), nodes)


def end_worth(position: Position, scale: Scale, view: str, level: int) -> Worth:
    """What a finished game is worth."""
    if position.winner is None:
        return Worth(0, Outcome.DRAW, 1)
    win = scale.win(position.game.cells, level)
    if position.winner == view:
        return Worth(win, Outcome.WIN, 1)
    return Worth(-win, Outcome.LOSS, 1)


class Asked:
    """Asks the oracle, where the positions are too many to go through."""

    def __init__(self, root: Position, scale: Scale, seconds: float) -> None:
        if scale.tolls:
            raise LimitReached(
                f"up to {positions_ahead(root):.2g} positions lie ahead: expected at most "
                f"{MOST_REMEMBERED:,} for the scale {scale.name}, or another scale"
            )
        self.root = root
        self.scale = scale
        self.view = root.to_move
        self._oracle = Oracle(root.game, seconds)

    def worth(self, position: Position) -> Worth:
        level = position.stones - self.root.stones
        if position.is_over:
            return end_worth(position, self.scale, self.view, level)
        value = self._oracle.value(position)
        mine = position.to_move == self.view
        outcome = value.outcome if mine else (-value).outcome
        if outcome is Outcome.DRAW:
            return Worth(0, outcome, None)
        if self.scale.counts_levels and value.distance is None:
            raise LimitReached(
                f"the scale {self.scale.name} counts how soon a game is decided, and that is not "
                "known here: expected --scale ten or unit"
            )
        win = self.scale.win(position.game.cells, level + (value.distance or 0))
        return Worth(win * outcome, outcome, None)


def knowledge(root: Position, scale: Scale, seconds: float) -> Known:
    """Whatever knows the positions below a root."""
    if positions_ahead(root) <= MOST_REMEMBERED:
        return Counted(root, scale)
    return Asked(root, scale, seconds)


def plain_tree(root: Position, known: Known, fold: Fold) -> Node:
    """The tree below a root, as far as it is shown."""
    node = _node(root, None, 0, known, root.to_move)
    shown = 1
    level = [node]
    while level:
        for above in level:
            _open(above, known, fold)
        level = [child for above in level for child in above.children]
        shown += len(level)
        refuse_too_many(shown)
    return node


def _node(position: Position, move: Cell | None, level: int, known: Known, view: str) -> Node:
    score, outcome, nodes = known.worth(position)
    node = Node(position, move, level, position.to_move == view)
    node.score, node.outcome, node.nodes = score, outcome, nodes
    if position.is_over:
        node.kind = FINISHED
    return node


def _open(node: Node, known: Known, fold: Fold) -> None:
    """Give a node its children, and fold them before they get theirs."""
    if node.kind == FINISHED:
        return
    if node.level == fold.depth:
        node.below = None if node.nodes is None else node.nodes - 1
        return
    position = node.position
    view = position.to_move if node.is_maximum else position.moved_last
    node.children = [
        _node(position.child(move), move, node.level + 1, known, view) for move in position.moves()
    ]
    node.best = best_child(node).move
    fold_children(node, fold)


def best_child(node: Node) -> Node:
    """The first child whose score is taken over."""
    return (max if node.is_maximum else min)(node.children, key=lambda child: child.score or 0)


def best_line(root: Position, known: Known) -> list[Cell]:
    """The moves of both sides when each plays its first best move."""
    line: list[Cell] = []
    position = root
    while moves := position.moves():
        scores = {move: known.worth(position.child(move)).score for move in moves}
        choose = max if position.to_move == root.to_move else min
        line.append(choose(scores, key=scores.__getitem__))
        position = position.child(line[-1])
    return line
