"""The blocks of a drawn tree: what each node shows, how large that is, and where it stands."""

from dataclasses import dataclass, field

from noughts.explain.tree.drawn.layout import Box, lay_out
from noughts.explain.tree.node import GUESS, REMEMBERED, More, Node
from noughts.explain.tree.tree import Tree
from noughts.explain.tree.words import cut_words, value_words
from noughts.notation.svg import board_size, pill_width, text_width

PAGE_WIDTH = 740.0  # for the positions of the widest level, where they can be so narrow
NARROWEST, WIDEST = 60.0, 160.0  # a position
TINIEST, SMALLEST, LARGEST = 8.0, 16.0, 24.0  # a cell
EDGE = 52.0  # from one level to the next
HEAD = 16.0  # the number above a position
PILL = 12.0
SMALL = 11.0
KINDS = {REMEMBERED: "remembered", GUESS: "a guess"}
LINE = 13.5  # from one line of small text to the next


@dataclass(slots=True)
class Block:
    """A node as it is drawn, or a note of the moves that are not; box says where it stands."""

    node: Node | None
    lines: list[str]
    width: float
    height: float
    box: Box
    children: "list[Block]" = field(default_factory=list)
    top: float = 0.0

    @property
    def x(self) -> float:
        return self.box.x


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tree laid out: its blocks level by level, the size of a cell, and of it all."""

    rows: list[list[Block]]
    cell: float
    width: float
    height: float

    def move(self, x: float, y: float) -> None:
        """Move every block."""
        for row in self.rows:
            for block in row:
                block.box.x += x
                block.top += y


def laid_out(tree: Tree) -> Sheet:
    """Make the blocks of a tree and place them, from the left top corner on."""
    cell, gap = _sizes(tree)
    root = _block(tree.root, cell)
    width = lay_out(root.box, gap)
    rows, row, top = [], [root], 0.0
    while row:
        for block in row:
            block.top = top
        top += max(block.height for block in row) + EDGE
        rows.append(row)
        row = [child for block in row for child in block.children]
    return Sheet(rows, cell, width, top - EDGE)


def _sizes(tree: Tree) -> tuple[float, float]:
    """A cell and the gap between nodes: they fill the page where the tree is narrow."""
    columns, _ = board_size(tree.position.game.shape, 1)
    least = max(TINIEST, min(SMALLEST, NARROWEST / columns))
    most = max(least, min(LARGEST, WIDEST / columns))
    widest = max(
        sum(len(node.children) + (node.more is not None) for node in level)
        for level in tree.root.levels()
    )
    room = PAGE_WIDTH / max(widest, 1)
    cell = max(least, min(most, 0.75 * room / columns))
    return cell, max(12.0, min(34.0, room - cell * columns))


def _block(node: Node, cell: float) -> Block:
    wide, high = board_size(node.position.game.shape, cell)
    lines = _captions(node)
    value = value_words(node)
    width = max([wide, pill_width(value, PILL), *(text_width(line, SMALL) for line in lines)])
    height = HEAD + high + (24.0 if value else 8.0) + LINE * len(lines)
    block = Block(node, lines, width, height, Box(width))
    block.children = [_block(child, cell) for child in node.children]
    if node.more is not None:
        block.children.append(_more_block(node.more, high))
    block.box.children = [child.box for child in block.children]
    return block


def _more_block(more: More, high: float) -> Block:
    lines = _more_lines(more)
    width = max(text_width(line, SMALL) for line in lines)
    return Block(None, lines, width, HEAD + high, Box(width))


def _more_lines(more: More) -> list[str]:
    """The note of moves that are not shown, in short lines."""
    lines = []
    if more.moves:
        lines.append(f"… {len(more.moves)} more")
        lines += [] if more.nodes is None else [f"({more.nodes:,})"]
    return lines + ([f"… {len(more.left_out)} cut"] if more.left_out else [])


def _captions(node: Node) -> list[str]:
    """What stands below the score, in short lines; the legend says what they mean."""
    if node.is_left_out:
        return ["left out"] + ([f"+ {len(node.alike)} alike"] if node.alike else [])
    lines = [words for kind, words in KINDS.items() if node.kind == kind]
    cut = cut_words(node)
    if cut is not None:
        lines += ["cut:", cut.removeprefix("cut: ")]
    if node.alike:
        lines.append(f"+ {len(node.alike)} alike")
    if node.below is None or node.below:
        lines += ["… below"] if node.below is None else [f"… {node.below:,}", "below"]
    return lines
