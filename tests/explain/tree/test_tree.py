"""explain/tree*.py: the game tree as data, pictures and pages.

`PYTHONPATH=tests python tests/explain/tree/test_tree.py` writes the golden files and the pictures
of the documentation anew. Look at the difference before you keep it.
"""

from __future__ import annotations

import html.parser
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from naive import REPOSITORY, TESTS, unfinished
from webpage import browser as browser

from noughts import LimitReached, NotationError, position
from noughts.explain.tracing import Event, trace
from noughts.explain.tree.drawn.blocks import EDGE, laid_out
from noughts.explain.tree.drawn.dot import tree_dot
from noughts.explain.tree.drawn.html import tree_html
from noughts.explain.tree.drawn.layout import Box, lay_out
from noughts.explain.tree.drawn.svg import tree_svg
from noughts.explain.tree.drawn.text import tree_text
from noughts.explain.tree.fold import SCREEN, Fold, Room, plan
from noughts.explain.tree.node import Node
from noughts.explain.tree.plain import Asked, Counted, best_line, plain_tree
from noughts.explain.tree.traced import traced_tree
from noughts.explain.tree.tree import Tree, game_tree
from noughts.explain.tree.whole import whole_tree
from noughts.explain.tree.words import ascii_form, cut_words, spoken
from noughts.notation.svg import position_svg
from noughts.notation.words import value_badge
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.search import SEARCHES
from noughts.search.scales import scale_named
from noughts.solver import analyze

WORKED = "XXO O.. O.X"
GOLDEN = TESTS / "golden"
PICTURES = REPOSITORY / "docs" / "pictures"
PLAIN = ("minimax", "negamax")
WINDOWED = ("alphabeta", "ordered", "transposition", "deepening", "null-windows")
FAMILY = PLAIN + WINDOWED

# A handful of positions of every kind of game, each with few cells left.
SMALL = [
    position(WORKED),
    position("X.. .O. ..X"),
    position("XO. .X. ..O"),
    position("O.. .XO ..."),
    position("XOX OXO OXO"),
    position("X.. .O. ..X", "misere"),
    position("... ... X..", "3x3+drop"),
    position("XO.. .XO. ..OX", "4x3:3"),
    position(".. .. | .. ..", "2x2x2"),
    position("X.. OO. .X.", "3x3+torus"),
]


# Many questions are asked of one tree, and of one position.
drawn = cache(game_tree)
analyzed = cache(analyze)


def by_number(tree: Tree) -> dict[int, Node]:
    return {node.number: node for level in tree.root.levels() for node in level if node.number}


# The worked example


def test_the_worked_example_has_the_states_and_scores_of_the_reports() -> None:
    tree = game_tree(WORKED)
    states = by_number(tree)
    assert {number: node.score for number, node in states.items()} == {
        1: 10, 2: 10, 3: -10, 4: -10, 5: -10, 6: 10, 7: -10, 8: 10, 9: 10, 10: 10
    }  # fmt: skip
    below = {number: [child.number for child in node.children] for number, node in states.items()}
    assert {number: numbers for number, numbers in below.items() if numbers} == {
        1: [2, 3, 4], 3: [5, 6], 4: [7, 8], 6: [9], 8: [10]
    }  # fmt: skip
    names = position(WORKED).game.shape.name
    moves = {number: names(node.move) for number, node in states.items() if node.move is not None}
    assert moves == {
        2: "b2", 3: "c2", 4: "b3", 5: "b2", 6: "b3", 7: "b2", 8: "c2", 9: "b2", 10: "b2"
    }  # fmt: skip
    assert [node.layer for node in states.values()] == [
        "max", "over", "min", "min", "over", "max", "over", "max", "over", "over"
    ]  # fmt: skip


def test_the_worked_example_turned_has_the_win_as_second_child() -> None:
    assert [child.score for child in game_tree("O.X X.. XOO").root.children] == [-10, 10, -10]


def test_the_best_line_of_the_worked_example_is_the_win() -> None:
    marked = [node.number for node in game_tree(WORKED).root.walk() if node.on_best_line]
    assert marked == [1, 2]


def test_a_state_is_said_as_a_person_would() -> None:
    tree = game_tree(WORKED)
    said = [spoken(tree, node) for node in by_number(tree).values()]
    assert said[0] == "state 1, X to move, wins, score +10"
    assert said[2] == "state 3, X plays c2, loses, score −10"
    assert said[4] == "state 5, O plays b2, X loses, score −10, O has won with c1-b2-a3"


