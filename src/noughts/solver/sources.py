"""Sources: where the truth about a game is at hand, without a search.

    cells           what is used                                      what it knows
    up to 9         every position, in plain Python (whole.py)        scores
    12 to 16        every position, by the sweep, with `fast`         scores
    any             a table on disk (table.py)                        outcomes
    17 to 20        every position, by the sweep, with `fast`         outcomes
    otherwise       nothing: the oracle searches

The sweeps are for games without drop. A question with few cells left is searched sooner than a
sweep is made, so it does not make one.
"""

from __future__ import annotations

from typing import Protocol

from noughts.rules.game import Game
from noughts.rules.grid import Mask
from noughts.rules.position import Position
from noughts.solver import whole
from noughts.solver.sweep import fast
from noughts.solver.table import find_table
from noughts.value import Outcome

FEW_CELLS = 9


class _Scores(Protocol):
    @property
    def nodes(self) -> int: ...

    def score(self, position: Position) -> int: ...


class Outcomes(Protocol):
    """Anything that has outcomes at hand: a sweep in memory, or a table on disk."""

    def outcome(self, first: Mask, second: Mask) -> Outcome | None: ...


class Sources:
    """The sources for one game, opened when they are first needed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nodes = 0
        self._scores: _Scores | None = None
        self._outcomes: Outcomes | None = None
        self._looked_for_table = False

    def score(self, position: Position) -> int | None:
        """The score of an unfinished position, if it is at hand."""
        if self._scores is None:
            made = _times_made()
            self._scores = self._open_scores(position)
            if self._scores is None:
                return None
            if _times_made() > made:  # otherwise the work was done, and counted, before
                self.nodes += self._scores.nodes
        self.nodes += 1
        return self._scores.score(position)

    def knows_outcomes(self, position: Position) -> bool:
        """Is the outcome of an unfinished position at hand?"""
        if self._outcomes is None:
            made = _times_made()
            self._outcomes = self._open_outcomes(position)
            if isinstance(self._outcomes, fast.SweptGame) and _times_made() > made:
                self.nodes += self._outcomes.nodes
        return self._outcomes is not None

    def give_up_table(self) -> None:
        """A table turned out to be damaged: do without it."""
        self._outcomes = None

    def outcome(self, first: Mask, second: Mask) -> Outcome | None:
        """The outcome of a position, for the side to move."""
        assert self._outcomes is not None
        self.nodes += 1
        return self._outcomes.outcome(first, second)

    def _open_scores(self, position: Position) -> _Scores | None:
        game = self.game
        if game.cells <= whole.MOST_CELLS:
            return whole.whole_game(game)
        in_reach = fast.FEWEST_CELLS <= game.cells <= fast.MOST_SCORED_CELLS
        if in_reach and _is_for_a_sweep(position):
            return fast.scored_game(game)
        return None

    def _open_outcomes(self, position: Position) -> Outcomes | None:
        game = self.game
        if game.drop or _is_short(position):
            return None
        if not self._looked_for_table:
            self._looked_for_table = True
            table = find_table(game)
            if table is not None:
                return table
        in_reach = fast.MOST_SCORED_CELLS < game.cells <= fast.MOST_SWEPT_CELLS
        return fast.swept_game(game) if in_reach and _is_for_a_sweep(position) else None


def _times_made() -> int:
    """How many games were solved whole in this process so far."""
    kept = (whole.whole_game, fast.scored_game, fast.swept_game)
    return sum(function.cache_info().misses for function in kept)


def _is_short(position: Position) -> bool:
    """Is so little left that a search answers at once?"""
    return position.game.cells - position.stones <= FEW_CELLS


def _is_for_a_sweep(position: Position) -> bool:
    return not position.game.drop and not _is_short(position) and fast.is_installed()


def is_at_hand(position: Position) -> bool:
    """Is the outcome of a position there without a search, or after a short sweep?"""
    in_reach = position.game.cells <= fast.MOST_SWEPT_CELLS and _is_for_a_sweep(position)
    return in_reach or Sources(position.game).knows_outcomes(position)
