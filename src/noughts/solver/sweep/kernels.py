"""Kernels of the sweep: the loops over words that are compiled. The only home of numba.

One row of a layer holds one occupied set and every way to share its stones, a bit each. Placing a
stone on a free cell inserts one bit into the share, at the place given by the number of stones on
lower cells: the *gap* the cell lies in. Inserting the same bit at the same place keeps the order,
so the children of a row are some bits of the child row, in order:

    shares of 3 stones   001 010 100                    O has one of three stones, O moves in gap 1
    after the insertion  0011 0110 1010                 the new stone is the second from the right
    shares of 4 stones   0011 0101 0110 1001 1010 1100
    whose bit 1 is set      *         *         *       pick these bits out of the child row

Which bits to pick depends on the layer and the gap alone. They are cut once into *pieces*, each
going from one word of the child row to one word of the row:

    row[target] |= pext(child[source], mask) << turn        where the CPU picks bits (PEXT)
    row[target] |= rotate(child[source] & mask, turn)       elsewhere: each piece an unbroken run

Arguments, by their names in all kernels; what a kernel has otherwise its docstring says. A child
row is one of the layer after. gaps is the number of stones + 1, and 0 on a full board:

    portable, second_moves, misere, fresh    bool
    lines, inside                            int64[lines], masks of cells
    choose                                   int64[cells + 1, cells + 2]
    holds                                    uint64[stones, words]
    valid                                    uint64[words]
    starts                                   uint64[gaps + 1]
    source, target                           uint32[pieces]
    turn                                     uint8[pieces]
    mask                                     uint64[pieces]
    masks                                    uint64[gaps, child_words]
    links                                    uint32[gaps, bits]
    rows, gaps                               int64[cells + 1]
    desk                                     uint64[HELD + lines, words]
    lost, drawn                              uint64[rows, words]
    child_lost, child_drawn, plane           uint64[child_rows, child_words]
    scores                                   int8[rows, bits]
    child                                    int8[child_rows, child_bits]
    best                                     int8[bits]
    worst                                    int8[child_bits]
    tally                                    int64[4]
    shares, pieces, rules                    Shares, Pieces, Rules, see below
    all others                               int64

Compiled code is kept in a folder of this user's, under a name made from this very file: change a
kernel, and what was compiled from the old one is not found again.
"""

import os
import platform
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from noughts.solver.machine import user_cache

Words: TypeAlias = NDArray[np.uint64]
Links: TypeAlias = NDArray[np.uint32]
Scores: TypeAlias = NDArray[np.int8]
Function = TypeVar("Function", bound=Callable[..., Any])

CANNOT_ARISE = 127  # stands for a position's score, and is above every score


# ---- compiling ----------------------------------------------------------------------------------

CACHE_BYTES = 1 << 22  # more than all the kernels take


def cache_folder() -> Path | None:
    """Where compiled kernels are kept; None where nothing can be written."""
    name = f"kernels-{sha256(Path(__file__).read_bytes()).hexdigest()[:16]}"
    try:
        folder = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache(), name)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(CACHE_BYTES))
        return folder
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return None


_FOLDER = cache_folder()
_config: Any = numba.config  # its settings are made at run time, unknown to its types


def jit(function: Function, *, inline: bool = False) -> Function:
    """Compile on the first call, without the interpreter's lock, and keep the code."""
    compiler: Any = numba.njit(
        cache=_FOLDER is not None, nogil=True, error_model="numpy", forceinline=inline
    )
    # The folder is asked for here and now; others in this process may want another one.
    before, _config.CACHE_DIR = _config.CACHE_DIR, str(_FOLDER or "")
    try:
        compiled: Function = compiler(function)
    finally:
        _config.CACHE_DIR = before
    return compiled


def inlined(function: Function) -> Function:
    """The same for a part of a kernel: an array is seven arguments, too many for a short row."""
    return jit(function, inline=True)


def compiled_or_plain(lowered: Callable[..., Any], plain: Function) -> Function:
    """An LLVM instruction; with the JIT disabled, the Python function that does the same."""
    make: Any = intrinsic
    instruction: Function = plain if _config.DISABLE_JIT else make(lowered)
    return instruction