def test_alpha_beta_cuts_two_branches_of_the_worked_example() -> None:
    tree = game_tree(WORKED, search="alphabeta")
    assert [cut_words(node) for node in tree.root.walk() if node.cut] == [
        "cut: −10 ≤ α = +10",
        "cut: −10 ≤ α = +10",
    ]
    assert [node.move for node in tree.root.walk() if node.is_left_out] == [7, 5]
    assert tree.nodes == tree.shown == 6


# Golden files


def value_notes(shown: Position) -> dict[int, str]:
    return {move: value_badge(value) for move, value in analyze(shown).moves.items()}


GOLDEN_FILES: dict[str, Callable[[], str]] = {
    "tree_worked_example.txt": lambda: tree_text(game_tree(WORKED)),
    "tree_worked_example.svg": lambda: tree_svg(game_tree(WORKED)),
    "tree_worked_example.html": lambda: tree_html(game_tree(WORKED, room=SCREEN)),
    "tree_worked_example.dot": lambda: tree_dot(game_tree(WORKED)),
    "tree_worked_example.json": lambda: json.dumps(game_tree(WORKED).to_dict(), indent=1) + "\n",
    "tree_alphabeta.txt": lambda: tree_text(game_tree(WORKED, search="alphabeta")),
    "tree_alphabeta.svg": lambda: tree_svg(game_tree(WORKED, search="alphabeta")),
    "tree_empty.txt": lambda: tree_text(game_tree("... ... ...")),
    "tree_empty.svg": lambda: tree_svg(game_tree("... ... ...")),
    "tree_transposition.svg": lambda: tree_svg(
        game_tree("XO. .X. ..O", search="transposition", depth=4, breadth=3)
    ),
    "position.svg": lambda: position_svg(
        position("XX. .O. ..O"), notes=value_notes(position("XX. .O. ..O")), marked=1 << 2
    ),
}


@pytest.mark.parametrize("name", GOLDEN_FILES)
def test_golden(name: str) -> None:
    made = GOLDEN_FILES[name]()
    assert made == (GOLDEN / name).read_text(encoding="utf-8"), (
        "if that is meant: PYTHONPATH=tests python tests/explain/tree/test_tree.py"
    )


def picture_commands() -> dict[str, list[str]]:
    """The commands of the page on trees that make a picture, by the picture's name."""
    import shlex

    page = (REPOSITORY / "docs" / "trees.md").read_text(encoding="utf-8")
    commands = [shlex.split(line) for line in re.findall(r"^\$ noughts (.+)$", page, re.M)]
    return {words[words.index("-o") + 1]: words for words in commands if "-o" in words}


def made_by(words: list[str], folder: Path) -> str:
    from noughts.cli.tree import command

    target = folder / words[words.index("-o") + 1]
    arguments = [str(target) if word == target.name else word for word in words[1:]]
    command.main(arguments, standalone_mode=False)
    return target.read_text(encoding="utf-8")


def test_the_pictures_of_the_documentation_are_what_their_commands_make(tmp_path: Path) -> None:
    commands = picture_commands()
    for picture in sorted(PICTURES.glob("tree-*.svg")):
        made = made_by(commands[picture.name], tmp_path)
        assert made == picture.read_text(encoding="utf-8"), picture.name
    assert {name for name in commands if name.startswith("tree-") and name.endswith(".svg")} == {
        picture.name for picture in PICTURES.glob("tree-*.svg")
    }
    made = GOLDEN_FILES["position.svg"]()
    assert made == (PICTURES / "position.svg").read_text(encoding="utf-8")


# Against the searches themselves


def same_tree(one: Node, other: Node) -> bool:
    names = ("position", "move", "score", "bound", "outcome", "nodes", "best")
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and len(one.children) == len(other.children)
        and all(map(same_tree, one.children, other.children))
    )


EVERYTHING = Fold(symmetry=False)


