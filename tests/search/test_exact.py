"""search/: each search on every position, against the definition of a value."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from functools import cache

import pytest
from naive import (
    every_position,
    naive_score,
    naive_solver,
    naive_value,
    random_position,
    unfinished,
)

from noughts import NotationError, Outcome, Value, position
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.rules.symmetry import canonical
from noughts.search import SEARCHES
from noughts.search.alphabeta import alphabeta_score
from noughts.search.evaluation import open_lines
from noughts.search.minimax import minimax
from noughts.search.ordering import likely_first
from noughts.search.result import INFINITY, Horizon, Result, Watch
from noughts.search.scales import SCALES
from noughts.search.transposition import Bound, bound_of, settles, transposition

Search = Callable[..., Result]

TREE = 549_946  # nodes of the game tree: OpenSpiel get_all_histories_test.cc; report 002

# The searches of the textbook's first chapters. Name, search, options, does it count distance?
CHAPTERS: list[tuple[str, dict[str, str], bool]] = [
    ("minimax", {"scale": "unit"}, False),
    ("minimax", {"scale": "ten"}, False),
    ("minimax", {"scale": "depth"}, True),
    ("minimax", {"scale": "level"}, True),
    ("negamax", {}, True),
    ("alphabeta", {}, True),
    ("ordered", {}, True),
    ("transposition", {}, True),
]
IDS = ["-".join([name, *options.values()]) for name, options, _ in CHAPTERS]
each_chapter = pytest.mark.parametrize(("name", "options", "counts_distance"), CHAPTERS, ids=IDS)
CUTTING = ("alphabeta", "ordered", "transposition")


def check(one: Position, result: Result, counts_distance: bool) -> None:
    """Outcome and a good move always; distance and a best move where distance counts."""
    outcome, distance = naive_value(one)
    assert result.value is not None
    assert result.value.outcome == outcome, one
    assert result.nodes >= 1
    if one.is_over:
        assert result.move is None
        assert result.value == Value(Outcome(outcome), 0)
        assert result.nodes == 1
        return
    solver = naive_solver(one.game)
    if counts_distance:
        assert result.value.distance == distance, one
        assert result.move in solver.best(one), one
    else:
        assert result.value.distance in (None, distance)
        assert result.move in solver.good(one), one


@each_chapter
def test_a_search_is_right_on_every_position_of_3x3_with_four_stones_or_more(
    name: str, options: dict[str, str], counts_distance: bool
) -> None:
    for one in every_position(game("3x3")):
        if one.stones >= 4 or name in CUTTING:
            check(one, SEARCHES[name](one, **options), counts_distance)


@each_chapter
def test_a_search_is_right_on_every_earlier_position_up_to_symmetry(
    name: str, options: dict[str, str], counts_distance: bool
) -> None:
    early = {canonical(one) for one in every_position(game("3x3")) if 0 < one.stones < 4}
    assert len(early) == 3 + 12 + 38
    for one in early:
        check(one, SEARCHES[name](one, **options), counts_distance)


@each_chapter
def test_a_search_is_right_on_the_empty_board(
    name: str, options: dict[str, str], counts_distance: bool
) -> None:
    start = Position(game("3x3"))
    result = SEARCHES[name](start, **options)
    check(start, result, counts_distance)
    if name in ("minimax", "negamax"):
        assert result.nodes == TREE
        assert result.move == 0, "ties go to the lowest cell"
        assert result.cutoffs == result.hits == 0
    else:
        assert result.nodes < TREE / 10
        assert result.cutoffs > 0


@pytest.mark.parametrize("spec", ["3x3+misere", "3x3+torus", "3x3+drop", "4x2:3", "2x2x2", "3x3:2"])
@pytest.mark.parametrize("name", ["alphabeta", "ordered", "transposition"])
def test_the_cutting_searches_are_right_on_every_position_of_other_small_games(
    spec: str, name: str
) -> None:
    for one in every_position(game(spec)):
        if one.stones >= (0 if name == "transposition" else 3):
            check(one, SEARCHES[name](one), True)


@pytest.mark.parametrize(
    "spec", ["3x3+misere", "3x3+torus", "3x3+drop", "4x2:3", "2x2x2:2", "4x2:3+drop+misere"]
)
@each_chapter
def test_the_full_searches_are_right_late_in_other_small_games(
    spec: str, name: str, options: dict[str, str], counts_distance: bool
) -> None:
    rules = game(spec)
    if options.get("scale") == "level" and rules.misere:
        counts_distance = False  # its tolls favour slow wins there, as scales.py says
    for one in every_position(rules):
        if one.stones >= rules.cells - 4:
            check(one, SEARCHES[name](one, **options), counts_distance)


def test_fewer_nodes_are_visited_with_each_chapter() -> None:
    one = position(".O. .X. ...")
    nodes = [SEARCHES[name](one).nodes for name in ("negamax", *CUTTING)]
    assert nodes == sorted(nodes, reverse=True)
    assert len(set(nodes)) == 4


def test_searches_are_deterministic() -> None:
    for one in list(every_position(game("3x3")))[::97]:
        if one.stones >= 2:
            for search in CUTTING:
                assert SEARCHES[search](one) == SEARCHES[search](one)


# Alpha-beta's contract


WINDOWS = [
    (-1, 1),
    (0, 1),
    (-1, 0),
    (2, 5),
    (-5, -2),
    (3, 4),
    (-10, -9),
    (9, 10),
    (-INFINITY, 0),
    (0, INFINITY),
    (-INFINITY, INFINITY),
]


@pytest.mark.parametrize(("alpha", "beta"), WINDOWS)
def test_alphabeta_keeps_its_contract_on_every_position(alpha: int, beta: int) -> None:
    for one in every_position(game("3x3")):
        if one.stones < 2 and (alpha, beta) not in ((-1, 1), (2, 5)):
            continue
        true = naive_score(one)
        found = alphabeta_score(one, alpha, beta, Horizon(one, None, open_lines), Watch())
        if found <= alpha:
            assert true <= found
        elif found >= beta:
            assert true >= found
        else:
            assert true == found


@pytest.mark.parametrize("spec", ["3x3+misere", "4x2:3+drop", "2x2x2:2"])
def test_alphabeta_keeps_its_contract_in_other_games(spec: str) -> None:
    for one in every_position(game(spec)):
        if one.stones < 4:
            continue
        true = naive_score(one)
        for alpha, beta in WINDOWS:
            found = alphabeta_score(one, alpha, beta, Horizon(one, None, open_lines), Watch())
            if found <= alpha:
                assert true <= found
            elif found >= beta:
                assert true >= found
            else:
                assert true == found


def test_a_bound_says_on_which_side_the_truth_may_lie_and_settles_only_such_questions() -> None:
    scores = range(-4, 5)
    windows = [(alpha, beta) for alpha in scores for beta in scores if alpha < beta]
    for score in scores:
        for alpha, beta in windows:
            bound = bound_of(score, alpha, beta)
            allowed = [
                true
                for true in scores
                if (bound is Bound.EXACT and true == score)
                or (bound is Bound.LOWER and true >= score)
                or (bound is Bound.UPPER and true <= score)
            ]
            for low, high in windows:
                if settles(score, bound, low, high):
                    # The remembered score is a right answer whatever the truth may be.
                    for true in allowed:
                        assert score > low or true <= score
                        assert score < high or true >= score
                        assert not low < score < high or true == score


def test_a_bound_remembered_as_the_truth_would_be_found_out() -> None:
    """The position that a famous notebook gets wrong by remembering scores without bounds:

    . . O
    . O X      X to move; it is a draw and no win
    X . .
    """
    assert transposition(position("..O .OX X..", to_move="X")).value == Value(Outcome.DRAW, 5)


# Depth limits


def proven_or_none(one: Position, result: Result, depth: int) -> None:
    outcome, distance = naive_value(one)
    if one.is_over:
        assert result.move is None
        assert result.value == Value(Outcome(outcome), 0)
        return
    assert result.move in one.moves()
    free = one.game.cells - one.stones
    if result.value is not None:
        assert result.value.outcome == outcome, (one, depth)
        assert result.value.distance in (None, distance), (one, depth)
        if outcome and depth >= distance and result.value.distance is not None:
            assert result.move in naive_solver(one.game).best(one), (one, depth)
        elif outcome > 0:
            assert result.move in naive_solver(one.game).good(one), (one, depth)
    if depth >= free:
        assert result.value is not None, "the search saw everything"


@pytest.mark.parametrize("depth", range(1, 10))
@pytest.mark.parametrize("name", CUTTING)
def test_with_a_depth_limit_no_wrong_value_is_called_proven(name: str, depth: int) -> None:
    for one in every_position(game("3x3")):
        if one.stones >= 4 or depth <= 2:
            result = SEARCHES[name](one, depth=depth)
            proven_or_none(one, result, depth)


@pytest.mark.parametrize("depth", range(1, 10))
@pytest.mark.parametrize(
    ("name", "options"), [(name, options) for name, options, _ in CHAPTERS[:5]], ids=IDS[:5]
)
def test_with_a_depth_limit_the_full_searches_call_no_wrong_value_proven(
    name: str, options: dict[str, str], depth: int
) -> None:
    for one in every_position(game("3x3")):
        late = one.stones >= 6 or (one.stones == 5 and one.key % 3 == depth % 3)
        if late or (depth <= 2 and one.key % 3 == 0):
            proven_or_none(one, SEARCHES[name](one, depth=depth, **options), depth)


@pytest.mark.parametrize("spec", ["3x3+misere", "4x2:3+drop", "3x3:2", "4x3:3"])
@each_chapter
def test_with_a_depth_limit_no_wrong_value_is_proven_in_other_games(
    spec: str, name: str, options: dict[str, str], counts_distance: bool
) -> None:
    positions = [one for one in every_position(game(spec)) if one.game.cells - one.stones <= 5]
    for one in positions[:: max(1, len(positions) // 300)]:
        for depth in (1, 2, 3, 4):
            proven_or_none(one, SEARCHES[name](one, depth=depth, **options), depth)


@each_chapter
def test_a_win_or_loss_within_the_depth_limit_is_found(
    name: str, options: dict[str, str], counts_distance: bool
) -> None:
    """Where distance counts, a decided game that ends within the limit is proven."""
    if not counts_distance:
        return
    for one in unfinished(game("3x3")):
        outcome, distance = naive_value(one)
        if one.stones >= 4 and outcome and (one.key % 5 == 0 or name in CUTTING):
            result = SEARCHES[name](one, depth=distance, **options)
            assert result.value == Value(Outcome(outcome), distance), one


def test_every_evaluation_is_kept_from_passing_for_a_proof() -> None:
    def huge(one: Position) -> int:
        return 10**9

    for one in every_position(game("3x3")):
        if one.stones >= 5 and not one.is_over:
            for name, options, _ in CHAPTERS:
                result = SEARCHES[name](one, depth=1, evaluate=huge, **options)
                proven_or_none(one, result, 1)


def test_a_depth_below_one_is_refused() -> None:
    for name in SEARCHES:
        if "depth" in inspect.signature(SEARCHES[name].run).parameters:
            with pytest.raises(NotationError, match="depth of 1 or more"):
                SEARCHES[name](position("X.. .O. ..."), depth=0)


# Minimax and its scales


def test_the_worked_example_scores_as_the_reports_have_it() -> None:
    """X X O
    O . .      b2 wins at once, +10; c2 and b3 are answered by b2, -10 each
    O . X
    """
    one = position("XXO O.. O.X")
    scores = [minimax(one.play(cell), scale="ten", view="X").score for cell in (4, 5, 7)]
    assert scores == [10, -10, -10]
    result = minimax(one, scale="ten")
    assert (result.score, result.move, result.nodes) == (10, 4, 10)
    turned = position("O.X X.. XOO")
    assert minimax(turned, scale="ten").move == turned.moves()[1]


def test_the_scale_depth_is_ten_less_the_depth_on_3x3() -> None:
    """Depth 0 is the position after the move, so a win at once is 10; seen by X always."""
    for one in unfinished(game("3x3")):
        if one.stones >= 5:
            outcome, distance = naive_value(one)
            mine = outcome * (10 - (distance - 1))
            view_x = mine if one.to_move == "X" else -mine
            assert minimax(one, scale="depth").score == mine
            assert minimax(one, scale="depth", view="X").score == view_x
            assert minimax(one, scale="depth", view="O").score == -view_x


def test_the_scale_depth_never_ranks_a_late_win_below_a_draw_on_4x4() -> None:
    """The last cell is level 16 from the empty board: 10 - 15 would be a loss."""
    assert SCALES["depth"].win(16, 16) > 0
    assert SCALES["depth"].win(9, 1) == 10
    rng, seen = random.Random(1), set()
    for _ in range(40):
        one = random_position(game("4x4"), rng.choice((10, 11, 12)), rng)
        outcome, distance = naive_value(one)
        score = minimax(one, scale="depth").score
        assert score == outcome * (17 - (distance - 1))
        seen.add(outcome)
    assert seen == {-1, 0, 1}


@pytest.mark.parametrize("scale", ["unit", "ten"])
def test_unit_and_ten_score_the_outcome_alone(scale: str) -> None:
    size = {"unit": 1, "ten": 10}[scale]
    for one in every_position(game("3x3")):
        if one.stones >= 5:
            outcome, _ = naive_value(one)
            assert minimax(one, scale=scale).score == outcome * size
            assert minimax(one, scale=scale, view=one.moved_last).score == -outcome * size


@cache
def level_score(one: Position, view: str, level: int = 0) -> int:
    """Report 002: at the view's levels the maximum less the level, else the minimum plus it."""
    if one.is_over:
        return 0 if one.winner is None else 10 if one.winner == view else -10
    scores = [level_score(one.play(move), view, level + 1) for move in one.moves()]
    return max(scores) - level if one.to_move == view else min(scores) + level