def cpu_picks_bits() -> bool:
    """Has this CPU a quick PEXT, and may numba use it?

    The first Zen processors have one in microcode that is slower than doing without.
    """
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    if _config.CPU_NAME not in (None, "host") or _config.CPU_FEATURES is not None:
        return "+bmi2" in (_config.CPU_FEATURES or "")
    slow = llvmlite.binding.get_host_cpu_name() in ("bdver4", "znver1", "znver2")
    return not slow and bool(llvmlite.binding.get_host_cpu_features().get("bmi2"))


HAS_PEXT = cpu_picks_bits()


# ---- single words -------------------------------------------------------------------------------


def _popcount_plain(word: Any) -> Any:
    return np.int64(int(word).bit_count())


def _popcount_lowered(_context: Any, word: Any) -> Any:
    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), build


def _pext_plain(word: Any, mask: Any) -> Any:
    picked = place = 0
    left = int(mask)
    while left:
        lowest = left & -left
        picked |= bool(int(word) & lowest) << place
        left ^= lowest
        place += 1
    return np.uint64(picked)


def _pext_lowered(_context: Any, word: Any, mask: Any) -> Any:
    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        if not HAS_PEXT:
            return args[0]  # compiled and never run: such a CPU is always given runs
        word64 = ir.IntType(64)
        kind = ir.FunctionType(word64, [word64, word64])
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pext.64", fnty=kind)
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), build


popcount = compiled_or_plain(_popcount_lowered, _popcount_plain)
pext = compiled_or_plain(_pext_lowered, _pext_plain)


@inlined
def rotate(word: Any, turn: Any) -> Any:
    """A word turned to the left; turn is 0 to 63 (word, turn : uint64)."""
    return word << turn | word >> (np.uint64(64) - turn & np.uint64(63))


@inlined
def next_set(mask: Any) -> Any:
    """The next larger mask with as many bits: the next set in colex order (mask : int64)."""
    lowest = mask & -mask
    ripple = mask + lowest
    return ripple | (mask ^ ripple) // lowest >> 2


# ---- tables of a layer --------------------------------------------------------------------------


class Shares(NamedTuple):
    """The shares of a layer's stones, a bit each: whose stones are where."""

    holds: Any  # by place and word: the second player's stone is there
    valid: Any  # by word: the bits that are shares, and not the filling of the last word


class Pieces(NamedTuple):
    """How the bits of child rows become bits of a row, gap after gap."""

    starts: Any  # by gap: its first piece; one more entry for the end
    source: Any
    target: Any
    turn: Any
    mask: Any


@jit
def fill_shares(chosen: Any, shares: Any) -> None:
    """Fill in the shares in which the second player has that many stones."""
    holds, valid = shares
    share = (1 << chosen) - 1
    end = 1 << holds.shape[0]
    bit = 0
    while share < end:
        one = np.uint64(1) << np.uint64(bit & 63)
        valid[bit >> 6] |= one
        for place in range(holds.shape[0]):
            if share >> place & 1:
                holds[place, bit >> 6] |= one
        bit += 1
        share = next_set(share) if share else end


@inlined
def take_piece(left: Any, room: Any, portable: Any) -> Any:
    """The lowest bits of left : uint64, at most as room is left; portable: an unbroken run."""
    piece = last = np.uint64(0)
    while left and room:
        bit = left & (~left + np.uint64(1))
        if portable and piece and bit != last << np.uint64(1):
            break
        piece |= bit
        left ^= bit
        last = bit
        room -= 1
    return piece


@jit
def cut_pieces(masks: Any, portable: Any, pieces: Any) -> int:
    """Cut the bits picked by each gap's mask into pieces; how many there are.

    Pieces beyond the end of the table are counted and not written.
    """
    starts, source, target, turn, mask = pieces
    count = 0
    for gap in range(masks.shape[0]):
        starts[gap] = count
        at = 0
        for word in range(masks.shape[1]):
            left = masks[gap, word]
            while left:
                piece = take_piece(left, 64 - (at & 63), portable)
                if count < source.shape[0]:
                    zeros = popcount(~piece & (piece - np.uint64(1))) if portable else 0
                    source[count], target[count] = word, at >> 6
                    turn[count], mask[count] = at - zeros & 63, piece
                left ^= piece
                at += popcount(piece)
                count += 1
    starts[masks.shape[0]] = count
    return count