@pytest.mark.parametrize("scale", ["ten", "unit", "depth"])
@pytest.mark.parametrize("search", PLAIN)
def test_the_plain_tree_is_what_the_events_of_the_search_give(search: str, scale: str) -> None:
    for root in SMALL:
        known = Counted(root, scale_named(scale))
        gathered = traced_tree(root, search, scale, EVERYTHING, 60)
        assert gathered.root is not None
        assert same_tree(plain_tree(root, known, EVERYTHING), gathered.root)
        assert best_line(root, known) == gathered.best_line


def test_with_tolls_scores_are_those_of_minimax_and_outcomes_the_true_ones() -> None:
    for root in unfinished(game("3x3"))[::97]:
        tree = game_tree(root, scale="level", depth=2, fold=False)
        assert tree.root.score == SEARCHES["minimax"](root, scale="level").score
        for node in tree.root.walk():
            value = analyzed(node.position).value
            mine = value.outcome if node.is_maximum else (-value).outcome
            assert node.outcome == mine


def test_the_empty_board_with_tolls_scores_minus_four_as_in_report_002() -> None:
    tree = game_tree("... ... ...", scale="level")
    assert (tree.root.score, tree.nodes) == (-4, 549946)
    assert str(tree.root.outcome) == "draw"


@pytest.mark.parametrize("search", WINDOWED)
def test_the_cuts_of_the_tree_are_those_of_the_trace(search: str) -> None:
    for root in [*SMALL, *unfinished(game("3x3"))[200::240]]:
        events: list[Event] = []
        trace(root, search, events.append, scale="ten")
        last_round = max(e.number for e in events if e.kind == "enter" and not e.level)
        seen = Counter(
            (e.position.key, e.level, sign * (e.score or 0), sign * (e.beta or 0))
            for e in events
            for sign in [1 if e.position.to_move == root.to_move else -1]
            if e.kind == "cut" and e.number >= last_round
        )
        tree = game_tree(root, search=search, fold=False)
        pictured = Counter(
            (node.position.key, node.level, node.cut.score, node.cut.limit)
            for node in tree.root.walk()
            if node.cut is not None
        )
        assert pictured == seen
        for node in tree.root.walk():
            assert any(child.is_left_out for child in node.children) <= (node.cut is not None)
            if node.cut is not None:
                reached = node.cut.score >= node.cut.limit
                assert reached if node.is_maximum else node.cut.score <= node.cut.limit
                assert node.cut.window == ("beta" if node.is_maximum else "alpha")
                limit = node.beta if node.is_maximum else node.alpha
                assert node.cut.limit == limit


@pytest.mark.parametrize("search", ["alphabeta", "ordered", "transposition"])
def test_every_score_is_as_true_as_its_bound_says(search: str) -> None:
    for root in [*SMALL, *unfinished(game("3x3"))[100::150]]:
        known = Counted(root, scale_named("depth"))
        for node in game_tree(root, search=search, scale="depth", fold=False).root.walk():
            if node.score is None:
                assert node.is_left_out
                continue
            true = known.worth(node.position)
            holds = {
                "=": true.score == node.score,
                "<=": true.score <= node.score,
                ">=": true.score >= node.score,
            }
            assert holds[node.bound], spoken(game_tree(root, search=search), node)
            assert node.outcome in (None, true.outcome)


def test_what_the_horizon_guesses_is_never_called_proved() -> None:
    for root in [*SMALL, *unfinished(game("3x3"))[100::300]]:
        for search in ("deepening", "null-windows"):
            for node in game_tree(root, search=search, fold=False).root.walk():
                if node.outcome is not None and not node.is_left_out:
                    value = analyzed(node.position).value
                    mine = value.outcome if node.is_maximum else (-value).outcome
                    assert node.outcome == mine


# Folding


FOLDS = [(None, None), (1, None), (2, 2), (3, 1), (9, 1), (None, 3)]


@pytest.mark.parametrize("search", FAMILY)
def test_shown_and_folded_are_the_nodes_of_the_search(search: str) -> None:
    options: dict[str, Any] = {"scale": "ten"}
    for root in SMALL:
        nodes = SEARCHES[search](root, **options).nodes
        for depth, breadth in FOLDS:
            tree = drawn(root, search=search, depth=depth, breadth=breadth)
            hidden = sum(node.folded() or 0 for node in tree.root.walk())
            assert tree.nodes == nodes
            assert tree.folded == hidden
            assert tree.shown + hidden + tree.earlier == nodes
            for node in tree.root.walk():
                inside = sum((c.nodes or 0) + (c.alike_nodes or 0) for c in node.children)
                more = 0 if node.more is None else node.more.nodes or 0
                if not node.is_left_out:
                    assert node.nodes == 1 + inside + more + (node.below or 0)


