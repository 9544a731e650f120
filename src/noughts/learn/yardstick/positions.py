"""Positions to ask about: every one of a small game, or a sample of any."""

import random
from collections.abc import Iterator

from noughts.rules import Game, Position
from noughts.solver.sources import reach


def is_small(game: Game) -> bool:
    """Is the game small enough to ask every position?"""
    return reach(game).is_whole


def every_position(game: Game) -> Iterator[Position]:
    """Every position that can arise, finished ones too, fewest stones first.

    >>> from noughts.rules.catalog import game
    >>> sum(1 for _ in every_position(game("3x3")))
    5478
    """
    layer = [Position(game)]
    while layer:
        yield from layer
        children = (position.child(move) for position in layer for move in position.moves())
        layer = [*{child.key: child for child in children}.values()]
        layer.sort(key=lambda position: position.key)


def sampled(game: Game, count: int, seed: int) -> Iterator[Position]:
    """So many different positions, or as many as are found: from games between random movers.

    Each game gives one, after a number of moves that the lot says, or its last.
    """
    rng = random.Random(seed)
    seen: set[int] = set()
    misses = 0
    while len(seen) < count and misses < 100 + 10 * count:
        position = Position(game)
        for _ in range(rng.randrange(game.cells + 1)):
            moves = position.moves()
            if moves:
                position = position.child(rng.choice(moves))
        if position.key in seen:
            misses += 1
        else:
            seen.add(position.key)
            yield position
