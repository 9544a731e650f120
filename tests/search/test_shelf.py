"""Deepening, proof-number search, Monte-Carlo search and retrograde analysis."""

from __future__ import annotations

import random
import sys

import naive
import pytest
from naive import NaiveSolver, naive_solver

from noughts.errors import LimitReached
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.search import SEARCHES
from noughts.search.deepening import deepening
from noughts.search.monte_carlo import mcts
from noughts.search.result import Result
from noughts.search.retrograde import retrograde
from noughts.value import Outcome, Value

SMALL_GAMES = ("3x3", "3x3+misere", "3x3+torus", "3x3+drop", "2x2x2", "4x2:3+misere")


def check_exact(result: Result, at: Position, solver: NaiveSolver) -> None:
    """Outcome and distance are true, and the move is a best one."""
    outcome, distance = solver.value(at)
    assert result.value == Value(Outcome(outcome), distance)
    if at.is_over:
        assert result.move is None
    else:
        assert result.move in solver.best(at)


@pytest.mark.parametrize("spec", SMALL_GAMES)
@pytest.mark.parametrize("name", ["deepening", "null-windows", "retrograde"])
def test_an_exact_search_is_right_on_every_position(name: str, spec: str) -> None:
    rules = game(spec)
    solver = naive_solver(rules)
    for at in naive.every_position(rules):
        check_exact(SEARCHES[name](at), at, solver)


@pytest.mark.parametrize("spec", SMALL_GAMES)
def test_proof_number_search_is_right_on_every_position_and_knows_no_distance(spec: str) -> None:
    rules = game(spec)
    solver = naive_solver(rules)
    for at in naive.every_position(rules):
        result = SEARCHES["proof"](at)
        outcome, distance = solver.value(at)
        assert result.value is not None
        assert result.value.outcome == outcome
        if at.is_over:
            assert result.move is None
            continue
        assert result.value.distance == (distance if outcome == 0 else None)
        assert solver.move_values(at)[result.move or 0][0] == outcome


@pytest.mark.parametrize("null_windows", [False, True])
def test_deepening_to_a_depth_proves_nothing_false(null_windows: bool) -> None:
    rules = game("3x3")
    solver = naive_solver(rules)
    for at in naive.unfinished(rules):
        if at.stones % 2:
            continue
        for depth in (1, 2, 3):
            result = deepening(at, depth=depth, null_windows=null_windows)
            outcome, distance = solver.value(at)
            assert result.move in at.moves()
            if result.value is None:
                assert outcome == 0 or distance > depth
            else:
                assert (result.value.outcome, result.value.distance) == (outcome, distance)


def test_retrograde_looks_at_every_position_once() -> None:
    assert retrograde(Position(game("3x3"))).nodes == 5478


def test_retrograde_says_when_a_game_is_too_big(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[retrograde.__module__], "MOST_POSITIONS", 1000)
    with pytest.raises(LimitReached, match="expected at most 1,000"):
        retrograde(Position(game("4x4")))


def test_mcts_takes_a_win_at_once_everywhere() -> None:
    for at in naive.unfinished(game("3x3")):
        wins = [move for move in at.moves() if at.play(move).winner == at.to_move]
        if wins:
            result = mcts(at, playouts=10, seed=1)
            assert result.move in wins
            assert result.value is not None
            assert result.value.outcome is Outcome.WIN


def test_mcts_prevents_a_loss_at_once_everywhere() -> None:
    asked = 0
    for at in naive.unfinished(game("3x3")):
        after = {move: at.play(move) for move in at.moves()}
        if any(child.winner == at.to_move for child in after.values()):
            continue
        safe = [
            move
            for move, child in after.items()
            if not any(child.play(reply).winner == child.to_move for reply in child.moves())
        ]
        if safe and len(safe) < len(after):
            asked += 1
            assert mcts(at, playouts=60, seed=1).move in safe
    assert asked > 500


def test_mcts_proves_every_first_move_of_4x3_with_three_in_a_row() -> None:
    start = Position(game("4x3:3"))
    solver = naive_solver(start.game)
    for move in start.moves():
        child = start.play(move)
        result = mcts(child, playouts=20_000, seed=1)
        assert result.value is not None
        assert result.value.outcome == solver.value(child)[0]


@pytest.mark.parametrize("spec", ["3x3+misere", "3x3+drop", "2x2x2"])
def test_mcts_proves_nothing_false(spec: str) -> None:
    rules = game(spec)
    solver = naive_solver(rules)
    for at in naive.every_position(rules):
        result = mcts(at, playouts=30, seed=2)
        if result.value is not None:
            assert result.value.outcome == solver.value(at)[0]
        if not at.is_over:
            assert result.move in at.moves()


def test_mcts_repeats_itself_with_a_seed_and_stops_on_the_clock() -> None:
    start = Position(game("4x4"))
    assert mcts(start, playouts=200, seed=3) == mcts(start, playouts=200, seed=3)
    assert mcts(start, seconds=0.05).move in start.moves()


def test_mcts_weighs_only_the_moves_it_is_given_and_claims_no_more() -> None:
    at = position("X.. .O. ...")
    result = mcts(at, playouts=20_000, moves=[1, 2])
    assert result.move in (1, 2)
    assert result.value is None  # a draw by these moves is no proof for the position


class CountedPosition:
    """Counts the positions that are made by a move, outside every search."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        original = Position.child

        def child(at: Position, cell: int) -> Position:
            self.made += 1
            return original(at, cell)

        monkeypatch.setattr(Position, "child", child)


ONE_VISIT_A_CHILD = ("minimax", "negamax", "alphabeta", "ordered", "transposition", "mcts")


@pytest.mark.parametrize("name", ONE_VISIT_A_CHILD)
def test_node_counts_agree_with_a_count_from_outside(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every node but the root is a position made by a move."""
    positions = [naive.random_position(game("3x3"), 3, random.Random(n)) for n in range(20)]
    counted = CountedPosition(monkeypatch)
    for at in positions:
        counted.made = 0
        assert SEARCHES[name](at).nodes == counted.made + 1


def test_proof_counts_a_root_for_each_of_its_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = CountedPosition(monkeypatch)
    assert SEARCHES["proof"](position("X.. .O. ...")).nodes == counted.made + 2  # a draw: two
    counted.made = 0
    assert SEARCHES["proof"](position("XX. OO. ...")).nodes == counted.made + 1  # a win: one


@pytest.mark.parametrize("name", ["deepening", "null-windows"])
def test_deepening_counts_a_root_for_each_of_its_questions(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = position("X.. .O. ...")  # a draw: seven rounds, of one question or of two
    counted = CountedPosition(monkeypatch)
    roots = 7 if name == "deepening" else 14
    assert SEARCHES[name](at).nodes == counted.made + roots