@pytest.mark.parametrize("search", FAMILY)
def test_every_move_is_shown_or_folded_and_the_best_is_shown(search: str) -> None:
    for root, (depth, breadth) in product(SMALL, FOLDS):
        tree = drawn(root, search=search, depth=depth, breadth=breadth)
        for node in tree.root.walk():
            if node.children:
                moves = [child.move for child in node.children]
                moves += [move for child in node.children for move in child.alike]
                if node.more is not None:
                    moves += [*node.more.moves, *node.more.left_out]
                assert sorted(m for m in moves if m is not None) == node.position.moves()
                assert node.best in [child.move for child in node.children]
            assert len(node.children) <= (breadth or 100)
            assert node.level <= (depth or 100)
        line = [node.move for node in tree.root.walk() if node.on_best_line][1:]
        assert line == tree.best_line[: len(line)]


def test_folding_changes_no_score() -> None:
    for root, search in product(SMALL, FAMILY):
        whole = Counter(
            (n.position.key, n.move, n.score, n.bound)
            for n in game_tree(root, search=search, fold=False).root.walk()
        )
        shown = Counter(
            (n.position.key, n.move, n.score, n.bound)
            for n in drawn(root, search=search, depth=3, breadth=2).root.walk()
        )
        assert shown <= whole


def test_the_empty_board_shows_three_openings_and_twelve_replies() -> None:
    tree = game_tree("... ... ...")
    levels = [len(level) for level in tree.root.levels()]
    assert levels == [1, 3, 12]
    assert [len(child.alike) for child in tree.root.children] == [3, 3, 0]
    assert (tree.nodes, tree.shown, tree.folded) == (549946, 16, 549930)
    text = tree_text(tree)
    assert "3 more like this by symmetry" in text
    assert "... 7,331 nodes below folded" in text
    assert "549,946 nodes: 16 shown, 549,930 folded." in text


def test_states_are_numbered_level_by_level() -> None:
    for root, search in product(SMALL, FAMILY):
        tree = drawn(root, search=search)
        numbers = [n.number for level in tree.root.levels() for n in level if not n.is_left_out]
        assert numbers == list(range(1, tree.shown + 1))


def test_the_plan_fills_the_room_and_no_more() -> None:
    for root in unfinished(game("3x3"))[::60]:
        tree = drawn(root)
        assert tree.shown <= Room().most
        assert tree.fold.depth is not None
        assert tree.fold.depth >= 2 or not any(node.below for node in tree.root.walk())
        if tree.fold.breadth is None or tree.fold.breadth > 1:
            widest = max(
                len(level) + sum(n.more is not None for n in above)
                for above, level in pairwise(tree.root.levels())
            )
            assert widest <= Room().widest
    assert plan(position("... ... ..."), None, None, SCREEN).depth == 4


def test_a_larger_board_asks_the_oracle_and_does_not_count() -> None:
    root = position("XO.. .XO. O..X ..XO")
    counted, asked = Counted(root, scale_named("ten")), Asked(root, scale_named("ten"), 60)
    fold = Fold(2, 3)
    one, other = plain_tree(root, counted, fold), plain_tree(root, asked, fold)
    pairs = list(zip(one.walk(), other.walk(), strict=True))
    assert pairs
    for mine, theirs in pairs:
        assert (mine.position, mine.score, mine.outcome) == (
            theirs.position, theirs.score, theirs.outcome
        )  # fmt: skip
    assert other.children[0].children[0].below is None
    tree = Tree(other, "minimax", "ten", fold, [], None)
    assert "too many to count" in tree_text(tree)
    assert tree.folded is None
    ElementTree.fromstring(tree_svg(tree))


def test_what_cannot_be_drawn_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotationError, match="no tree of 'proof'"):
        game_tree(WORKED, search="proof")
    with pytest.raises(NotationError, match="goes with minimax alone"):
        game_tree(WORKED, search="alphabeta", scale="level")
    with pytest.raises(NotationError, match="depth of 1 or more"):
        game_tree(WORKED, depth=0)
    for search in ("minimax", "alphabeta"):
        with pytest.raises(LimitReached, match="more than 5,000 nodes are too many to draw"):
            game_tree("... ... ...", search=search, fold=False)
    with pytest.raises(LimitReached, match="for the scale level"):
        game_tree(Position(game("5x5")), scale="level")


