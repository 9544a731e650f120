"""Candidates for the tests of the audit: Python functions of a position, asked in this process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from noughts.audit.candidate import Answer, Candidate, Fault
from noughts.rules.catalog import game
from noughts.rules.grid import Cell, cells_of
from noughts.rules.position import Position
from noughts.solver.whole import whole_game

Chooser: TypeAlias = Callable[[Position], Cell]

G3 = game("3x3")


class Fake(Candidate):
    """A candidate that is a function; it has no move where the game is over."""

    def __init__(self, choose: Chooser, mark: str | None = None, *, must_pass: bool = False):
        self.name, self.taken_for, self.mark = "fake", "a function of this test", mark
        self.must_pass = must_pass
        self.choose = choose
        self.asked: list[Position] = []

    def ask(self, position: Position) -> Answer:
        self.asked.append(position)
        if position.is_over:
            return Answer(None, 0.0, "None")
        move = self.choose(position)
        if move not in position.moves():
            return Answer(None, 0.001, str(move), Fault.ILLEGAL, "the cell is taken")
        return Answer(move, 0.001, str(move))

    def close(self) -> None:
        pass


@cache
def best_moves(position: Position) -> list[Cell]:
    """The moves that keep outcome and distance."""
    whole = whole_game(position.game)
    return list(cells_of(whole.best[position.mine | position.theirs << position.game.cells]))


@cache
def good_moves(position: Position) -> list[Cell]:
    """The moves that keep the outcome."""
    score = whole_game(position.game).score
    worth = _sign(score(position))
    return [move for move in position.moves() if _sign(-score(position.child(move))) == worth]


def wrong_moves(position: Position) -> list[Cell]:
    """The moves that do not."""
    good = good_moves(position)
    return [move for move in position.moves() if move not in good]


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def lowest_best(position: Position) -> Cell:
    return best_moves(position)[0]


def highest_best(position: Position) -> Cell:
    return best_moves(position)[-1]


def lowest_good(position: Position) -> Cell:
    return good_moves(position)[0]


def highest_good(position: Position) -> Cell:
    return good_moves(position)[-1]


def lowest(position: Position) -> Cell:
    return position.moves()[0]


def its_positions(choose: Chooser, start: Position, *, is_first: bool) -> set[Position]:
    """The slow and obvious twin of the proof walk: every position in which a side is to move."""
    found = set()

    def visit(position: Position) -> None:
        if position.is_over:
            return
        if (position.stones % 2 == 0) == is_first:
            found.add(position)
            visit(position.play(choose(position)))
        else:
            for move in position.moves():
                visit(position.play(move))

    visit(start)
    return found
