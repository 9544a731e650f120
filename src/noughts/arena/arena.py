"""The arena: a round robin between players, each pair from fixed openings, on both sides."""

import random
import time
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from noughts.arena.entrant import Entrant, entrant
from noughts.errors import NotationError, NoughtsError
from noughts.rules import Cell, Game, Position, canonical


class Pairing(NamedTuple):
    """One game to be played; no two of an arena are the same."""

    round: int
    opening: int
    first: str
    second: str


class Played(NamedTuple):
    """A game that was played."""

    pairing: Pairing
    moves: list[Cell]
    """From the empty board, the opening included."""
    result: int
    """For the first player: 1, 0 or -1."""
    reason: str
    """Why it ended, if not by the rules: an illegal move, no answer."""
    seconds: tuple[float, float]
    """That each side took."""


def openings(game: Game, plies: int) -> list[list[Cell]]:
    """One way to each position with so many stones that is not over, up to symmetry.

    >>> from noughts.rules.catalog import game
    >>> [len(openings(game("3x3"), plies)) for plies in range(4)]
    [1, 3, 12, 38]
    """
    layer: dict[int, list[Cell]] = {Position(game).key: []}
    for _ in range(plies):
        found: dict[int, list[Cell]] = {}
        for moves in layer.values():
            here = after(game, moves)
            for move in here.moves():
                child = here.child(move)
                if not child.is_over:
                    found.setdefault(canonical(child).key, [*moves, move])
        layer = found
    if not layer:
        raise NotationError(f"every game of {game.name} is over after {plies} plies: expected less")
    return list(layer.values())


def after(game: Game, moves: list[Cell]) -> Position:
    """The position after some moves."""
    position = Position(game)
    for move in moves:
        position = position.child(move)
    return position


def schedule(players: list[str], opening_count: int, rounds: int) -> Iterator[Pairing]:
    """Every ordered pair of players in every opening, round by round."""
    for number in range(rounds):
        for opening in range(opening_count):
            for first, second in permutations(players, 2):
                yield Pairing(number, opening, first, second)


def play(game: Game, pairing: Pairing, opening: list[Cell], seed: int, seconds: float) -> Played:
    """Play one game; who answers with no legal move loses it."""
    names = (pairing.first, pairing.second)
    sides = [
        entrant(name, game, seconds, random.Random(f"{seed} {tuple(pairing)} {seat}"))
        for seat, name in enumerate(names)
    ]
    moves, spent = list(opening), [0.0, 0.0]
    position = after(game, moves)
    while not position.is_over:
        seat = position.stones % 2
        started = time.perf_counter()
        move, fault = _answer(sides[seat], position)
        spent[seat] += time.perf_counter() - started
        if move is None:
            reason = f"{names[seat]}: {fault}"
            return Played(pairing, moves, 1 if seat else -1, reason, (spent[0], spent[1]))
        moves.append(move)
        position = position.child(move)
    winner = position.winner
    result = 0 if winner is None else 1 if winner == position.first_mark else -1
    return Played(pairing, moves, result, "", (spent[0], spent[1]))


def _answer(side: Entrant, position: Position) -> tuple[Cell | None, str]:
    try:
        move, fault = side.answer(position)
    except NoughtsError as error:
        return None, str(error)
    if move is not None and move not in position.moves():
        return None, f"cell {move} cannot be played"
    return move, fault
