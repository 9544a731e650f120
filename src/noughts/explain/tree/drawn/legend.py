"""The legend of a tree: only what occurs in it is explained."""

from noughts.explain.tree.node import REMEMBERED
from noughts.explain.tree.tree import Tree
from noughts.notation.svg import num, pill, pill_width, text, text_width
from noughts.value import Outcome

SIZE = 11.5
ROW = 22.0
SPACE = 20.0


def legend(tree: Tree, x: float, y: float, width: float) -> tuple[list[str], float]:
    """The signs of a tree with their meaning, in rows of a width; and the height of it all."""
    drawn, at, row = [], 0.0, 0
    for sign, sign_width, words in _entries(tree):
        indent = sign_width + 7 if sign else 0.0
        wide = indent + text_width(words, SIZE)
        if at and at + wide > width:
            at, row = 0.0, row + 1
        left, middle = x + at, y + row * ROW + 10
        drawn += _sign(sign, left, middle)
        drawn.append(
            text(left + indent, middle + 4, words, size=SIZE, colour="soft", anchor="start")
        )
        at += wide + SPACE
    return drawn, (row + 1) * ROW


def _entries(tree: Tree) -> list[tuple[str, float, str]]:
    """Sign, its width, and what it means."""
    nodes = list(tree.root.walk())
    outcomes = {node.outcome for node in nodes if not node.is_left_out}
    verbs = {Outcome.WIN: "wins", Outcome.DRAW: "draws", Outcome.LOSS: "loses"}
    letters = {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L"}
    entries = [
        (letters[outcome], pill_width(letters[outcome], 11), f"{tree.view} {verbs[outcome]}")
        for outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
        if outcome in outcomes
    ]
    if None in outcomes:
        what = "a bound or a guess" if any(node.is_guessed for node in nodes) else "only a bound"
        entries.append(("?", pill_width("?", 11), f"{what}, the outcome is open"))
    if len(nodes) > 1:
        entries.append(("line", 26.0, "best line"))
    if any(node.is_left_out for node in nodes) or any(node.cut for node in nodes):
        entries.append(("cut", 26.0, "cut: not searched, it cannot change the answer"))
    if any(node.kind == REMEMBERED for node in nodes):
        entries.append(("", 0.0, "remembered: met before, the score was kept"))
    return entries + _fold_entries(tree)


def _fold_entries(tree: Tree) -> list[tuple[str, float, str]]:
    nodes = list(tree.root.walk())
    entries = []
    if any(node.alike for node in nodes):
        entries.append(("", 0.0, "+ n alike: n more moves like this one by symmetry"))
    if any(node.below is None or node.below for node in nodes):
        entries.append(("", 0.0, "… n below: n nodes below are folded"))
    if any(node.more is not None and node.more.moves for node in nodes):
        entries.append(("", 0.0, "… n more: n more moves (nodes)"))
    return entries


def _sign(sign: str, x: float, y: float) -> list[str]:
    colours = {"W": "win", "D": "draw", "L": "loss", "?": "soft"}
    if sign in colours:
        return [pill(x + pill_width(sign, 11) / 2, y, sign, colours[sign], size=11)]
    if sign == "line":
        return [f'<path class="s-ink" stroke-width="3.4" d="M{num(x)} {num(y)}h26"/>']
    if sign == "cut":
        return [
            f'<path class="s-grid" stroke-width="1.5" stroke-dasharray="5 4" '
            f'd="M{num(x)} {num(y)}h26"/>',
            f'<path class="s-soft" stroke-width="1.6" d="M{num(x + 9)} {num(y - 6)}v12m5-12v12"/>',
        ]
    return []
