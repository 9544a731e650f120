"""The game tree of a search, as data."""

from noughts.explain.tree.fold import PAGE, SCREEN
from noughts.explain.tree.tree import Tree, game_tree
from noughts.explain.tree.whole import refuse_too_large, whole_tree
from noughts.explain.tree.words import ascii_form, count_words

__all__ = [
    "PAGE", "SCREEN", "Tree", "ascii_form", "count_words", "game_tree", "refuse_too_large",
    "whole_tree",
]  # fmt: skip
