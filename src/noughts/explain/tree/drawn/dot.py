"""A tree as Graphviz source, for those who want to lay it out otherwise."""

from collections.abc import Iterator
from itertools import count

from noughts.explain.tree.node import Node
from noughts.explain.tree.tree import Tree
from noughts.explain.tree.words import (
    COLOURS,
    alike_words,
    ascii_form,
    below_words,
    cut_words,
    headline,
    more_words,
    source_words,
    value_words,
)
from noughts.notation import PALETTE, format_move, position_rows


def tree_dot(tree: Tree) -> str:
    """The tree as a digraph; a maximum has square corners, a minimum round ones."""
    title = f"{headline(tree)}\n{source_words(tree)}"
    lines = [
        "digraph tree {",
        f"  graph [label={_quoted(title)}, labelloc=t, fontname=Helvetica, ordering=out]",
        '  node [shape=box, fontname="Courier New, monospace", fontsize=11]',
        "  edge [fontname=Helvetica, fontsize=11, arrowhead=none]",
        *_statements(tree),
        "}",
    ]
    return ascii_form("\n".join(lines)) + "\n"


def _statements(tree: Tree) -> Iterator[str]:
    names = count(1)
    stack: list[tuple[Node, Node | None, str]] = [(tree.root, None, "")]
    while stack:
        node, above, parent = stack.pop()
        name = f"n{next(names)}"
        yield f"  {name} [{_looks(node)}]"
        if above is not None:
            yield f"  {parent} -> {name} [{_edge(above, node)}]"
        if node.more is not None:
            yield f"  {name}m [label={_quoted(more_words(node.more))}, shape=plaintext]"
            yield f"  {name} -> {name}m [style=dotted]"
        stack += [(child, node, name) for child in reversed(node.children)]


def _looks(node: Node) -> str:
    lines = [str(node.number)] if node.number else ["left out"]
    lines += [" ".join(row) for rows in position_rows(node.position) for row in rows]
    extra = (value_words(node), cut_words(node), alike_words(node), below_words(node))
    lines += [words for words in extra if words]
    parts = [f"label={_quoted(chr(10).join(lines))}"]
    styles = [] if node.is_maximum else ["rounded"]
    if node.is_left_out:
        parts += ['color="#a4abb2"', 'fontcolor="#5c636a"']
        styles.append("dashed")
    else:
        parts.append(f'color="{PALETTE[COLOURS[node.outcome]][0]}"')
        parts.append(f"penwidth={3 if node.on_best_line else 1.5}")
    return ", ".join([*parts, *([f'style="{",".join(styles)}"'] if styles else [])])


def _edge(above: Node, node: Node) -> str:
    assert node.move is not None
    parts = [f"label={_quoted(format_move(node.position.game, node.move))}"]
    if node.is_left_out:
        parts += ["style=dashed", 'color="#a4abb2"']
    elif node.on_best_line:
        parts.append("penwidth=3.5")
    elif above.best != node.move:
        parts.append('color="#a4abb2"')
    return ", ".join(parts)


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
