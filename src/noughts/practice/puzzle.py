"""Puzzles: positions to practise on, drawn from the solution of a game.

A puzzle is a position in which more moves fail than are right. A move is *right* if it keeps the
outcome, and *fails* if it does not:

    win     the side to move wins
    hold    it draws
    fork    it wins, not at once, and every right move makes a fork (see facts.py)

How hard a puzzle is, is said by two numbers:

    fails   how many moves fail
    plies   how many plies one must look ahead: to see the win, the plies of the quickest one; to
            see what holds, the plies of the slowest loss among the moves that fail

Of the plies, every other one is a move of one's own, so `turns` is half of them, rounded up:

    level = turns, 1 more if 4 or more moves fail, another 1 more if 6 or more do; 5 at most

                 fails 2-3   4-5   6 or more
    plies 1-2        1        2        3
          3-4        2        3        4
          5-6        3        4        5
          7-8        4        5        5
          9 or more  5        5        5

On boards of up to 9 cells a puzzle is drawn from all positions, one of each class under symmetry.
On larger boards a position is played at random, with no line completed, until 4 to 9 cells are
free, and solved: what is no puzzle is thrown away. Either way the seed decides, and nothing else.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from noughts.errors import LimitReached, NotationError
from noughts.explain.facts import View
from noughts.explain.reasons import reasons
from noughts.explain.sentences import Reason
from noughts.notation import format_move, format_moves, format_position, value_dict, value_words
from noughts.rules import Cell, Game, Position, board_symmetries, canonical, image
from noughts.solver.oracle import Analysis, Oracle
from noughts.solver.sources import reach
from noughts.value import Outcome

TASKS = {
    "win": "find a move that wins",
    "hold": "find a move that holds the draw",
    "fork": "find the fork that wins",
}
KINDS = tuple(TASKS)
LEVELS = (1, 2, 3, 4, 5)

MOST_CELLS = 42  # of any board: Connect Four
MOST_FREE, FEWEST_FREE = 9, 4  # on larger boards, so that every answer comes soon
TRIES = 400  # positions to play at random for one puzzle
SECONDS = 20.0  # for one puzzle

HINTS = {
    "wins_at_once": "A line of {mine} lacks only one cell.",
    "fork": "One move makes two threats at once.",
    "trap": "{theirs} can be left with nothing but moves that complete a line.",
    "blocks": "{theirs} threatens to complete a line.",
    "forces": "There is a move to which {theirs} has only one reply.",
    "prevents_fork": "{theirs} is about to make a fork.",
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a task, and all that is to be said about each move."""

    kind: str
    analysis: Analysis
    reasons: dict[Cell, list[Reason]]
    variations: dict[Cell, list[Cell]]
    """What follows each move when both sides play on perfectly."""

    @property
    def position(self) -> Position:
        return self.analysis.position

    @property
    def right(self) -> list[Cell]:
        """The moves that keep the outcome."""
        return self.analysis.good

    @property
    def wrong(self) -> list[Cell]:
        """The moves that fail."""
        return failing(self.analysis)

    @property
    def plies(self) -> int:
        """How many plies one must look ahead."""
        return plies_to_see(self.analysis)

    @property
    def level(self) -> int:
        return level_of(len(self.wrong), self.plies)

    @property
    def task(self) -> str:
        """What is asked."""
        return f"{self.position.to_move} to move: {TASKS[self.kind]}."

    @property
    def title(self) -> str:
        return f"{self.kind}, level {self.level}"

    def name(self, move: Cell) -> str:
        return format_move(self.position.game, move)

    def explain(self, move: Cell) -> str:
        """What a move is worth, the line of play after it, and why."""
        words = value_words(self.analysis.moves[move])
        if words == "draws" and move in self.wrong:
            words = "only draws"
        then = format_moves(self.position.game, self.variations[move])
        told = self.reasons[move]
        if move in self.wrong:  # what it does for all that would only confuse
            told = [reason for reason in told if reason.kind == "loses_at_once"]
        facts = "; ".join(reason.sentence(self.position.game) for reason in told)
        line = f", then {then}" if then else ""
        return f"{self.name(move)} {words}{line}" + (f" ({facts})" if facts else "")

    def hints(self) -> list[str]:
        """What to look for, then where; neither names the move."""
        return [self._what(), self._where()]

    def _what(self) -> str:
        position = self.position
        for reason in self.reasons[self._aim()]:
            if self.kind == "fork" and reason.kind == "fork":  # the task has said that much
                return f"One of the two threats is at {position.game.shape.name(reason.cells[0])}."
            if reason.kind in HINTS:
                text = HINTS[reason.kind]
                return text.format(mine=position.to_move, theirs=position.moved_last)
        if self.kind == "hold":
            return f"Look {self.plies} plies ahead: so long can a loss be put off."
        return f"Look {self.plies} plies ahead: so long does the win take."

    def _where(self) -> str:
        shape = self.position.game.shape
        place = shape.place(self._aim())
        if not shape.is_flat:
            return f"A right move lies in slice {place.slice + 1}."
        if shape.height > 1 and not self.position.game.drop:
            return f"A right move lies in row {place.row + 1}."
        pair = sorted((self._aim(), self.wrong[0]), key=lambda cell: shape.place(cell).column)
        return f"Of {self.name(pair[0])} and {self.name(pair[1])} one is right."

    def _aim(self) -> Cell:
        """The move that the hints lead to."""
        return (self.analysis.best or self.right)[0]

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as JSON has it, with the solution."""
        position = self.position
        return {
            "kind": self.kind,
            "level": self.level,
            "position": format_position(position),
            "to_move": position.to_move,
            "task": self.task,
            "value": value_dict(self.analysis.value),
            "fails": len(self.wrong),
            "plies": self.plies,
            "right": list(map(self.name, self.right)),
            "hints": self.hints(),
            "moves": [self._move_dict(move) for move in self.analysis.moves],
        }

    def _move_dict(self, move: Cell) -> dict[str, Any]:
        return {
            "move": self.name(move),
            "cell": move,
            "right": move in self.right,
            "value": value_dict(self.analysis.moves[move]),
            "variation": list(map(self.name, self.variations[move])),
            "reasons": [reason.to_dict(self.position.game) for reason in self.reasons[move]],
            "text": self.explain(move),
        }


# Grading


def failing(analysis: Analysis) -> list[Cell]:
    """The moves that do not keep the outcome."""
    return [move for move in analysis.moves if move not in analysis.good]


def plies_to_see(analysis: Analysis) -> int:
    """How many plies one must look ahead to see which moves are right."""
    seen = [analysis.value]
    if analysis.value.outcome is Outcome.DRAW:
        seen = [value for move in failing(analysis) if (value := analysis.moves[move])]
    return max(value.distance or 0 for value in seen)


def level_of(fails: int, plies: int) -> int:
    """How hard a puzzle is, 1 to 5.

    >>> [level_of(3, 1), level_of(4, 1), level_of(3, 3), level_of(7, 6), level_of(2, 11)]
    [1, 2, 2, 5, 5]
    """
    turns = (plies + 1) // 2
    return min(turns + (fails >= 4) + (fails >= 6), LEVELS[-1])


def is_puzzle(kind: str, analysis: Analysis) -> bool:
    """Is an unfinished position a puzzle of that kind?

    >>> from noughts.notation.parse import position
    >>> from noughts.solver import analyze
    >>> corner = analyze(position("X.. ... ..."))  # b2 alone holds
    >>> [is_puzzle(kind, corner) for kind in KINDS]
    [False, True, False]
    """
    right = analysis.good
    outcome = Outcome.DRAW if kind == "hold" else Outcome.WIN
    if analysis.value.outcome is not outcome or 2 * len(right) >= len(analysis.moves):
        return False
    if kind != "fork":
        return True
    view = View.of(analysis.position)
    is_quiet = not view.at_once() and not analysis.position.game.misere
    return is_quiet and all(view.take(move).fork() for move in right)


# Drawing


def puzzles(
    game: Game, *, kind: str | None = None, level: int | None = None, seed: int = 0
) -> Iterator[Puzzle]:
    """Puzzles of a game, no two of them the same up to symmetry, until there are no more.

    Without a kind, any of them. Raises LimitReached where the truth would take too long.

    >>> from noughts.rules.catalog import game
    >>> puzzle = next(puzzles(game("3x3"), kind="hold", level=5))
    >>> format_position(puzzle.position), puzzle.explain(puzzle.right[0])
    ('... ... ..X', 'b2 draws, then a1 b1 b3 a3 c1 c2 a2 (the only move that holds the draw)')
    """
    _refuse(game, kind)
    rng = random.Random(seed)
    source: _Every | _Played = _Every(game) if reach(game).is_whole else _Played(game)
    seen: set[int] = set()
    kinds = list(KINDS if kind is None else [kind])
    while kinds:
        wanted = _pick(kinds, rng)
        analysis = source.draw(wanted, level, seen, rng)
        if analysis is None:
            kinds.remove(wanted)
        else:
            seen.add(canonical(analysis.position).key)
            yield _with_answers(wanted, analysis, source.oracle)


def _refuse(game: Game, kind: str | None) -> None:
    if kind is not None and kind not in KINDS:
        raise NotationError(f"no kind of puzzle {kind!r}: expected {', '.join(KINDS)}")
    if kind == "fork" and game.misere:
        raise NotationError("nobody wants two threats in a misere game: expected win or hold")
    if game.cells > MOST_CELLS:
        raise LimitReached(
            f"{game.name} has {game.cells} cells: puzzles are drawn on boards of up to {MOST_CELLS}"
        )


class _Every:
    """All positions of a small game, one of each class under symmetry."""

    def __init__(self, game: Game) -> None:
        self.oracle = Oracle(game, SECONDS)
        self._symmetries = board_symmetries(game)
        self._left = [
            self.oracle.analyze(position) for position in _classes(game) if not position.is_over
        ]

    def draw(
        self, kind: str, level: int | None, seen: set[int], rng: random.Random
    ) -> Analysis | None:
        """One that was not seen, turned and reflected by chance; None where there are no more."""
        self._left = [analysis for analysis in self._left if analysis.position.key not in seen]
        fit = [analysis for analysis in self._left if _fits(kind, level, analysis)]
        if not fit:
            return None
        position = _pick(fit, rng).position
        return self.oracle.analyze(image(position, _pick(self._symmetries, rng)))


def _classes(game: Game) -> Iterator[Position]:
    """Each position once, by number of stones; of those that are the same by symmetry, one."""
    layer = [Position(game)]
    while layer:
        yield from layer
        layer = list(dict.fromkeys(canonical(p.child(m)) for p in layer for m in p.moves()))


class _Played:
    """Positions of a larger game, played at random and solved."""

    def __init__(self, game: Game) -> None:
        self.oracle = Oracle(game, SECONDS)

    def draw(
        self, kind: str, level: int | None, seen: set[int], rng: random.Random
    ) -> Analysis | None:
        """One that was not seen; None where so many tries found none."""
        self.oracle.allow(SECONDS)
        outcome = Outcome.DRAW if kind == "hold" else Outcome.WIN
        for _ in range(TRIES):
            position = _played(self.oracle.game, rng)
            if position is None or self.oracle.value(position).outcome is not outcome:
                continue
            analysis = self.oracle.analyze(position)
            if not analysis.is_complete:
                raise LimitReached(f"{self.oracle.game.name} takes too long to solve for puzzles")
            if _fits(kind, level, analysis) and canonical(position).key not in seen:
                return analysis
        return None


def _played(game: Game, rng: random.Random) -> Position | None:
    """A position with few cells free and no line completed; None where the moves ran out."""
    free = FEWEST_FREE + int(rng.random() * (MOST_FREE - FEWEST_FREE + 1))
    position = Position(game)
    while game.cells - position.stones > free:
        mine = position.mine
        moves = [cell for cell in position.moves() if not game.completes_line(mine, cell)]
        if not moves:
            return None
        position = position.child(_pick(moves, rng))
    return position


def _fits(kind: str, level: int | None, analysis: Analysis) -> bool:
    if not is_puzzle(kind, analysis):
        return False
    return level is None or level_of(len(failing(analysis)), plies_to_see(analysis)) == level


def _pick(things: Sequence[T], rng: random.Random) -> T:
    """One of them. Not rng.choice: only random() is promised to stay the same."""
    return things[int(rng.random() * len(things))]


def _with_answers(kind: str, analysis: Analysis, oracle: Oracle) -> Puzzle:
    oracle.allow(SECONDS)
    after = {move: analysis.position.child(move) for move in analysis.moves}
    variations = {move: oracle.principal_variation(child) for move, child in after.items()}
    return Puzzle(kind, analysis, reasons(analysis, oracle, seconds=SECONDS), variations)
