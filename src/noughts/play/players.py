"""Players: anything that chooses a move, and says what it knew when it did."""

from __future__ import annotations

import random
import time
from typing import NamedTuple, Protocol

from noughts.errors import LimitReached
from noughts.rules.grid import Cell
from noughts.rules.position import Position
from noughts.search import SEARCHES
from noughts.search.evaluation import open_lines
from noughts.search.ordering import likely_first
from noughts.solve.oracle import Oracle
from noughts.value import Value


class Choice(NamedTuple):
    """A move, and what its player knows about it."""

    move: Cell
    value: Value | None
    """For the player who makes the move, from the position before it; None: not proven."""
    nodes: int
    seconds: float


class Player(Protocol):
    """Anything that chooses moves."""

    def choose(self, position: Position) -> Choice:
        """A move for the side to move; the game is not over."""
        ...


class PerfectPlayer:
    """Plays a best move; where the truth is not found in time, the most promising one.

    >>> from noughts.notation.parse import position
    >>> PerfectPlayer().choose(position("XX. .O. ..O")).move
    2
    """

    def __init__(self, seconds: float | None = 2.0, rng: random.Random | None = None) -> None:
        self.seconds = seconds
        self.rng = rng  # chooses among the best first moves; without it the lowest is played
        self._oracle: Oracle | None = None

    def choose(self, position: Position) -> Choice:
        started = time.perf_counter()
        if self._oracle is None or self._oracle.game is not position.game:
            self._oracle = Oracle(position.game, self.seconds)
        oracle = self._oracle
        oracle.allow(self.seconds)
        nodes = oracle.nodes
        try:
            value: Value | None = oracle.value(position)
            if self.rng is not None and not position.stones:
                move = self.rng.choice(oracle.analyze(position).best)
            else:
                move = _known(oracle.best_move(position))
        except LimitReached:
            value, move = None, promising_move(position)
        looked_at = oracle.nodes - nodes or oracle.nodes
        return Choice(move, value, looked_at, time.perf_counter() - started)


class SearchPlayer:
    """Plays the move that one of the searches returns."""

    def __init__(self, name: str, **options: object) -> None:
        self.name = name
        self.options = options

    def choose(self, position: Position) -> Choice:
        started = time.perf_counter()
        result = SEARCHES[self.name](position, **self.options)
        seconds = time.perf_counter() - started
        return Choice(_known(result.move), result.value, result.nodes, seconds)


def promising_move(position: Position) -> Cell:
    """A move where the truth is out of reach: a win at once, else no loss at once, else open lines.

    >>> from noughts.notation.parse import position
    >>> promising_move(position("XX. OO. ..."))
    2
    """
    moves = likely_first(position)
    for move in moves:
        if position.child(move).winner == position.to_move:
            return move
    safe = [move for move in moves if not _loses_at_once(position, move)]
    return max(safe or moves, key=lambda move: -open_lines(position.child(move)))


def _loses_at_once(position: Position, move: Cell) -> bool:
    """Is the game lost with this move, or with the other side's next one?"""
    child = position.child(move)
    if child.is_over():
        return child.winner == child.to_move
    if position.game.misere:
        return False
    return any(position.game.completes_line(child.mine, reply) for reply in child.moves())


def _known(move: Cell | None) -> Cell:
    if move is None:
        raise ValueError("the game is over: there is no move to choose")
    return move
