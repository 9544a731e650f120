"""The oracle with the compiled sweep behind it gives the answers of the plain searches."""

from __future__ import annotations

import random
import subprocess
import sys

import naive
import pytest
from naive import NaiveSolver

import noughts
from noughts.errors import MissingExtra
from noughts.play.players import PerfectPlayer
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.solver.oracle import Oracle, analyze
from noughts.solver.plain import PlainSolver
from noughts.solver.sweep import fast
from noughts.value import Outcome, Value, value_of


def test_every_position_of_4x3_has_its_naive_value() -> None:
    rules = game("4x3:3")
    solver, oracle = NaiveSolver(rules), Oracle(rules)
    oracle.value(Position(rules))  # from here on the sweep answers, late positions too
    for at in naive.every_position(rules):
        outcome, distance = solver.value(at)
        assert oracle.value(at) == Value(Outcome(outcome), distance)


@pytest.mark.parametrize("spec", ["4x4", "4x4:3", "4x4+misere", "4x4+torus", "8x2:4"])
def test_positions_of_16_cells_have_the_values_of_the_plain_solver(spec: str) -> None:
    rules, rng = game(spec), random.Random(3)
    oracle, plain = Oracle(rules), PlainSolver(rules)
    oracle.value(Position(rules))
    for stones in range(4, 12):
        for _ in range(12):
            at = naive.random_position(rules, stones, rng)
            assert oracle.value(at) == value_of(plain.score(at), at)


@pytest.mark.parametrize("spec", ["5x4:4", "6x3:3", "5x4:3+misere"])
def test_larger_boards_find_distances_by_a_search_that_outcomes_cut(spec: str) -> None:
    rules, rng = game(spec), random.Random(4)
    plain = PlainSolver(rules)
    oracle = Oracle(rules)
    for stones in (7, 8, 9, 9, 10, 10):
        at = naive.random_position(rules, stones, rng)
        found = oracle.analyze(at)
        for move, value in found.moves.items():
            child = at.play(move)
            expected = value_of(plain.score(child), child).a_ply_earlier()
            assert value is not None
            assert value.outcome is expected.outcome
            assert value.distance in (expected.distance, None)
            if value.distance is None:
                assert (value.at_least or 0) <= (expected.distance or 0)


def test_a_distance_that_is_not_found_in_time_is_unknown_with_the_bound_that_was_proved() -> None:
    oracle = Oracle(game("6x3:3"))
    start = Position(game("6x3:3"))
    oracle._distances.deadline = 0.0  # no time at all
    oracle._distances._nodes_between_looks = 1  # look at the clock on the next node
    value = oracle.value(start)
    assert value.outcome is Outcome.WIN
    assert value.distance is None
    assert value.at_least == 1
    assert str(value) == "win in 1 or more"


def test_a_question_with_few_cells_left_loads_no_numba() -> None:
    code = (
        "import sys; from noughts import analyze; "
        "analyze('XO.. .XO. O..X ..X.', to_move='O'); "
        "print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]


def test_without_the_extra_the_plain_solver_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "is_installed", lambda: False)
    analysis = analyze(Position(game("4x4:3")))
    assert analysis.value == Value(Outcome.WIN, 5)
    assert analysis.nodes < 10_000


def test_without_the_extra_a_sweep_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "is_installed", lambda: False)
    with pytest.raises(MissingExtra, match=r'needs numba: pip install "\.\[fast\]"'):
        fast.need_fast("solving all of 4x4")


def test_a_player_and_a_report_do_without_a_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.solver.oracle.DISTANCE_SECONDS", -1.0)  # no time to look for one
    start = Position(game("6x3:3"))
    report = noughts.analyze(start)
    assert report.value.distance is None
    assert report.best == []
    assert str(report).startswith("X to move wins in 3 or more: ")
    choice = PerfectPlayer(5, random.Random(1)).choose(start)
    assert choice.move in report.good
    assert choice.value is not None
    assert choice.value.outcome is Outcome.WIN
