"""Odds: how often one policy wins against another; no games are played, all are weighed."""

from collections.abc import Sequence
from typing import NamedTuple

from noughts.learn.yardstick.policy import Policy
from noughts.rules import Game, Position


class Odds(NamedTuple):
    """The chances of the three results; they add up to one."""

    win: float
    draw: float
    loss: float

    def __str__(self) -> str:
        return f"{self.win:.1%} won, {self.draw:.1%} drawn, {self.loss:.1%} lost"


def odds(policy: Policy, opponent: Policy, game: Game, seats: Sequence[int] = (0, 1)) -> Odds:
    """How a policy fares against another on a small board, in each seat equally often.

    >>> from noughts.rules.catalog import game
    >>> print(odds(random_policy, random_policy, game("3x3")))
    43.7% won, 12.7% drawn, 43.7% lost
    """
    known: dict[tuple[int, int], Odds] = {}

    def find(position: Position, seat: int) -> Odds:
        if (position.key, seat) not in known:
            known[position.key, seat] = weigh(position, seat)
        return known[position.key, seat]

    def weigh(position: Position, seat: int) -> Odds:
        if position.is_over:
            mine = position.first_mark if seat == 0 else position.second_mark
            if position.winner is None:
                return Odds(0, 1, 0)
            return Odds(1, 0, 0) if position.winner == mine else Odds(0, 0, 1)
        chooser = policy if position.stones % 2 == seat else opponent
        chances = chooser(position)
        return _mixed(
            [(chance, find(position.child(move), seat)) for move, chance in chances.items()]
        )

    start = Position(game)
    return _mixed([(1 / len(seats), find(start, seat)) for seat in seats])


def _mixed(parts: list[tuple[float, Odds]]) -> Odds:
    return Odds(*(sum(chance * part[at] for chance, part in parts) for at in range(3)))


def random_policy(position: Position) -> dict[int, float]:
    """Every move with the same chance."""
    moves = position.moves()
    return dict.fromkeys(moves, 1 / len(moves))
