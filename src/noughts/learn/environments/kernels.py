"""Kernels of the batch environment: the loops over many games that are compiled.

A game is two words, the stones of the first and of the second player, a bit a cell. Whose turn it
is follows from them. The cells that may be chosen are a word too: every free cell, or where stones
fall the free cells of the top row, which are the columns from the left.

Arguments, by their names in all kernels; what a kernel has otherwise its docstring says:

    word, taken, free, stones    uint64
    sides                        uint64[2, games]
    chances                      uint64[games]
    actions                      int64[games]
    rewards                      int8[games, 2]
    dones                        bool[games]
    masks                        int8[games, actions]
    views                        int8[games, cells, 2]
    columns                      uint64[width]
    rests                        uint64[cells, lines]
    tally                        int64[3]
    rules                        Rules, see below
    all others                   int64

Compiled code lies where `noughts.solver.sweep.kernels` keeps its own, in a folder named after that
file, which has what is used from there; a change of this file makes numba compile it anew.
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.solver.sweep.kernels import inlined, jit, popcount

# SplitMix64 (Steele, Lea and Flood, 2014): a step, and two multipliers that spread the bits.
STEP = np.uint64(0x9E3779B97F4A7C15)
SPREAD = np.uint64(0xBF58476D1CE4E5B9)
SPREAD_MORE = np.uint64(0x94D049BB133111EB)

ONE, NONE, BYTE = np.uint64(1), np.uint64(0), np.uint64(255)

FILLING = ~NONE  # in place of a line: nobody ever holds every cell

# By byte and number: the place of that one of its bits.
PLACES = np.array(
    [([place for place in range(8) if byte >> place & 1] + [0] * 8)[:8] for byte in range(256)],
    np.int64,
)


class Rules(NamedTuple):
    """What a kernel needs to know of the game."""

    actions: Any  # how many there are: the lowest so many bits of a word
    width: Any  # of a column's step where stones fall; 0 elsewhere
    floor: Any  # the first cell of the lowest row
    gain: Any  # what completing a line brings: 1, in misère games -1
    everywhere: Any  # uint64: all cells
    columns: Any  # words, by column
    rests: Any  # words, by cell: the lines through it less the cell itself, and FILLING


# ---- one game -----------------------------------------------------------------------------------


@inlined
def spread(word: Any) -> Any:
    """SplitMix64's output for a state."""
    word = (word ^ word >> np.uint64(30)) * SPREAD
    word = (word ^ word >> np.uint64(27)) * SPREAD_MORE
    return word ^ word >> np.uint64(31)


@inlined
def open_actions(taken: Any, actions: Any) -> Any:
    """The actions that may be chosen, as bits (actions : int64)."""
    return ~taken & ((~NONE) >> np.uint64(64 - actions))


@inlined
def chosen(free: Any, word: Any) -> Any:
    """One of the actions that are free, at random: which is said by the upper half of a word.

    Eight actions at a time: where the bit that is wanted lies within a byte is looked up.
    """
    number = (word >> np.uint64(32)) * np.uint64(popcount(free)) >> np.uint64(32)
    below = 0
    count = np.uint64(popcount(free & BYTE))
    while number >= count:
        number -= count
        free >>= np.uint64(8)
        below += 8
        count = np.uint64(popcount(free & BYTE))
    return below + PLACES[free & BYTE, number]


@inlined
def landing(action: Any, taken: Any, width: Any, floor: Any, columns: Any) -> Any:
    """The cell that an action takes."""
    if width:
        return floor + action - width * popcount(taken & columns[action])
    return action


@inlined
def completes(stones: Any, cell: Any, rests: Any) -> Any:
    """Does the stone on a cell complete a line?"""
    found = False
    for at in range(rests.shape[1]):  # to its end: as many for every cell can be done at once
        found |= rests[cell, at] & stones == rests[cell, at]
    return found


