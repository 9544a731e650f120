"""Reasons: why each move of a position is worth what it is.

In the definitions below, the *mover* makes the move, and the *other side* is next. Nothing is
guessed: a claim is made exactly when its definition holds.

From the stones, of any move:

    wins_at_once    it completes a line
    loses_at_once   it completes a line, in a misère game

From the stones, of moves after which the game goes on:

    blocks          the other side, had it been to move, would have completed a line here
    fork            after it the mover has a fork (see facts.py), whether or not the other side
                    can complete a line first
    forces          after it the mover has an open threat and no fork, and the other side cannot
                    complete a line first: so it has to take that one cell
    prevents_fork   the other side, had it been to move, could have made a fork that works; now
                    that it is to move it can no longer, nor can it complete a line at once

and of these in a misère game, where a line is nobody's aim:

    forces          all replies complete a line, except for one
    trap            all replies complete a line

From the values:

    loses           the value is a loss, later than at once; `moves` is the other side's first best
                    reply and the principal variation from there to the end
    mistake         the value's outcome is lower than the position's
    only_move       of all moves this one alone keeps the outcome
    slip            the outcome is the position's, the distance is worse
    symmetric       a lower move is the same by symmetry; `cells` has the lowest
"""

import time
from collections.abc import Iterable, Iterator
from typing import get_args

from noughts.errors import LimitReached
from noughts.explain.facts import View, lowest_twins
from noughts.explain.sentences import Kind, Reason
from noughts.rules import Cell, Mask, Position, cells_of, mask_of
from noughts.solver.oracle import Analysis, Oracle
from noughts.value import Outcome

SECONDS = 0.25  # to look for refutations, all together
MOST_SEARCHED_MOVES = 40

_IMPORTANCE = {kind: rank for rank, kind in enumerate(get_args(Kind))}


def reasons(
    analysis: Analysis, oracle: Oracle | None = None, *, seconds: float = SECONDS
) -> dict[Cell, list[Reason]]:
    """The reasons for each move of an analyzed position, the most important first.

    Give the oracle that made the analysis: it remembers what it found. It is allowed so many
    seconds more, all together, to look for refutations. Where they are not enough, or there are
    more than 40 moves, a reason `loses` may have a part of its variation only, or none, unless
    the reply completes a line. Symmetries are looked for on boards of up to 64 cells.

    >>> from noughts.notation.parse import position
    >>> from noughts.solver import analyze
    >>> start = position("X.. .O. ..X")
    >>> found = reasons(analyze(start))
    >>> [reason.sentence(start.game) for reason in found[1]]
    ['forces the reply b3', 'prevents a fork at c1 or a3']
    >>> [reason.sentence(start.game) for reason in found[2]]
    ['loses to a3, then b1 a2', 'throws away the draw and loses', 'forces the reply a3']
    """
    position = analysis.position
    oracle = oracle or Oracle(position.game)
    oracle.allow(seconds)
    deadline = time.perf_counter() + seconds
    on_board = _OnBoard(position)
    twins = lowest_twins(position)
    found = {}
    for move, value in analysis.moves.items():
        claims = [*on_board.reasons(move), *_by_value(analysis, move)]
        if value is not None and value.outcome is Outcome.LOSS and value.distance != 1:
            in_time = len(twins) <= MOST_SEARCHED_MOVES and time.perf_counter() < deadline
            variation = _refutation(position.child(move), oracle if in_time else None)
            claims.append(Reason("loses", tuple(variation[:1]), tuple(variation), value=value))
        if twins[move] < move:
            claims.append(Reason("symmetric", cells=(twins[move],)))
        found[move] = sorted(claims, key=lambda reason: _IMPORTANCE[reason.kind])
    return found


def most_telling(reasons: Iterable[Reason]) -> list[Reason]:
    """One or two of a move's reasons: those that say the most, and not the same twice.

    Of a symmetric move, that it is one: then its other reasons are those of the lower move.
    """
    found = list(reasons)
    kinds = {reason.kind for reason in found}
    if "symmetric" in kinds:
        return [reason for reason in found if reason.kind == "symmetric"]
    said = {"mistake"} if kinds & {"loses", "loses_at_once"} else set()
    said |= {"prevents_fork"} if "fork" in kinds else set()
    return [reason for reason in found if reason.kind not in said][:2]


class _OnBoard:
    """What the stones of a position say of its moves."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        self.view = View.of(position)
        other = self.view.turned()
        cells = [] if self.game.misere else cells_of(other.open_mask())
        self.forks = other.fork_moves(cells)

    def reasons(self, move: Cell) -> Iterator[Reason]:
        if lines := self.view.lines_completed(move):
            yield _about_lines("loses_at_once" if self.game.misere else "wins_at_once", lines)
            return
        after = self.view.take(move)
        if after.open_mask():  # the game goes on
            yield from self._misere(after) if self.game.misere else self._normal(move, after)

    def _misere(self, after: View) -> Iterator[Reason]:
        lost = after.turned().at_once()
        safe = [cell for cell in cells_of(after.open_mask()) if cell not in lost]
        if not safe:
            yield Reason("trap", cells=tuple(lost))
        elif lost and len(safe) == 1:
            yield Reason("forces", cells=tuple(safe), moves=tuple(safe))

    def _normal(self, move: Cell, after: View) -> Iterator[Reason]:
        if lines := self.view.turned().lines_completed(move):
            yield _about_lines("blocks", lines)
        other = after.turned()
        other_is_first = bool(other.at_once())
        if fork := after.fork():
            yield Reason("fork", cells=tuple(fork))
        elif (threat := after.at_once()) and not other_is_first:
            yield Reason("forces", cells=tuple(threat), moves=tuple(threat))
        if self.forks and not other_is_first and not self._can_still_fork(other):
            yield Reason("prevents_fork", cells=tuple(self.forks))

    def _can_still_fork(self, other: View) -> bool:
        """Where nothing falls, a move makes no new forks for the other side: ask for the old."""
        among = other.open_mask()
        if not self.game.drop:
            among &= mask_of(self.forks)
        return bool(other.fork_moves(cells_of(among)))


def _about_lines(kind: Kind, lines: list[Mask]) -> Reason:
    cells = sorted({cell for line in lines for cell in cells_of(line)})
    return Reason(kind, cells=tuple(cells), lines=tuple(lines))


def _by_value(analysis: Analysis, move: Cell) -> Iterator[Reason]:
    value, best = analysis.moves[move], analysis.value
    if value is None:
        return
    if value.outcome < best.outcome:
        yield Reason("mistake", value=value, best=best)
    elif value < best:
        yield Reason("slip", value=value, best=best)
    if analysis.is_complete and analysis.good == [move]:
        yield Reason("only_move", value=value, best=best if len(analysis.moves) > 1 else None)


def _refutation(after: Position, oracle: Oracle | None) -> list[Cell]:
    """The best reply to a losing move and what follows, as far as it is found in time.

    Without an oracle only a reply that completes a line is found.
    """
    if not after.game.misere and (wins := View.of(after).at_once()):
        return wins[:1]
    if oracle is None:
        return []
    if variation := oracle.principal_variation(after):
        return variation
    try:
        reply = oracle.best_move(after)
    except LimitReached:
        return []
    return [] if reply is None else [reply]
