"""solve/plain.py and solve/whole.py: exact scores, against the definition."""

from __future__ import annotations

import random
import time

import pytest
from naive import every_position, naive_score, naive_solver, random_position

from noughts import LimitReached, read_game
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.plain import PlainSolver
from noughts.solver.whole import WholeGame

# Lines of different length, one within another, a single cell, and cells on no line at all.
OWN = "3x3\na1 b1\na1 b2 c3\nc1 c2 c3\na3 b3\na3 b3 c3"
OWN_MISERE = "4x2+misere\na1 b1 c1\nb2 c2\na1 d2"
OWN_DROP = "3x3+drop\na3 b3\na1 b1 c1\nb3 b2 b1"

SMALL = [
    "3x3",
    "3x3+misere",
    "3x3+torus",
    "3x3+drop",
    "3x3+drop+misere",
    "3x3+torus+misere",
    "4x2:3",
    "4x2:2+drop",
    "4x2:3+drop+misere",
    "2x2x2",
    "2x2x2+misere",
    "3x3:2",
    "3x3:2+misere",
    "3x3:1",
    "3x2:2+torus",
    "1x1",
    "1x1+misere",
    "5x1:2",
    "1x5:3+drop",
    OWN,
    OWN_MISERE,
    OWN_DROP,
]


def rules_of(spec: str) -> Game:
    return read_game(spec) if "\n" in spec else game(spec)


def name_of(spec: str) -> str:
    return spec.replace("\n", ",")


@pytest.mark.parametrize("spec", SMALL, ids=name_of)
def test_the_plain_solver_is_right_on_every_position(spec: str) -> None:
    rules = rules_of(spec)
    solver = PlainSolver(rules)
    for one in every_position(rules):
        assert solver.score(one) == naive_score(one), one


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "3x3+drop", OWN], ids=name_of)
def test_a_plain_solver_with_nothing_to_remember_is_right_too(spec: str) -> None:
    rules = rules_of(spec)
    for one in every_position(rules):
        if one.stones >= 3:
            assert PlainSolver(rules).score(one) == naive_score(one), one


@pytest.mark.parametrize("spec", SMALL, ids=name_of)
def test_the_whole_game_holds_every_position_with_its_score_and_best_moves(spec: str) -> None:
    rules = rules_of(spec)
    whole, twin = WholeGame(rules), naive_solver(rules)
    positions = list(every_position(rules))
    assert len(whole.scores) == len(positions)
    for one in positions:
        assert whole.score(one) == naive_score(one), one
        if not one.is_over:
            best = whole.best[one.mine | one.theirs << rules.cells]
            assert [cell for cell in range(rules.cells) if best >> cell & 1] == twin.best(one)


@pytest.mark.parametrize("spec", ["4x3:3", "4x3:3+drop", "4x3:3+misere", "4x3:3+drop+misere"])
def test_the_plain_solver_is_right_on_a_twelve_cell_board(spec: str) -> None:
    """Every position with up to two stones, and thousands spread over all the others."""
    rules = game(spec)
    solver = PlainSolver(rules)
    positions = list(every_position(rules))
    chosen = [one for one in positions if one.stones <= 2]
    chosen += positions[:: max(1, len(positions) // 2500)]
    assert len(chosen) > 1500
    for one in chosen:
        assert solver.score(one) == naive_score(one), one


@pytest.mark.parametrize(
    "spec", ["4x4", "4x4:3", "4x4+misere", "4x4:3+misere", "4x4+drop", "4x4+torus", "5x3:3"]
)
def test_the_plain_solver_is_right_on_random_later_positions_of_larger_boards(spec: str) -> None:
    rules = game(spec)
    rng = random.Random(spec)
    solver = PlainSolver(rules)
    early = {"4x4:3": 7, "5x3:3": 6}.get(spec, 8)
    for number in range(40):
        one = random_position(rules, early if number < 20 else rng.choice((9, 10)), rng)
        assert solver.score(one) == naive_score(one), one
        assert PlainSolver(rules).score(one) == naive_score(one), one


def test_within_some_plies_the_plain_solver_sees_exactly_what_is_decided_so_soon() -> None:
    for spec in ("3x3", "3x3+misere", "4x2:3+drop"):
        rules = game(spec)
        solver = PlainSolver(rules)
        twin = naive_solver(rules)
        for one in every_position(rules):
            if not one.is_over:
                outcome, distance = twin.value(one)
                for plies in (1, 2, 3, 4):
                    expected = naive_score(one) if outcome and distance <= plies else 0
                    assert solver.score(one, plies) == expected


def test_when_time_is_up_the_plain_solver_says_so_and_remains_right() -> None:
    rules = game("4x4")
    solver = PlainSolver(rules, deadline=time.perf_counter() - 1)
    with pytest.raises(LimitReached, match="time"):
        solver.score(Position(rules))
    solver.deadline = None
    rng = random.Random(5)
    for _ in range(20):
        one = random_position(rules, 8, rng)
        assert solver.score(one) == naive_score(one)


def test_interrupted_over_and_over_the_plain_solver_still_ends_with_the_truth() -> None:
    rules = game("4x3:3+misere")
    solver = PlainSolver(rules)
    start, tries = Position(rules), 0
    while True:
        solver.deadline = time.perf_counter() + 0.01
        try:
            score = solver.score(start)
            break
        except LimitReached:
            tries += 1
            assert tries < 10_000
    assert score == naive_score(start)


def test_the_plain_solver_forgets_when_it_holds_too_much_and_is_right_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("noughts.solver.plain.MOST_REMEMBERED", 50)
    monkeypatch.setattr("noughts.solver.plain.WORK_BETWEEN_LOOKS_AT_THE_CLOCK", 500)
    rules = game("3x3+misere")
    solver = PlainSolver(rules)
    for one in every_position(rules):
        if one.stones <= 3:
            assert solver.score(one) == naive_score(one)
