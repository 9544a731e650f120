"""What a position is worth: outcome and distance, and the score that searches pass around.

A *value* is for people: "win in 3", counted from where they are. A *score* is for searches: an
int counted from the end of the board, so that changing sides is a bare minus and a remembered
score does not depend on the path. `value_of` is the one bridge between them.
"""

from dataclasses import dataclass, field
from enum import IntEnum

from noughts.rules import Position


class Outcome(IntEnum):
    """How the game ends under perfect play, for the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Value:
    """What perfect play brings the side to move, and in how many plies; None where unknown.

    The winner hurries and the loser delays, so sooner wins and later losses are better. Between
    draws no one is better, whatever their distance: then neither a < b nor b < a.

    >>> LOSS, DRAW, WIN = Outcome
    >>> Value(LOSS, 2) < Value(LOSS, 4) < Value(DRAW, 5) < Value(WIN, 3) < Value(WIN, 1)
    True
    >>> Value(DRAW, 5) < Value(DRAW, 7), Value(DRAW, 5) <= Value(DRAW, 7)
    (False, True)
    >>> print(Value(WIN, 3), "and", -Value(WIN, 3), "and", Value(DRAW))
    win in 3 and loss in 3 and draw
    """

    outcome: Outcome
    distance: int | None = None
    at_least: int | None = field(default=None, compare=False, repr=False)
    """Where the distance is unknown: what was proved of it."""

    def __lt__(self, other: "Value") -> bool:
        if self.outcome != other.outcome:
            return self.outcome < other.outcome
        # A draw's distance takes no part, so that a < b exactly when -b < -a; and where a
        # distance is unknown, so is which of the two is better.
        if self.distance is None or other.distance is None:
            return False
        return -self.distance * self.outcome < -other.distance * other.outcome

    def __gt__(self, other: "Value") -> bool:
        return other < self

    def __le__(self, other: "Value") -> bool:
        return self < other or self._ties_with(other)

    def __ge__(self, other: "Value") -> bool:
        return other <= self

    def _ties_with(self, other: "Value") -> bool:
        return self == other or self.outcome == other.outcome == Outcome.DRAW

    def __neg__(self) -> "Value":
        return Value(Outcome(-self.outcome), self.distance, self.at_least)

    def __str__(self) -> str:
        if self.distance is not None:
            return f"{self.outcome} in {self.distance}"
        return (
            f"{self.outcome}" if not self.at_least else f"{self.outcome} in {self.at_least} or more"
        )

    def a_ply_earlier(self) -> "Value":
        """The same for the other side, seen from one ply before.

        >>> print(Value(Outcome.LOSS, 2).a_ply_earlier())
        win in 3
        """
        distance = None if self.distance is None else self.distance + 1
        at_least = None if self.at_least is None else self.at_least + 1
        return Value(Outcome(-self.outcome), distance, at_least)


def end_score(position: Position) -> int:
    """Score of a finished game, for the side that would be next.

    A draw is 0; a loss is lower the fewer stones it took: `cells + 1 - stones`, signed.

    >>> from noughts.notation.parse import position
    >>> end_score(position("XXX OO. ..."))
    -5
    """
    if not position.is_lined:
        return 0
    score = position.game.cells + 1 - position.stones
    return score if position.game.misere else -score


def value_of(score: int, position: Position) -> Value:
    """The value that a score means at position.

    >>> from noughts.rules.catalog import game
    >>> print(value_of(5, Position(game("3x3"))))
    win in 5
    """
    stones_at_end = position.game.cells + 1 - abs(score) if score else position.game.cells
    return Value(outcome_of(score), stones_at_end - position.stones)


def outcome_of(score: int) -> Outcome:
    """The outcome that a score means.

    >>> outcome_of(-5)
    <Outcome.LOSS: -1>
    """
    return Outcome((score > 0) - (score < 0))
