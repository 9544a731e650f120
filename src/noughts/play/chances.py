"""How often a level loses, exactly: no games are played, all are weighed."""

from fractions import Fraction
from functools import cache

from noughts.play.levels import LEVELS, choice_chances
from noughts.rules import Game, Position, game_of
from noughts.solver.oracle import Oracle


def losing_chance(
    level: str, *, level_first: bool, opponent: str = "perfect", game: str | Game = "3x3"
) -> Fraction:
    """The chance that a level loses a small game.

    The opponent "perfect" plays the lowest of its best moves. The opponent "worst" knows the
    level and plays whatever makes it lose most often.

    >>> losing_chance("hard", level_first=True)
    Fraction(1, 7)
    """
    start = Position(game_of(game))
    oracle = Oracle(start.game)
    level_side = start.first_mark if level_first else start.second_mark
    if level == "perfect":
        return Fraction(0)
    sight = LEVELS[level]

    @cache
    def chance(position: Position) -> Fraction:
        if position.is_over:
            return Fraction(position.winner not in (None, level_side))
        if position.to_move == level_side:
            return sum(
                (share * chance(position.child(move))
                 for move, share in choice_chances(position, sight).items() if share),
                Fraction(0),
            )  # fmt: skip
        if opponent == "worst":
            return max(chance(position.child(move)) for move in position.moves())
        best = oracle.best_move(position)
        assert best is not None
        return chance(position.child(best))

    return chance(start)
