"""A program that uses the public names as a stranger would, for a strict type checker."""

import noughts


def choose(position: noughts.Position) -> int:
    """A move that keeps the outcome, the last of them."""
    return noughts.analyze(position).good[-1]


def play(spec: str) -> noughts.Record:
    """A game against perfect play, as second player."""
    record = noughts.Record(noughts.game(spec).start())
    while not record.position.is_over:
        position = record.position
        best = noughts.best_move(position)
        assert best is not None
        record.play(best if position.to_move == "X" else choose(position))
    return record


def ends(record: noughts.Record) -> tuple[str | None, int, str]:
    """Who won, after how many moves, and what the start was worth."""
    value: noughts.Value = noughts.solve(record.start).value
    outcome: noughts.Outcome = value.outcome
    return record.position.winner, len(record.moves), str(outcome)


def count(spec: str) -> int:
    """How many games there are."""
    census: noughts.Census = noughts.census(spec)
    return census.total("games")


def is_perfect(player: object) -> bool:
    """Does it ever err?"""
    try:
        verdict: noughts.Verdict = noughts.assert_perfect(player)
    except AssertionError:
        return False
    return verdict.perfect