@jit
def fill_links(masks: Any, links: Any) -> None:
    """By gap and share: the share after the move, as an index into the child row."""
    for gap in range(masks.shape[0]):
        at = 0
        for bit in range(masks.shape[1] * 64):
            if masks[gap, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1):
                links[gap, at] = bit
                at += 1


# ---- one row ------------------------------------------------------------------------------------

# Planes of the row being worked on, the rows of an array called the desk:
WON = 0  # some child is lost
LEVEL = 1  # some child is drawn
ENDED = 2  # the last mover holds a line
TWICE = 3  # the last mover holds two lines or more
BARRED = 4  # cannot arise
THEIRS = 5  # the side to move holds the line looked at
HELD = 6  # from here on, by line: the last mover holds it


@inlined
def list_children(occupied: Any, choose: Any, rows: Any, gaps: Any) -> int:
    """The child row and the gap of every free cell, lowest cell first; how many there are.

    A row is a sum of choose[cell, place + 1]; a new stone moves those above it up one place.
    """
    cells, above, place = choose.shape[0] - 1, 0, 0
    for cell in range(cells):
        if occupied >> cell & 1:
            above += choose[cell, place + 2]
            place += 1
    below, place, count = 0, 0, 0
    for cell in range(cells):
        if occupied >> cell & 1:
            above -= choose[cell, place + 2]
            below += choose[cell, place + 1]
            place += 1
        else:
            rows[count], gaps[count] = below + choose[cell, place + 1] + above, place
            count += 1
    return count


@inlined
def next_place(left: Any, occupied: Any, otherwise: Any) -> Any:
    """The place of the lowest cell that is left, and the rest; or otherwise, and nothing."""
    if not left:
        return otherwise, left
    return popcount(np.uint64(occupied & (left & -left) - 1)), left & left - 1


@inlined
def hold_line(line: Any, occupied: Any, holds: Any, desk: Any, whole: Any, none: Any) -> None:
    """The shares in which the second player holds the whole line, and those with none of it."""
    left = line
    while left:
        # Four places at a time, to go over the words once; a place that comes twice is harmless.
        more = left != line
        a, left = next_place(left, occupied, 0)
        b, left = next_place(left, occupied, a)
        c, left = next_place(left, occupied, b)
        d, left = next_place(left, occupied, c)
        for word in range(desk.shape[1]):
            every = holds[a, word] & holds[b, word] & holds[c, word] & holds[d, word]
            some = holds[a, word] | holds[b, word] | holds[c, word] | holds[d, word]
            desk[whole, word] = every & desk[whole, word] if more else every
            desk[none, word] = ~some & desk[none, word] if more else ~some


@inlined
def judge_row(
    occupied: Any, lines: Any, holds: Any, second_moves: Any, desk: Any, inside: Any
) -> None:
    """Which shares end the game by a line, and which cannot arise.

    A share is barred when the side to move has a line, or when the last mover's lines do not all
    meet in one cell, its last move. Meeting two by two is not enough:

        X X X .
        X X . .
        X . . .
    """
    for word in range(desk.shape[1]):
        desk[ENDED, word] = desk[TWICE, word] = desk[BARRED, word] = np.uint64(0)
    count, everywhere, once, crossing = 0, ~0, 0, 0
    for at in range(lines.shape[0]):
        line = lines[at]
        if line & ~occupied:
            continue
        held = HELD + count
        if second_moves:
            hold_line(line, occupied, holds, desk, THEIRS, held)
        else:
            hold_line(line, occupied, holds, desk, held, THEIRS)
        for word in range(desk.shape[1]):
            desk[BARRED, word] |= desk[THEIRS, word]
            desk[TWICE, word] |= desk[ENDED, word] & desk[held, word]
            desk[ENDED, word] |= desk[held, word]
        inside[count] = line
        count += 1
        everywhere, crossing, once = everywhere & line, crossing | once & line, once | line
    if count > 1 and not everywhere:
        bar_scattered(crossing, inside, count, desk)