def test_a_search_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(LimitReached, match=r"not finished in 0\.01 s"):
        game_tree("... ... ...", search="alphabeta", seconds=0.01)


# The whole tree


def test_the_whole_tree_has_every_node_of_report_002() -> None:
    number, best, games = 0, 0, Counter[int]()
    for number, line in enumerate(whole_tree(position("... ... ..."), "ten"), start=1):
        if number <= 1000 or number % 1000 == 0:
            node = json.loads(line)
            assert node["node"] == number
        best += '"best"' in line
        if '"best"' not in line:
            games[int(line.partition('"score": ')[2].partition("}")[0])] += 1
    assert number == 549946
    assert games == {10: 131184, -10: 77904, 0: 46080}
    assert best == 549946 - 255168


def test_each_line_of_the_whole_tree_has_its_parent_and_its_best_move() -> None:
    for root in SMALL:
        nodes = {node["node"]: node for node in map(json.loads, whole_tree(root, "ten"))}
        assert nodes[1]["nodes"] == len(nodes)
        for node in nodes.values():
            here = position(node["position"], root.game)
            if "parent" in node:
                above = position(nodes[node["parent"]]["position"], root.game)
                assert above.stones + 1 == here.stones
            if here.is_over:
                assert "best" not in node
            else:
                values = analyzed(here)
                outcome = values.value.outcome
                sign = 1 if here.to_move == root.to_move else -1
                assert node["score"] == 10 * outcome * sign
                names = {
                    values.position.game.shape.name(move)
                    if not root.game.drop
                    else str(root.game.shape.place(move).column + 1)
                    for move in values.good
                }
                assert node["best"] in names


def test_a_tree_that_is_too_large_to_write_is_refused_with_an_estimate() -> None:
    with pytest.raises(LimitReached, match=r"36,277,691,063,105 nodes, about 5\.08 PB"):
        next(whole_tree(Position(game("4x4")), "ten"))
    with pytest.raises(LimitReached, match="too many nodes to count"):
        next(whole_tree(Position(game("connect4")), "ten"))


# Layout


def boxes(root: Box) -> list[tuple[int, Box]]:
    found, level = [], [root]
    depth = 0
    while level:
        found += [(depth, box) for box in level]
        level = [child for box in level for child in box.children]
        depth += 1
    return found


trees = st.recursive(
    st.builds(Box, st.floats(1, 50)),
    lambda inner: st.builds(Box, st.floats(1, 50), st.lists(inner, max_size=4)),
    max_leaves=25,
)


@given(trees, st.floats(0, 20))
def test_no_two_boxes_of_a_level_overlap_and_parents_stand_in_the_middle(
    root: Box, gap: float
) -> None:
    width = lay_out(root, gap)
    placed = boxes(root)
    for level in {level for level, _ in placed}:
        row = [box for at, box in placed if at == level]
        for left, right in pairwise(row):
            assert right.x - right.width / 2 >= left.x + left.width / 2 + gap - 1e-6
    for _, box in placed:
        assert box.x - box.width / 2 >= -1e-6
        assert box.x + box.width / 2 <= width + 1e-6
        if box.children:
            middle = (box.children[0].x + box.children[-1].x) / 2
            assert box.x == pytest.approx(middle)


@given(trees)
def test_a_mirrored_tree_has_a_mirrored_layout(root: Box) -> None:
    def mirrored(box: Box) -> Box:
        return Box(box.width, [mirrored(child) for child in reversed(box.children)])

    other = mirrored(root)
    width = lay_out(root, 3)
    assert lay_out(other, 3) == pytest.approx(width)

    def compare(one: Box, two: Box) -> None:
        assert two.x == pytest.approx(width - one.x)
        for a, b in zip(one.children, reversed(two.children), strict=True):
            compare(a, b)

    compare(root, other)


SHOWN = [
    *product(SMALL, FAMILY, [(None, None), (4, 3)]),
    (position("... ... ..."), "alphabeta", (3, 5)),
    (position("1122", "4x4+drop"), "minimax", (3, 3)),
]


