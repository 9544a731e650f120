"""rules/position.py: stones, moves, and the end of the game."""

from __future__ import annotations

import pickle

import pytest
from naive import StringGame, all_positions, board_text, every_position, lines_of, perft

from noughts import RulesError, read_game
from noughts.rules.catalog import game
from noughts.rules.grid import mask_of
from noughts.rules.position import Position, other_mark

SMALL = ("3x3", "3x3+misere", "3x3+torus", "3x3+drop", "4x2:3", "3x3:2", "4x2:3+drop", "2x2x2:2")


def play(spec: str, *cells: int, first_mark: str = "X") -> Position:
    position = Position(game(spec), first_mark=first_mark)
    for cell in cells:
        position = position.play(cell)
    return position


@pytest.mark.parametrize("spec", SMALL)
def test_positions_are_those_of_the_rules_written_down_on_strings(spec: str) -> None:
    rules = game(spec)
    twin = StringGame(rules.width, rules.height * rules.depth, lines_of(rules), rules.drop)
    boards = {board_text(position): position for position in every_position(rules)}
    assert set(boards) == twin.reachable()
    for board, position in boards.items():
        over = twin.is_over(board)
        assert position.is_over is over
        assert position.moves() == ([] if over else twin.moves(board))
        assert position.is_full is ("." not in board)
        assert position.stones == len(board) - board.count(".")
        assert position.to_move == ("O" if board.count("X") > board.count("O") else "X")
        assert position.moved_last == other_mark(position.to_move)
        lined = [mark for mark in "XO" if twin.has_line(board, mark)]
        assert len(lined) <= 1
        if not lined:
            assert position.winner is None
        else:
            assert position.winner == (other_mark(lined[0]) if rules.misere else lined[0])
        complete = [line for line in twin.lines if {board[cell] for cell in line} in ({"X"}, {"O"})]
        assert {frozenset(line) for line in complete} == {
            frozenset(cell for cell in range(rules.cells) if mask >> cell & 1)
            for mask in position.completed_lines()
        }


def test_the_masks_of_every_position_are_those_of_its_marks() -> None:
    for position in every_position(game("3x3")):
        x, o = (mask_of(cell for cell in range(9) if position.mark(cell) == mark) for mark in "XO")
        assert (position.first, position.second) == (x, o)
        assert position.taken == x | o
        mine, theirs = (x, o) if position.to_move == "X" else (o, x)
        assert (position.mine, position.theirs) == (mine, theirs)
    keys = [position.key for position in every_position(game("3x3"))]
    assert len(set(keys)) == len(keys) == 5478


def test_playing_leaves_every_position_as_it_was() -> None:
    for position in every_position(game("3x3")):
        before = (position.first, position.second, position.first_mark, position.game)
        for move in position.moves():
            child = position.play(move)
            assert child is not position
            assert child.stones == position.stones + 1
            assert child.mark(move) == position.to_move
            assert child == position.child(move)
        assert (position.first, position.second, position.first_mark, position.game) == before


def test_a_position_cannot_be_changed() -> None:
    position = Position(game("3x3"))
    for name in ("game", "first", "second", "first_mark", "anything"):
        with pytest.raises(AttributeError, match="a position never changes"):
            setattr(position, name, 0)
    with pytest.raises(AttributeError, match="a position never changes"):
        del position.first
    with pytest.raises((AttributeError, TypeError)):
        position.__dict__["first"] = 1


def test_positions_are_equal_when_game_and_stones_are_whoever_has_which_mark() -> None:
    assert Position(game("3x3"), 1, 2) == Position(game("3x3"), 1, 2, "O")
    assert hash(Position(game("3x3"), 1, 2)) == hash(Position(game("3x3"), 1, 2, "O"))
    assert Position(game("3x3"), 1, 2) != Position(game("3x3"), 2, 1)
    assert Position(game("3x3")) != Position(game("3x3+misere"))
    assert Position(game("3x3")) != "... ... ..."


def test_every_position_survives_pickling() -> None:
    positions = list(every_position(game("3x3")))
    back = pickle.loads(pickle.dumps(positions))
    assert back == positions
    o_first = Position(game("3x3"), 1, 2, "O")
    assert pickle.loads(pickle.dumps(o_first)).first_mark == "O"


