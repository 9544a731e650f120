"""explain/reasons.py: every claim is made exactly when its definition holds.

The definitions stand here once more, on sets of cells and by playing it out: slow and obvious.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from naive import (
    Cli,
    NaiveValue,
    cells_in,
    lines_of,
    naive_board_maps,
    naive_solver,
    played_positions,
    random_position,
    small_specs,
    unfinished,
)

from noughts import Outcome, Value, analyze, position, read_game
from noughts.explain.reasons import most_telling, reasons
from noughts.explain.sentences import Kind, Reason
from noughts.notation.format import format_move
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.oracle import Analysis, Oracle

Cells = frozenset[int]
Claim = tuple[Any, ...]

KINDS: tuple[str, ...] = get_args(Kind)


# The definitions, slow and obvious


class Twin:
    """What can be seen on the boards of one game, by trying it out."""

    def __init__(self, rules: Game) -> None:
        self.game = rules
        self.through = {
            cell: [(line, line - {cell}) for line in lines_of(rules) if cell in line]
            for cell in range(rules.cells)
        }
        self.symmetries = naive_symmetries(rules)

    def open(self, taken: Cells) -> list[int]:
        floor = range(self.game.cells, self.game.cells + self.game.width)
        rests_on = taken.union(floor)
        return [
            cell
            for cell in range(self.game.cells)
            if cell not in taken and (not self.game.drop or cell + self.game.width in rests_on)
        ]

    def completed(self, own: Cells, cell: int) -> set[Cells]:
        """The lines that a side has after it takes a cell, and through that cell."""
        return {line for line, rest in self.through[cell] if rest <= own}

    @lru_cache(maxsize=1 << 16)  # noqa: B019 (a twin lives as long as its test)
    def completing(self, own: Cells, other: Cells) -> Cells:
        return frozenset(cell for cell in self.open(own | other) if self.completed(own, cell))

    def fork(self, own: Cells, other: Cells) -> Cells:
        """With the other side to move: no reply keeps the side from a line that it threatens."""
        now = self.completing(own, other)
        replies = self.open(own | other)
        if not self.game.drop:
            return now if len(now) > 1 else frozenset()
        if not now or not all(self.completing(own, other | {reply}) for reply in replies):
            return frozenset()
        return now.union(*(self.completing(own, other | {reply}) for reply in now))

    def fork_moves(self, own: Cells, other: Cells) -> Cells:
        """With a side to move: cells that make a fork, before the other side has a line."""
        return frozenset(
            cell
            for cell in self.open(own | other)
            if not self.completed(own, cell)
            and self.fork(own | {cell}, other)
            and not self.completing(other, own | {cell})
        )

    def claims(self, start: Position, values: dict[int, NaiveValue]) -> dict[int, set[Claim]]:
        """For each move what is to be claimed: the kind, then cells and lines, or values."""
        own, other = cells_in(start.mine), cells_in(start.theirs)
        forks = frozenset() if self.game.misere else self.fork_moves(other, own)
        return {
            move: self.seen(own, other, forks, move)
            | by_value(values, move)
            | self.by_symmetry(own, other, move)
            for move in self.open(own | other)
        }

    def seen(self, own: Cells, other: Cells, forks: Cells, move: int) -> set[Claim]:
        lines = self.completed(own, move)
        if lines:
            return {about("loses_at_once" if self.game.misere else "wins_at_once", lines)}
        after = own | {move}
        replies = self.open(after | other)
        if not replies:
            return set()
        if self.game.misere:
            safe = [reply for reply in replies if not self.completed(other, reply)]
            if not safe:
                return {("trap", frozenset(replies))}
            return {("forces", frozenset(safe))} if len(safe) == 1 < len(replies) else set()
        found: set[Claim] = set()
        if self.completed(other, move):
            found.add(about("blocks", self.completed(other, move)))
        threats, fork = self.completing(after, other), self.fork(after, other)
        is_late = bool(self.completing(other, after))
        if fork:
            found.add(("fork", fork))
        if threats and not is_late:
            answers = [
                reply for reply in replies if not self.completing(after, other | {reply})
            ]  # no move but these keeps the mover from a line on the next turn
            if len(answers) == 1:
                found.add(("forces", frozenset(answers)))
        if forks and not is_late and not self.fork_moves(other, after):
            found.add(("prevents_fork", forks))
        return found

    def by_symmetry(self, own: Cells, other: Cells, move: int) -> set[Claim]:
        images = [
            to[move]
            for to in self.symmetries
            if {to[cell] for cell in own} == own and {to[cell] for cell in other} == other
        ]
        return {("symmetric", frozenset([min(images)]))} if min(images) < move else set()


def about(kind: str, lines: set[Cells]) -> Claim:
    return kind, frozenset().union(*lines), frozenset(lines)


def by_value(values: dict[int, NaiveValue], move: int) -> set[Claim]:
    outcome, distance = values[move]
    best = max(outcome for outcome, _ in values.values())
    found: set[Claim] = set()
    if outcome < best:
        found.add(("mistake", outcome, best))
    elif outcome == 1:
        least = min(plies for other, plies in values.values() if other == 1)
        found |= {("slip", distance, least)} if distance > least else set()
    elif outcome == -1:
        most = max(plies for _, plies in values.values())
        found |= {("slip", distance, most)} if distance < most else set()
    if [one for one, (other, _) in values.items() if other == best] == [move]:
        found.add(("only_move", None if len(values) == 1 else best))
    if outcome == -1 and distance > 1:
        found.add(("loses",))
    return found


def naive_symmetries(rules: Game) -> list[tuple[int, ...]]:
    """Turns, reflections and, on a torus, shifts, if they keep the lines and what lies on what."""
    width, height, depth = rules.shape
    maps = naive_board_maps(width, height, depth)
    shifts = product(range(depth), range(height), range(width)) if rules.torus else [(0, 0, 0)]
    lines = lines_of(rules)
    found = []
    for (down, south, east), one in product(list(shifts), sorted(maps)):
        shifted = []
        for cell in one:
            slice, row, column = rules.shape.place(cell)
            place = (slice + down) % depth, (row + south) % height, (column + east) % width
            shifted.append(rules.shape.cell(place))
        keeps_lines = all(frozenset(shifted[cell] for cell in line) in lines for line in lines)
        keeps_columns = all(
            shifted[cell] + width == shifted[cell + width] for cell in range(rules.cells - width)
        )
        if keeps_lines and (keeps_columns or not rules.drop):
            found.append(tuple(shifted))
    return found


# Comparing


def claimed(reason: Reason) -> Claim:
    """A reason in the form of the definitions."""
    cells = frozenset(reason.cells)
    assert len(cells) == len(reason.cells)
    match reason.kind:
        case "wins_at_once" | "loses_at_once" | "blocks":
            return reason.kind, cells, frozenset(map(cells_in, reason.lines))
        case "fork" | "trap" | "prevents_fork" | "symmetric":
            return reason.kind, cells
        case "forces":
            assert reason.cells == reason.moves
            return reason.kind, cells
        case "mistake":
            assert reason.value is not None
            assert reason.best is not None
            return reason.kind, int(reason.value.outcome), int(reason.best.outcome)
        case "slip":
            assert reason.value is not None
            assert reason.best is not None
            return reason.kind, reason.value.distance, reason.best.distance
        case "only_move":
            return reason.kind, reason.best and int(reason.best.outcome)
        case "loses":
            return (reason.kind,)


def check(start: Position, oracle: Oracle, twin: Twin, *, naive: bool = True) -> set[str]:
    """Compare all claims about a position with the definitions; the kinds that were there."""
    analysis = oracle.analyze(start)
    if naive:
        values = naive_solver(start.game).move_values(start)
    else:
        values = {move: pair(value) for move, value in analysis.moves.items()}
    found = reasons(analysis, oracle, seconds=60)
    expected = twin.claims(start, values)
    assert list(found) == start.moves()
    for move, told in found.items():
        where = f"{start!r}, {start.game.shape.name(move)}"
        kinds = [reason.kind for reason in told]
        assert len(set(kinds)) == len(kinds), where
        assert kinds == sorted(kinds, key=KINDS.index), where
        assert {claimed(reason) for reason in told} == expected[move], where
        for reason in told:
            if reason.kind == "loses":
                check_refutation(start.play(move), reason, values[move], naive=naive)
            check_words(reason, start.game)
    return {reason.kind for told in found.values() for reason in told}


def pair(value: Value | None) -> NaiveValue:
    assert value is not None
    assert value.distance is not None
    return int(value.outcome), value.distance


def check_refutation(after: Position, reason: Reason, value: NaiveValue, *, naive: bool) -> None:
    """The variation is legal, ends as said, and each of its moves is the first best one."""
    winner = after.to_move
    assert reason.cells == reason.moves[:1]
    assert len(reason.moves) == value[1] - 1
    for move in reason.moves:
        if naive:
            assert move == naive_solver(after.game).best(after)[0]
        after = after.play(move)
    assert after.is_over
    assert after.winner == winner


def check_words(reason: Reason, rules: Game) -> None:
    text = reason.sentence(rules)
    assert text.isascii()
    assert text[0].islower()
    assert text[-1] != "."
    told = reason.to_dict(rules)
    assert list(told) == ["kind", "text", "cells", "moves"]
    assert (told["kind"], told["text"]) == (reason.kind, text)
    assert told["cells"] == [rules.shape.name(cell) for cell in reason.cells]
    assert told["moves"] == [format_move(rules, move) for move in reason.moves]
    for line in reason.lines[:4]:
        assert "-".join(rules.shape.name(cell) for cell in sorted(cells_in(line))) in text
    if reason.kind == "fork":
        assert all(name in text for name in told["cells"][:4])


def check_all(positions: Iterable[Position], *, naive: bool = True) -> set[str]:
    kinds: set[str] = set()
    oracle = twin = None
    for start in positions:
        if oracle is None or twin is None or twin.game is not start.game:
            oracle, twin = Oracle(start.game), Twin(start.game)
        kinds |= check(start, oracle, twin, naive=naive)
    return kinds


NORMAL = set(KINDS) - {"loses_at_once", "trap"}
MISERE = set(KINDS) - {"wins_at_once", "fork", "blocks", "prevents_fork"}


# Every position, and samples


def test_every_claim_on_every_position_of_3x3() -> None:
    positions = unfinished(game("3x3"))
    assert len(positions) == 4520
    assert check_all(positions) == NORMAL


def test_every_claim_on_every_position_of_misere() -> None:
    assert check_all(unfinished(game("3x3+misere"))) == MISERE


def test_every_claim_on_every_position_of_3x3_with_drop() -> None:
    assert check_all(unfinished(game("3x3+drop"))) == NORMAL


TEE = read_game("3x3\na1 b1 c1\nb1 b2 b3\na3 c3\n", name="tee")


@pytest.mark.parametrize(
    ("spec", "stones", "count"),
    [
        ("3x3+torus", range(9), 400),
        ("4x3:3", range(4, 12), 300),
        ("4x4", range(7, 15), 300),
        ("4x4:3", range(6, 10), 200),
        ("4x4+drop", range(6, 15), 400),
        ("4x4:3+drop", range(4, 9), 300),
        ("4x3:3+misere", range(4, 10), 200),
        ("4x4:3+drop+misere", range(6, 14), 200),
        ("4x4+torus", range(7, 14), 100),
        ("tee", range(8), 300),
    ],
)
def test_every_claim_on_samples(spec: str, stones: range, count: int) -> None:
    rules = TEE if spec == "tee" else game(spec)
    rng = random.Random(spec)
    check_all(random_position(rules, rng.choice(stones), rng) for _ in range(count))


@pytest.mark.parametrize(
    ("spec", "stones", "count"),
    [("3x3x3", range(6, 15), 40), ("5x4:4+drop", range(10, 18), 60), ("5x5:4", range(14, 20), 20)],
)
def test_every_claim_on_samples_of_larger_boards(spec: str, stones: range, count: int) -> None:
    rng = random.Random(spec)
    positions = (random_position(game(spec), rng.choice(stones), rng) for _ in range(count))
    check_all(positions, naive=False)


@given(played_positions(small_specs(most_cells=9).map(game)))
def test_every_claim_in_all_the_family(start: Position) -> None:
    if not start.is_over:
        check_all([start])


# Examples


@lru_cache
def told(text: str, spec: str = "3x3") -> dict[str, list[str]]:
    start = position(text, spec)
    oracle = Oracle(start.game)
    found = reasons(oracle.analyze(start), oracle)
    return {
        start.game.shape.name(move): [reason.sentence(start.game) for reason in those]
        for move, those in found.items()
    }


def test_sentences() -> None:
    assert told("XX. .O. ..O") == {
        "c1": ["wins at once: a1-b1-c1"],
        "a2": ["makes a fork: c1 and a3", "prevents a fork at c1", "wins in 3 instead of 1"],
        "c2": [
            "throws away the win and only draws",
            "forces the reply c1",
            "prevents a fork at c1",
        ],
        "a3": ["makes a fork: c1 and a2", "prevents a fork at c1", "wins in 3 instead of 1"],
        "b3": ["loses to c1, then a2 c2", "throws away the win and loses", "forces the reply c1"],
    }
    assert told("XX. .O. ...")["c1"][:2] == [
        "the only move that holds the draw", "blocks a1-b1-c1",
    ]  # fmt: skip
    assert told("XOX OXO OX.")["c3"] == ["wins at once: a1-b2-c3", "the only move there is"]
    assert told("X.. ... ...")["a2"][-1] == "the same as b1 by symmetry"


def test_two_opposite_corners_are_held_by_an_edge_because_it_forces_a_reply() -> None:
    found = told("X.. .O. ..X")
    assert found["b1"] == ["forces the reply b3", "prevents a fork at c1 or a3"]
    assert found["c1"] == [
        "loses to a3, then b1 a2", "throws away the draw and loses", "forces the reply a3",
    ]  # fmt: skip


def test_in_a_misere_game_a_line_is_what_to_avoid() -> None:
    found = told("XX. O.O ...", "3x3+misere")
    assert found["c1"][0] == "completes a1-b1-c1 and loses at once"
    every = {text for texts in found.values() for text in texts}
    assert not any(text.startswith(("wins at once", "blocks", "makes a fork")) for text in every)


def test_where_stones_fall_one_threat_on_another_is_a_fork() -> None:
    # O takes c2: then d2 is a threat, and so is d1, which opens when X answers at d2.
    assert told(".X.. .O.. .OXX", "4x3:3+drop")["c2"] == [
        "the only move that wins",
        "makes a fork: d1 and d2",
        "blocks b1-c2-d3",
        "prevents a fork at 4",
    ]


def test_the_most_telling_are_two_at_most_and_for_a_twin_only_that() -> None:
    start = position("X.. .O. ..X")
    found = reasons(Oracle(start.game).analyze(start))
    assert [reason.kind for reason in most_telling(found[1])] == ["forces", "prevents_fork"]
    assert [reason.kind for reason in most_telling(found[2])] == ["loses", "forces"]
    assert [reason.kind for reason in most_telling(found[3])] == ["symmetric"]


def test_of_many_cells_a_sentence_names_four() -> None:
    reason = Reason("prevents_fork", cells=tuple(range(9)))
    assert reason.sentence(game("3x3")) == "prevents a fork at a1, b1, c1, a2 and 5 more"


def test_a_variation_that_was_not_found_to_its_end_says_so() -> None:
    loss = Value(Outcome.LOSS, 6)
    told = [Reason("loses", moves[:1], moves, value=loss) for moves in ((), (0,), (0, 1))]
    assert [reason.sentence(game("3x3")) for reason in told] == [
        "loses", "loses to a1, then ...", "loses to a1, then b1 ...",
    ]  # fmt: skip


# Where they are shown


def test_the_report_has_the_reasons_of_each_move() -> None:
    report = analyze("XX. .O. ..O")
    move = report.to_dict()["moves"][0]
    assert move["reasons"] == [
        {
            "kind": "wins_at_once",
            "text": "wins at once: a1-b1-c1",
            "cells": ["a1", "b1", "c1"],
            "moves": [],
        }
    ]
    assert list(report.reasons) == report.position.moves()
    assert analyze("XXX OO. ...").reasons == {}


def test_in_a_drop_game_cells_have_names_and_moves_are_columns() -> None:
    reason = analyze("1122", "4x4+drop").to_dict()["moves"][2]["reasons"][0]
    assert reason == {
        "kind": "forces", "text": "forces the reply 4", "cells": ["d4"], "moves": ["4"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "spec"),
    [("X.. .O. ..X", "3x3"), ("12", "5x4:4+drop"), ("XO.. .... .OX. ....", "4x4:3")],
)
def test_the_table_has_a_column_of_reasons_and_fits_80_columns(
    cli: Cli, text: str, spec: str
) -> None:
    ran = cli("analyze", text, "--game", spec)
    assert ran.code == 0
    rows = ran.out.splitlines()
    assert next(row for row in rows if row.startswith("move")).split() == ["move", "value", "why"]
    assert max(map(len, rows)) <= 80
    assert ran.out.isascii()


def test_why_tells_the_reasons_with_the_names_that_the_person_uses(cli: Cli) -> None:
    start = ("play", "--opponent", "human", "--no-hints")
    named = cli(*start, stdin="a1\nb2\nc3\nwhy\nquit\n")
    assert "forces the reply b3; prevents a fork at c1 or a3" in named.out
    assert "loses in 4, then a3 b1 a2\n     throws away the draw and loses;" in named.out
    numbered = cli(*start, "--cells", "numbers", stdin="0 0\n1 1\n2 2\nwhy\nquit\n")
    assert "forces the reply (2, 1); prevents a fork at (0, 2) or (2, 0)" in numbered.out


# Costs


def test_a_small_board_takes_no_time() -> None:
    oracle = Oracle(game("3x3"))
    analyses = [oracle.analyze(start) for start in unfinished(game("3x3"))[:300]]
    started = time.perf_counter()
    for analysis in analyses:
        reasons(analysis, oracle)
    assert (time.perf_counter() - started) / len(analyses) < 0.02


@pytest.mark.parametrize(
    ("spec", "stones"),
    [("15x15:5", 40), ("15x15:5", 100), ("20x20:5+torus", 60), ("6x6:4", 4), ("connect4", 6)],
)
def test_a_large_board_takes_a_fraction_of_a_second(spec: str, stones: int) -> None:
    start = random_position(game(spec), stones, random.Random(1))
    loss = Value(Outcome.LOSS, 30)
    moves: dict[int, Value | None] = {move: loss for move in start.moves()}  # noqa: C420
    analysis = Analysis(start, loss, moves, [], 0, 0.0)  # not the truth: its cost counts here
    started = time.perf_counter()
    found = reasons(analysis, Oracle(start.game, 60))
    assert time.perf_counter() - started < 10  # 0.3 and less on a free machine
    assert list(found) == start.moves()