def test_the_scale_level_is_computed_as_in_report_002() -> None:
    for one in unfinished(game("3x3")):
        if one.stones >= 5:
            for view in "XO":
                assert minimax(one, scale="level", view=view).score == level_score(one, view)


def test_an_unknown_scale_is_refused() -> None:
    with pytest.raises(NotationError, match="expected unit, ten, depth, level"):
        minimax(position("X.. .O. ..."), scale="eleven")


def test_the_view_changes_the_sign_and_neither_value_nor_move() -> None:
    for one in unfinished(game("3x3")):
        if one.stones >= 6:
            for scale in SCALES:
                mine, other = (
                    minimax(one, scale=scale, view=view) for view in (one.to_move, one.moved_last)
                )
                assert mine.move == other.move
                assert mine.value == other.value
                assert mine == minimax(one, scale=scale)


# Helpers of the searches


def test_likely_first_is_every_move_once_with_wins_first_and_blocks_next() -> None:
    for one in every_position(game("3x3")):
        order = likely_first(one)
        assert sorted(order) == one.moves()
        wins = [move for move in order if one.play(move).winner == one.to_move]
        assert order[: len(wins)] == wins
    assert likely_first(position("XX. OO. ..."))[:2] == [2, 5]


def test_open_lines_is_a_guess_for_the_side_to_move_that_changes_sign_with_the_side() -> None:
    for one in every_position(game("3x3")):
        swapped = Position(one.game, one.second, one.first)
        if one.stones % 2 == 0:
            assert open_lines(swapped) == -open_lines(one)
    assert open_lines(Position(game("3x3"))) == 0
    normal, misere = game("3x3"), game("3x3+misere")
    assert open_lines(Position(misere, 1, 0)) == -open_lines(Position(normal, 1, 0))


def test_a_watch_sees_every_node() -> None:
    class Listener(Watch):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[Position] = []

        def enter(
            self, position: Position, alpha: int = 0, beta: int = 0, parent: int | None = None
        ) -> int:
            self.seen.append(position)
            return super().enter(position)

    one = position("XO. .X. ..O")
    for name in ("minimax", "negamax", *CUTTING):
        watch = Listener()
        result = SEARCHES[name](one, watch=watch)
        assert len(watch.seen) == result.nodes
        assert watch.seen[0] == one