@pytest.mark.parametrize("part", range(4))
def test_no_two_blocks_of_a_picture_overlap(part: int) -> None:
    for root, search, (depth, breadth) in SHOWN[part::4]:
        tree = drawn(root, search=search, depth=depth, breadth=breadth)
        sheet = laid_out(tree)
        blocks = [block for row in sheet.rows for block in row]
        for at, one in enumerate(blocks):
            for other in blocks[at + 1 :]:
                beside = abs(one.x - other.x) >= (one.width + other.width) / 2
                above = one.top + one.height <= other.top or other.top + other.height <= one.top
                assert beside or above
        for row, following in pairwise(sheet.rows):
            bottom = max(block.top + block.height for block in row)
            assert following[0].top >= bottom + EDGE - 1e-6
        ElementTree.fromstring(tree_svg(tree))


# The picture, the text, the data


def test_the_picture_says_everything_without_colour() -> None:
    picture = tree_svg(game_tree(WORKED, search="alphabeta"))
    root = ElementTree.fromstring(picture)
    words = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    for word in ("W +10", "L −10", "L ≤ −10", "MAX", "MIN", "left out", "−10 ≤ α = +10", "b2"):
        assert word in words
    assert words.count("left out") == 2
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "O plays b3, left out: not searched" in titles


def test_remembered_positions_are_marked() -> None:
    tree = game_tree("XO. .X. ..O", search="transposition", fold=False)
    remembered = [node for node in tree.root.walk() if node.kind == "remembered"]
    assert len(remembered) == SEARCHES["transposition"](position("XO. .X. ..O"), scale="ten").hits
    assert remembered
    assert tree_text(tree).count("remembered") == len(remembered)
    assert tree_svg(tree).count(">remembered</text>") == len(remembered)


@pytest.mark.parametrize("search", FAMILY)
def test_text_and_dot_are_ascii(search: str) -> None:
    for root in SMALL:
        tree = drawn(root, search=search, depth=3, breadth=2)
        assert tree_text(tree).isascii()
        dot = tree_dot(tree)
        assert dot.isascii()
        assert dot.count("{") == dot.count("}") == 1
        arrows = sum(1 for _ in tree.root.walk()) - 1
        arrows += sum(node.more is not None for node in tree.root.walk())
        assert dot.count(" -> ") == arrows


def test_the_data_hold_the_whole_tree() -> None:
    tree = game_tree("... ... ...", search="alphabeta", depth=2, breadth=2)
    found = json.loads(json.dumps(tree.to_dict()))
    assert list(found)[:3] == ["schema", "game", "position"]
    assert (found["nodes"], found["shown"]) == (tree.nodes, tree.shown)

    def count(node: dict[str, Any]) -> int:
        hidden = node.get("below", 0) + node.get("alike_nodes", 0)
        hidden += node.get("more", {}).get("nodes", 0)
        shown = 0 if node["kind"] == "left out" else 1
        return int(shown + hidden + sum(map(count, node.get("children", []))))

    assert count(found["tree"]) == tree.nodes


def test_a_tree_shows_itself_in_a_notebook() -> None:
    tree = game_tree(WORKED)
    assert tree._repr_svg_() == tree_svg(tree)


def test_ascii_forms() -> None:
    assert ascii_form("3x3 · ten: −10 ≤ α, … β ≥ 0") == "3x3; ten: -10 <= alpha, ... beta >= 0"


# The page


class Page(html.parser.HTMLParser):
    """The items of a page's tree, and everything that could lead outside it."""

    VOID = ("meta", "link", "rect", "path")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.items: list[dict[str, str]] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.depths: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.links += [values[name] for name in ("src", "href", "action") if name in values]
        if values.get("role") == "treeitem":
            self.items.append(values)
            self.depths.append(self.open.count("li") + 1)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "transposition"])
def test_the_page_is_a_tree_to_a_screen_reader(search: str) -> None:
    for root in SMALL:
        tree = drawn(root, search=search, depth=4, breadth=3)
        page = Page(tree_html(tree))
        assert not page.open
        notices = sum(node.more is not None for node in tree.root.walk())
        assert len(page.items) == sum(1 for _ in tree.root.walk()) + notices
        for item, depth in zip(page.items, page.depths, strict=True):
            assert int(item["aria-level"]) == depth
            assert 1 <= int(item["aria-posinset"]) <= int(item["aria-setsize"])
            assert item["aria-label"]
        assert [item["tabindex"] for item in page.items].count("0") == 1
        said = [item["aria-label"] for item in page.items]
        assert all(spoken(tree, node) in said for node in tree.root.walk())


