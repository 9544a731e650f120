"""Another way to solve every position of a board: one number in base 3 for each.

Digit c of a code is 0 for a free cell, 1 for a stone of the first player and 2 for one of the
second. The scores of all codes are one array; layers are worked off from the fullest. Nothing of
this is shared with the sweep: no rows, no shares, no bits picked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.rules.game import Game

NEVER = 127  # the score of a code that no game leads to

Codes = NDArray[np.int64]


def codes_with(cells: int, firsts: int, seconds: int) -> Codes:
    """Every code with that many stones of each player."""
    found = {(0, 0): np.zeros(1, np.int64)}
    for cell in range(cells):
        power = 3**cell
        grown: dict[tuple[int, int], list[Codes]] = {}
        for (ones, twos), codes in found.items():
            for digit, key in enumerate(((ones, twos), (ones + 1, twos), (ones, twos + 1))):
                missing = firsts - key[0], seconds - key[1]
                if min(missing) >= 0 and sum(missing) < cells - cell:  # the rest has room for them
                    grown.setdefault(key, []).append(codes + digit * power)
        found = {key: np.concatenate(parts) for key, parts in grown.items()}
    return found.get((firsts, seconds), np.zeros(0, np.int64))


def digits_of(codes: Codes, cells: int) -> list[NDArray[np.uint8]]:
    """By cell: who holds it, in each of the codes."""
    digits = []
    for _ in range(cells):
        codes, rest = np.divmod(codes, 3)
        digits.append(rest.astype(np.uint8))
    return digits


def completes(digits: list[NDArray[np.uint8]], line: int, digit: int) -> NDArray[np.bool_]:
    """Does a player hold the whole line?"""
    held = np.ones(digits[0].shape, np.bool_)
    for cell in range(line.bit_length()):
        if line >> cell & 1:
            held &= digits[cell] == digit
    return held


@lru_cache(maxsize=2)  # 43 MB for 16 cells
def solve_codes(game: Game) -> NDArray[np.int8]:
    """The score of every code for the side to move, NEVER where no game leads to it."""
    scores: NDArray[np.int8] = np.full(3**game.cells, NEVER, np.int8)
    for ply in range(game.cells, -1, -1):
        codes = codes_with(game.cells, (ply + 1) // 2, ply // 2)
        digits = digits_of(codes, game.cells)
        mover, other = (2, 1) if ply % 2 else (1, 2)
        lined = np.zeros(codes.shape, np.bool_)
        never = np.zeros(codes.shape, np.bool_)
        common: Any = np.full(codes.shape, (1 << game.cells) - 1, np.int64)
        for line in game.lines:
            held = completes(digits, line, other)
            lined |= held
            common[held] &= line
            never |= completes(digits, line, mover)
        never |= common == 0
        best: Any = np.full(codes.shape, 0 if ply == game.cells else -NEVER, np.int16)
        for cell in range(game.cells):
            free = digits[cell] == 0
            children = scores[codes[free] + mover * 3**cell].astype(np.int16)
            best[free] = np.maximum(best[free], -children)
        end = game.cells + 1 - ply
        scores[codes] = np.where(never, NEVER, np.where(lined, end if game.misere else -end, best))
    return scores


def codes_of_layer(cells: int, ply: int) -> Codes:
    """The code of every place of a layer, by row and bit: sets in the order of their masks."""
    rows = [mask for mask in range(1 << cells) if mask.bit_count() == ply]
    shares = [mask for mask in range(1 << ply) if mask.bit_count() == ply // 2]
    powers = [[3**cell for cell in range(cells) if mask >> cell & 1] for mask in rows]
    digits = [[1 + (share >> place & 1) for share in shares] for place in range(ply)]
    by_row = np.array(powers, np.int64).reshape(len(rows), ply)
    return by_row @ np.array(digits, np.int64).reshape(ply, len(shares))
