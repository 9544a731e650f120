"""noughts trace: a search told step by step."""

import time

import click

from noughts.cli.shared.options import (
    Command,
    game_option,
    json_option,
    position_argument,
    time_option,
    to_move_option,
)
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_position_argument
from noughts.cli.shared.searching import depth_option, search_among
from noughts.errors import LimitReached
from noughts.explain.narrate import LIMIT, Narrator
from noughts.explain.tracing import Event, trace
from noughts.notation import format_move, head, value_words
from noughts.rules import Position
from noughts.search import SCALES, SEARCHES, USUAL_SCALE, Result, traced_names


@click.command("trace", cls=Command)
@position_argument
@game_option
@to_move_option
@search_among(traced_names)
@click.option(
    "--scale", type=click.Choice(list(SCALES)), help="How a finished game scores.  [default: ten]"
)
@depth_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Tell N states and fold the rest.  [default: {LIMIT}; with --json, no limit]",
)
@time_option(30.0)
@json_option
def command(
    text: str,
    game: str | None,
    to_move: str | None,
    search: str,
    scale: str | None,
    depth: int | None,
    limit: int | None,
    seconds: float,
    as_json: bool,
) -> None:
    """Run a search on POSITION and tell what it does, state by state.

    With --json, one JSON object a line for each event, as it happens; the result is the last.

    \b
    Examples:
      noughts trace "XXO O.. O.X"
      noughts trace "XXO O.. O.X" --search alphabeta
    """
    position = read_position_argument(text, game, to_move)
    if scale is None and SEARCHES[search].scaled:
        scale = USUAL_SCALE
    if depth is not None and not SEARCHES[search].takes_depth:
        raise click.UsageError(f"--depth does not go with --search {search}")
    options = {} if depth is None else {"depth": depth}
    if as_json:
        _stream(position, search, scale, options, limit, seconds)
    else:
        _narrate(position, search, scale, options, limit or LIMIT, seconds)


class _Clock:
    """Stops a trace whose time is up."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._deadline = time.perf_counter() + seconds
        self.events = 0

    def tick(self) -> None:
        self.events += 1
        if not self.events % 256 and time.perf_counter() > self._deadline:
            raise LimitReached(f"not finished in {self._seconds:g} s (--time)")


def _narrate(
    position: Position,
    search: str,
    scale: str | None,
    options: dict[str, int],
    limit: int,
    seconds: float,
) -> None:
    narrator = Narrator(position, scale=scale, negates=SEARCHES[search].negates, limit=limit)
    clock = _Clock(seconds)

    def hear(event: Event) -> None:
        clock.tick()
        narrator.hear(event)

    result = trace(position, search, hear, scale=scale, **options)
    for line in narrator.lines():
        say(line)
    if narrator.folded:
        say(f"... {narrator.folded:,} more states are folded (--limit).")
    say()
    say(_closing(position, result, search))


def _closing(position: Position, result: Result, search: str) -> str:
    counts = f"{result.nodes:,} states, {result.cutoffs:,} cut-offs, {result.hits:,} remembered"
    if result.move is None:
        return f"The game is over; {counts}."
    move = format_move(position.game, result.move)
    return f"{position.to_move} plays {move}: {value_words(result.value)}, by {search}; {counts}."


def _stream(
    position: Position,
    search: str,
    scale: str | None,
    options: dict[str, int],
    limit: int | None,
    seconds: float,
) -> None:
    clock = _Clock(seconds)
    start = {**head(), "event": "start", **head(position)}
    print_json({**start, "search": search, "scale": scale})

    def hear(event: Event) -> None:
        clock.tick()
        if limit is None or event.number <= limit:
            print_json(event.to_dict())

    result = trace(position, search, hear, scale=scale, **options)
    folded = 0 if limit is None else max(result.nodes - limit, 0)
    print_json({**head(), "event": "end", **result.to_dict(position.game), "folded": folded})
