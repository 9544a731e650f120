"""Obvious twins of what src computes cleverly: slow, short, and sharing as little as they can.

Boards here are strings of X, O and . in reading order, values are (outcome, distance) pairs of
plain ints, and lines are frozensets of cells; of the library only Game and Position are used.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hypothesis import strategies as st

from noughts.rules.game import Game
from noughts.rules.position import Position

TESTS = Path(__file__).resolve().parent
REPOSITORY = TESTS.parent

# The value of a position for the side to move: -1, 0 or +1, and plies to the end.
NaiveValue = tuple[int, int]


# Lines


def naive_lines(
    width: int, height: int, depth: int, k: int, *, torus: bool = False
) -> set[frozenset[int]]:
    """Every straight run of k different cells: walk k - 1 steps from everywhere, every way."""
    found = set()
    for slice, row, column in product(range(depth), range(height), range(width)):
        for down, south, east in product((-1, 0, 1), repeat=3):
            run = []
            for step in range(k):
                z, y, x = slice + step * down, row + step * south, column + step * east
                if torus:
                    z, y, x = z % depth, y % height, x % width
                if 0 <= z < depth and 0 <= y < height and 0 <= x < width:
                    run.append((z * height + y) * width + x)
            if len(set(run)) == k:
                found.add(frozenset(run))
    return found


def cells_in(mask: int) -> frozenset[int]:
    return frozenset(cell for cell in range(mask.bit_length()) if mask >> cell & 1)


@lru_cache(maxsize=32)
def lines_of(game: Game) -> frozenset[frozenset[int]]:
    return frozenset(map(cells_in, game.lines))


# Positions


@lru_cache(maxsize=32)
def all_positions(game: Game) -> tuple[Position, ...]:
    """Each position that can arise, once, by number of stones."""
    found: list[Position] = []
    layer = {Position(game): None}
    while layer:
        found += layer
        layer = {position.play(move): None for position in layer for move in position.moves()}
    return tuple(found)


def every_position(game: Game) -> Iterator[Position]:
    """Each position that can arise, once."""
    return iter(all_positions(game))


def unfinished(game: Game) -> list[Position]:
    return [position for position in every_position(game) if not position.is_over]


def random_position(game: Game, stones: int, rng: random.Random) -> Position:
    """A position with that many stones that is not over, by playing at random until it works."""
    while True:
        position = Position(game)
        while not position.is_over and position.stones < stones:
            position = position.play(rng.choice(position.moves()))
        if not position.is_over:
            return position


def perft(position: Position, plies: int) -> int:
    """Number of ways to play exactly that many plies."""
    if plies == 0:
        return 1
    return sum(perft(position.play(move), plies - 1) for move in position.moves())


def board_text(position: Position, free: str = ".") -> str:
    """The marks in reading order, with nothing between them."""
    return "".join(position.mark(cell) or free for cell in range(position.game.cells))


# The rules once more, on strings


class StringGame:
    """A game on strings of X, O and '.': nothing but a list of lines and gravity."""

    def __init__(self, width: int, height: int, lines: Iterable[frozenset[int]], drop: bool):
        self.width, self.cells, self.lines, self.drop = width, width * height, list(lines), drop

    def has_line(self, board: str, mark: str) -> bool:
        held = {cell for cell, other in enumerate(board) if other == mark}
        return any(line <= held for line in self.lines)

    def is_over(self, board: str) -> bool:
        return "." not in board or self.has_line(board, "X") or self.has_line(board, "O")

    def moves(self, board: str) -> list[int]:
        return [
            cell for cell in range(self.cells) if board[cell] == "." and self.rests(board, cell)
        ]

    def rests(self, board: str, cell: int) -> bool:
        below = cell + self.width
        return not self.drop or below >= self.cells or board[below] != "."

    def reachable(self, first: str = "X") -> set[str]:
        """Every board that some order of moves leads to, finished ones included."""
        found: set[str] = set()
        layer, mark = {"." * self.cells}, first
        while layer:
            found |= layer
            layer = {
                board[:cell] + mark + board[cell + 1 :]
                for board in layer
                if not self.is_over(board)
                for cell in self.moves(board)
            }
            mark = "O" if mark == "X" else "X"
        return found


# Values


class NaiveSolver:
    """The value of positions by its definition: the winner hurries and the loser delays."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.memory: dict[tuple[int, int], NaiveValue] = {}
        self.asked: dict[Position, dict[int, NaiveValue]] = {}

    def value(self, position: Position) -> NaiveValue:
        stones = (position.first, position.second)
        if stones[0].bit_count() > stones[1].bit_count():
            stones = stones[1], stones[0]
        return self._value(*stones)

    def _value(self, mine: int, theirs: int) -> NaiveValue:
        if (mine, theirs) not in self.memory:
            self.memory[mine, theirs] = self._find(mine, theirs)
        return self.memory[mine, theirs]

    def _find(self, mine: int, theirs: int) -> NaiveValue:
        game = self.game
        if any(line & theirs == line for line in game.lines):
            return (1 if game.goal.value == "avoid" else -1), 0
        taken = mine | theirs
        free = [cell for cell in range(game.cells) if not taken >> cell & 1]
        if not free:
            return 0, 0
        if game.drop:
            free = [
                cell
                for cell in free
                if cell + game.width >= game.cells or taken >> (cell + game.width) & 1
            ]
        found = []
        for cell in free:
            outcome, distance = self._value(theirs, mine | 1 << cell)
            found.append((-outcome, distance + 1))
        wins = [distance for outcome, distance in found if outcome == 1]
        if wins:
            return 1, min(wins)
        draws = [distance for outcome, distance in found if outcome == 0]
        if draws:
            return 0, draws[0]
        return -1, max(distance for _, distance in found)

    def move_values(self, position: Position) -> dict[int, NaiveValue]:
        """What each move is worth to the player who makes it, from this position."""
        if position not in self.asked:
            self.asked[position] = self._find_moves(position)
        return self.asked[position]

    def _find_moves(self, position: Position) -> dict[int, NaiveValue]:
        values = {}
        for move in position.moves():
            outcome, distance = self.value(position.play(move))
            values[move] = (-outcome, distance + 1)
        return values

    def best(self, position: Position) -> list[int]:
        value = self.value(position)
        return [move for move, found in self.move_values(position).items() if found == value]

    def good(self, position: Position) -> list[int]:
        outcome, _ = self.value(position)
        return [move for move, found in self.move_values(position).items() if found[0] == outcome]


