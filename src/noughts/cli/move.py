"""noughts move: position in, best move and the position after it out."""

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
from noughts.cli.shared.reading import read_game_option, read_text_argument
from noughts.cli.shared.searching import depth_option, scale_option, search_option, search_options
from noughts.cli.shared.warning import warn_if_long
from noughts.notation.format import format_move
from noughts.notation.moves import parse_move
from noughts.notation.parse import position as read_position
from noughts.notation.rewrite import rewrite
from noughts.notation.shapes import head, state_dict, value_dict
from noughts.notation.words import result_sentence, signed, value_words
from noughts.play.players import Choice, PerfectPlayer, Player, SearchPlayer
from noughts.rules import Position
from noughts.search import USUAL_SEARCH
from noughts.value import end_score, value_of


@click.command("move", cls=Command)
@position_argument
@click.argument("reply", metavar="[MOVE]", required=False)
@game_option
@to_move_option
@search_option
@depth_option
@scale_option
@time_option(30.0)
@json_option
def command(
    text: str,
    reply: str | None,
    game: str | None,
    to_move: str | None,
    search: str | None,
    depth: int | None,
    scale: str | None,
    seconds: float,
    as_json: bool,
) -> int:
    """The best move on POSITION, and the position after it in the form it came in.

    With MOVE (a name, row and column from 0, or an index from 0) that move is made first, and
    the answer is the reply to it: a whole game is played by giving each answer back with one's
    next move.

    \b
    Examples:
      noughts move "XOX OO. .X."
      noughts move "X.. .O. ..." c3
    """
    text = read_text_argument(text)
    position = read_position(text, read_game_option(game), to_move)
    if reply is not None:
        cell = parse_move(position, reply, flat=True)
        text = rewrite(text, position, cell)
        position = position.play(cell)
    if position.is_over:
        _print_end(position, text, as_json)
        return 0
    if search is None and depth is None and scale is None:
        warn_if_long(position, seconds)
        player: Player = PerfectPlayer(seconds)
    else:
        name = search or USUAL_SEARCH
        player = SearchPlayer(name, seconds, **search_options(name, depth, scale))
    choice = player.choose(position)
    _print_choice(position, choice, rewrite(text, position, choice.move), as_json)
    gave_up = search is None and depth is None and choice.value is None
    if gave_up:
        say(f"Not proven within {seconds:g} s (--time): this is a guess.", err=True)
    return 3 if gave_up else 0


def _print_choice(position: Position, choice: Choice, text_after: str, as_json: bool) -> None:
    after = position.child(choice.move)
    if as_json:
        over, winner = after.is_over, after.winner
        print_json(choice.to_dict(position, text=text_after, over=over, winner=winner))
        return
    place = position.game.shape.place(choice.move)
    numbers = tuple(place[1:] if position.game.shape.is_flat else place)
    say(
        f"{position.to_move} plays {format_move(position.game, choice.move)}, {numbers}, index "
        f"{choice.move}: {value_words(choice.value)}"
        + ("" if choice.score is None else f", score {signed(choice.score)}")
    )
    say(text_after)


def _print_end(position: Position, text: str, as_json: bool) -> None:
    if as_json:
        nothing = dict.fromkeys(("to_move", "move", "cell", "row", "column", "after"))
        value = value_dict(value_of(end_score(position), position))
        told = {**head(position), **nothing, "text": text, "value": value, **state_dict(position)}
        print_json({**told, **dict.fromkeys(("score", "nodes", "seconds"))})
        return
    say(f"No move is left: {result_sentence(position)}")
    say(text)