@jit
def bar_scattered(crossing: Any, inside: Any, count: Any, desk: Any) -> None:
    """Bar the shares with two lines or more that have no cell in common.

    For each cell where lines cross: a share that holds a line elsewhere does not meet there.
    """
    # Few words have such shares: they are moved to the front, and only they are looked at.
    words = np.nonzero(desk[TWICE])[0]
    for plane in range(HELD, HELD + count):
        for at in range(words.shape[0]):
            desk[plane, at] = desk[plane, words[at]]
    scattered, elsewhere = desk[TWICE][words], np.empty(words.shape[0], np.uint64)
    left = crossing if words.shape[0] else 0
    while left:
        cell = left & -left
        left ^= cell
        elsewhere[:] = np.uint64(0)
        for line in range(count):
            if not inside[line] & cell:
                for at in range(elsewhere.shape[0]):
                    elsewhere[at] |= desk[HELD + line, at]
        for at in range(elsewhere.shape[0]):
            scattered[at] &= elsewhere[at]
    for at in range(words.shape[0]):
        desk[BARRED, words[at]] |= scattered[at]


@inlined
def put_together(plane: Any, row: Any, fresh: Any, rows: Any) -> None:
    """Add a row to those put together before, or begin with it (rows : uint64[child_words])."""
    if fresh:
        for word in range(rows.shape[0]):
            rows[word] = plane[row, word]
    else:
        for word in range(rows.shape[0]):
            rows[word] |= plane[row, word]


@inlined
def gather(
    starts: Any,
    source: Any,
    target: Any,
    turn: Any,
    mask: Any,
    gap: Any,
    portable: Any,
    lost: Any,
    drawn: Any,
    desk: Any,
) -> None:
    """Add the children of one gap: a lost child makes won, a drawn child makes level.

    lost, drawn : uint64[child_words]
    """
    if portable:
        for at in range(starts[gap], starts[gap + 1]):
            by = np.uint64(turn[at])
            desk[WON, target[at]] |= rotate(lost[source[at]] & mask[at], by)
            desk[LEVEL, target[at]] |= rotate(drawn[source[at]] & mask[at], by)
    else:
        for at in range(starts[gap], starts[gap + 1]):
            by = np.uint64(turn[at])
            desk[WON, target[at]] |= pext(lost[source[at]], mask[at]) << by
            desk[LEVEL, target[at]] |= pext(drawn[source[at]], mask[at]) << by


@inlined
def settle_row(
    misere: Any, valid: Any, desk: Any, row: Any, lost: Any, drawn: Any, tally: Any
) -> None:
    """Write a row's planes, and count its won, drawn, lost and ended shares."""
    wins, draws, losses, ends = 0, 0, 0, 0
    for word in range(valid.shape[0]):
        won, level, ended = desk[WON, word], desk[LEVEL, word], desk[ENDED, word]
        bar = desk[BARRED, word] & valid[word]
        end = ended & valid[word] & ~bar
        going = valid[word] & ~ended & ~bar
        draw, loss = going & ~won & level, going & ~won & ~level
        wins += popcount(going & won)
        draws += popcount(draw)
        losses += popcount(loss)
        ends += popcount(end)
        lost[row, word] = loss | bar | (np.uint64(0) if misere else end)
        drawn[row, word] = draw | bar
    tally[0] += wins
    tally[1] += draws
    tally[2] += losses
    tally[3] += ends


# ---- many rows ----------------------------------------------------------------------------------


class Rules(NamedTuple):
    """What a kernel needs to know of the game and the layer."""

    second_moves: Any
    misere: Any
    lines: Any
    choose: Any  # choose[n, k]: the number of sets of k out of n, for n up to the number of cells
    shares: Shares


