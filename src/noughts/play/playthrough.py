"""Playthrough: everything the library says at each position of one game, as text.

Kept for every game of the catalogue and compared line by line, so that a change in what the
library says shows as a change of text that a person can read.
"""

from collections.abc import Iterator

from noughts.notation.format import format_line, format_move, format_moves, format_position
from noughts.notation.moves import parse_moves
from noughts.notation.words import result_sentence
from noughts.play.players import promising_move
from noughts.rules import Cell, Game, Position, board_symmetries, canonical
from noughts.search import open_lines
from noughts.solver.forecast import positions_ahead
from noughts.solver.oracle import Oracle

MOST_PLIES = 24
# Small enough that plain Python answers in seconds: the text must not depend on the clock.
MOST_AHEAD = 12_000_000


def playthrough(game: Game, moves: str | None = None) -> Iterator[str]:
    """The lines of a playthrough: of the moves given, or of some that the library chooses.

    >>> from noughts.rules.catalog import game
    >>> print("\\n".join(list(playthrough(game("3x3")))[:12]))
    # regenerate with: noughts playthrough 3x3
    game       3x3
    cells      9
    lines      8
    symmetries 8
    <BLANKLINE>
    position   ... ... ...
    to_move    X
    moves      a1 b1 c1 a2 b2 c2 a3 b3 c3
    class      ... ... ...
    evaluation +0
    value      draw in 9
    """
    start = Position(game)
    wanted = [] if moves is None else moves.split()
    parse_moves(start, wanted)  # complains before anything is said
    yield f"# regenerate with: noughts playthrough {game.name}" + (f" {moves}" if moves else "")
    yield f"game       {game.name}"
    yield f"cells      {game.cells}"
    yield f"lines      {len(game.lines)}"
    yield f"symmetries {len(board_symmetries(game))}"
    position, oracle = start, Oracle(game, None)
    for ply in range(len(wanted) if wanted else MOST_PLIES):
        yield from ("", *_facts(position, oracle))
        if position.is_over:
            return
        if wanted:
            position = parse_moves(position, [wanted[ply]])
            yield f"play       {wanted[ply]}"
        else:
            move = _choice(position, ply)
            yield f"play       {format_move(game, move)}"
            position = position.play(move)
    yield from ("", *_facts(position, oracle))


def _choice(position: Position, ply: int) -> Cell:
    """A move: now and then one out of turn, so that the games are not all perfect."""
    moves = position.moves()
    return moves[ply * 7 % len(moves)] if ply % 3 == 1 else promising_move(position)


def _facts(position: Position, oracle: Oracle) -> Iterator[str]:
    game = position.game
    yield f"position   {format_position(position)}"
    yield f"to_move    {position.to_move}"
    yield f"moves      {format_moves(game, position.moves())}".rstrip()
    yield f"class      {format_position(canonical(position))}"
    if position.is_over:
        yield f"over       {result_sentence(position)}"
        lines = " ".join(format_line(game, line) for line in position.completed_lines())
        yield f"lines      {lines}".rstrip()
        yield f"value      {oracle.value(position)}"
        return
    yield f"evaluation {open_lines(position):+d}"
    if positions_ahead(position) > MOST_AHEAD:
        yield "value      not asked: too much lies ahead"
        return
    analysis = oracle.analyze(position)
    yield f"value      {analysis.value}"
    yield f"best       {format_moves(game, analysis.best)}"
    yield f"good       {format_moves(game, analysis.good)}"
    yield f"variation  {format_moves(game, analysis.principal_variation)}"
