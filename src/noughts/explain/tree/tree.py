"""The game tree of a search, folded to what a person can look at.

    1  max                   .            the move stands on the edge, the score below the position
                      /      |      \\
    2  min          +10     -10     -10   scores are those of the player at the root
                           /   \\   /   \\
    3  max               -10  +10 -10  +10
"""

from dataclasses import dataclass
from typing import Any

from noughts.errors import NotationError
from noughts.explain.count import tree_nodes
from noughts.explain.tree.fold import PAGE, Fold, Room, plan, refuse_too_many
from noughts.explain.tree.node import Node, added
from noughts.explain.tree.plain import best_line, knowledge, plain_tree
from noughts.explain.tree.traced import traced_tree
from noughts.notation import head, move_names
from noughts.notation.parse import Given, position as read_position
from noughts.rules import Cell, Game, Position
from noughts.search import SEARCHES, USUAL_SCALE, USUAL_SEARCH, scaled_names
from noughts.search.result import refuse_no_time
from noughts.solver.oracle import SECONDS


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of a search: what is shown of it, and how much there is.

    >>> tree = game_tree("XXO O.. O.X")
    >>> [(node.number, node.score) for node in tree.root.walk() if node.level == 2]
    [(5, -10), (6, 10), (7, -10), (8, 10)]
    """

    root: Node
    search: str
    scale: str
    fold: Fold
    best_line: list[Cell]
    """The moves of both sides when each plays its first best move, as far as the search saw."""
    nodes: int | None
    """Every visit of the search, those of its earlier rounds too; None: not counted."""
    earlier: int = 0
    """The visits of the rounds before the last, which are not in the tree."""
    rounds: int = 0
    """How many rounds came before the last."""

    @property
    def position(self) -> Position:
        return self.root.position

    @property
    def view(self) -> str:
        """The mark whose scores are shown: the player to move at the root."""
        return self.position.to_move

    @property
    def shown(self) -> int:
        """How many nodes are shown; moves that the search left out are none."""
        return sum(not node.is_left_out for node in self.root.walk())

    @property
    def folded(self) -> int | None:
        """How many nodes are not shown; None: not counted."""
        return None if self.nodes is None else self.nodes - self.shown - self.earlier

    def to_dict(self) -> dict[str, Any]:
        """The tree as JSON has it."""
        return {
            **head(self.position),
            "view": self.view,
            "search": self.search,
            "scale": self.scale,
            "depth": self.fold.depth,
            "breadth": self.fold.breadth,
            "nodes": self.nodes,
            "shown": self.shown,
            "folded": self.folded,
            "earlier": self.earlier,
            "best_line": move_names(self.position.game, self.best_line),
            "tree": self.root.to_dict(),
        }

    def _repr_svg_(self) -> str:
        from noughts.explain.tree.drawn import tree_svg

        return tree_svg(self)


def game_tree(
    given: Given,
    game: str | Game | None = None,
    *,
    to_move: str | None = None,
    search: str = USUAL_SEARCH,
    scale: str = USUAL_SCALE,
    depth: int | None = None,
    breadth: int | None = None,
    fold: bool = True,
    room: Room = PAGE,
    seconds: float = SECONDS,
) -> Tree:
    """The tree of a search on a position, as much of it as there is room for.

    Depth and breadth say how many plies and how many moves of each position are shown; without
    fold nothing is folded but what they say. Scores are exact whatever is shown.

    >>> tree = game_tree("... ... ...")
    >>> tree.nodes, tree.shown, tree.folded
    (549946, 16, 549930)
    """
    root = read_position(given, game, to_move)
    check_options(search, scale, depth, breadth)
    refuse_no_time(seconds)
    shown = plan(root, depth, breadth, room) if fold else Fold(depth, breadth, symmetry=False)
    if SEARCHES[search].whole:
        known = knowledge(root, SEARCHES[search].scale_named(scale), seconds)
        node = plain_tree(root, known, shown)
        nodes = tree_nodes(root) if node.nodes is None else node.nodes
        tree = Tree(node, search, scale, shown, best_line(root, known), nodes)
    else:
        found = traced_tree(root, search, scale, shown, seconds)
        assert found.root is not None
        nodes = added(found.earlier, found.root.nodes)
        tree = Tree(
            found.root, search, scale, shown, found.best_line, nodes, found.earlier, found.rounds
        )
    refuse_too_many(tree.shown)
    _number(tree.root)
    return tree


def check_options(search: str, scale: str, depth: int | None, breadth: int | None) -> None:
    """Complain about options before any work is done."""
    if search not in scaled_names():
        raise NotationError(f"no tree of {search!r}: expected {', '.join(scaled_names())}")
    SEARCHES[search].scale_named(scale)
    for name, number in (("depth", depth), ("breadth", breadth)):
        if number is not None and number < 1:
            raise NotationError(f"expected a {name} of 1 or more, got {number}")


def _number(root: Node) -> None:
    """Number the visits level by level, and mark the best line."""
    number = 0
    for level in root.levels():
        for node in level:
            if not node.is_left_out:
                number += 1
                node.number = number
    best: Node | None = root
    while best is not None:
        best.on_best_line = True
        move = best.best
        best = next((child for child in best.children if child.move == move), None)
