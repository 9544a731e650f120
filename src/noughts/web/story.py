"""Answers about a whole game that was played: its values and its mistakes."""

from __future__ import annotations

from typing import Any

from noughts.play.recordtext import make_record
from noughts.play.review import review as review_record
from noughts.web.rules import USUAL_GAME, turn_sentence


def review(
    game: str = USUAL_GAME,
    start: str | None = None,
    first: str | None = None,
    moves: str | list[str] = "",
    seconds: float = 10.0,
) -> dict[str, Any]:
    """The value after every move of a game, and the mistakes."""
    words = moves if isinstance(moves, str) else " ".join(moves)
    record = make_record(game, words, start=start, first=first)
    return {**review_record(record, seconds).to_dict(), "result": turn_sentence(record.position)}
