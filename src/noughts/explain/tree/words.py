"""What is written beside the nodes of a tree, and said of them."""

from noughts.explain.tree.node import FINISHED, GUESS, REMEMBERED, More, Node
from noughts.explain.tree.tree import Tree
from noughts.notation import VERBS, format_move, format_moves, format_position, result_sentence
from noughts.value import Outcome

LETTERS = {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L", None: "?"}
COLOURS = {Outcome.WIN: "win", Outcome.DRAW: "draw", Outcome.LOSS: "loss", None: "soft"}
SIGNS = {"=": "", "<=": "≤ ", ">=": "≥ "}
GREEK = {"alpha": "α", "beta": "β"}
AT = {"=": "", "<=": "at most ", ">=": "at least "}

_ASCII = str.maketrans({"−": "-", "≤": "<=", "≥": ">=", "α": "alpha", "β": "beta", "…": "..."})


def ascii_form(words: str) -> str:
    """The same in characters that every terminal has.

    >>> ascii_form("cut: −10 ≤ α = 0")
    'cut: -10 <= alpha = 0'
    """
    return words.replace(" · ", "; ").translate(_ASCII)


def number(score: int) -> str:
    """A score with its sign.

    >>> number(10), number(0), number(-10)
    ('+10', '0', '−10')
    """
    return f"+{score}" if score > 0 else f"−{-score}" if score else "0"


def value_words(node: Node) -> str:
    """Outcome and score in a few characters: the letter W, D or L, and a bound's sign."""
    if node.score is None:
        return ""
    return f"{LETTERS[node.outcome]} {SIGNS[node.bound]}{number(node.score)}"


def cut_words(node: Node) -> str | None:
    """Why the other moves of a node were left out."""
    if node.cut is None:
        return None
    sign = "≤" if node.cut.window == "alpha" else "≥"
    limit = f"{GREEK[node.cut.window]} = {number(node.cut.limit)}"
    return f"cut: {number(node.cut.score)} {sign} {limit}"


def count(amount: int, one: str, many: str | None = None) -> str:
    """A number of things.

    >>> count(1, "node"), count(12345, "node")
    ('1 node', '12,345 nodes')
    """
    return f"{amount:,} {one if amount == 1 else many or one + 's'}"


def alike_words(node: Node) -> str | None:
    """How many moves are like this one by symmetry."""
    if not node.alike:
        return None
    return f"{len(node.alike):,} more like this by symmetry"


def below_words(node: Node) -> str | None:
    """How much lies below and is not shown."""
    if node.below is None:
        return "… all below is folded"
    return f"… {count(node.below, 'node')} below folded" if node.below else None


def more_words(more: More) -> str:
    """Which moves are not shown."""
    parts = []
    if more.moves:
        nodes = "" if more.nodes is None else f", {count(more.nodes, 'node')}"
        parts.append(f"{count(len(more.moves), 'more move')}{nodes}")
    if more.left_out:
        parts.append(f"{count(len(more.left_out), 'more move')} left out")
    return "… " + "; ".join(parts)


def kind_words(node: Node) -> str | None:
    """What is special about a node."""
    if node.kind == FINISHED:
        return result_sentence(node.position)
    return {REMEMBERED: "remembered", GUESS: "a guess at the horizon"}.get(node.kind)


def notes(node: Node) -> list[str]:
    """Everything that stands beside a node, longest forms."""
    found = [kind_words(node), cut_words(node), alike_words(node), below_words(node)]
    return [words for words in found if words is not None]


def spoken(tree: Tree, node: Node) -> str:
    """A node as it is said: state, move, outcome, score.

    >>> from noughts.explain.tree.tree import game_tree
    >>> tree = game_tree("XXO O.. O.X")
    >>> [spoken(tree, node) for node in tree.root.children][1]
    'state 3, X plays c2, loses, score −10'
    """
    parts = [f"state {node.number}"] if node.number else []
    if node.move is None:
        if not node.position.is_over:
            parts.append(f"{node.position.to_move} to move")
    else:
        parts.append(f"{node.mover} plays {format_move(node.position.game, node.move)}")
    if node.is_left_out:
        return ", ".join([*parts, "left out: not searched"])
    if node.outcome is not None:
        subject = "" if node.mover == tree.view or node.move is None else f"{tree.view} "
        parts.append(subject + VERBS[node.outcome])
    if node.score is not None:
        parts.append(f"score {AT[node.bound]}{number(node.score)}")
    if node.is_guessed:
        parts.append("a guess")
    return ", ".join([*parts, *notes(node)])


# The whole tree


def headline(tree: Tree) -> str:
    """The answer, in a sentence."""
    position, root = tree.position, tree.root
    if position.is_over:
        sentence = result_sentence(position)
        return sentence[0].upper() + sentence[1:]
    verb = "not proven" if root.outcome is None else VERBS[root.outcome]
    move = "" if root.best is None else f": {format_move(position.game, root.best)}"
    return f"{position.to_move} to move {verb}{move}"


def source_words(tree: Tree) -> str:
    """What was searched, and how."""
    stones = format_position(tree.position) if tree.position.stones else "the empty board"
    return f"{tree.position.game.name}: {stones} · {tree.search}, scale {tree.scale}"


def count_words(tree: Tree) -> str:
    """How many nodes there are, and how many of them are shown."""
    if tree.nodes is None:
        return f"{count(tree.shown, 'node')} shown; the others are too many to count"
    total = count(tree.nodes, "node")
    if tree.shown == tree.nodes:
        return f"{total}, all shown"
    earlier = ""
    if tree.earlier:
        earlier = f", {tree.earlier:,} in {count(tree.rounds, 'earlier round')}"
    return f"{total}: {tree.shown:,} shown, {tree.folded:,} folded{earlier}"


def line_words(tree: Tree) -> str | None:
    """The best line."""
    if not tree.best_line:
        return None
    return f"Best line: {format_moves(tree.position.game, tree.best_line)}"
