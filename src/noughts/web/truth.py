"""Answers that need the truth: what moves are worth, a move to play, the tree, a game played."""

import random
import time
from typing import Any

from noughts.errors import LimitReached, NotationError, RulesError
from noughts.explain.facts import lowest_twins
from noughts.explain.reasons import reasons
from noughts.explain.report import Glimpse, Report
from noughts.notation.format import format_move, format_position
from noughts.notation.shapes import head, move_dict, move_names, state_dict, value_dict
from noughts.notation.words import result_sentence, value_sentence, value_words
from noughts.play.levels import player_for
from noughts.play.players import Player, SearchPlayer
from noughts.play.record import make_record
from noughts.play.review import review as review_record
from noughts.rules import Cell, Position
from noughts.search import SEARCHES
from noughts.solver.lookahead import scores_ahead
from noughts.solver.oracle import Oracle
from noughts.value import Value, value_of
from noughts.web.rules import (
    USUAL_GAME,
    Asked,
    board_dict,
    board_report,
    start_or_position,
    turn_sentence,
)

LINE_SECONDS = 0.5  # to follow the lines of play, all together
SIGHT_SHARE = 0.2  # of the time for an answer: what a few plies show where the truth is not found
MOST_PLIES_SEEN = 4
MOST_TREE_NODES = 2_000


def analyze(
    position: Asked = None,
    game: str | None = None,
    to_move: str | None = None,
    seconds: float = 5.0,
) -> dict[str, Any]:
    """The value of a position and of each move, with reasons and the line that follows."""
    found = start_or_position(position, game, to_move)
    oracle = Oracle(found.game, (1 - SIGHT_SHARE) * seconds)
    started = time.perf_counter()
    try:
        analysis = oracle.analyze(found)
    except LimitReached:
        return _unknown(found, oracle, SIGHT_SHARE * seconds, started)
    answer = Report(analysis, reasons(analysis, oracle)).to_dict()
    oracle.allow(LINE_SECONDS)
    deadline = time.perf_counter() + LINE_SECONDS
    for move, (cell, value) in zip(answer["moves"], analysis.moves.items(), strict=True):
        in_time = value is not None and time.perf_counter() < deadline
        line = _line(found.child(cell), oracle) if in_time else []
        move |= {"sentence": value_words(value), "line": line}
    sentence = value_sentence(found, analysis.value)
    return {**answer, "sentence": sentence, "board": board_dict(found)}


def _line(after: Position, oracle: Oracle) -> list[dict[str, str]]:
    """Perfect play from a position on, with the position after each move."""
    line = []
    for cell in oracle.principal_variation(after):
        move = format_move(after.game, cell)
        after = after.child(cell)
        line.append({"move": move, "after": format_position(after)})
    return line


def _unknown(position: Position, oracle: Oracle, seconds: float, started: float) -> dict[str, Any]:
    """What can be said where the value was not found in time: what a few plies prove."""
    seen = _seen(position, time.perf_counter() + seconds)
    moves = {cell: seen.get(cell) for cell in position.moves()}
    answer = Glimpse(position, moves, oracle.nodes, time.perf_counter() - started).to_dict()
    for move, value in zip(answer["moves"], moves.values(), strict=True):
        move |= {"sentence": value_words(value), "line": []}
    sentence = f"{position.to_move} to move: not known in the time allowed"
    return {**board_report(position), "sentence": sentence, **answer}


def _seen(position: Position, deadline: float) -> dict[Cell, Value]:
    """The moves that win or lose within a few plies, as far as there is time to look."""
    seen: dict[Cell, Value] = {}
    for plies in range(1, MOST_PLIES_SEEN + 1):
        try:
            scores = scores_ahead(position, plies, deadline if plies > 2 else None)
        except LimitReached:
            break
        seen = {move: value_of(score, position) for move, score in scores.items() if score}
    return seen


# A move to play


