"""A tree as a picture for a page: small positions, the move on the edge, the score below."""

from html import escape
from math import hypot

from noughts.explain.tree.drawn.blocks import EDGE, HEAD, LINE, PILL, SMALL, Block, laid_out
from noughts.explain.tree.drawn.legend import legend
from noughts.explain.tree.node import Node
from noughts.explain.tree.tree import Tree
from noughts.explain.tree.words import (
    COLOURS,
    count_words,
    headline,
    line_words,
    source_words,
    spoken,
    value_words,
)
from noughts.notation import format_move
from noughts.notation.svg import (
    Place,
    board,
    board_size,
    num,
    picture,
    pill,
    text,
    text_width,
)

MARGIN = 16.0
GUTTER = 84.0  # the names of the layers stand here
PAD = 14.0  # between the nodes and the edge of their stripe


def tree_svg(tree: Tree) -> str:
    """The tree as one SVG picture.

    >>> from noughts.explain.tree.tree import game_tree
    >>> tree_svg(game_tree("XXO O.. O.X")).count("<title>state")
    10
    """
    sheet = laid_out(tree)
    head = _head(tree)
    room = max(sheet.width + GUTTER + PAD, _head_width(tree))
    width = room + 2 * MARGIN
    left = MARGIN + GUTTER + (room - GUTTER - PAD - sheet.width) / 2
    sheet.move(left, MARGIN + 24 + LINE * len(head))
    bottom = sheet.rows[0][0].top + sheet.height + 18
    keys, height = legend(tree, MARGIN, bottom, room)
    body = [
        *head,
        *(line for row in sheet.rows for line in _band(row, room)),
        *(line for row in sheet.rows for block in row for line in _edges(block)),
        *(line for row in sheet.rows for block in row for line in _drawn(tree, block, sheet.cell)),
        *keys,
    ]
    title = f"Game tree: {headline(tree)}; {source_words(tree)}; {count_words(tree)}"
    return picture(width, bottom + height + MARGIN, body, title=title)


def _head(tree: Tree) -> list[str]:
    lines = [f"{source_words(tree)} · {count_words(tree)}", line_words(tree)]
    drawn = [text(MARGIN, MARGIN + 12, headline(tree), size=16, bold=True, anchor="start")]
    for at, line in enumerate(line for line in lines if line is not None):
        y = MARGIN + 32 + at * 16
        drawn.append(text(MARGIN, y, line, size=SMALL + 0.5, colour="soft", anchor="start"))
    return drawn


def _head_width(tree: Tree) -> float:
    words = f"{source_words(tree)} · {count_words(tree)}"
    return text_width(words, SMALL + 0.5)


def _band(row: list[Block], width: float) -> list[str]:
    """The stripe of a level, and its name beside it."""
    nodes = [block.node for block in row if block.node is not None]
    top, height = row[0].top, max(block.height for block in row)
    unfinished = [node for node in nodes if not node.position.is_over]
    middle = top + HEAD + (height - HEAD) / 2
    x = MARGIN + 10
    if not nodes or not unfinished:
        return [text(x, middle, "END", size=PILL, bold=True, colour="soft", anchor="start")]
    node = unfinished[0]
    name, rule = ("MAX", "largest") if node.is_maximum else ("MIN", "smallest")
    mover = node.position.to_move
    stripe = (
        f'<rect class="f-band" x="{num(MARGIN)}" y="{num(top - 4)}" '
        f'width="{num(width)}" height="{num(height + 10)}" rx="8"/>'
    )
    return [
        *([stripe] if node.is_maximum else []),
        triangle(x + 5, middle - 12, 5.5, up=node.is_maximum),
        text(x + 15, middle - 8, name, size=PILL, bold=True, anchor="start"),
        text(x, middle + 6, f"{mover} takes the", size=SMALL, colour="soft", anchor="start"),
        text(x, middle + 19, rule, size=SMALL, colour="soft", anchor="start"),
    ]


def triangle(x: float, y: float, size: float, *, up: bool) -> str:
    """The sign of a maximum or, on its head, of a minimum."""
    tip = -size if up else size
    return (
        f'<path class="f-soft" d="M{num(x - size)} {num(y - tip)}h{num(2 * size)}'
        f'L{num(x)} {num(y + tip)}z"/>'
    )


