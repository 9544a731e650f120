"""Certificates: a strategy written down, so that anyone can check what it is claimed to do.

`docs/certificates.md` has the format. What is written here is checked by `checker.py`, which
shares nothing with it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from noughts.errors import LimitReached, RulesError
from noughts.notation import format_position
from noughts.rules import Cell, Game, Position, cells_of, size_text
from noughts.solver.oracle import SECONDS, Oracle
from noughts.value import Outcome

FORMAT = "noughts-certificate 1"
SUFFIX = ".cert"
SIDES = ("first", "second")
MOST_POSITIONS = 2_000_000

Strategy: TypeAlias = Callable[[Position], Iterable[Cell]]
"""The moves that a player may make in a position: one, or several if it varies."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one side claims, and its move in every position that can arise."""

    side: str
    claim: str
    moves: dict[Position, list[Cell]]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Strategies of one game that prove what they claim."""

    game: Game
    parts: list[Part]
    about: str = ""

    @property
    def positions(self) -> int:
        return sum(len(part.moves) for part in self.parts)

    def lines(self) -> Iterator[str]:
        """The text, line by line."""
        yield f"{FORMAT}\n"
        for row in self.about.splitlines():
            yield f"# {row}\n"
        yield from _header(self.game)
        for part in self.parts:
            yield f"\nclaim {part.claim}\n"
            for position, moves in part.moves.items():
                text = format_position(Position(self.game, position.first, position.second))
                for move in moves:
                    yield f"{text} {self.game.shape.name(move)}\n"

    def __str__(self) -> str:
        return "".join(self.lines())


def _header(game: Game) -> Iterator[str]:
    yield f"size {size_text(game.shape)}\n"
    if game.words:
        yield f"rules {' '.join(map(str, game.words))}\n"
    if game.k is not None:
        yield f"in-a-row {game.k}\n"
        return
    for line in game.lines:
        yield f"line {' '.join(map(game.shape.name, cells_of(line)))}\n"


# Strategies


def follow(
    game: Game, side: str, strategy: Strategy, *, most: int = MOST_POSITIONS
) -> tuple[dict[Position, list[Cell]], list[Position]]:
    """Every position in which a side has to move, with its moves, and every end that arises.

    A position in which the strategy has no move is among the ends.

    >>> from noughts.rules.catalog import game
    >>> moves, ends = follow(game("3x3"), "first", lambda position: position.moves()[:1])
    >>> len(moves), len(ends)
    (74, 43)
    """
    turn = SIDES.index(side)
    moves: dict[Position, list[Cell]] = {}
    ends: dict[Position, None] = {}
    ahead = [Position(game)]
    while ahead:
        position = ahead.pop()
        if position.is_over:
            ends[position] = None
        elif position.stones % 2 != turn:
            ahead += map(position.child, reversed(position.moves()))
        elif position not in moves:
            if len(moves) == most:
                raise LimitReached(f"more than {most:,} positions arise: expected a smaller board")
            moves[position] = list(dict.fromkeys(strategy(position)))
            ahead += map(position.child, reversed(moves[position]))
            if not moves[position]:
                ends[position] = None
    return moves, list(ends)


def part_of(game: Game, side: str, strategy: Strategy, *, most: int = MOST_POSITIONS) -> Part:
    """The strategy of a side with the most that it can claim: that it wins, or never loses."""
    moves, ends = follow(game, side, strategy, most=most)
    for end in ends:
        if not end.is_over:
            text = format_position(end)
            raise RulesError(f"no certificate: the {side} player has no move on {text}")
    results = {_result(end, side) for end in ends}
    if Outcome.LOSS in results:
        lost = next(end for end in ends if _result(end, side) is Outcome.LOSS)
        text = format_position(lost)
        raise RulesError(f"no certificate: the {side} player loses a game, ending in {text}")
    plies = max(end.stones for end in ends)
    claim = f"{side} never loses" if Outcome.DRAW in results else f"{side} wins within {plies}"
    return Part(side, claim, moves)


def _result(end: Position, side: str) -> Outcome:
    if end.winner is None:
        return Outcome.DRAW
    first_won = end.winner == end.first_mark
    return Outcome.WIN if first_won == (side == "first") else Outcome.LOSS


# Whose strategies


def solved_certificate(
    game: Game, side: str | None = None, *, seconds: float | None = SECONDS
) -> Certificate:
    """What perfect play proves of a game: that a side wins, or that each can hold it.

    >>> from noughts.rules.catalog import game
    >>> [part.claim for part in solved_certificate(game("3x3")).parts]
    ['first never loses', 'second never loses']
    """
    oracle = Oracle(game, seconds)
    outcome = oracle.value(Position(game)).outcome
    worth = {"first": outcome, "second": Outcome(-outcome)}
    if side is not None and worth[side] is Outcome.LOSS:
        other = SIDES[1 - SIDES.index(side)]
        raise RulesError(f"the {side} player cannot hold {game.name}: the {other} player wins")
    sides = [name for name in SIDES if side in (None, name) and worth[name] >= Outcome.DRAW]
    parts = [part_of(game, name, _perfect(oracle)) for name in sides]
    return Certificate(game, parts, f"{game.name}, by perfect play.")


def _perfect(oracle: Oracle) -> Strategy:
    def strategy(position: Position) -> list[Cell]:
        move = oracle.best_move(position)
        return [] if move is None else [move]

    return strategy


def player_certificate(
    game: Game, answers: Mapping[Position, Iterable[Cell | None]], about: str = ""
) -> Certificate:
    """What a player's answers prove: that it never loses, as the first and as the second player.

    Raises RulesError where it loses, or where an answer is missing.
    """

    def strategy(position: Position) -> list[Cell]:
        return [move for move in answers.get(position, ()) if move is not None]

    return Certificate(game, [part_of(game, side, strategy) for side in SIDES], about)
