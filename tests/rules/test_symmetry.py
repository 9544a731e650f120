"""rules/symmetry.py: board symmetries and line symmetries."""

from __future__ import annotations

import pytest
from naive import cells_in, every_position, lines_of, naive_board_maps, naive_classes

from noughts import LimitReached, read_game
from noughts.rules.catalog import CATALOG, game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.symmetry import (
    board_symmetries,
    canonical,
    compose,
    image,
    image_mask,
    keeps,
    line_symmetries,
)


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("3x3", 8),
        ("4x4", 8),
        ("5x5:4", 8),
        ("15x15:5", 8),
        ("3x3+misere", 8),
        ("4x3:3", 4),
        ("8x2:4", 4),
        ("3x3x3", 48),
        ("4x4x4", 48),
        ("connect4", 2),
        ("4x4+drop", 2),
        ("3x3+drop", 2),
        ("3x3+torus", 72),
        ("4x4+torus", 128),
        ("5x3:3+torus", 60),
        ("1x1", 1),
        ("4x1:2", 2),
    ],
)
def test_board_symmetries_are_as_many_as_the_shape_has(spec: str, count: int) -> None:
    assert len(board_symmetries(game(spec))) == count


@pytest.mark.parametrize(
    ("spec", "count"),
    [("3x3", 8), ("4x4", 32), ("5x5", 32), ("4x4x4", 192), ("3x3+torus", 432), ("3x3x3", 48)],
)
def test_line_symmetries_are_as_many_as_is_known(spec: str, count: int) -> None:
    """8, 32, 32 and 192: the manual, and facts.md for Qubic. The lines of the 3x3 torus are
    those of the affine plane of order 3, which has 9 * 48 = 432 automorphisms."""
    assert len(line_symmetries(game(spec))) == count


GAMES = [entry.spec for entry in CATALOG if entry.spec != "15x15:5"]


@pytest.mark.parametrize("spec", [*GAMES, "4x2:3+drop", "3x3x2:3", "3x2:2+torus", "4x4+misere"])
def test_every_symmetry_keeps_the_lines_and_gravity(spec: str) -> None:
    rules = game(spec)
    lines = lines_of(rules)
    for symmetry in {*board_symmetries(rules), *line_symmetries(rules)}:
        assert sorted(symmetry) == list(range(rules.cells))
        assert {frozenset(symmetry[cell] for cell in line) for line in lines} == lines
        assert keeps(rules, symmetry)
        if rules.drop:
            for cell in range(rules.cells - rules.width):
                assert symmetry[cell + rules.width] == symmetry[cell] + rules.width


@pytest.mark.parametrize("spec", GAMES)
def test_board_symmetries_are_line_symmetries(spec: str) -> None:
    rules = game(spec)
    assert set(board_symmetries(rules)) <= set(line_symmetries(rules))


@pytest.mark.parametrize("spec", ["3x3", "4x4", "4x3:3", "3x3x3", "connect4", "3x3+torus"])
def test_symmetries_form_a_group(spec: str) -> None:
    rules = game(spec)
    for group in (board_symmetries(rules), line_symmetries(rules)):
        assert group[0] == tuple(range(rules.cells)), "the identity comes first"
        members = set(group)
        assert len(members) == len(group)
        for one in group:
            for two in group if len(group) <= 72 else group[:5]:
                assert compose(one, two) in members
            inverse = tuple(sorted(range(rules.cells), key=lambda cell: one[cell]))
            assert inverse in members


@pytest.mark.parametrize("spec", ["3x3", "4x4", "5x4:4", "3x3x3", "2x3x2:2", "4x4x4"])
def test_board_symmetries_are_the_turns_and_reflections_of_the_box(spec: str) -> None:
    rules = game(spec)
    expected = naive_board_maps(rules.width, rules.height, rules.depth)
    assert set(board_symmetries(rules)) == expected


def test_composing_means_first_the_one_then_the_other() -> None:
    turn, flip = (2, 5, 8, 1, 4, 7, 0, 3, 6), (2, 1, 0, 5, 4, 3, 8, 7, 6)
    both = compose(flip, turn)
    assert all(both[cell] == flip[turn[cell]] for cell in range(9))


def test_line_symmetries_of_small_games_are_all_permutations_that_keep_the_lines() -> None:
    """Checked against every permutation of up to seven cells."""
    from itertools import permutations

    for rules in (
        game("2x2"),
        game("3x2:2"),
        game("3x2:3"),
        game("5x1:3"),
        game("3x2:3+drop"),
        game("7x1:3+misere"),
        read_game("3x2\na1 b1\nb1 c1 c2\n"),
    ):
        lines = lines_of(rules)
        expected = {
            one
            for one in permutations(range(rules.cells))
            if {frozenset(one[cell] for cell in line) for line in lines} == lines
            and _keeps_gravity(rules, one)
        }
        assert set(line_symmetries(rules)) == expected


def _keeps_gravity(rules: Game, one: tuple[int, ...]) -> bool:
    if not rules.drop:
        return True
    above = [
        (cell, cell + rules.width)
        for cell in range(rules.cells)
        if cell + rules.width < rules.cells
    ]
    return {(one[a], one[b]) for a, b in above} == set(above)


def test_too_many_line_symmetries_are_refused_in_a_sentence() -> None:
    """Cells on no line may change places at will: 4x3 with one line has 9! * 6 of them."""
    with pytest.raises(LimitReached, match="more than 100,000 line symmetries"):
        line_symmetries(read_game("4x3\na1 b1 c1\n"))


def test_a_game_of_ones_own_keeps_only_the_turns_that_keep_its_lines() -> None:
    assert len(board_symmetries(read_game("3x3\na1 b1 c1\n"))) == 2
    assert len(board_symmetries(read_game("3x3\na1 b2 c3\nc1 b2 a3\n"))) == 8


def test_an_image_moves_each_stone_to_its_place() -> None:
    rules = game("3x3")
    for position in every_position(rules):
        for symmetry in board_symmetries(rules):
            seen = image(position, symmetry)
            assert all(seen.mark(symmetry[cell]) == position.mark(cell) for cell in range(9))
            assert seen.first_mark == position.first_mark
    assert cells_in(image_mask(0b11, tuple(reversed(range(9))))) == {7, 8}


def test_canonical_is_the_same_for_all_images_and_one_of_them() -> None:
    rules = game("3x3")
    for position in every_position(rules):
        images = [image(position, symmetry) for symmetry in board_symmetries(rules)]
        assert canonical(position) == min(images, key=lambda one: one.key)
    classes = {canonical(position) for position in every_position(rules)}
    assert len(classes) == 765
    for one in classes:
        assert canonical(one) == one


@pytest.mark.parametrize("spec", ["3x3", "4x2:3", "3x3+misere", "3x2:2"])
def test_there_are_as_many_classes_as_turning_every_board_by_hand_finds(spec: str) -> None:
    positions = list(every_position(game(spec)))
    assert len({canonical(position) for position in positions}) == naive_classes(positions)


def test_an_image_of_a_position_where_o_began_is_one_where_o_began() -> None:
    position = Position(game("3x3"), 1, 2, "O")
    assert canonical(position).first_mark == "O"
