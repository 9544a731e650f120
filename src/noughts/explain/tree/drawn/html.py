"""A tree as a page to open and close: one file, for mouse, keyboard and screen reader."""

from collections.abc import Iterator
from html import escape

from noughts.explain.tree.drawn.page import SCRIPT, STYLE
from noughts.explain.tree.node import More, Node
from noughts.explain.tree.tree import Tree
from noughts.explain.tree.words import (
    COLOURS,
    count_words,
    headline,
    line_words,
    more_words,
    notes,
    source_words,
    spoken,
    value_words,
)
from noughts.notation import format_move
from noughts.notation.svg import Place, board, board_size, num, style
from noughts.rules import Position

MOST_OPEN = 40  # a tree with more nodes is opened along the best line only
CELL = 15.0
MOST_PIXELS = 150.0  # of a small position
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
LAYERS = {"max": "▲ MAX", "min": "▼ MIN", "over": "■ END"}


def tree_html(tree: Tree) -> str:
    """The tree as one self-contained page; without scripts it is open throughout."""
    title = escape(headline(tree))
    start = "all" if tree.shown <= MOST_OPEN else "line"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{title}: game tree</title>",
            f"<style>{STYLE}{style()}</style>",
            "</head>",
            "<body>",
            *_header(tree),
            "<main>",
            f'<ul role="tree" aria-label="{escape(f"Game tree: {headline(tree)}")}" '
            f'data-open="{start}">',
            *_items(tree, tree.root, 1, 1),
            "</ul>",
            "</main>",
            f"<script>{SCRIPT}</script>",
            "</body>",
            "</html>\n",
        ]
    )


def _header(tree: Tree) -> Iterator[str]:
    yield "<header>"
    yield f"<h1>{escape(headline(tree))}</h1>"
    yield f'<p class="soft">{escape(source_words(tree))}</p>'
    yield f"<p>{escape(count_words(tree))}</p>"
    line = line_words(tree)
    if line is not None:
        yield f"<p>{escape(line)}</p>"
    view, other = tree.view, tree.position.moved_last
    yield '<ul class="legend soft">'
    for colour, sign, words in (
        ("win", "W", f"{view} wins"),
        ("draw", "D", "draw"),
        ("loss", "L", f"{view} loses"),
    ):
        yield f'<li><span class="pill {colour}">{sign}</span> {words}</li>'
    yield f"<li>▲ MAX: {view} moves, the largest score</li>"
    yield f"<li>▼ MIN: {other} moves, the smallest</li>"
    yield f"<li>scores are {view}’s</li>"
    yield "</ul>"
    yield '<div class="tools">'
    for what, words in (("all", "Open all"), ("line", "Open the best line"), ("none", "Close all")):
        yield f'<button type="button" data-open="{what}" hidden>{words}</button>'
    yield "</div>"
    yield (
        '<p class="keys soft">Keys: <kbd>↑</kbd> <kbd>↓</kbd> go, <kbd>→</kbd> opens, '
        "<kbd>←</kbd> closes, <kbd>Enter</kbd> or <kbd>space</kbd> does either, "
        "<kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>*</kbd> opens all beside.</p>"
    )
    yield "</header>"


def _items(tree: Tree, node: Node, place: int, places: int) -> Iterator[str]:
    """A node and all below it, as nested items."""
    inner = len(node.children) + (node.more is not None)
    classes = "line" if node.on_best_line else "cut" if node.is_left_out else ""
    yield (
        f'<li role="treeitem" aria-level="{node.level + 1}" aria-posinset="{place}" '
        f'aria-setsize="{places}"'
        + (' aria-expanded="true"' if inner else "")
        + (f' class="{classes}"' if classes else "")
        + f' tabindex="{-1 if node.level else 0}" aria-label="{escape(spoken(tree, node))}">'
    )
    yield _row(node)
    if inner:
        yield '<ul role="group">'
        for at, child in enumerate(node.children, start=1):
            yield from _items(tree, child, at, inner)
        if node.more is not None:
            yield _more_item(node.more, node.level + 2, inner)
        yield "</ul>"
    yield "</li>"


def _row(node: Node) -> str:
    game = node.position.game
    parts = ['<span class="twist"></span>']
    if node.move is not None:
        parts.append(f'<span class="move">{escape(format_move(game, node.move))}</span>')
    parts.append(_small(node.position, node))
    if value_words(node):
        colour = COLOURS[node.outcome]
        parts.append(f'<span class="pill {colour}">{escape(value_words(node))}</span>')
    parts.append(f'<span class="layer">{LAYERS[node.layer]}</span>')
    if node.number:
        parts.append(f'<span class="number">state {node.number}</span>')
    words = "; ".join(["left out", *notes(node)] if node.is_left_out else notes(node))
    if words:
        parts.append(f'<span class="notes">{escape(words)}</span>')
    return f'<div class="row" aria-hidden="true">{"".join(parts)}</div>'


def _small(position: Position, node: Node) -> str:
    shape = position.game.shape
    columns, rows = board_size(shape, 1)
    cell = min(CELL, MOST_PIXELS / max(columns, rows))
    width, height = board_size(shape, cell)
    tinted = 0 if node.move is None else 1 << node.move
    corner = 0.0 if node.is_maximum else 6.0
    body = board(position, Place(1, 1, cell), tinted=tinted, corner=corner, faded=node.is_left_out)
    size = f'width="{num(width + 2)}" height="{num(height + 2)}"'
    return f'<svg class="noughts" {size}>{"".join(body)}</svg>'


def _more_item(more: More, level: int, places: int) -> str:
    words = escape(more_words(more))
    return (
        f'<li role="treeitem" aria-level="{level}" aria-posinset="{places}" '
        f'aria-setsize="{places}" tabindex="-1" aria-label="{words}">'
        f'<div class="row" aria-hidden="true"><span class="twist"></span>'
        f'<span class="notes">{words}</span></div></li>'
    )