def test_nothing_of_the_page_comes_from_elsewhere() -> None:
    text = tree_html(game_tree("... ... ...", room=SCREEN))
    assert Page(text).links == ["data:,"]
    assert "http://" not in text
    assert "https://" not in text
    assert "default-src 'none'" in text
    assert "@import" not in text


# In a browser


def opened_page(browser: Any, tmp_path: Path, text: str) -> tuple[Any, list[str], list[str]]:
    """A page with a tree, the requests it made, and what its script complained of."""
    file = tmp_path / "tree.html"
    file.write_text(tree_html(game_tree(text, room=SCREEN)), encoding="utf-8")
    page = browser.new_page()
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(file.as_uri())
    return page, [url for url in requests if url != file.as_uri()], complaints


FOCUSED = "document.activeElement.getAttribute('aria-label')"


def test_the_page_is_walked_with_the_keyboard_and_asks_for_nothing(
    browser: Any, tmp_path: Path
) -> None:
    page, requests, complaints = opened_page(browser, tmp_path, WORKED)

    def press(*keys: str) -> str:
        for key in keys:
            page.keyboard.press(key)
        return str(page.evaluate(FOCUSED))

    page.locator("[role=tree] > li").focus()
    seen = "() => document.querySelectorAll('[role=treeitem]:not([aria-expanded=false] li)').length"
    assert page.evaluate(seen) == 10, "so small a tree is open from the start"
    assert press("ArrowDown") == "state 2, X plays b2, wins, score +10, X has won with a1-b2-c3"
    assert press("ArrowDown").startswith("state 3, X plays c2, loses, score −10")
    press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    assert page.evaluate(seen) == 7
    assert press("ArrowDown").startswith("state 4")
    assert press("ArrowUp", "ArrowRight", "ArrowRight").startswith("state 5")
    assert press("ArrowLeft").startswith("state 3")
    assert press("Enter").startswith("state 3")
    assert page.evaluate(seen) == 7
    press("Space")
    assert page.evaluate(seen) == 10
    assert press("End").startswith("state 10")
    assert press("Home").startswith("state 1,")
    press("ArrowLeft")
    assert page.evaluate(seen) == 1
    press("*", "ArrowDown", "*")
    assert page.evaluate(seen) == 10
    press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=tree]')") is None
    assert (requests, complaints) == ([], [])


def test_the_page_of_a_large_tree_opens_along_the_best_line(browser: Any, tmp_path: Path) -> None:
    page, requests, complaints = opened_page(browser, tmp_path, "... ... ...")
    visible = page.locator("[role=treeitem]:visible")
    first = visible.count()
    assert 10 < first < 40
    page.get_by_role("button", name="Open all").click()
    assert visible.count() == page.locator("[role=treeitem]").count() > 400
    page.get_by_role("button", name="Close all").click()
    assert visible.count() == 4
    page.get_by_role("button", name="Open the best line").click()
    assert visible.count() == first
    page.locator(".row").nth(1).click()
    assert visible.count() < first
    assert (requests, complaints) == ([], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_page(browser: Any, tmp_path: Path, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python")
    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    page, _, _ = opened_page(browser, tmp_path, WORKED)
    page.emulate_media(color_scheme=scheme)
    page.evaluate(source)
    found = page.evaluate("axe.run()")
    assert [violation["id"] for violation in found["violations"]] == []


# Writing the golden files anew

if __name__ == "__main__":
    import tempfile

    GOLDEN.mkdir(exist_ok=True)
    PICTURES.mkdir(exist_ok=True)
    for name, make in GOLDEN_FILES.items():
        (GOLDEN / name).write_text(make(), encoding="utf-8", newline="\n")
    for name, words in picture_commands().items():
        if name.startswith("tree-") and name.endswith(".svg"):
            with tempfile.TemporaryDirectory() as folder:
                made = made_by(words, Path(folder))
            (PICTURES / name).write_text(made, encoding="utf-8", newline="\n")
    shutil.copy(GOLDEN / "position.svg", PICTURES)
