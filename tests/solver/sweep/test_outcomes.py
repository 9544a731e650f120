"""The sweep against plain enumeration and plain search, position by position."""

from __future__ import annotations

import threading
from functools import cache

import pytest

from noughts.errors import RulesError
from noughts.rules.catalog import game
from noughts.rules.game import Game, listed_game
from noughts.rules.grid import Shape
from noughts.rules.position import Position
from noughts.rules.specs import SPEC_WORDS
from noughts.solver.counts import LayerCount
from noughts.solver.sweep.crew import Progress
from noughts.solver.sweep.layers import index_count, index_of
from noughts.solver.sweep.outcomes import Layer, compile_sweep, solved_layers, sweep
from noughts.solver.sweep.scores import compile_scores, scored_layers
from noughts.value import Outcome, outcome_of

# Lines of one to five cells, two of them one inside the other, and a cell on no line.
ODD_LINES = (0b0000_0000_0011, 0b0000_0000_0111, 0b0001_0011_0010, 0b1111_1000_0000, 0b100_0000)
ODD = listed_game(Shape(4, 3), ODD_LINES, "odd")
ODD_MISERE = listed_game(
    Shape(3, 3), (0b11, 0b100_010_001, 0b111_100_000), "odd", (SPEC_WORDS["misere"],)
)
LINELESS = listed_game(Shape(3, 2), (), "lineless")

SPECS = (
    "1x1 2x1:2 2x2 3x1:1 5x1:3 6x1:2 4x2:3 2x4:4 3x3 3x3:2 3x3:1 3x3+misere 3x3:2+misere 3x3+torus "
    "2x2x2 3x2x2:2 5x2:3 5x2:3+misere 4x3:3 4x3:4 3x4:3+torus 4x3:2 4x3:3+misere"
)
GAMES = [*map(game, SPECS.split()), ODD, ODD_MISERE, LINELESS]


