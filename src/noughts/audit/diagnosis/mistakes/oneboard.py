"""Mistakes on one board: stones are put down, looked at, and not taken away as they should be.

The real programs have one list and change it. Here the board that a search leaves behind is part
of what it returns, `Left`; so it is the same thing again for the same board, and is remembered.
"""

from enum import Enum
from typing import NamedTuple

from noughts.audit.diagnosis.mistakes.board import FREE, FULL, LINED, Program
from noughts.audit.diagnosis.mistakes.scored import WIN, memoised
from noughts.rules import Mask

NOTHING_YET = -1000


class Undo(Enum):
    """When a stone that was put down to be looked at is taken away again."""

    ALWAYS = "always"
    NEVER = "never"
    IMPROVED = "improved"  # the line that takes it away stands inside the `if`


class Return(Enum):
    """Where the `return` stands."""

    AFTER = "after the loop"
    MOVE = "after the first move"
    CELL = "after the first cell, free or not"
    ROW = "after the first row"


class Left(NamedTuple):
    """What a search returns, and the stones that it leaves on the board."""

    score: int
    move: Mask
    mine: Mask
    theirs: Mask


def careless(
    *,
    root: Undo = Undo.ALWAYS,
    own: Undo = Undo.ALWAYS,
    other: Undo = Undo.ALWAYS,
    returns: Return = Return.AFTER,
    depth: bool = False,
    takes_equal: bool = False,
    sees_both: bool = True,
) -> Program:
    """A program that is careless with its one board, at the levels said.

    `own` are the levels of the side that moves at the root, `other` those of the other side. With
    stones left lying, the side to move may have a line: `sees_both` says whether that is seen.
    """

    @memoised
    def search(mine: Mask, theirs: Mask, level: int) -> Left:
        if LINED[theirs] or (sees_both and LINED[mine]):
            win = WIN - level if depth else WIN
            return Left(-win if LINED[theirs] else win, 0, mine, theirs)
        if mine | theirs == FULL:
            return Left(0, 0, mine, theirs)
        undo = root if not level else other if level % 2 else own
        best, move = NOTHING_YET, 0
        for stone in looked_at(mine, theirs):
            if stone & (mine | theirs):
                continue  # a deeper level left a stone there
            reply = search(theirs, mine | stone, level + 1)
            mine, theirs, score = reply.theirs, reply.mine, -reply.score
            improved = score >= best if takes_equal else score > best
            if improved:
                best, move = score, stone
            if undo is Undo.ALWAYS or (undo is Undo.IMPROVED and improved):
                mine &= ~stone
        return Left(best, move, mine, theirs)

    def looked_at(mine: Mask, theirs: Mask) -> tuple[Mask, ...]:
        free = FREE[mine | theirs]
        if returns is Return.MOVE:
            return free[:1]
        if returns is Return.CELL:
            return free[:1] if free and free[0] == 1 else ()
        if returns is Return.ROW:
            return tuple(stone for stone in free if stone < 8)
        return free

    return lambda mine, theirs, mark: search(mine, theirs, 0).move
