"""The tree of a search that looks at windows, gathered from its events as they come.

What is deeper than shown is counted and let go at once, so a long search takes no more memory
than a short one.
"""

import time
from dataclasses import dataclass, field

from noughts.errors import LimitReached
from noughts.explain.tracing import Event, trace
from noughts.explain.tree.fold import Fold, fold_children, refuse_too_many
from noughts.explain.tree.node import (
    FINISHED,
    GUESS,
    LEFT_OUT,
    REMEMBERED,
    Cut,
    Node,
    outcome_shown,
)
from noughts.rules import Cell, Position
from noughts.search import SEARCHES


@dataclass(slots=True)
class _Visit:
    """A visit that the search has not left yet."""

    node: Node
    sign: int
    """What turns the search's scores into those of the player at the root."""
    nodes: int = 1
    line: list[Cell] = field(default_factory=list)
    last_line: list[Cell] = field(default_factory=list)
    tried: set[Cell] = field(default_factory=set)
    results: list[Node] = field(default_factory=list)
    """The scored children, also those that are not shown."""


class Gatherer:
    """Takes the events of a search and keeps the part of the tree that is shown."""

    def __init__(self, root: Position, fold: Fold, *, negates: bool, seconds: float) -> None:
        self.view = root.to_move
        self.fold = fold
        self.negates = negates
        self.seconds = seconds
        self.deadline = time.perf_counter() + seconds
        self.root: Node | None = None
        self.best_line: list[Cell] = []
        self.earlier = self.rounds = 0
        """Nodes and number of the rounds before the last."""
        self._open: list[_Visit] = []

    def __call__(self, event: Event) -> None:
        if event.kind == "enter":
            self._enter(event)
        elif event.kind == "leave":
            self._leave(event)
        elif event.kind == "best":
            visit = self._open[-1]
            visit.node.best = event.move
            visit.line = [*([] if event.move is None else [event.move]), *visit.last_line]
        elif event.kind == "cut":
            self._cut(event)
        elif event.kind in ("finished", "guess", "remembered"):
            kinds = {"finished": FINISHED, "guess": GUESS, "remembered": REMEMBERED}
            self._open[-1].node.kind = kinds[event.kind]

    def _enter(self, event: Event) -> None:
        if self.fold.hides_nothing:
            refuse_too_many(event.number)
        if event.number % 256 == 0 and time.perf_counter() > self.deadline:
            raise LimitReached(f"not finished in {self.seconds:g} s, after {event.number:,} nodes")
        if not self._open and self.root is not None:
            self.earlier += self.root.nodes or 0
            self.rounds += 1
        mine = event.position.to_move == self.view
        sign = 1 if mine or not self.negates else -1
        node = Node(event.position, event.move, event.level, mine)
        ends = (event.alpha, event.beta) if sign > 0 else (event.beta, event.alpha)
        node.alpha, node.beta = (None if end is None else sign * end for end in ends)
        if not self._open:
            node.move = None
        self._open.append(_Visit(node, sign))

    def _cut(self, event: Event) -> None:
        visit = self._open[-1]
        assert event.score is not None
        assert event.beta is not None
        window = "beta" if visit.node.is_maximum else "alpha"
        visit.node.cut = Cut(visit.sign * event.score, window, visit.sign * event.beta)

    def _leave(self, event: Event) -> None:
        visit = self._open.pop()
        node = visit.node
        assert event.score is not None
        node.score, node.nodes = visit.sign * event.score, visit.nodes
        node.bound, node.is_guessed = _bound(node, visit.results)
        node.outcome = None if node.is_guessed else outcome_shown(node.score, node.bound)
        if node.cut is not None and self._shows(node.level + 1):
            node.children += _left_out(node, visit.tried)
        if self._shows(node.level + 1):
            fold_children(node, self.fold)
        elif visit.results:
            node.below = visit.nodes - 1
        if self._open:
            self._pass_up(visit, self._open[-1])
        else:
            self.root, self.best_line = node, visit.line

    def _shows(self, level: int) -> bool:
        return self.fold.depth is None or level <= self.fold.depth

    def _pass_up(self, visit: _Visit, above: _Visit) -> None:
        node = visit.node
        above.nodes += visit.nodes
        above.last_line = visit.line
        above.results.append(node)
        if node.move is not None:
            above.tried.add(node.move)
        if self._shows(node.level):
            above.node.children.append(node)


def _bound(node: Node, results: list[Node]) -> tuple[str, bool]:
    """How the true score lies to that of a node, and whether the score rests on a guess."""
    if node.kind == REMEMBERED:
        return _window_bound(node), False
    if not results:
        return "=", node.kind == GUESS
    better, worse = (">=", "<=") if node.is_maximum else ("<=", ">=")
    taken = [child for child in results if child.score == node.score]
    sure = any(child.bound in ("=", better) for child in taken)
    complete = node.cut is None and all(child.bound in ("=", worse) for child in results)
    guessed = all(child.is_guessed for child in taken)
    return "=" if sure and complete else better if sure else worse, guessed


def _window_bound(node: Node) -> str:
    assert node.score is not None
    if node.alpha is not None and node.score <= node.alpha:
        return "<="
    return ">=" if node.beta is not None and node.score >= node.beta else "="


def _left_out(node: Node, tried: set[Cell]) -> list[Node]:
    position = node.position
    return [
        Node(position.child(move), move, node.level + 1, not node.is_maximum, LEFT_OUT, nodes=0)
        for move in position.moves()
        if move not in tried
    ]


def traced_tree(
    root: Position, search: str, scale: str | None, fold: Fold, seconds: float
) -> Gatherer:
    """Run a search and gather its tree, as far as it is shown."""
    gatherer = Gatherer(root, fold, negates=SEARCHES[search].negates, seconds=seconds)
    trace(root, search, gatherer, scale=scale)
    return gatherer
