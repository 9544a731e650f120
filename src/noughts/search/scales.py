"""Scales: what a finished game scores in plain minimax, as lab sheets have it.

Level 0 is the root, level 1 the positions after one move. A win at level 1, a win at once,
scores on a board of 3x3

    unit    1        the sign alone
    ten    10        the same, ten times as large
    depth  10        one less for each level further down: a win at level 5 scores 6
    level  10        at each level on the way up, that level's number is subtracted from the
                     maximum or added to the minimum

On larger boards `depth` begins at cells + 1 and `level` at ten or cells + 1, whichever is more:
with a fixed ten late wins would rank below a draw. `unit` and `ten` say who wins and not how
soon; nor does `level` in a misère game, where its tolls favour slow wins.
"""

from dataclasses import dataclass

from noughts.errors import NotationError
from noughts.rules import Position
from noughts.value import Outcome, Value


@dataclass(frozen=True, slots=True)
class Scale:
    """How wins are scored; losses are scored as minus that, draws as 0."""

    name: str
    description: str
    best: int | None  # what a win at once scores; None for cells + 1
    counts_levels: bool = False  # is a win worth one less for each level?
    tolls: bool = False  # does each level take its toll on the way up?

    def top(self, cells: int) -> int:
        """What a win at once scores."""
        if self.best is None:
            return cells + 1
        return max(self.best, cells + 1) if self.tolls else self.best

    def win(self, cells: int, level: int) -> int:
        """What a win scores that is completed at a level."""
        return self.top(cells) - (max(level - 1, 0) if self.counts_levels else 0)

    def room(self, cells: int, depth: int) -> int:
        """How large a guess at the horizon may be without passing for a proof."""
        if self.tolls:
            return self.top(cells) - depth - 1
        return self.win(cells, depth) - 1

    def proves(self, score: int, cells: int, depth: int) -> bool:
        """Is a score at the root out of reach of the guesses at the horizon?"""
        tolls = (depth + 1) // 2 if self.tolls else 0  # they cancel out two by two
        return abs(score) > self.room(cells, depth) + tolls

    def value(self, score: int, root: Position) -> Value:
        """The value that a score at the root means, both seen by the side to move."""
        cells, free = root.game.cells, root.game.cells - root.stones
        # With tolls a draw may score up to half the levels; no win or loss comes so near to 0.
        if abs(score) <= (free // 2 if self.tolls else 0):
            return Value(Outcome.DRAW, free)
        outcome = Outcome.WIN if score > 0 else Outcome.LOSS
        lost = self.top(cells) - abs(score)
        if self.counts_levels:
            return Value(outcome, lost + 1)
        if self.tolls and not root.game.misere:  # wins come at odd distances, losses at even ones
            return Value(outcome, 2 * lost + (outcome is Outcome.WIN))
        return Value(outcome)


SCALES = {
    scale.name: scale
    for scale in (
        Scale("unit", "a win is 1, the sign alone", 1),
        Scale("ten", "a win is 10", 10),
        Scale("depth", "a win is one less for each level further down", None, counts_levels=True),
        Scale("level", "each level takes its number on the way up", 10, tolls=True),
    )
}

USUAL_SCALE = "ten"  # of lab sheets, where a search is watched or drawn


def scale_named(name: str) -> Scale:
    """The scale of that name."""
    if name not in SCALES:
        raise NotationError(f"no scale {name!r}: expected {', '.join(SCALES)}")
    return SCALES[name]


def plain_scale(name: str) -> Scale:
    """The same for searches in which a change of side is a bare minus: `level` is none of them."""
    scale = scale_named(name)
    if scale.tolls:
        raise NotationError(f"the scale {name} goes with minimax alone")
    return scale
