"""Folding: what is left out of a drawn tree so that a person can look at it.

Three things are folded, and each says so at the node where it happens:

    alike    moves that lead to the same position up to symmetry: the first of them is shown
    more     moves beyond the breadth, the best is always shown; many that a cut left out
    below    whatever lies deeper than the depth
"""

from dataclasses import dataclass

from noughts.errors import LimitReached
from noughts.explain.tree.node import More, Node, added
from noughts.notation.svg import board_size
from noughts.rules import Cell, Position, Shape, canonical

MOST_SHOWN = 5_000
USUAL_COLUMNS = 7.5
MOST_LEFT_OUT = 3
BREADTHS = (None, 8, 6, 5, 4, 3, 2)


@dataclass(frozen=True, slots=True)
class Room:
    """How much a person can look at: nodes beside each other, and nodes in all."""

    widest: int = 12
    most: int = 60

    def on(self, shape: Shape) -> "Room":
        """The same for a board: a large one takes the place of several.

        >>> Room().on(Shape(3, 3)).widest, Room().on(Shape(3, 3, 3)).widest
        (12, 8)
        """
        columns, _ = board_size(shape, 1)
        return Room(max(3, int(self.widest * min(1, USUAL_COLUMNS / columns))), self.most)


PAGE = Room()
SCREEN = Room(widest=100_000, most=600)


@dataclass(frozen=True, slots=True)
class Fold:
    """How far a tree is shown; None: to the end."""

    depth: int | None = None
    breadth: int | None = None
    symmetry: bool = True
    """Is one move of each class shown, and two of many that were left out?"""

    @property
    def hides_nothing(self) -> bool:
        return self.depth is None and self.breadth is None and not self.symmetry


def refuse_too_many(shown: int) -> None:
    """A tree in which little is folded may be too large to draw."""
    if shown > MOST_SHOWN:
        raise LimitReached(
            f"more than {MOST_SHOWN:,} nodes are too many to draw: expected a smaller --depth or "
            "--breadth, or no --no-fold"
        )


def plan(position: Position, depth: int | None, breadth: int | None, room: Room) -> Fold:
    """The depth and breadth that fill the room, where they are not given.

    Two plies are shown if possible with all their moves, and as many more as there is room for.

    >>> from noughts.notation.parse import position
    >>> plan(position("XXO O.. O.X"), None, None, Room())
    Fold(depth=3, breadth=None, symmetry=True)
    >>> plan(position("... ... ..."), None, None, Room())
    Fold(depth=2, breadth=None, symmetry=True)
    """
    room = room.on(position.game.shape)
    wanted = depth or 2
    for tried in BREADTHS if breadth is None else (breadth,):
        reach, is_end = _reach(position, tried, room, depth)
        if reach >= wanted or is_end or breadth is not None:
            return Fold(depth or max(reach, 1), tried)
    return Fold(depth or max(_reach(position, 1, room)[0], 1), 1)


def _reach(
    position: Position, breadth: int | None, room: Room, enough: int | None = None
) -> tuple[int, bool]:
    """How many plies fit the room with that breadth, and whether all play ends there."""
    level, total, depth = [position], 1, 0
    while depth != enough:
        following: list[Position] = []
        width = 0
        for above in level:
            children = _classes(above)
            shown = children[:breadth]
            width += len(shown) + (len(children) > len(shown))
            following += shown
        total += width
        if not width:
            return depth, True
        if width > room.widest or total > room.most:
            break
        depth, level = depth + 1, following
    return depth, False


def _classes(position: Position) -> list[Position]:
    """The positions one move on, one of each class."""
    classes: dict[int, Position] = {}
    for move in position.moves():
        child = position.child(move)
        classes.setdefault(canonical(child).key, child)
    return list(classes.values())


def fold_children(node: Node, fold: Fold) -> None:
    """Leave those children of a node that are shown, with a note of the others."""
    shown = node.children
    if fold.symmetry:
        shown = everyone = _one_of_each_class(shown, node.best)
        left_out = [child for child in shown if child.is_left_out]
        if len(left_out) > MOST_LEFT_OUT:
            shown = [child for child in shown if child not in left_out[MOST_LEFT_OUT - 1 :]]
    else:
        everyone = shown
    if fold.breadth is not None and len(shown) > fold.breadth:
        shown = _first(shown, fold.breadth, node.best)
    hidden = [child for child in everyone if child not in shown]
    node.children, node.more = shown, _more(hidden) if hidden else None


def _one_of_each_class(children: list[Node], best: Cell | None) -> list[Node]:
    classes: dict[tuple[bool, int], list[Node]] = {}
    for child in children:
        key = child.is_left_out, canonical(child.position).key
        classes.setdefault(key, []).append(child)
    shown = []
    for members in classes.values():
        head = next((child for child in members if child.move == best), members[0])
        rest = [child for child in members if child is not head]
        head.alike = _moves(rest)
        head.alike_nodes = added(*(child.nodes for child in rest))
        shown.append(head)
    return shown


def _first(children: list[Node], breadth: int, best: Cell | None) -> list[Node]:
    shown = children[:breadth]
    for child in children[breadth:]:
        if child.move == best:
            shown[-1] = child
    return shown


def _more(hidden: list[Node]) -> More:
    searched = [child for child in hidden if not child.is_left_out]
    left_out = [child for child in hidden if child.is_left_out]
    return More(
        tuple(move for child in searched for move in (*_moves([child]), *child.alike)),
        added(*(added(child.nodes, child.alike_nodes) for child in searched)),
        tuple(move for child in left_out for move in (*_moves([child]), *child.alike)),
    )


def _moves(children: list[Node]) -> tuple[Cell, ...]:
    return tuple(child.move for child in children if child.move is not None)
