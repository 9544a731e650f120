"""The whole tree of plain minimax, node by node, as lines of JSON.

The lines come level by level, so a node's number is also its place: 1 is the root.
"""

import json
from collections.abc import Iterator

from noughts.errors import LimitReached
from noughts.explain.count import tree_nodes
from noughts.explain.tree.plain import Counted
from noughts.notation import format_move, format_position, head
from noughts.rules import Position
from noughts.search import scale_named

MOST_WRITTEN = 5_000_000
BYTES_A_NODE = 140


def whole_tree(root: Position, scale: str) -> Iterator[str]:
    """Each node of the tree as a line: its number, its parent's, the move, the score, the best.

    >>> from noughts.notation.parse import position
    >>> lines = list(whole_tree(position("XXO O.. O.X"), "ten"))
    >>> len(lines)
    10
    >>> json.loads(lines[2]) == {
    ...     "node": 3, "parent": 1, "level": 1, "move": "c2",
    ...     "position": "XXO O.X O.X", "score": -10, "best": "b2",
    ... }
    True
    """
    nodes = refuse_too_large(root)
    counted = Counted(root, scale_named(scale))
    worth: dict[int, str] = {}

    def words(position: Position) -> str:
        """What is the same wherever a position is reached."""
        if position.key not in worth:
            worth[position.key] = _position_words(position, counted)
        return worth[position.key]

    first = {**head(root.game), "scale": scale, "nodes": nodes}
    yield f'{{"node": 1, "level": 0, {words(root)}, {json.dumps(first)[1:-1]}}}\n'
    names = [json.dumps(format_move(root.game, cell)) for cell in range(root.game.cells)]
    number, level, above = 1, 0, [(1, root)]
    while above:
        level += 1
        below: list[tuple[int, Position]] = []
        for parent, position in above:
            for move in position.moves():
                number += 1
                child = position.child(move)
                yield (
                    f'{{"node": {number}, "parent": {parent}, "level": {level}, '
                    f'"move": {names[move]}, {words(child)}}}\n'
                )
                below.append((number, child))
        above = below


def _position_words(position: Position, counted: Counted) -> str:
    pairs = {"position": format_position(position), "score": counted.worth(position).score}
    scores = {move: counted.worth(position.child(move)).score for move in position.moves()}
    if scores:
        choose = max if position.to_move == counted.view else min
        best = choose(scores, key=scores.__getitem__)
        pairs["best"] = format_move(position.game, best)
    return json.dumps(pairs)[1:-1]


def refuse_too_large(root: Position) -> int:
    """The nodes of the whole tree, if that many can be written."""
    nodes = tree_nodes(root)
    if nodes is not None and nodes <= MOST_WRITTEN:
        return nodes
    size = "too many nodes to count" if nodes is None else f"{nodes:,} nodes"
    space = "" if nodes is None else f", about {_size_words(nodes * BYTES_A_NODE)}"
    raise LimitReached(
        f"the whole tree has {size}{space}: expected at most {MOST_WRITTEN:,} for --all; without "
        "it the tree is folded"
    )


def _size_words(size: int) -> str:
    for unit in ("kB", "MB", "GB", "TB", "PB"):
        size_in_unit = size / 1000
        if size_in_unit < 1000:
            return f"{size_in_unit:.3g} {unit}"
        size //= 1000
    return f"{size:,} PB"