def _edges(block: Block) -> list[str]:
    drawn = []
    for child in sorted(block.children, key=_is_best):
        drawn += _edge(block, child)
    return drawn


def _is_best(block: Block) -> bool:
    return block.node is not None and block.node.on_best_line


def _edge(above: Block, below: Block) -> list[str]:
    """Down to the end of the row, across to the child, down to it; the move near its end."""
    bottom, turn = above.top + above.height, below.top - EDGE
    node = below.node
    end = below.top - 2
    looks = _look(above.node, node)
    last = "" if node is None else f"V{num(below.top + HEAD)}"
    path = f"M{num(above.x)} {num(bottom)}V{num(turn)}L{num(below.x)} {num(end)}{last}"
    drawn = [f'<path fill="none" {looks} d="{path}"/>']
    if node is None or node.move is None:
        return drawn
    if node.is_left_out:
        drawn.append(_slash(above.x, turn, below.x, end))
    words = format_move(node.position.game, node.move)
    y = end - 17
    x = below.x + (above.x - below.x) * (end - y) / (end - turn)
    half = text_width(words, PILL) / 2 + 3
    colour = "soft" if node.is_left_out else "ink"
    drawn += [
        f'<rect class="f-paper" x="{num(x - half)}" y="{num(y - 8)}" width="{num(2 * half)}" '
        'height="16" rx="4"/>',
        text(x, y + 4.5, words, size=PILL, colour=colour, bold=node.on_best_line),
    ]
    return drawn


def _look(above: Node | None, node: Node | None) -> str:
    if node is None:
        return 'class="s-grid" stroke-width="1.5" stroke-dasharray="1.5 4"'
    if node.is_left_out:
        return 'class="s-grid" stroke-width="1.5" stroke-dasharray="5 4"'
    if node.on_best_line:
        return 'class="s-ink" stroke-width="3.4" stroke-linejoin="round"'
    if above is not None and above.best == node.move:
        return 'class="s-ink" stroke-width="1.5"'
    return 'class="s-grid" stroke-width="1.5"'


def _slash(x1: float, y1: float, x2: float, y2: float) -> str:
    """Two strokes across an edge: cut here."""
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    steps = []
    for along in (0.3 * length - 2.5, 0.3 * length + 2.5):
        x, y = x1 + along * dx, y1 + along * dy
        steps.append(f"M{num(x - 6 * dy)} {num(y + 6 * dx)}l{num(12 * dy)} {num(-12 * dx)}")
    return f'<path class="s-soft" fill="none" stroke-width="1.6" d="{"".join(steps)}"/>'


def _drawn(tree: Tree, block: Block, cell: float) -> list[str]:
    node = block.node
    if node is None:
        return _small_lines(block, block.top + 10)
    wide, high = board_size(node.position.game.shape, cell)
    corner = 0 if node.is_maximum else min(9.0, cell * 0.45)
    tinted = 0 if node.move is None else 1 << node.move
    place = Place(block.x - wide / 2, block.top + HEAD, cell)
    below = block.top + HEAD + high + 4
    value = value_words(node)
    return [
        f"<g><title>{escape(spoken(tree, node))}</title>",
        *_head_of(node, block, wide),
        *board(node.position, place, tinted=tinted, corner=corner, faded=node.is_left_out),
        *([pill(block.x, below + 9, value, COLOURS[node.outcome], size=PILL)] if value else []),
        *_small_lines(block, below + (31 if value else 12)),
        "</g>",
    ]


def _small_lines(block: Block, y: float) -> list[str]:
    return [
        text(block.x, y + LINE * at, line, size=SMALL, colour="soft")
        for at, line in enumerate(block.lines)
    ]


def _head_of(node: Node, block: Block, wide: float) -> list[str]:
    if node.is_left_out:
        return []
    left, right, y = block.x - wide / 2, block.x + wide / 2, block.top + HEAD - 4
    number = text(left, y, str(node.number), size=SMALL, colour="soft", anchor="start")
    if node.position.is_over:
        return [number]
    return [number, triangle(right - 5, y - 4, 4, up=node.is_maximum)]
