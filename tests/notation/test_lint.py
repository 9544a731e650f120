"""notation/lint.py: the linter accepts exactly the boards that can arise, on every small board."""

from __future__ import annotations

from itertools import product

import pytest
from naive import StringGame, board_text, every_position, lines_of

from noughts import lint, position, read_game
from noughts.notation.lint import can_arise, complaints
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.grid import mask_of
from noughts.rules.position import Position

OWN = "3x3\na1 b1\na1 b2 c3\nc1 c2 c3\nb3 c3"  # lines of different lengths that meet in c3
OWN_DROP = "3x3+drop\na3 b3\na1 b1 c1\nb3 b2 b1\n"


def rules_of(spec: str) -> Game:
    return read_game(spec) if "\n" in spec else game(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "3x3",
        "3x3+misere",
        "3x3+torus",
        "3x3:2",
        "3x3+drop",
        "3x3+drop+misere",
        "4x2:3+drop",
        "4x2:2+drop",
        "2x4:3+drop",
        "4x2:3",
        "2x2x2",
        OWN,
        OWN_DROP,
    ],
)
def test_on_all_boards_the_linter_agrees_with_what_can_be_reached(spec: str) -> None:
    """All 3^cells boards, with X first and with O first: all 19,683 of 3x3, twice."""
    rules = rules_of(spec)
    twin = StringGame(rules.width, rules.height * rules.depth, lines_of(rules), rules.drop)
    accepted = {"X": set(), "O": set()}  # type: dict[str, set[str]]
    for board in map("".join, product("XO.", repeat=rules.cells)):
        crosses, noughts = board.count("X"), board.count("O")
        x, o = (mask_of(at for at, mark in enumerate(board) if mark == who) for who in "XO")
        for first in "XO":
            ahead = crosses - noughts if first == "X" else noughts - crosses
            turn = first if ahead == 0 else "O" if first == "X" else "X"
            if ahead in (0, 1) and not complaints(rules, x, o, turn):
                accepted[first].add(board)
        if abs(crosses - noughts) > 1:
            for turn_said in ("X", "O", None):
                assert complaints(rules, x, o, turn_said)
    assert accepted["X"] == twin.reachable("X")
    assert accepted["O"] == twin.reachable("O")


def test_without_a_turn_equal_numbers_mean_that_x_moved_first_on_all_boards_of_3x3() -> None:
    twin = StringGame(3, 3, lines_of(game("3x3")), False)
    x_first, o_first = twin.reachable("X"), twin.reachable("O")
    for board in map("".join, product("XO.", repeat=9)):
        more_o = board.count("O") > board.count("X")
        fine = board in (o_first if more_o else x_first)
        assert (lint(board, "3x3") == []) is fine, board
        if fine:
            read = position(board, "3x3")
            assert board_text(read) == board
            assert read.first_mark == ("O" if more_o else "X")


def test_every_wrong_turn_is_refused_on_every_position_of_3x3() -> None:
    for one in every_position(game("3x3")):
        text = board_text(one)
        assert lint(text, "3x3", one.to_move) == []
        wrong = one.moved_last
        found = lint(text, "3x3", wrong)
        if one.stones % 2:
            assert any("turn" in complaint for complaint in found)
        else:  # equal numbers: the other side may have begun, unless the last stone made a line
            assert bool(found) is (one.winner is not None)


def test_can_arise_is_true_of_the_empty_board() -> None:
    assert can_arise(Position(game("connect4")))


def test_a_long_drop_game_is_linted_rightly() -> None:
    """Two full columns and a stone; and a full column with O, who did not begin, at its foot."""
    read = position("4444445555553", "connect4")
    assert lint(board_text(read), "connect4") == []
    upside_down = "/".join(["...X...", "...O..."] * 3)
    (complaint,) = lint(upside_down, "connect4")
    assert complaint.startswith("no order of moves leads to this board")
    assert lint(upside_down + " O", "connect4") == []


def test_the_linter_does_not_hang_on_a_large_drop_board() -> None:
    text = " ".join(["XOXOXOXOXOXOXOXOXOXO", "OXOXOXOXOXOXOXOXOXOX"] * 10)
    assert isinstance(lint(text, "20x20:19+drop"), list)
