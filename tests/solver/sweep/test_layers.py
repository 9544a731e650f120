"""Layers: every position has one place, and every place one position."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import pytest

from noughts.rules.catalog import game
from noughts.rules.grid import mask_of
from noughts.rules.position import Position
from noughts.solver.sweep.layers import (
    Index,
    bit_count,
    index_count,
    index_of,
    layer_bytes,
    layer_work,
    position_at,
    rank,
    row_count,
    spread,
    sweep_bytes,
    unrank,
    word_count,
)


@pytest.mark.parametrize("size", range(9))
def test_rank_is_the_order_of_masks(size: int) -> None:
    masks = sorted(mask_of(cells) for cells in combinations(range(8), size))
    assert [rank(mask) for mask in masks] == list(range(len(masks)))
    assert [unrank(index, size) for index in range(len(masks))] == masks


@pytest.mark.parametrize("spec", ["1x1", "2x2", "4x2:3", "3x3", "5x2:3"])
def test_every_place_holds_one_position(spec: str) -> None:
    rules = game(spec)
    found = set()
    for ply in range(rules.cells + 1):
        for row in range(row_count(rules.cells, ply)):
            for bit in range(bit_count(ply)):
                index = Index(ply, row, bit)
                position = position_at(rules, index)
                assert position.stones == ply
                assert position.first.bit_count() == (ply + 1) // 2
                assert index_of(position) == index
                found.add(position.key)
    assert len(found) == index_count(rules.cells)


def test_far_corners_of_large_boards() -> None:
    for spec in ("5x5", "3x3x3", "6x6"):
        rules = game(spec)
        for ply in range(rules.cells + 1):
            last = Index(ply, row_count(rules.cells, ply) - 1, bit_count(ply) - 1)
            assert index_of(position_at(rules, last)) == last


def test_inserting_a_stone_keeps_the_order() -> None:
    """What the kernels rest on: children in the order of their parents are in order too."""
    rules = game("3x3")
    occupied, cell = 0b101_100_101, 4
    shares = [spread(unrank(bit, 2), occupied) for bit in range(bit_count(5))]
    children = [Position(rules, occupied & ~theirs, theirs).child(cell) for theirs in shares]
    indices = [index_of(child) for child in children]
    assert len({(index.ply, index.row) for index in indices}) == 1
    assert indices == sorted(indices)


def test_sizes() -> None:
    assert [word_count(ply) for ply in (0, 8, 9, 16, 17)] == [1, 2, 2, 202, 380]
    assert layer_bytes(25, 17) == 1_081_575 * 380 * 16
    assert sweep_bytes(25) < 16e9
    assert layer_work(game("5x5"), 16) > 100 * layer_work(game("4x4"), 9)


def test_no_numpy_is_needed() -> None:
    check = "import sys, noughts.solver.sweep.layers; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