def move(
    position: Asked = None,
    game: str | None = None,
    to_move: str | None = None,
    level: str | None = None,
    search: str | None = None,
    seconds: float = 2.0,
    seed: int | None = None,
) -> dict[str, Any]:
    """The move that a level or a search plays."""
    found = start_or_position(position, game, to_move)
    if found.is_over:
        raise RulesError(f"no move is left: {result_sentence(found)}")
    choice = _player(level, search, seconds, seed).choose(found)
    after = found.child(choice.move)
    words = f"{found.to_move} plays {format_move(found.game, choice.move)}"
    known = "a guess" if choice.is_guess else value_words(choice.value)
    sentence = words if choice.value is None and not choice.is_guess else f"{words}: {known}"
    told = choice.to_dict(found, is_guess=choice.is_guess)
    return {**told, "sentence": sentence, "next": board_report(after)}


def _player(level: str | None, search: str | None, seconds: float, seed: int | None) -> Player:
    rng = None if seed is None else random.Random(seed)
    if search is None:
        name = level or "perfect"
        return player_for(name, seconds, rng or random.Random())
    if level is not None:
        raise NotationError("level and search exclude each other: expected one of them")
    if search not in SEARCHES:
        raise NotationError(f"no search {search!r}: expected {', '.join(SEARCHES)}")
    return SearchPlayer(search, seconds, rng, **SEARCHES[search].within(seconds))


# A piece of the tree


def tree(
    position: Asked = None,
    game: str | None = None,
    to_move: str | None = None,
    depth: int = 1,
    fold: bool = True,
    seconds: float = 5.0,
) -> dict[str, Any]:
    """The positions a few moves on, with what each is worth."""
    found = start_or_position(position, game, to_move)
    grower = _Grower(Oracle(found.game, seconds), fold)
    value = grower.value(found)
    children = grower.children(found, value, depth)
    sentence = turn_sentence(found) if value is None else value_sentence(found, value)
    return {
        **head(found),
        **state_dict(found),
        "value": value_dict(value),
        "sentence": sentence,
        "board": board_dict(found),
        "depth": depth,
        "fold": fold,
        "nodes": grower.nodes,
        "complete": grower.is_complete,
        "children": children,
    }


class _Grower:
    """Grows a piece of the tree, with values as far as they are found in time."""

    def __init__(self, oracle: Oracle, fold: bool) -> None:
        self._oracle = oracle
        self._fold = fold
        self.nodes = 1
        self.is_complete = True

    def value(self, position: Position) -> Value | None:
        try:
            return self._oracle.value(position)
        except LimitReached:
            self.is_complete = False
            return None

    def children(self, position: Position, value: Value | None, depth: int) -> list[dict[str, Any]]:
        """The moves of a position, one of each class; deeper ones as long as depth lasts."""
        twins = lowest_twins(position) if self._fold else {cell: cell for cell in position.moves()}
        classes: dict[Cell, list[Cell]] = {}
        for cell, lowest in twins.items():
            classes.setdefault(lowest, []).append(cell)
        self.nodes += len(classes)
        if self.nodes > MOST_TREE_NODES:
            raise LimitReached(
                f"more than {MOST_TREE_NODES:,} nodes are too many at once: expected a smaller "
                "depth, or fold"
            )
        return [self._child(position, value, cells, depth) for cells in classes.values()]

    def _child(
        self, position: Position, value: Value | None, cells: list[Cell], depth: int
    ) -> dict[str, Any]:
        child = position.child(cells[0])
        child_value = self.value(child)
        worth = None if child_value is None else child_value.a_ply_earlier()
        best, good = _keeps(worth, value)
        return {
            **move_dict(position, cells[0]),
            "moves": move_names(position.game, cells),
            **state_dict(child),
            "value": value_dict(worth),
            "sentence": value_words(worth),
            "best": best,
            "good": good,
            "count": len(child.moves()),
            "children": self.children(child, child_value, depth - 1) if depth > 1 else None,
        }


def _keeps(worth: Value | None, value: Value | None) -> tuple[bool, bool]:
    """Does a move keep outcome and distance, and does it keep the outcome?"""
    if worth is None or value is None:
        return False, False
    return value.distance is not None and worth == value, worth.outcome is value.outcome


# A game that was played


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
