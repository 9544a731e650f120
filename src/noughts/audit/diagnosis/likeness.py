"""Likeness: how far a mistaken program explains the answers of another one.

Beside every answer stand the moves among which the mistaken program would have chosen. Two
shares are counted: of all answers, and of the telling ones, that is, the wrong ones.

Shares alone do not choose between two mistakes: one that holds all moves for equal explains
everything. So the answers are also measured in bits, as they would have to be written down for
someone who knows the mistake. An answer among k equal moves costs log2 k, or nothing where
always the first or always the last of the equal moves is taken. An answer that the mistake does
not explain costs its place among all free cells, and a surcharge.
"""

from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from noughts.audit.diagnosis.mistakes.board import Program
from noughts.rules import Mask

FEWEST_EXPLAINED = 0.98  # of all answers, and of the telling ones
SURCHARGE = 6.0  # bits

LOG2 = [0.0, *(log2(moves) for moves in range(1, 10))]
SURPRISE = [bits + SURCHARGE for bits in LOG2]


class Case(NamedTuple):
    """An answer with what is needed to compare it."""

    mine: Mask
    theirs: Mask
    mark: str
    move: Mask
    """The cell it chose; 0: it found no move."""
    free: int
    is_wrong: bool
    is_slip: bool


@dataclass
class Likeness:
    """What a program explains of some answers, and how many bits they have beside it."""

    answers: int
    telling: int
    left_out: int = 0
    unexplained: int = 0
    unexplained_telling: int = 0
    any_bits: float = 0.0
    first_bits: float = 0.0
    last_bits: float = 0.0

    @property
    def explained(self) -> float:
        """The share of all answers."""
        return 1 - self.unexplained / self.answers if self.answers else 0.0

    @property
    def explained_telling(self) -> float:
        """The share of the telling answers."""
        return 1 - self.unexplained_telling / self.telling if self.telling else 0.0

    @property
    def bits(self) -> float:
        """By whichever rule it chooses among equal moves."""
        return min(self.any_bits, self.first_bits, self.last_bits)

    @property
    def is_near(self) -> bool:
        """Are enough of the answers explained, and not most of them left out?"""
        explained = min(self.explained, self.explained_telling)
        return explained >= FEWEST_EXPLAINED and self.left_out <= self.answers

    def add(self, case: Case, moves: Mask, *, tells: bool) -> bool:
        """Count one answer beside the moves of the program; is it explained?"""
        surprise = SURPRISE[case.free]
        if case.move & moves or case.move == moves:
            self.any_bits += LOG2[moves.bit_count()]
            if case.move != moves & -moves:
                self.first_bits += surprise
            if case.move.bit_length() != moves.bit_length():
                self.last_bits += surprise
            return True
        self.any_bits += surprise
        self.first_bits += surprise
        self.last_bits += surprise
        if case.move:
            self.unexplained += 1
            self.unexplained_telling += tells
        else:  # it fails where the program does not: that may have a cause of its own
            self.left_out += 1
            self.answers -= 1
            self.telling -= tells
        return False


def likeness(
    program: Program, cases: list[Case], telling: int, *, to_the_end: bool = False
) -> Likeness:
    """Set a program beside answers, of which the first so many are the telling ones.

    Unless it is to go to the end it stops where too few can be explained any more.
    """
    found = Likeness(len(cases), telling)
    for number, case in enumerate(cases):
        moves = program(case.mine, case.theirs, case.mark)
        explained = found.add(case, moves, tells=number < telling)
        if not (explained or to_the_end or found.is_near):
            break
    return found