# ---- many games ---------------------------------------------------------------------------------


@jit
def step_games(
    begin: Any, end: Any, rules: Any, sides: Any, actions: Any, rewards: Any, dones: Any
) -> None:
    """Let each game from begin to end take its action; a game that ends begins anew."""
    many, width, floor, gain, everywhere, columns, rests = rules
    for game in range(begin, end):
        first, second, action = sides[0, game], sides[1, game], actions[game]
        taken = first | second
        side = popcount(taken) & 1
        rewards[game, 0] = rewards[game, 1] = 0
        if not 0 <= action < many or not open_actions(taken, many) >> np.uint64(action) & ONE:
            rewards[game, side] = -1
            dones[game], sides[0, game], sides[1, game] = True, NONE, NONE
            continue
        cell = landing(action, taken, width, floor, columns)
        stone = ONE << np.uint64(cell)
        lined = completes(second if side else first, cell, rests)
        if lined:
            rewards[game, side], rewards[game, 1 - side] = gain, -gain
        over = lined or taken | stone == everywhere
        dones[game] = over
        sides[side, game] = NONE if over else sides[side, game] | stone
        if over:
            sides[1 - side, game] = NONE


@jit
def choose_actions(
    begin: Any, end: Any, rules: Any, sides: Any, chances: Any, actions: Any
) -> None:
    """An action for each game from begin to end, any of the legal ones with the same chance."""
    many = rules[0]
    for game in range(begin, end):
        chances[game] += STEP
        free = open_actions(sides[0, game] | sides[1, game], many)
        actions[game] = chosen(free, spread(chances[game]))


@jit
def play_games(
    begin: Any, end: Any, rules: Any, sides: Any, chances: Any, steps: Any, tally: Any
) -> None:
    """So many random steps of each game from begin to end: what the two above do in turns.

    tally counts the games that the first player won, the second won, and nobody.
    """
    many, width, floor, gain, everywhere, columns, rests = rules
    by_first, by_second, drawn = 0, 0, 0
    for game in range(begin, end):
        first, second, chance = sides[0, game], sides[1, game], chances[game]
        side = popcount(first | second) & 1
        mine, theirs = (second, first) if side else (first, second)
        for _ in range(steps):
            taken = mine | theirs
            chance += STEP
            action = chosen(open_actions(taken, many), spread(chance))
            cell = landing(action, taken, width, floor, columns)
            stone = ONE << np.uint64(cell)
            if completes(mine, cell, rests):
                if (gain > 0) == (side == 0):
                    by_first += 1
                else:
                    by_second += 1
                mine, theirs, side = NONE, NONE, 0
            elif taken | stone == everywhere:
                drawn += 1
                mine, theirs, side = NONE, NONE, 0
            else:
                mine, theirs, side = theirs, mine | stone, 1 - side
        chances[game] = chance
        sides[0, game], sides[1, game] = (theirs, mine) if side else (mine, theirs)
    tally[0] += by_first
    tally[1] += by_second
    tally[2] += drawn


@jit
def write_masks(begin: Any, end: Any, rules: Any, sides: Any, masks: Any) -> None:
    """1 for each action that may be chosen, 0 for the others."""
    many = rules[0]
    for game in range(begin, end):
        free = open_actions(sides[0, game] | sides[1, game], many)
        for action in range(many):
            masks[game, action] = free >> np.uint64(action) & ONE


@jit
def write_views(begin: Any, end: Any, sides: Any, views: Any) -> None:
    """By game and cell: is there a stone of the side to move, and one of the other?"""
    for game in range(begin, end):
        side = popcount(sides[0, game] | sides[1, game]) & 1
        mine, theirs = sides[side, game], sides[1 - side, game]
        for cell in range(views.shape[1]):
            views[game, cell, 0] = mine >> np.uint64(cell) & ONE
            views[game, cell, 1] = theirs >> np.uint64(cell) & ONE
