"""Players: anything that chooses a move, and says what it knew when it did."""

import random
import time
from typing import Any, NamedTuple, Protocol

from noughts.errors import LimitReached
from noughts.notation import head, move_dict, seconds_of, value_dict
from noughts.rules import Cell, Position
from noughts.search import SEARCHES, Budget, open_lines
from noughts.search.monte_carlo import mcts
from noughts.solver.lookahead import scores_ahead
from noughts.solver.oracle import Oracle
from noughts.value import Value


class Choice(NamedTuple):
    """A move, and what its player knows about it."""

    move: Cell
    value: Value | None
    """For the player who makes the move, from the position before it; None: not proven."""
    nodes: int
    seconds: float
    score: int | None = None
    """On the scale of the search, where one was used."""
    is_guess: bool = False
    """Was the truth looked for, and not found in time?"""

    def to_dict(
        self, position: Position, *, text: str | None = None, **known: Any
    ) -> dict[str, Any]:
        """The choice on a position as JSON has it; text is that after it, where there is one.

        What else is known stands beside the value.
        """
        return {
            **head(position),
            "to_move": position.to_move,
            **move_dict(position, self.move),
            **({} if text is None else {"text": text}),
            "value": value_dict(self.value),
            **known,
            "score": self.score,
            "nodes": self.nodes,
            "seconds": seconds_of(self.seconds),
        }


class Player(Protocol):
    """Anything that chooses moves."""

    def choose(self, position: Position) -> Choice:
        """A move for the side to move; the game is not over."""
        ...


# Of the time for a move, the share that goes to finding the truth; the rest is for guessing.
TRUTH_SHARE = 0.4
SECONDS, SEARCH_SECONDS = 2.0, 30.0
GUESS_PLIES, GUESS_MOVES, GUESS_SHARE = 4, 4, 0.2


class PerfectPlayer:
    """Plays a best move; where the truth is not found in time, the most promising one.

    >>> from noughts.notation.parse import position
    >>> PerfectPlayer().choose(position("XX. .O. ..O")).move
    2
    """

    def __init__(self, seconds: float | None = SECONDS, rng: random.Random | None = None) -> None:
        self.seconds = seconds
        self.rng = rng  # chooses among the best first moves; without it the lowest is played
        self._oracle: Oracle | None = None

    def choose(self, position: Position) -> Choice:
        started = time.perf_counter()
        if self._oracle is None or self._oracle.game is not position.game:
            self._oracle = Oracle(position.game, self.seconds)
        oracle = self._oracle
        oracle.allow(None if self.seconds is None else TRUTH_SHARE * self.seconds)
        nodes = oracle.nodes
        try:
            value: Value | None = oracle.value(position)
            if self.rng is not None and not position.stones:
                analysis = oracle.analyze(position)
                # Where the distance is not known, no more is known than which moves are good.
                move = self.rng.choice(analysis.best or analysis.good)
            else:
                move = _known(oracle.best_move(position))
        except LimitReached:
            left = started + (self.seconds or 0) - time.perf_counter()
            value, move = None, guessed_move(position, left, _seed(self.rng))
        seconds = time.perf_counter() - started
        return Choice(move, value, oracle.nodes - nodes, seconds, is_guess=value is None)


class SearchPlayer:
    """Plays the move that one of the searches returns; a guess where it does not end in time."""

    def __init__(
        self,
        name: str,
        budget: float = SEARCH_SECONDS,
        rng: random.Random | None = None,
        **options: Any,
    ) -> None:
        self.name = name
        self.budget = budget  # seconds, a guess included
        self.rng = rng  # chooses among the best first moves; without it the search does
        self.options = options

    def choose(self, position: Position) -> Choice:
        started = time.perf_counter()
        watch = Budget((1 - GUESS_SHARE) * self.budget)
        try:
            result = SEARCHES[self.name](position, watch=watch, **self.options)
            move, value, score = _known(result.move), result.value, result.score
            if self.rng is not None and not position.stones:
                move = self.rng.choice(self._equals(position, move, watch))
        except LimitReached:
            move = guessed_move(position, GUESS_SHARE * self.budget, _seed(self.rng))
            value, score = None, None
        seconds = time.perf_counter() - started
        return Choice(move, value, watch.nodes, seconds, score, is_guess=value is None)

    def _equals(self, position: Position, move: Cell, watch: Budget) -> list[Cell]:
        """The moves that the search scores as it scores this one."""
        options = dict(self.options)
        if options.get("depth") is not None:
            if options["depth"] == 1:
                return [move]
            options["depth"] -= 1

        def score(move: Cell) -> int | None:
            return SEARCHES[self.name](position.child(move), watch=watch, **options).score

        best = score(move)
        return [other for other in position.moves() if score(other) == best]


def guessed_move(position: Position, seconds: float, seed: int = 0) -> Cell:
    """A move where the truth is out of reach: the most visited of a Monte-Carlo search.

    Only moves that a few plies of sight see nothing wrong with are weighed, and of those the
    most promising; a win at once is always taken, a loss at once always prevented.
    """
    deadline = time.perf_counter() + seconds
    sensible = sensible_moves(position, GUESS_PLIES, time.perf_counter() + seconds / 2)
    if len(sensible) > 1:
        likely = sorted(sensible, key=lambda move: _promise(position, move))[:GUESS_MOVES]
        left = max(deadline - time.perf_counter(), 0.01)
        found = mcts(position, seconds=left, moves=likely, seed=seed)
        return _known(found.move)
    return sensible[0]


def promising_move(position: Position) -> Cell:
    """The guess of an instant: of the moves that two plies show nothing wrong with, open lines.

    >>> from noughts.notation.parse import position
    >>> promising_move(position("XX. OO. ..."))
    2
    """
    return min(sensible_moves(position, 2), key=lambda move: _promise(position, move))


def _promise(position: Position, move: Cell) -> tuple[int, float]:
    """The smaller the better: what the other side's lines are worth after it; then the middle."""
    shape = position.game.shape
    sides = (shape.depth, shape.height, shape.width)
    off = [abs(at - (side - 1) / 2) for at, side in zip(shape.place(move), sides, strict=True)]
    return open_lines(position.child(move)), sum(off)


def _seed(rng: random.Random | None) -> int:
    return 0 if rng is None else int(rng.random() * 2**32)


def sensible_moves(position: Position, plies: int, deadline: float | None = None) -> list[Cell]:
    """The best moves as far as so many plies show: all those between which they see no difference.

    Where there is not the time to look so far ahead they look less far, yet always two plies.

    >>> from noughts.notation.parse import position
    >>> sensible_moves(position("X.. .O. X.."), 2), len(sensible_moves(position("X.. .O. X.."), 1))
    ([3], 6)
    """
    sensible = position.moves()
    for ahead in range(1, plies + 1):
        try:
            scores = scores_ahead(position, ahead, deadline if ahead > 2 else None)
        except LimitReached:
            break
        best = max(scores.values())
        sensible = [move for move, score in scores.items() if score == best]
    return sensible


def _known(move: Cell | None) -> Cell:
    if move is None:
        raise ValueError("the game is over: there is no move to choose")
    return move
