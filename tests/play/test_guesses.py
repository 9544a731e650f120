"""Where the truth is out of reach, the computer still plays sensibly and in time."""

from __future__ import annotations

import random
import time

import naive
import pytest

from noughts.play.levels import player_for
from noughts.play.players import PerfectPlayer, guessed_move, promising_move, sensible_moves
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.search import SEARCHES


def completing_cells(at: Position, stones: int) -> set[int]:
    """Cells that may be taken now and would complete a line of those stones."""
    cells = naive.cells_in(stones)
    missing = [line - cells for line in naive.lines_of(at.game)]
    return {cell for left in missing if len(left) == 1 for cell in left} & set(at.moves())


def is_lost_at_once(at: Position) -> bool:
    """Does the side to move win at once, so that the move that led here lost?"""
    return at.winner == at.to_move or (not at.game.misere and bool(completing_cells(at, at.mine)))


def crowded_position(spec: str, rng: random.Random) -> Position:
    """A random position; on a large board in a corner of it, so that lines come about."""
    rules = game(spec)
    if rules.width < 15:
        return naive.random_position(rules, rng.randrange(rules.cells // 2), rng)
    at = Position(rules)
    for _ in range(rng.randrange(30)):
        near = [cell for cell in at.moves() if max(rules.shape.place(cell)) < 7]
        after = at.play(rng.choice(near))
        if after.is_over:
            break
        at = after
    return at


def check_sensible(at: Position, move: int) -> None:
    """A win at once is taken, a loss at once is prevented where it can be."""
    assert move in at.moves()
    wins = set() if at.game.misere else completing_cells(at, at.mine)
    if wins:
        assert move in wins
    elif is_lost_at_once(at.play(move)):
        # Then every other move loses at once too. Where nothing falls, only a move onto the
        # other side's completing cell could have helped, and on a large board all are too many.
        falls = at.game.drop or at.game.misere
        others = at.moves() if falls else completing_cells(at, at.theirs)
        assert all(is_lost_at_once(at.play(other)) for other in others)


@pytest.mark.parametrize(
    ("spec", "count"), [("connect4", 1500), ("15x15:5", 60), ("6x6:4", 500), ("4x4x4", 200)]
)
def test_no_guess_is_self_evidently_losing(spec: str, count: int) -> None:
    rng = random.Random(5)
    for _ in range(count):
        at = crowded_position(spec, rng)
        check_sensible(at, promising_move(at))


@pytest.mark.parametrize(
    ("spec", "count"), [("connect4", 600), ("15x15:5", 15), ("6x6:4+misere", 100)]
)
def test_the_player_of_play_is_never_self_evidently_losing(spec: str, count: int) -> None:
    rng = random.Random(6)
    for _ in range(count):
        at = crowded_position(spec, rng)
        check_sensible(at, guessed_move(at, 0.01))


@pytest.mark.parametrize("level", ["perfect", "hard", "medium", "easy"])
@pytest.mark.parametrize("spec", ["connect4", "15x15:5"])
def test_every_level_answers_in_time(spec: str, level: str) -> None:
    rng = random.Random(7)
    player = player_for(level, 0.3, rng)
    for _ in range(3):
        at = crowded_position(spec, rng)
        started = time.perf_counter()
        choice = player.choose(at)
        assert choice.move in at.moves()
        assert time.perf_counter() - started < 5  # 0.3 s were asked for; machines are noisy


def test_a_guess_is_not_passed_off_as_a_value() -> None:
    choice = PerfectPlayer(0.1).choose(Position(game("15x15:5")))
    assert choice.value is None


def test_sight_of_two_plies_is_never_given_up_for_lack_of_time() -> None:
    at = naive.random_position(game("15x15:5"), 12, random.Random(1))
    assert sensible_moves(at, 4, deadline=0.0) == sensible_moves(at, 2)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "ordered", "transposition", "deepening"])
def test_a_depth_limited_search_sees_what_its_depth_shows_on_4x4(name: str) -> None:
    rng = random.Random(8)
    for _ in range(150):
        at = naive.random_position(game("4x4"), rng.randrange(6, 14), rng)
        move = SEARCHES[name](at, depth=2).move
        assert move is not None
        check_sensible(at, move)
