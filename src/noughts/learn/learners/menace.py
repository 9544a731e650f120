"""MENACE (Michie 1961): a machine of matchboxes and beads.

Each box stands for a position up to symmetry, each bead in it for a move. A move is made by
drawing a bead. After a win every bead drawn is put back with three more of its colour, after a
draw with one more; after a loss it is taken away. Tic-tac-toe takes 304 boxes for the first
player: one for every position with a choice at its four turns. A box that is empty gives the game
up and is filled as at first: without that, a strong opponent soon empties the first box for good.
"""

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from noughts.learn.learners.episode import Episode
from noughts.rules import Cell, Position, board_symmetries, canonical, image


class Label(NamedTuple):
    """What stands on a matchbox."""

    box: int
    """The key of the canonical image."""
    moves: dict[Cell, Cell]
    """The moves that differ by more than a symmetry: cell of the image to cell here."""


@dataclass
class Menace:
    """The beads of each box; boxes are filled when they are first opened."""

    win: int = 3
    """Beads added after a win."""
    draw: int = 1
    """Beads added after a draw."""
    loss: int = -1
    """Beads added after a loss."""
    table: dict[int, dict[Cell, int]] = field(default_factory=dict, repr=False)

    def label(self, position: Position) -> Label:
        """Which box a position has, and what its colours mean here."""
        return _label(position)

    def box(self, position: Position) -> dict[Cell, int]:
        """The beads for a position, each colour by its cell on the canonical image."""
        box = self.label(position).box
        if box not in self.table:
            self.table[box] = self._full_box(position)
        return self.table[box]

    def _full_box(self, position: Position) -> dict[Cell, int]:
        """Michie's 4, 3, 2 and 1 beads of each colour at the four turns."""
        beads = max(1, position.game.cells // 2 - position.stones // 2)
        return dict.fromkeys(self.label(position).moves, beads)

    def choose(self, position: Position, rng: random.Random) -> tuple[Cell, bool] | None:
        """While learning: draw a bead; an empty box resigns, and is filled for the next game."""
        moves = position.moves()
        if len(moves) == 1:
            return moves[0], False
        beads, label = self.box(position), self.label(position)
        if not any(beads.values()):
            del self.table[label.box]
            return None
        colour = rng.choices(list(beads), weights=list(beads.values()))[0]
        return label.moves[colour], False

    def chances(self, position: Position) -> dict[Cell, float]:
        """What was learned: each colour as often as it is drawn; from an empty box, any."""
        moves = position.moves()
        if len(moves) == 1:
            return {moves[0]: 1.0}
        label = self.label(position)
        beads = self.table.get(label.box) or self._full_box(position)
        total = sum(beads.values())
        if total == 0:
            return dict.fromkeys(label.moves.values(), 1 / len(label.moves))
        return {label.moves[colour]: count / total for colour, count in beads.items() if count}

    def learn(self, episode: Episode) -> None:
        """Add beads to the boxes that were opened, or take them away."""
        for turn in episode.turns:
            if len(turn.position.moves()) > 1:
                beads, moves = self.box(turn.position), self.label(turn.position).moves
                colour = next(cell for cell, move in moves.items() if move == turn.move)
                more = (self.draw, self.win, self.loss)[episode.reward(turn)]
                beads[colour] = max(0, beads[colour] + more)


@lru_cache(maxsize=1 << 14)  # 3x3 has 5,478, and they are the same for every machine
def _label(position: Position) -> Label:
    smallest = canonical(position)
    symmetry = next(s for s in board_symmetries(position.game) if image(position, s) == smallest)
    here = {to: cell for cell, to in enumerate(symmetry)}
    classes = {canonical(smallest.child(move)).key: move for move in reversed(smallest.moves())}
    return Label(smallest.key, {move: here[move] for move in sorted(classes.values())})
