"""Properties of every game: those of the catalogue, and small ones made up at random."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given, settings, strategies as st
from naive import played_positions, small_specs

from noughts import LimitReached, Outcome, RulesError, position, read_game
from noughts.notation.format import format_position
from noughts.rules.catalog import CATALOG, game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.rules.symmetry import board_symmetries, image, keeps
from noughts.solver import Oracle

CATALOGUE = [entry.spec for entry in CATALOG]
OWN = read_game("4x3\na1 b2 c3\na1 d1\nb1 b2 b3\n", name="@own")

any_game: st.SearchStrategy[Game] = st.one_of(
    st.sampled_from(CATALOGUE).map(game), small_specs().map(game), st.just(OWN)
)
each_game = pytest.mark.parametrize("spec", CATALOGUE)


def same(one: Position, two: Position) -> bool:
    return one == two and one.first_mark == two.first_mark


def check_properties(one: Position) -> None:
    """What must hold of any position of any game."""
    rules = one.game
    before = (one.first, one.second, one.first_mark)
    assert not one.first & one.second
    assert one.first.bit_count() - one.second.bit_count() in (0, 1)
    moves = one.moves()
    assert moves == sorted(set(moves))
    assert bool(moves) is not one.is_over
    for move in moves:
        child = one.play(move)
        assert child.stones == one.stones + 1
        assert child.mark(move) == one.to_move
        assert child.to_move == one.moved_last
        assert child.taken & ~(1 << move) == one.taken
    for cell in range(rules.cells):
        if cell not in moves:
            with pytest.raises(RulesError):
                one.play(cell)
    assert (one.first, one.second, one.first_mark) == before, "play never changes its argument"
    assert same(position(format_position(one), rules), one), "written and read back"
    if one.winner is not None:
        assert one.is_over
        assert one.completed_lines()


@given(played_positions(any_game))
def test_the_properties_hold_in_random_games(one: Position) -> None:
    check_properties(one)


@each_game
def test_the_properties_hold_in_every_game_of_the_catalogue(spec: str) -> None:
    @settings(max_examples=12)
    @given(played_positions(st.just(game(spec))))
    def check(one: Position) -> None:
        check_properties(one)

    check()


@each_game
def test_symmetric_images_look_alike_in_every_game_of_the_catalogue(spec: str) -> None:
    @settings(max_examples=10)
    @given(played_positions(st.just(game(spec))), st.data())
    def check(one: Position, data: st.DataObject) -> None:
        symmetry = data.draw(st.sampled_from(board_symmetries(one.game)))
        seen = image(one, symmetry)
        assert keeps(one.game, symmetry)
        assert seen.moves() == sorted(symmetry[move] for move in one.moves())
        assert (seen.is_over, seen.winner, seen.stones) == (one.is_over, one.winner, one.stones)
        for move in one.moves():
            assert image(one.play(move), symmetry) == seen.play(symmetry[move])

    check()


@lru_cache(maxsize=64)
def oracle_of(rules: Game) -> Oracle:
    return Oracle(rules)


@settings(max_examples=40)
@given(played_positions(any_game), st.data())
def test_symmetric_images_have_equal_value_where_the_oracle_answers_within_a_second(
    one: Position, data: st.DataObject
) -> None:
    """Each image is asked of an oracle of its own, which cannot know the answer by folding."""
    symmetry = data.draw(st.sampled_from(board_symmetries(one.game)))
    seen = image(one, symmetry)
    try:
        here = Oracle(one.game, 0.3).value(one)
        there = Oracle(one.game, 1).value(seen)
    except LimitReached:
        return
    assert here == there
    if here.distance is not None:
        assert 0 <= here.distance <= one.game.cells - one.stones


@settings(max_examples=40)
@given(small_specs(14))
def test_no_normal_game_without_gravity_is_a_second_player_win(spec: str) -> None:
    """Strategy stealing: an extra stone never hurts where nothing falls and a line wins."""
    rules = game(spec)
    if rules.drop or rules.misere:
        return
    try:
        value = oracle_of(rules).value(Position(rules))
    except LimitReached:
        return
    assert value.outcome >= Outcome.DRAW


@settings(max_examples=40)
@given(
    st.integers(2, 4),
    st.integers(2, 3),
    st.lists(st.sets(st.integers(0, 11), min_size=1, max_size=4), min_size=1, max_size=8),
)
def test_no_list_of_lines_makes_a_second_player_win(
    width: int, height: int, lines: list[set[int]]
) -> None:
    cells = [f"{'abcd'[at % width]}{at // width + 1}" for at in range(width * height)]
    rows = [" ".join(cells[at] for at in line if at < len(cells)) for line in lines]
    rows = [row for row in rows if row]
    if rows:
        rules = read_game("\n".join([f"{width}x{height}", *rows]))
        assert Oracle(rules, 20).value(Position(rules)).outcome >= Outcome.DRAW


@each_game
def test_an_answer_is_the_best_of_the_answers_one_move_on(spec: str) -> None:
    """Late positions of every game of the catalogue, as far as a second reaches."""
    rules = game(spec)

    @settings(max_examples=6)
    @given(played_positions(st.just(rules)))
    def check(one: Position) -> None:
        oracle = Oracle(rules, 0.2)
        try:
            value = oracle.value(one)
            moves = {move: oracle.value(one.play(move)).a_ply_earlier() for move in one.moves()}
        except LimitReached:
            return
        for found in moves.values():
            assert not found > value
        assert one.is_over or value in moves.values()

    check()
