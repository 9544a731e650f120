"""How much lies ahead, before the work begins."""

from __future__ import annotations

from math import comb

from noughts.rules.grid import cells_of
from noughts.rules.position import Position


def positions_ahead(position: Position) -> int:
    """At most how many positions can follow, this one included.

    Every way to place the coming stones is counted, also those after a line is complete, so
    this is an upper bound; a search that cuts looks at far fewer.

    >>> from noughts.rules.catalog import game
    >>> [positions_ahead(Position(game(spec))) for spec in ("3x3", "4x4", "5x5")]
    [6046, 10165779, 161995031226]
    """
    return sum(
        ways * comb(stones, stones // 2) for stones, ways in enumerate(_ways_to_fill(position))
    )


def _ways_to_fill(position: Position) -> list[int]:
    """How many sets of so many further cells can be taken, for 0, 1, 2, … of them."""
    game = position.game
    free = game.all_mask & ~position.taken
    if not game.drop:
        return [comb(free.bit_count(), stones) for stones in range(free.bit_count() + 1)]
    # A column with h free cells can take 0 to h stones, each number in one way.
    columns = [0] * game.width
    for cell in cells_of(free):
        columns[cell % game.width] += 1
    ways = [1]
    for room in columns:
        longer = [0] * (len(ways) + room)
        for stones, count in enumerate(ways):
            for more in range(room + 1):
                longer[stones + more] += count
        ways = longer
    return ways
