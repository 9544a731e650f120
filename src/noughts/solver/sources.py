"""Sources: where the truth about a game is at hand, without a search.

    cells           what is used                                      what it knows
    up to 9         every position, in plain Python (whole.py)        scores
    12 to 16        every position, by the sweep, with `fast`         scores
    up to 27        a table on disk (table/), if one was built        outcomes
    17 to 20        every position, by the sweep, with `fast`         outcomes
    otherwise       nothing: the oracle searches

The first that has the game answers. Of games with drop only those of up to 9 cells are at hand.
On larger boards a question with few cells left is searched sooner than a source is opened, so it
does not open one; one that is open answers it too.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from noughts.rules import Game, Mask, Position
from noughts.solver import whole
from noughts.solver.sweep import fast
from noughts.solver.table import MOST_CELLS, find_table
from noughts.value import Outcome

FEW_CELLS = 9

# Games that were solved whole stay in the memory of the process, each in one of these.
KEPT = (whole.whole_game, fast.scored_game, fast.swept_game)


# ---- who answers --------------------------------------------------------------------------------


class Source(NamedTuple):
    """One that has the truth at hand: what it knows, and of which games."""

    name: str
    knows: str
    fewest: int  # cells
    most: int
    drop: bool = False  # of games with drop too
    fast: bool = False  # only with the extra `fast`


WHOLE = Source("whole", "scores", 0, whole.MOST_CELLS, drop=True)
SCORED = Source("sweep", "scores", fast.FEWEST_CELLS, fast.MOST_SCORED_CELLS, fast=True)
TABLE = Source("table", "outcomes", 0, MOST_CELLS)
SWEPT = Source("sweep", "outcomes", SCORED.most + 1, fast.MOST_SWEPT_CELLS, fast=True)
SOURCES = (WHOLE, SCORED, TABLE, SWEPT)  # in the order in which they are asked


@dataclass(frozen=True, slots=True)
class Reach:
    """What answers questions about a game with so many cells, here."""

    cells: int
    drop: bool

    def has(self, source: Source) -> bool:
        """Does that source answer? Of a table: if one was built."""
        in_reach = source.fewest <= self.cells <= source.most and (source.drop or not self.drop)
        return in_reach and (not source.fast or fast.is_installed())

    @property
    def sources(self) -> tuple[Source, ...]:
        """Those that are asked, one after the other, until one has it; none: a search."""
        asked: list[Source] = []
        for source in filter(self.has, SOURCES):
            asked.append(source)
            if source is not TABLE:  # only a table may not be there
                break
        return tuple(asked)

    @property
    def is_whole(self) -> bool:
        """Is every position there at once, whatever is installed?"""
        return self.has(WHOLE)

    @property
    def can_sweep(self) -> bool:
        """Can every position be swept, if there is the memory?"""
        return not self.drop and fast.is_installed()

    @property
    def is_short_sweep(self) -> bool:
        """Are there so few cells that a sweep takes little time and memory?"""
        return self.cells <= SWEPT.most

    @property
    def is_quick(self) -> bool:
        """Is every value there in a moment? A search of 10 or 11 cells is as quick as a sweep."""
        return self.is_whole or (self.cells <= SCORED.most and self.can_sweep)


def reach(game: Game) -> Reach:
    """Which sources answer questions about a game on this machine.

    >>> from noughts.rules.catalog import game
    >>> [source.name for source in reach(game("3x3+drop")).sources]
    ['whole']
    >>> reach(game("7x6:4+drop")).sources
    ()
    """
    return Reach(game.cells, game.drop)


# ---- asking -------------------------------------------------------------------------------------


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
        self._reach = reach(game)

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

    def is_at_hand(self, position: Position) -> bool:
        """Is the outcome of a position there without a search, or after a short sweep?"""
        if not _is_short(position) and (self._reach.has(SCORED) or self._reach.has(SWEPT)):
            return True
        return self.knows_outcomes(position)

    def _open_scores(self, position: Position) -> _Scores | None:
        if self._reach.is_whole:
            return whole.whole_game(self.game)
        if not _is_short(position) and self._reach.has(SCORED):
            return fast.scored_game(self.game)
        return None

    def _open_outcomes(self, position: Position) -> Outcomes | None:
        if _is_short(position):
            return None
        if not self._looked_for_table and self._reach.has(TABLE):
            self._looked_for_table = True
            table = find_table(self.game)
            if table is not None:
                return table
        return fast.swept_game(self.game) if self._reach.has(SWEPT) else None


def _times_made() -> int:
    """How many games were solved whole in this process so far."""
    return sum(solved.cache_info().misses for solved in KEPT)


def _is_short(position: Position) -> bool:
    """Is so little left that a search answers at once?"""
    return position.game.cells - position.stones <= FEW_CELLS
