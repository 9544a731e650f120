"""Reason: one fact about a move, with the cells it rests on, as a sentence and as JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from noughts.notation import format_move, move_names, value_words
from noughts.rules import Cell, Game, Mask, cells_of
from noughts.value import Outcome, Value

# The most important first.
Kind: TypeAlias = Literal[
    "wins_at_once",
    "loses_at_once",
    "loses",
    "mistake",
    "only_move",
    "fork",
    "trap",
    "blocks",
    "forces",
    "prevents_fork",
    "slip",
    "symmetric",
]

MOST_NAMED = 4  # cells in a sentence; `cells` has them all

MISTAKES = {
    (Outcome.WIN, Outcome.DRAW): "throws away the win and only draws",
    (Outcome.WIN, Outcome.LOSS): "throws away the win and loses",
    (Outcome.DRAW, Outcome.LOSS): "throws away the draw and loses",
}
ONLY_MOVES = {
    Outcome.WIN: "the only move that wins",
    Outcome.DRAW: "the only move that holds the draw",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact about a move.

    >>> from noughts.rules.catalog import game
    >>> Reason("fork", cells=(6, 2)).sentence(game("3x3"))
    'makes a fork: a3 and c1'
    """

    kind: Kind
    cells: tuple[Cell, ...] = ()
    """The cells it rests on: those of the line, of the fork, the reply."""
    moves: tuple[Cell, ...] = ()
    """The variation that belongs to it, from the reply on."""
    lines: tuple[Mask, ...] = ()
    value: Value | None = None
    """What the move is worth, where that matters."""
    best: Value | None = None
    """What the best moves are worth, where that matters."""

    def sentence(self, game: Game, name: Callable[[Cell], str] | None = None) -> str:
        """The fact in a player's words; name may write cells in another way."""
        cell_name = name or game.shape.name
        move_name = name or partial(format_move, game)
        cells, moves = list(map(cell_name, self.cells)), list(map(move_name, self.moves))
        lines = listed(["-".join(map(cell_name, cells_of(line))) for line in self.lines], "and")
        match self.kind:
            case "wins_at_once":
                return f"wins at once: {lines}"
            case "loses_at_once":
                return f"completes {lines} and loses at once"
            case "loses":
                return self._refutation(moves)
            case "mistake":
                assert self.value is not None
                assert self.best is not None
                return MISTAKES[self.best.outcome, self.value.outcome]
            case "only_move":
                return ONLY_MOVES[self.best.outcome] if self.best else "the only move there is"
            case "fork":
                return f"makes a fork: {listed(cells, 'and')}"
            case "trap":
                return "leaves only moves that complete a line"
            case "blocks":
                return f"blocks {lines}"
            case "forces":
                return f"forces the reply {moves[0]}"
            case "prevents_fork":
                return f"prevents a fork at {listed(list(map(move_name, self.cells)), 'or')}"
            case "slip":
                assert self.best is not None
                return f"{value_words(self.value)} instead of {self.best.distance}"
            case "symmetric":
                return f"the same as {move_name(self.cells[0])} by symmetry"

    def _refutation(self, moves: list[str]) -> str:
        """How a move loses, as far as that is known."""
        if not moves:
            return "loses"
        assert self.value is not None
        is_whole = self.value.distance == 1 + len(moves)
        then = [*moves[1:], *([] if is_whole else ["..."])]
        return f"loses to {moves[0]}" + (f", then {' '.join(then)}" if then else "")

    def to_dict(self, game: Game) -> dict[str, Any]:
        """The reason as JSON has it: cells by their names, moves as everywhere."""
        return {
            "kind": self.kind,
            "text": self.sentence(game),
            "cells": list(map(game.shape.name, self.cells)),
            "moves": move_names(game, self.moves),
        }


def listed(words: list[str], last: str) -> str:
    """Some words in a row; of many, the first ones and how many more there are.

    >>> listed(["a1", "b2", "c3"], "or"), listed(["a1"], "and")
    ('a1, b2 or c3', 'a1')
    >>> listed(["a1", "b1", "c1", "d1", "e1", "f1"], "or")
    'a1, b1, c1, d1 and 2 more'
    """
    if len(words) > MOST_NAMED + 1:
        words, last = [*words[:MOST_NAMED], f"{len(words) - MOST_NAMED} more"], "and"
    *first, end = words or [""]
    return f"{', '.join(first)} {last} {end}" if first else end