def name(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


# Game by game, and not test by test: so the truth about each is found by one process.
each_game = pytest.mark.parametrize("rules", GAMES, ids=name, scope="module")


@cache
def truth(rules: Game) -> tuple[dict[Position, int], ...]:
    """By ply: the score of each position that can arise, by definition."""
    layers: list[dict[Position, int]] = [{Position(rules): 0}]
    while layers[-1]:
        layers.append({p.child(move): 0 for p in layers[-1] for move in p.moves()})
    for layer, after in zip(layers[-2::-1], layers[:0:-1], strict=True):
        for position in layer:
            if position.is_lined:
                score = rules.cells + 1 - position.stones
                layer[position] = score if rules.misere else -score
            elif moves := position.moves():
                layer[position] = max(-after[position.child(move)] for move in moves)
    return tuple(layers)


def count(rules: Game, ply: int) -> LayerCount:
    """What a layer counts, from the truth."""
    layers = truth(rules)
    layer = layers[ply] if ply < len(layers) else {}
    going = [outcome_of(score) for position, score in layer.items() if not position.is_over]
    return LayerCount(
        ply,
        going.count(Outcome.WIN),
        going.count(Outcome.DRAW),
        going.count(Outcome.LOSS),
        sum(position.is_lined for position in layer),
        sum(position.is_full and not position.is_lined for position in layer),
    )


@each_game
def test_counts_are_those_of_plain_enumeration(rules: Game) -> None:
    solution = sweep(rules)
    assert solution.layers == tuple(count(rules, ply) for ply in range(rules.cells + 1))
    assert solution.positions == sum(map(len, truth(rules)))


@pytest.mark.parametrize("portable", [False, True])
@each_game
def test_every_outcome_is_true(rules: Game, portable: bool) -> None:
    solution = sweep(rules, keep=True, portable=portable)
    for layer in truth(rules):
        for position, score in layer.items():
            assert solution.probe(position) is outcome_of(score)
    assert solution.outcome is outcome_of(truth(rules)[0][Position(rules)])


@each_game
def test_every_score_is_true_and_the_rest_cannot_arise(rules: Game) -> None:
    solution = sweep(rules, keep=True)
    scored = {layer.ply: layer for layer in scored_layers(rules)}
    for ply in range(rules.cells + 1):
        expected = truth(rules)[ply] if ply < len(truth(rules)) else {}
        for position, score in expected.items():
            _, row, bit = index_of(position)
            assert scored[ply].score(row, bit) == score
        rows, bits = scored[ply].scores.shape
        places = [(row, bit) for row in range(rows) for bit in range(bits)]
        barred = [place for place in places if scored[ply].score(*place) is None]
        assert len(places) - len(barred) == len(expected)
        assert all(solution.kept[ply].outcome(*place) is None for place in barred)


@pytest.mark.parametrize(
    ("spec", "outcome"),
    [
        ("3x3", Outcome.DRAW),
        ("3x3+torus", Outcome.WIN),
        ("3x3:2+misere", Outcome.LOSS),
        ("4x3:3", Outcome.WIN),
        ("4x3:3+misere", Outcome.LOSS),
        ("4x4:3", Outcome.WIN),
        ("4x4", Outcome.DRAW),
        ("4x4+torus", Outcome.DRAW),
    ],
)
def test_known_outcomes(spec: str, outcome: Outcome) -> None:
    assert sweep(game(spec)).outcome is outcome


def test_all_of_4x4() -> None:
    solution = sweep(game("4x4"))
    assert solution.positions == 9_722_011
    assert solution.layers[16] == LayerCount(16, 0, 0, 0, 2_864, 5_356)
    assert solution.layers[0] == LayerCount(0, 0, 1, 0, 0, 0)


def test_lines_that_meet_two_by_two_are_not_one_move() -> None:
    assert sweep(game("4x3:3")).layers[11].finished_won == 1_944


@pytest.mark.parametrize("spec", ["4x4", "4x4:3", "4x4+torus", "4x4:3+misere", "5x3:3"])
def test_the_portable_way_gives_the_same_planes(spec: str) -> None:
    pairs = zip(
        solved_layers(game(spec)), solved_layers(game(spec), portable=True, threads=1), strict=True
    )
    for fast, plain in pairs:
        assert fast.count == plain.count
        assert (fast.lost == plain.lost).all()
        assert (fast.drawn == plain.drawn).all()


@pytest.mark.parametrize("spec", ["4x4:3", "4x4+misere"])
def test_scores_and_planes_agree(spec: str) -> None:
    """Two sweeps that share only the judgement of lines, compared at sampled places."""
    for layer, scored in zip(solved_layers(game(spec)), scored_layers(game(spec)), strict=True):
        rows, bits = scored.scores.shape
        for place in range(0, rows * bits, 97):
            score = scored.score(*divmod(place, bits))
            expected = None if score is None else outcome_of(score)
            assert layer.outcome(*divmod(place, bits)) is expected


def test_layers_are_handed_over_from_the_full_board_back() -> None:
    layers: list[Layer] = []
    solution = sweep(game("3x3"), on_layer=layers.append, keep=True)
    assert layers == list(reversed(solution.kept))
    assert [layer.ply for layer in layers] == list(range(9, -1, -1))
    assert tuple(layer.count for layer in reversed(layers)) == solution.layers
    assert [layer.lost.shape for layer in layers[:3]] == [(1, 2), (9, 2), (36, 1)]


def test_memory_used_again_gives_the_same_planes() -> None:
    fresh = solved_layers(game("4x3:3"))
    for layer, again in zip(fresh, solved_layers(game("4x3:3"), reuse=True), strict=True):
        assert layer.count == again.count
        assert (layer.lost == again.lost).all()
        assert (layer.drawn == again.drawn).all()


def test_a_sweep_goes_on_after_a_layer() -> None:
    layers = list(solved_layers(game("4x3:3")))
    again = list(solved_layers(game("4x3:3"), after=layers[4]))
    assert [layer.count for layer in again] == [layer.count for layer in layers[5:]]
    assert list(solved_layers(game("4x3:3"), after=layers[-1])) == []


def test_progress_comes_to_its_end() -> None:
    told: list[Progress] = []
    sweep(game("4x4"), on_progress=told.append, threads=3)
    assert [p.work for p in told] == sorted(p.work for p in told)
    assert [p.places for p in told] == sorted(p.places for p in told)
    assert told[-1].work == told[-1].all_work
    assert told[-1].places == told[-1].all_places == index_count(16)
    assert told[-1].seconds_left == 0 < told[0].seconds_left


def test_stopping_leaves_no_thread_behind() -> None:
    """Ctrl-C is an exception in whoever waits for the next chunk, as this one is."""

    def stop(progress: Progress) -> None:
        if progress.ply == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(game("4x4"), on_progress=stop, threads=2)
    assert not [t for t in threading.enumerate() if t.name.startswith("noughts-sweep")]


def test_seconds_do_not_hold_compiling() -> None:
    compile_sweep()
    compile_scores()
    solution = sweep(game("3x3"))
    assert solution.compile_seconds < 1  # compiling takes several; machines are noisy
    assert solution.seconds < 3


def test_drop_is_refused() -> None:
    with pytest.raises(RulesError, match=r"without drop, got 4x4\+drop"):
        sweep(game("4x4+drop"))
    with pytest.raises(RulesError, match="without drop"):
        next(scored_layers(game("4x4+drop")))
