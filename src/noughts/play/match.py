"""A match: two players, one record."""

from collections.abc import Callable

from noughts.play.players import Choice, Player
from noughts.play.record import Record
from noughts.rules import Position


def play_match(
    start: Position,
    first: Player,
    second: Player,
    watch: Callable[[Position, Choice], None] | None = None,
) -> Record:
    """Let two players play to the end; watch sees each position and the choice made in it.

    >>> from noughts.play.players import PerfectPlayer
    >>> from noughts.rules.catalog import game
    >>> record = play_match(Position(game("3x3")), PerfectPlayer(), PerfectPlayer())
    >>> record.position.winner is None, len(record.moves)
    (True, 9)
    """
    record = Record(start)
    while not (position := record.position).is_over:
        player = second if position.stones % 2 else first
        choice = player.choose(position)
        record.play(choice.move)
        if watch is not None:
            watch(position, choice)
    return record
