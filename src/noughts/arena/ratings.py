"""Ratings: what results say about who is better, and how sure that is."""

from collections.abc import Mapping
from math import log, log10, sqrt
from typing import NamedTuple

SURE = 1.96  # standard deviations on either side of a 95 % interval
ELO = 400 / log(10)  # points of Elo in one unit of the logarithm of odds
ROUNDS = 10_000
CLOSE = 1e-10


class Tally(NamedTuple):
    """Games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2

    @property
    def score(self) -> float:
        """The share of the points."""
        return self.points / self.games if self.games else 0.5

    def plus(self, result: int) -> "Tally":
        """One more game: 1 won, 0 drawn, -1 lost."""
        return Tally(self.won + (result > 0), self.drawn + (result == 0), self.lost + (result < 0))

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the score; a draw counts as half a win, which is cautious.

        >>> low, high = Tally(won=10).interval()
        >>> f"{low:.2f} {high:.2f}"
        '0.72 1.00'
        """
        n, p, z = self.games, self.score, SURE
        if not n:
            return 0.0, 1.0
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(middle - half, 0.0), min(middle + half, 1.0)


class Rating(NamedTuple):
    """Points of Elo, and by how much they may be off, with 95 % confidence."""

    elo: float
    margin: float


def ratings(results: Mapping[tuple[str, str], Tally]) -> dict[str, Rating]:
    """Elo from the games of each pair, the mean player having 0.

    Results are under (player, other), each pair once. The model is Bradley and Terry's, with a
    draw as half a win. Every player is given one more draw, with an average player: without it
    whoever wins every game would be infinitely good.

    >>> found = ratings({("a", "b"): Tally(won=3, lost=1)})
    >>> [f"{name} {rating.elo:+.0f}" for name, rating in found.items()]
    ['a +82', 'b -82']
    """
    games, points = _counted(results)
    strength = dict.fromkeys(games, 1.0)
    for _ in range(ROUNDS):
        new = {
            name: (points[name] + 0.5)
            / (
                1 / (strength[name] + 1)
                + sum(n / (strength[name] + strength[other]) for other, n in games[name].items())
            )
            for name in games
        }
        change = max((abs(log(new[name] / strength[name])) for name in new), default=0.0)
        strength = new
        if change < CLOSE:
            break
    mean = sum(map(log10, strength.values())) / max(len(strength), 1)
    return {
        name: Rating(400 * (log10(strength[name]) - mean), _margin(name, games, strength))
        for name in games
    }


def _counted(
    results: Mapping[tuple[str, str], Tally],
) -> tuple[dict[str, dict[str, int]], dict[str, float]]:
    games: dict[str, dict[str, int]] = {}
    points: dict[str, float] = {}
    for (name, other), tally in results.items():
        games.setdefault(name, {})[other] = tally.games
        games.setdefault(other, {})[name] = tally.games
        points[name] = points.get(name, 0.0) + tally.points
        points[other] = points.get(other, 0.0) + tally.games - tally.points
    return games, points


def _margin(
    name: str, games: Mapping[str, Mapping[str, int]], strength: Mapping[str, float]
) -> float:
    """From the curvature of the likelihood, the others' ratings being taken as known."""
    mine = strength[name]
    information = mine / (mine + 1) ** 2
    for other, n in games[name].items():
        information += n * mine * strength[other] / (mine + strength[other]) ** 2
    return SURE * ELO / sqrt(information)
