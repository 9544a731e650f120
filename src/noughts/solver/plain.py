"""The solver in plain Python: exact scores by asking narrow questions.

It is alpha-beta with a memory, as in `search.transposition`, on bare masks, with the shortcuts
that a player takes too: a win at once is played, two threats at once are lost, one threat leaves
a single move, and where every line is blocked the game is drawn.

Distances come from deepening: "is this a win within 1 ply? a loss within 2? a win within 3?"
Each question is a window of width one, "is the score at least this mark?", and cuts every line
of play that is too long to matter:

    mark     7     5     3     1     0        on 3x3 with two stones
    win in   1     3     5     7    draw

Where the outcomes are known beforehand, from a table, only the distance is left to find: every
move that does not keep the outcome is cut at once.
"""

import time
from collections.abc import Callable
from typing import TypeAlias

from noughts.errors import LimitReached
from noughts.rules import Game, Mask, Position
from noughts.value import Outcome, end_score

# The outcome of the position with those stones of the first and the second player.
Outcomes: TypeAlias = Callable[[Mask, Mask], "Outcome | None"]

INFINITY = 1_000_000
MOST_REMEMBERED = 2_000_000
WORK_BETWEEN_LOOKS_AT_THE_CLOCK = 20_000  # in lines looked at: some milliseconds


class PlainSolver:
    """Exact scores of the positions of one game, with a memory that lasts from call to call."""

    def __init__(
        self, game: Game, deadline: float | None = None, outcomes: Outcomes | None = None
    ) -> None:
        self.game = game
        self.nodes = 0
        self.deadline = deadline
        self.proved_plies = 0  # the last question answered: decided within so many plies, or not
        self._outcomes = outcomes
        self._nodes_between_looks = max(WORK_BETWEEN_LOOKS_AT_THE_CLOCK // (len(game.lines) + 1), 1)
        self._memory: dict[int, tuple[int, int]] = {}  # key: at least, at most
        self._floor = ((1 << game.width) - 1) << game.cells
        self._order = sorted(range(game.cells), key=lambda cell: (-len(game.through[cell]), cell))
        if game.misere:  # there the cells on few lines are the safe ones
            self._order.reverse()
        self._bounds = self._misere_bounds if game.misere else self._normal_bounds

    def score(self, position: Position, plies: int | None = None) -> int:
        """The exact score, for the side to move; with plies, 0 if it is not decided so soon.

        >>> from noughts.notation.parse import position
        >>> start = position(".O. .X. ...")
        >>> PlainSolver(start.game).score(start)  # a win in 5: at the end 7 of 9 cells are taken
        3
        """
        if position.is_over:
            self.nodes += 1
            return end_score(position)
        mine, theirs, stones = position.mine, position.theirs, position.stones
        top = self.game.cells - stones
        self.proved_plies = 0
        for within in range(1, (top if plies is None else min(plies, top)) + 1):
            mark = top + 1 - within
            if within > 2:
                self._look_at_the_clock()
            if self._wins_after(within):
                if self._search(mine, theirs, mark, stones) >= mark:
                    return mark
            elif self._search(mine, theirs, 1 - mark, stones) <= -mark:
                return -mark
            self.proved_plies = within
        return 0

    def _wins_after(self, plies: int) -> bool:
        """Is it the side to move that may have won after so many plies, not the other?"""
        return plies % 2 == (0 if self.game.misere else 1)

    def _search(self, mine: Mask, theirs: Mask, mark: int, stones: int) -> int:
        """Ask whether the true score t of an unfinished position reaches a mark.

        s >= mark    then  t >= s        s is the score returned
        s <  mark    then  t <= s
        """
        self.nodes += 1
        if not self.nodes % self._nodes_between_looks:
            self._look_at_the_clock()
        least, most, moves = self._bounds(mine, theirs, stones)
        if least >= mark:
            return least
        if most < mark:
            return most
        if self._outcomes is not None:
            outcome = self._outcomes(*((theirs, mine) if stones & 1 else (mine, theirs)))
            if outcome is Outcome.DRAW:
                return 0
            if outcome is Outcome.WIN and mark <= 1:
                return 1
            if outcome is Outcome.LOSS and mark >= 0:
                return -1
        key = mine | theirs << self.game.cells
        known = self._memory.get(key)
        if known is not None:
            if known[0] >= mark:
                return known[0]
            if known[1] < mark:
                return known[1]
            least, most = known
        best = -INFINITY
        for cell in self._order:
            if moves >> cell & 1:
                score = -self._search(theirs, mine | 1 << cell, 1 - mark, stones + 1)
                if score > best:
                    best = score
                    if best >= mark:
                        break
        self._memory[key] = (best, most) if best >= mark else (least, best)
        return best

    def _look_at_the_clock(self) -> None:
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise LimitReached("the time allowed was up before the answer was found")
        if len(self._memory) > MOST_REMEMBERED:
            self._memory.clear()

    def _open_mask(self, taken: Mask) -> Mask:
        free = self.game.all_mask & ~taken
        return free & (taken | self._floor) >> self.game.width if self.game.drop else free

    def _normal_bounds(self, mine: Mask, theirs: Mask, stones: int) -> tuple[int, int, Mask]:
        """Least and greatest score that a look at the lines leaves possible, and the moves."""
        top = self.game.cells - stones  # the score of a win at once
        moves = self._open_mask(mine | theirs)
        threats = 0
        can_win = can_lose = False
        for line in self.game.lines:
            if not line & theirs:
                can_win = True
                missing = line & ~mine
                if not missing & (missing - 1) and missing & moves:
                    return top, top, moves
            elif not line & mine:
                can_lose = True
                missing = line & ~theirs
                if not missing & (missing - 1):
                    threats |= missing & moves
            if not line & mine:
                can_lose = True
        if threats & (threats - 1):
            return 1 - top, 1 - top, moves
        # Not a win at once, so a win in 3 at best. At worst a loss in 4, but in 2 where a
        # move can make room for the other side's: above it, in a drop game.
        most = max(top - 2, 0) if can_win else 0
        least = min(1 - top if self.game.drop else 3 - top, 0) if can_lose else 0
        return least, most, threats or moves

    def _misere_bounds(self, mine: Mask, theirs: Mask, stones: int) -> tuple[int, int, Mask]:
        """The same where completing a line loses: what must be avoided leaves the safe moves."""
        top = self.game.cells - stones
        moves = self._open_mask(mine | theirs)
        unsafe = 0
        can_win = can_lose = False
        for line in self.game.lines:
            if not line & theirs:
                can_lose = True
                missing = line & ~mine
                if not missing & (missing - 1):
                    unsafe |= missing
            if not line & mine:
                can_win = True
        safe = moves & ~unsafe
        if not safe:
            return -top, -top, moves
        return (2 - top if can_lose else 0), (top - 1 if can_win else 0), safe
