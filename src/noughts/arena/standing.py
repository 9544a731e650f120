"""Standings: what each player scored, its rating, and beside them how far it is from the truth."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from noughts.arena.entrant import program
from noughts.arena.ratings import Rating, Tally, ratings
from noughts.errors import NoughtsError
from noughts.play.named import is_player_name
from noughts.rules import Cell, Game, Position


class Standing(NamedTuple):
    """One row of the standings."""

    name: str
    tally: Tally
    rating: Rating
    blunder_rate: float | None
    """Exact, over the decisive positions of the game; None where it was not measured."""
    worst: dict[str, float] | None
    """The mean result in each seat against the opponent that knows the player; exact."""

    def to_dict(self) -> dict[str, Any]:
        low, high = self.tally.interval()
        return {
            "player": self.name,
            "games": self.tally.games,
            "won": self.tally.won,
            "drawn": self.tally.drawn,
            "lost": self.tally.lost,
            "score": self.tally.score,
            "score_interval": [low, high],
            "elo": self.rating.elo,
            "elo_margin": self.rating.margin,
            "blunder_rate": self.blunder_rate,
            "worst": self.worst,
        }


def standings(
    players: list[str], results: Mapping[tuple[str, str], Tally], game: Game, seconds: float
) -> list[Standing]:
    """A row for each player, the best rating first."""
    rated = ratings(results)
    rows = []
    for name in players:
        tally = Tally()
        for (one, other), pair in results.items():
            if one == name:
                tally = Tally(*(a + b for a, b in zip(tally, pair, strict=True)))
            elif other == name:
                tally = Tally(*(a + b for a, b in zip(tally, reversed(pair), strict=True)))
        rows.append(Standing(name, tally, rated[name], *_measured(name, game, seconds)))
    return sorted(rows, key=lambda row: -row.rating.elo)


def _measured(
    name: str, game: Game, seconds: float
) -> tuple[float | None, dict[str, float] | None]:
    """The exact yardstick, where the board is small and every answer can be played."""
    from noughts.learn.named import policy_named
    from noughts.learn.yardstick import is_small, measure

    if not is_small(game):
        return None, None
    try:
        if is_player_name(name):
            policy = policy_named(name, game, seconds)
        else:
            policy = _asked(name, game, seconds)
        found = measure(policy, game)
    except NoughtsError:
        return None, None
    worst = {seat: exploit.result for seat, exploit in found.seats.items()}
    return found.all_positions.blunder_rate, worst


def _asked(name: str, game: Game, seconds: float) -> Any:
    asked = program(name, game, seconds)

    def policy(position: Position) -> Cell | None:
        return asked.answer(position)[0]

    return policy
