"""rules/lines.py: which sets of cells are lines."""

from __future__ import annotations

from itertools import product

import pytest
from naive import cells_in, lines_of, naive_lines

from noughts.rules.catalog import game
from noughts.rules.grid import Shape, mask_of
from noughts.rules.lines import straight_lines


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("3x3", 8),
        ("4x4", 10),
        ("connect4", 69),
        ("3x3x3", 49),
        ("qubic", 76),
        ("3x3+torus", 12),
        ("4x4+torus", 16),
        ("8x2:4", 10),
        ("5x5:4", 28),
        ("15x15:5", 572),
        ("1x1", 1),
        ("2x2", 6),
        ("3x3:1", 9),
    ],
)
def test_each_known_board_has_its_known_number_of_lines(spec: str, count: int) -> None:
    assert len(game(spec).lines) == count


@pytest.mark.parametrize("torus", [False, True])
def test_lines_are_those_that_walking_every_way_finds_on_every_small_flat_board(
    torus: bool,
) -> None:
    for width, height in product(range(1, 8), repeat=2):
        for k in range(1, max(width, height) + 1):
            lines = straight_lines(Shape(width, height), k, torus=torus)
            found = {cells_in(line) for line in lines}
            assert found == naive_lines(width, height, 1, k, torus=torus), (width, height, k)
            assert len(lines) == len(found), "a line is listed once"


@pytest.mark.parametrize("torus", [False, True])
def test_lines_are_those_that_walking_every_way_finds_on_every_small_box(torus: bool) -> None:
    for width, height, depth in product(range(1, 5), range(1, 5), range(2, 5)):
        for k in range(1, max(width, height, depth) + 1):
            lines = straight_lines(Shape(width, height, depth), k, torus=torus)
            found = {cells_in(line) for line in lines}
            expected = naive_lines(width, height, depth, k, torus=torus)
            assert found == expected, (width, height, depth, k)
            assert len(lines) == len(found), "a line is listed once"


def test_on_a_torus_a_run_that_meets_itself_is_no_line() -> None:
    """On 4x2 down is back at its start after two steps: no line of three goes straight down."""
    for line in lines_of(game("4x2:3+torus")):
        assert len(line) == 3
        assert len({cell % 4 for cell in line}) == 3
    vertical = {frozenset({column, column + 5}) for column in range(5)}
    assert vertical <= lines_of(game("5x2:2+torus"))


def test_on_a_torus_two_runs_over_the_same_cells_are_one_line() -> None:
    """Each row of 3x3 is a run from any of its three cells, and one line all the same."""
    lines = lines_of(game("3x3+torus"))
    assert len(lines) == 12
    assert frozenset({2, 3, 7}) in lines, "down and to the right, then over the edge"


def test_every_line_has_k_cells_of_the_board() -> None:
    for spec in ("3x3", "5x4:3", "7x6:4+drop", "3x3x3", "4x4+torus", "8x2:4", "3x2x2:3+torus"):
        rules = game(spec)
        for line in lines_of(rules):
            assert len(line) == rules.k
            assert max(line) < rules.cells


def test_eight_by_two_with_four_in_a_row_has_only_its_rows() -> None:
    rows = {frozenset(range(at, at + 4)) for at in (*range(5), *range(8, 13))}
    assert lines_of(game("8x2:4")) == rows


def test_lines_through_a_cell_are_the_lines_that_hold_it_less_that_cell() -> None:
    for spec in ("3x3", "4x3:3", "3x3+torus", "3x3x3"):
        rules = game(spec)
        for cell in range(rules.cells):
            expected = {line - {cell} for line in lines_of(rules) if cell in line}
            assert {cells_in(rest) for rest in rules.through[cell]} == expected
            for stones in (0, rules.all_mask, mask_of({1, 2, 4, 6})):
                with_it = cells_in(stones) | {cell}
                completes = any(line <= with_it for line in lines_of(rules) if cell in line)
                assert rules.completes_line(stones, cell) is completes
