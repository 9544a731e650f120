"""A tree as text: one line a node, indented, in plain ASCII.

state     position     layer  value
1         XXO O.. O.X  max    W +10  *
+- 2 b2   XXO OX. O.X  over   W +10  * X has won with a1-b2-c3
`- 3 c2   XXO O.X O.X  min    L -10
"""

from collections.abc import Iterator

from noughts.explain.tree.node import Node
from noughts.explain.tree.tree import Tree
from noughts.explain.tree.words import (
    ascii_form,
    count_words,
    headline,
    line_words,
    more_words,
    notes,
    source_words,
    value_words,
)
from noughts.notation import format_move, format_position

Row = tuple[str, str, str, str, str]
HEADINGS: Row = ("state", "position", "layer", "value", "")


def tree_text(tree: Tree) -> str:
    """The tree in lines, with a heading and what its signs mean.

    >>> from noughts.explain.tree.tree import game_tree
    >>> print(tree_text(game_tree("XXO OOX .XO")).splitlines()[0])
    X to move draws: a3
    """
    rows = [HEADINGS, *_rows(tree.root, "", "")]
    widths = [max(len(row[at]) for row in rows if row[1]) for at in range(4)]
    table = [_line(row, widths) for row in rows]
    lines = [headline(tree), source_words(tree), "", *table, "", *_foot(tree)]
    return ascii_form("\n".join(lines)) + "\n"


def _rows(node: Node, first: str, rest: str) -> Iterator[Row]:
    """The rows of a node and of all below it; first stands before its own, rest before others."""
    name = [str(node.number)] if node.number else []
    if node.move is not None:
        name.append(format_move(node.position.game, node.move))
    signs = "* " if node.on_best_line else ""
    words = "; ".join(["left out", *notes(node)] if node.is_left_out else notes(node))
    yield (
        first + " ".join(name),
        format_position(node.position),
        node.layer,
        ascii_form(value_words(node)),
        signs + words,
    )
    for at, child in enumerate(node.children):
        is_last = at == len(node.children) - 1 and node.more is None
        tip, stem = ("`- ", "   ") if is_last else ("+- ", "|  ")
        yield from _rows(child, rest + tip, rest + stem)
    if node.more is not None:
        yield (f"{rest}`- {more_words(node.more)}", "", "", "", "")


def _line(row: Row, widths: list[int]) -> str:
    if not row[1]:
        return row[0]
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
    return "  ".join([*cells, row[4]]).rstrip()


def _foot(tree: Tree) -> list[str]:
    view, other = tree.view, tree.position.moved_last
    line = line_words(tree)
    return [
        f"{count_words(tree)}.",
        *([] if line is None else [f"{line} (marked *)."]),
        f"W: {view} wins; D: draw; L: {view} loses. Scores are {view}'s: max, where {view} moves,",
        f"takes the largest of them, and min, where {other} moves, the smallest.",
    ]
