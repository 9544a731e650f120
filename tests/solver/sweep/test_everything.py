"""The sweeps, on every position of a board, against a solver that shares nothing with them."""

from __future__ import annotations

import base3
import numpy as np
import pytest

from noughts.explain.count.solution import solve_all
from noughts.rules.catalog import game
from noughts.rules.game import listed_game
from noughts.rules.grid import Shape
from noughts.rules.symmetry import board_symmetries
from noughts.solver.sweep.outcomes import solved_layers
from noughts.solver.sweep.scores import scored_layers

FLAT_AND_DEEP = ("3x3", "3x3+misere", "3x3+torus", "3x3:2+misere", "2x2x2", "4x3:3", "4x3:3+misere")
# Some ten million positions each: one of them every time, the others where there is time.
OF_16_CELLS = ["4x4"] + [
    pytest.param(spec, marks=pytest.mark.slow)
    for spec in ("4x4:3", "4x4+misere", "4x4:3+misere", "4x4+torus")
]
CORNERS = listed_game(Shape(4, 3), [0b1001, 0b1001_0000_1001, 0b0110_0110_0000, 0b111], "corners")


@pytest.mark.parametrize("spec", [*FLAT_AND_DEEP, *OF_16_CELLS, "corners"])
def test_every_position_has_the_score_and_the_outcome_of_the_other_solver(spec: str) -> None:
    rules = CORNERS if spec == "corners" else game(spec)
    scores = base3.solve_codes(rules)
    outcomes = list(solved_layers(rules))
    for scored, solved in zip(scored_layers(rules), outcomes, strict=True):
        codes = base3.codes_of_layer(rules.cells, scored.ply)
        expected = scores[codes]
        assert np.array_equal(scored.scores, expected)
        bits = codes.shape[1]
        lost, drawn = (
            np.unpackbits(plane.view(np.uint8), axis=1, bitorder="little")[:, :bits].astype(bool)
            for plane in (solved.lost, solved.drawn)
        )
        never = expected == base3.NEVER
        assert np.array_equal(lost & drawn, never)
        assert np.array_equal(lost & ~drawn, ~never & (expected < 0))
        assert np.array_equal(drawn & ~lost, expected == 0)


@pytest.mark.parametrize("spec", ["3x3", "3x3+misere", "4x3:3", "4x4"])
def test_the_census_of_the_solution_counts_what_the_other_solver_finds(spec: str) -> None:
    rules = game(spec)
    scores = base3.solve_codes(rules)
    census = solve_all(rules, distances=True)
    outcomes_only = solve_all(rules)
    for layer, plain in zip(census.layers, outcomes_only.layers, strict=True):
        here = scores[base3.codes_with(rules.cells, (layer.ply + 1) // 2, layer.ply // 2)]
        here = here[here != base3.NEVER].astype(int)
        end = rules.cells + 1 - layer.ply
        assert layer.positions == plain.positions == len(here)
        assert layer.finished_won == plain.finished_won == np.count_nonzero(abs(here) == end)
        going = here[abs(here) != end]
        assert layer.won == plain.won == np.count_nonzero(going > 0)
        assert layer.lost == plain.lost == np.count_nonzero(going < 0)
        assert layer.drawn + layer.finished_drawn == np.count_nonzero(going == 0)
        for distance, count in layer.won_in.items():
            assert count == np.count_nonzero(going == end - distance)
        for distance, count in layer.lost_in.items():
            assert count == np.count_nonzero(going == distance - end)
        assert sum(layer.won_in.values()) == layer.won


def rows_of(fact: str) -> list[int]:
    return [int(number) for number in fact.split()]


# 4x4 up to symmetry, by ply from 0: OEIS A317573, A317574 and A317576.
WON_FOR_X = "0 0 0 0 0 0 1100 280 26771 11535 91567 36362 78138 26146 12900 3774 0"
WON_FOR_O = "0 0 0 0 0 0 0 2476 642 31841 11251 66364 21718 29258 8496 1335 371"
FINISHED = "0 0 0 0 0 0 0 280 642 4942 6770 20286 16042 20998 7970 3774 1059"


def test_the_sweep_of_4x4_has_the_published_numbers_of_classes() -> None:
    rules = game("4x4")
    found: dict[str, list[int]] = {"X": [], "O": [], "finished": []}
    for scored in reversed(list(scored_layers(rules))):
        codes = base3.codes_of_layer(rules.cells, scored.ply)
        arises = scored.scores != base3.NEVER
        codes, scores = codes[arises], scored.scores[arises].astype(int)
        digits = base3.digits_of(codes, rules.cells)
        is_class = np.ones(codes.shape, np.bool_)
        for symmetry in board_symmetries(rules)[1:]:
            images = np.zeros(codes.shape, np.int64)
            for digit, goal in zip(digits, symmetry, strict=True):
                images += digit * np.int64(3**goal)
            is_class &= codes <= images  # one code of each class is the smallest
        sign = -1 if scored.ply % 2 else 1  # from the side to move to X
        end = rules.cells + 1 - scored.ply
        full = scored.ply == rules.cells
        found["X"].append(int(np.count_nonzero(is_class & (sign * scores > 0))))
        found["O"].append(int(np.count_nonzero(is_class & (sign * scores < 0))))
        found["finished"].append(int(np.count_nonzero(is_class & ((abs(scores) == end) | full))))
    assert found["X"] == rows_of(WON_FOR_X)
    assert found["O"] == rows_of(WON_FOR_O)
    assert found["finished"] == rows_of(FINISHED)