@pytest.mark.parametrize(
    ("spec", "played", "cell", "words"),
    [
        ("3x3", [4], 4, ["b2", "taken by X"]),
        ("3x3", [4, 0], 0, ["a1", "taken by O"]),
        ("3x3", [], 9, ["no cell 9", "expected 0 to 8"]),
        ("3x3", [], -1, ["no cell -1", "expected 0 to 8"]),
        ("3x3", [0, 3, 1, 4, 2], 5, ["c2", "over", "X has won"]),
        ("3x3+misere", [0, 3, 1, 4, 2], 5, ["c2", "over", "O has won"]),
        ("3x3x3", [13], 13, ["2b2", "taken by X"]),
        ("connect4", [], 3, ["d1", "d2 is free"]),
        ("connect4", [38], 24, ["d4", "d5 is free"]),
        ("connect4", [38], 38, ["d6", "taken by X"]),
    ],
)
def test_an_illegal_move_says_which_cell_and_why(
    spec: str, played: list[int], cell: int, words: list[str]
) -> None:
    position = play(spec, *played)
    with pytest.raises(RulesError) as caught:
        position.play(cell)
    for word in words:
        assert word in str(caught.value)


def test_no_cell_may_be_played_once_the_game_is_over() -> None:
    for position in every_position(game("3x3")):
        if position.is_over:
            assert position.moves() == []
            for cell in range(9):
                with pytest.raises(RulesError):
                    position.play(cell)


def test_exactly_the_moves_may_be_played_in_every_position() -> None:
    for spec in ("3x3", "4x2:3+drop"):
        for position in every_position(game(spec)):
            moves = set(position.moves())
            for cell in range(position.game.cells):
                if cell not in moves:
                    with pytest.raises(RulesError):
                        position.play(cell)
                else:
                    assert position.play(cell).mark(cell) == position.to_move


def test_a_stone_falls_to_the_lowest_free_cell_of_its_column() -> None:
    position = Position(game("connect4"))
    assert position.moves() == list(range(35, 42))
    for row in range(5, 0, -1):
        position = position.play(row * 7 + 3)
        assert position.moves() == sorted([35, 36, 37, (row - 1) * 7 + 3, 39, 40, 41])
    assert 3 not in position.play(3).moves(), "the column is full"


def test_in_misere_the_side_without_the_line_has_won() -> None:
    position = play("3x3+misere", 0, 3, 1, 4, 2)
    assert position.is_over
    assert position.winner == "O"
    assert play("3x3+misere", 0, 3, 1, 4, 2, first_mark="O").winner == "X"


def test_one_stone_may_complete_two_lines_at_once() -> None:
    """X O X
    O X O
    X . .   with X on c3 the diagonal from a1 is complete; here both are."""
    position = play("3x3", 0, 1, 2, 3, 4, 5, 8)
    assert position.winner == "X"
    assert position.completed_lines() == [0b100010001]
    both = Position(game("3x3"), mask_of([0, 1, 2, 5, 8]), mask_of([3, 4, 6, 7]))
    assert both.completed_lines() == [0b111, 0b100100100]


def test_when_o_moves_first_the_marks_change_places_and_nothing_else_does() -> None:
    position = play("3x3", 4, 0, first_mark="O")
    assert (position.mark(4), position.mark(0), position.mark(8)) == ("O", "X", None)
    assert position.to_move == position.first_mark == "O"
    assert position.second_mark == "X"
    assert play("3x3", 0, 3, 1, 4, 2, first_mark="O").winner == "O"


def test_on_a_game_of_ones_own_every_cell_may_be_played() -> None:
    rules = read_game("3x3\na1 b1 c1\n")
    assert Position(rules).moves() == list(range(9))
    won = Position(rules).play(0).play(8).play(1).play(7).play(2)
    assert won.winner == "X"
    assert Position(rules).play(3).play(0).play(4).play(8).play(5).winner is None


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("3x3", [1, 9, 72, 504, 3024, 15120, 54720]),
        ("connect4", [1, 7, 49, 343, 2401]),
        ("3x3x3", [1, 27, 27 * 26, 27 * 26 * 25]),
    ],
)
def test_there_are_as_many_move_sequences_as_have_been_counted(
    spec: str, counts: list[int]
) -> None:
    """3x3: by length 1, 9, 72, 504, ...; early plies elsewhere are products."""
    start = Position(game(spec))
    assert [perft(start, plies) for plies in range(len(counts))] == counts


def test_positions_by_ply_are_those_of_the_world() -> None:
    layers = [0] * 10
    for position in all_positions(game("3x3")):
        layers[position.stones] += 1
    assert layers == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
