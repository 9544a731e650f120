"""Probes: the positions on which a program is tried out, to see how it wants to be asked."""

import random
from functools import lru_cache
from typing import NamedTuple

from noughts.rules import Game, Mask, Position

PLAYOUTS, LATEST, MOST_EARLY = 100, 5, 12


class Probes(NamedTuple):
    """Positions late in the game: quickly answered, and with something to see."""

    open: tuple[Position, ...]
    """Unfinished, X and O to move by turns; most can be won at once by either side."""
    won: tuple[Position, ...]
    """Finished, won by X and by O by turns."""
    drawn: tuple[Position, ...]
    """Finished and drawn."""
    early: tuple[Position, ...] = ()
    """Unfinished, at most half full, the empty board last: for programs that err later on."""


@lru_cache(maxsize=16)
def probes(game: Game) -> Probes:
    """The probes of a game: always the same ones.

    >>> from noughts.rules.catalog import game
    >>> [position.to_move for position in probes(game("3x3")).open[:4]]
    ['X', 'O', 'X', 'O']
    """
    rng = random.Random(1)
    late: list[Position] = []
    early: list[Position] = []
    ends = []
    for _ in range(PLAYOUTS):
        record = [Position(game)]
        while not record[-1].is_over:
            record.append(record[-1].child(rng.choice(record[-1].moves())))
        ends.append(record.pop())
        late += record[-LATEST:]
        if len(early) < MOST_EARLY:
            early += record[: game.cells // 2]
    late = sorted(dict.fromkeys(late), key=lambda one: (not _is_sharp(one), -one.stones))
    ends = list(dict.fromkeys(ends))
    sharp = _by_turns(late, lambda position: position.to_move)
    quiet = _by_turns(
        [one for one in late if not _is_sharp(one)], lambda position: position.to_move
    )
    won = _by_turns([one for one in ends if one.winner], lambda position: str(position.winner))
    drawn = tuple(one for one in ends if not one.winner)
    early = sorted(dict.fromkeys(early), key=lambda one: -one.stones)
    return Probes(_covering((*sharp[:12], *quiet[:4])), won[:8], drawn[:4], tuple(early))


def winning_cells(position: Position, stones: Mask) -> list[int]:
    """The moves that complete a line of these stones."""
    return [cell for cell in position.moves() if position.game.completes_line(stones, cell)]


def _is_sharp(position: Position) -> bool:
    """Could each side complete a line, and not on the same cell?"""
    mine = set(winning_cells(position, position.mine))
    theirs = set(winning_cells(position, position.theirs))
    return bool(mine) and bool(theirs) and not mine & theirs


def _by_turns(positions: list[Position], side: object) -> tuple[Position, ...]:
    """Positions of X and of O, one after the other."""
    assert callable(side)
    groups = [[one for one in positions if side(one) == mark] for mark in "XO"]
    return tuple(one for pair in zip(*groups, strict=False) for one in pair)


def _covering(positions: tuple[Position, ...]) -> tuple[Position, ...]:
    """The same in an order in which soon no cell is free in all of them."""
    chosen = list(positions[:2])
    rest = list(positions[2:])
    while rest:
        free = chosen[0].open_mask()
        for one in chosen:
            free &= one.open_mask()
        best = min(rest, key=lambda one: (free & one.open_mask()).bit_count())
        if len(chosen) % 2 and best.to_move == chosen[-1].to_move:
            best = next((one for one in rest if one.to_move != chosen[-1].to_move), best)
        chosen.append(best)
        rest.remove(best)
    return tuple(chosen)