@jit
def solve_rows(
    occupied: Any,
    row: Any,
    end: Any,
    rules: Any,
    portable: Any,
    pieces: Any,
    child_lost: Any,
    child_drawn: Any,
    lost: Any,
    drawn: Any,
    tally: Any,
) -> None:
    """Solve the rows from row to end; the first has those cells occupied.

    tally counts won, drawn, lost and ended positions.
    """
    # Tuples are taken apart before the loop: inside it that would count references every time.
    second_moves, misere, lines, choose, (holds, valid) = rules
    starts, source, target, turn, mask = pieces
    desk = np.empty((HELD + lines.shape[0], lost.shape[1]), np.uint64)
    inside = np.empty(lines.shape[0], np.int64)
    some_lost = np.empty(child_lost.shape[1], np.uint64)
    some_drawn = np.empty(child_drawn.shape[1], np.uint64)
    rows, gaps = np.empty(choose.shape[0], np.int64), np.empty(choose.shape[0], np.int64)
    while row < end:
        count = list_children(occupied, choose, rows, gaps)
        for word in range(desk.shape[1]):
            desk[WON, word] = np.uint64(0)
            # Nobody can move on a full board: what no line has ended is level.
            desk[LEVEL, word] = np.uint64(0) if count else ~np.uint64(0)
        for at in range(count):
            # Free cells of one gap pick the same bits, so their rows are put together first.
            gap, fresh = gaps[at], at == 0 or gaps[at] != gaps[at - 1]
            put_together(child_lost, rows[at], fresh, some_lost)
            put_together(child_drawn, rows[at], fresh, some_drawn)
            if at + 1 == count or gaps[at + 1] != gap:
                gather(
                    starts, source, target, turn, mask, gap, portable, some_lost, some_drawn, desk
                )
        judge_row(occupied, lines, holds, second_moves, desk, inside)
        settle_row(misere, valid, desk, row, lost, drawn, tally)
        row += 1
        occupied = next_set(occupied) if occupied else occupied


@jit
def score_rows(
    occupied: Any, row: Any, end: Any, rules: Any, links: Any, child: Any, scores: Any
) -> None:
    """Score the rows from row to end: the best of the children's scores, each with a minus."""
    second_moves, misere, lines, choose, (holds, valid) = rules
    bits, cells, stones = scores.shape[1], choose.shape[0] - 1, holds.shape[0]
    ended = cells + 1 - stones if misere else stones - cells - 1
    desk = np.empty((HELD + lines.shape[0], valid.shape[0]), np.uint64)
    inside = np.empty(lines.shape[0], np.int64)
    worst, best = np.empty(child.shape[1], np.int8), np.empty(bits, np.int8)
    rows, gaps = np.empty(cells + 1, np.int64), np.empty(cells + 1, np.int64)
    while row < end:
        count = list_children(occupied, choose, rows, gaps)
        best[:] = -CANNOT_ARISE if count else 0
        for at in range(count):
            if at == 0 or gaps[at] != gaps[at - 1]:
                worst[:] = CANNOT_ARISE
            keep_lower(child, rows[at], worst)
            if at + 1 == count or gaps[at + 1] != gaps[at]:
                raise_best(links, gaps[at], worst, best)
        judge_row(occupied, lines, holds, second_moves, desk, inside)
        for bit in range(bits):
            one = np.uint64(1) << np.uint64(bit & 63)
            if desk[BARRED, bit >> 6] & one:
                scores[row, bit] = CANNOT_ARISE
            else:
                scores[row, bit] = ended if desk[ENDED, bit >> 6] & one else best[bit]
        row += 1
        occupied = next_set(occupied) if occupied else occupied


@inlined
def keep_lower(child: Any, row: Any, worst: Any) -> None:
    """Keep the lower of each score and a child row's."""
    for bit in range(worst.shape[0]):
        worst[bit] = min(worst[bit], child[row, bit])


@inlined
def raise_best(links: Any, gap: Any, worst: Any, best: Any) -> None:
    """Raise each score to what a move into the gap brings."""
    for bit in range(best.shape[0]):
        best[bit] = max(best[bit], -worst[links[gap, bit]])
