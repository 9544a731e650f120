"""The tree drawn: as a picture, a page, text and Graphviz source."""

from noughts.explain.tree.drawn.dot import tree_dot
from noughts.explain.tree.drawn.html import tree_html
from noughts.explain.tree.drawn.svg import tree_svg
from noughts.explain.tree.drawn.text import tree_text

__all__ = ["tree_dot", "tree_html", "tree_svg", "tree_text"]
