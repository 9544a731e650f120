"""Records as text, and what a review knows of them."""

from __future__ import annotations

import json
import random

import pytest

from noughts.errors import NotationError, NoughtsError
from noughts.play.record import Record, format_record, make_record, read_record
from noughts.play.review import review
from noughts.rules.catalog import CATALOG, game
from noughts.rules.position import Position
from noughts.value import Outcome


def random_record(spec: str, rng: random.Random, stones: int = 0) -> Record:
    position = Position(game(spec), first_mark=rng.choice("XO"))
    for _ in range(stones):
        position = position.play(rng.choice(position.moves()))
    record = Record(position)
    for _ in range(rng.randint(0, 12)):
        if not (moves := record.position.moves()):
            break
        record.play(rng.choice(moves))
    return record


@pytest.mark.parametrize("spec", [entry.spec for entry in CATALOG])
def test_what_is_written_reads_back_as_text_and_as_json(spec: str) -> None:
    rng = random.Random(spec)
    for stones in (0, 0, 1, 2, 3):
        record = random_record(spec, rng, stones)
        for text in (format_record(record), json.dumps(record.to_dict())):
            again = read_record(text)
            assert again == record
            assert again.start.first_mark == record.start.first_mark


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "game: 3x3", "moves: a1", "game: 3x3\nmoves: a1 a1", "{", "{}",
        '{"game": "3x3", "moves": 5}', '{"game": ["3x3"], "moves": [1]}', "game: 0x0\nmoves:",
        "game: 3x3\nfirst: Z\nmoves: a1", "game: 3x3\nstart: XX. ... ...\nmoves: a1",
        '{"game": "3x3", "moves": ' + "[" * 5000 + "}",
    ],
)  # fmt: skip
def test_what_is_no_record_gets_a_sentence(text: str) -> None:
    with pytest.raises(NoughtsError) as caught:
        read_record(text)
    assert str(caught.value)


def test_a_move_at_fault_is_named() -> None:
    with pytest.raises(NoughtsError, match="move 2, a1: a1 is taken by X"):
        make_record("3x3", "a1 a1")
    with pytest.raises(NotationError, match="move 1, d1: 'd1' is not on the board"):
        make_record("3x3", "d1")


def test_what_a_review_does_not_know_in_time_it_leaves_open() -> None:
    """X lets a win at once pass: that is seen, though the start is out of reach."""
    record = make_record("6x6", "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 a6 f2")
    reviewed = review(record, 0.2)
    assert reviewed.values[0] is None
    assert not reviewed.is_complete
    assert reviewed.values[-1] is not None
    assert reviewed.values[-1].outcome is Outcome.LOSS
    assert 11 in [mistake.number for mistake in reviewed.mistakes]
    assert reviewed.to_dict()["steps"][0]["value"] is None