@lru_cache(maxsize=32)
def naive_solver(game: Game) -> NaiveSolver:
    """One solver for each game and process, so that tests share what it remembers."""
    return NaiveSolver(game)


def naive_value(position: Position) -> NaiveValue:
    return naive_solver(position.game).value(position)


def naive_score(position: Position) -> int:
    """The same as searches pass it around: cells + 1 - stones at the end, signed."""
    outcome, distance = naive_value(position)
    return outcome * (position.game.cells + 1 - position.stones - distance)


# Symmetry


@lru_cache(maxsize=32)
def naive_board_maps(width: int, height: int, depth: int = 1) -> set[tuple[int, ...]]:
    """Turns and reflections of a box, found by trying every way to send its axes to axes."""
    sides = (depth, height, width)
    found = set()
    for order in product(range(3), repeat=3):
        if len(set(order)) < 3 or any(sides[order[i]] != sides[i] for i in range(3)):
            continue
        for signs in product((0, 1), repeat=3):
            images = []
            for place in product(*map(range, sides)):
                z, y, x = (
                    sides[i] - 1 - place[order[i]] if signs[i] else place[order[i]]
                    for i in range(3)
                )
                images.append((z * height + y) * width + x)
            found.add(tuple(images))
    return found


def naive_classes(positions: Iterable[Position]) -> int:
    """How many positions there are up to turning and reflecting the flat board."""
    seen = set()
    for position in positions:
        maps = naive_board_maps(position.game.width, position.game.height, position.game.depth)
        marks = board_text(position)
        seen.add(min("".join(marks[at] for at in one) for one in sorted(maps)))
    return len(seen)


# The command line


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        """The one object on the one line of standard output."""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        found: dict[str, Any] = json.loads(self.out)
        assert isinstance(found, dict)
        assert found["schema"] == 1
        return found


class Cli(Protocol):
    """Runs a command."""

    def __call__(self, *arguments: str, stdin: str = "") -> Ran: ...


def in_a_process(
    *arguments: str, stdin: str = "", environment: dict[str, str] | None = None
) -> Ran:
    """Run `python -m noughts` with those arguments, as a user would, for real."""
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, **(environment or {})},
        timeout=120,
    )
    encoding = (environment or {}).get("PYTHONIOENCODING", "utf-8")
    out, err = (
        text.decode(encoding, errors="replace").replace("\r\n", "\n")
        for text in (done.stdout, done.stderr)
    )
    return Ran(done.returncode, out, err)


# Data files: one fact a row, each with its source


def read_rows(path: str) -> list[list[str]]:
    """The rows of a data file: columns divided by ' | ', and # begins a comment."""
    text = (TESTS / path).read_text(encoding="utf-8")
    rows = [row.split("#")[0].strip() for row in text.splitlines()]
    return [[cell.strip() for cell in row.split("|")] for row in rows if row]


# Positions for property tests


@st.composite
def played_positions(draw: st.DrawFn, games: st.SearchStrategy[Game]) -> Position:
    """A position that some order of moves leads to, with either mark having moved first."""
    position = Position(draw(games), first_mark=draw(st.sampled_from("XO")))
    for _ in range(draw(st.integers(0, min(position.game.cells, 40)))):
        moves = position.moves()
        if not moves:
            break
        position = position.play(moves[draw(st.integers(0, len(moves) - 1))])
    return position


@st.composite
def small_specs(draw: st.DrawFn, most_cells: int = 12) -> str:
    """The spec of some small game: flat or not, with any of the suffixes that it may have."""
    flat = draw(st.booleans())
    size = [draw(st.integers(1, 4)), draw(st.integers(1, 4))]
    if not flat:
        size.append(draw(st.integers(2, 3)))
    while prod(size) > most_cells:
        size[size.index(max(size))] -= 1
    flat = len(size) == 2 or size[2] == 1
    k = draw(st.integers(1, max(size)))
    words = draw(st.sets(st.sampled_from(["drop", "misere", "torus"] if flat else ["misere"])))
    return "+".join(["x".join(map(str, size)) + f":{k}", *sorted(words)])
