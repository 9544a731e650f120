"""noughts certify: check a certificate, or write one of a game that can be solved."""

from pathlib import Path
from typing import Any

import click

from noughts.audit.certificates import SIDES, checker, solved_certificate
from noughts.cli.shared.files import write_text
from noughts.cli.shared.options import Command, json_option, time_option
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_game_option
from noughts.cli.shared.warning import warn_if_long
from noughts.errors import NotationError, NoughtsError
from noughts.notation import head
from noughts.rules import Position

SECONDS = 600.0
MOST_SHOWN = 10  # complaints, and notes


@click.command("certify", cls=Command)
@click.argument("what", metavar="FILE|GAME")
@click.option("--output", "-o", metavar="FILE", help="Write a certificate of GAME here.")
@click.option("--side", type=click.Choice(SIDES), help="Of GAME: only for this player.")
@time_option(SECONDS, "Seconds to try before giving up on GAME.")
@json_option
def command(what: str, output: str | None, side: str | None, seconds: float, as_json: bool) -> int:
    """Check the certificate FILE: is what it claims proved?

    A certificate is a strategy that anyone can check. With -o, one of GAME is written first: that
    a player wins, or that each can hold it. The exit code is 0 if all is proved, 1 if not, 2 if
    the file cannot be read.

    \b
    Examples:
      noughts certify 3x3 -o hold.cert
      noughts certify 4x4:3 --side first -o win.cert
    """
    path = what if output is None else output
    if output is None:
        _refuse_game(what, side)
    else:
        _write(what, output, side, seconds)
    try:
        parts = checker.check(path)
    except checker.Unreadable as error:
        raise NotationError(f"no certificate: {error}") from None
    if as_json:
        print_json(_certificate_dict(path, parts))
    else:
        for part in parts:
            _print_part(part)
    return int(any(part.complaints for part in parts))


def _refuse_game(what: str, side: str | None) -> None:
    """Say how it is meant, where a game stands in the place of a file."""
    if side is not None:
        raise click.UsageError("--side is for a certificate to be written: add -o FILE")
    if Path(what).exists():
        return
    try:
        read_game_option(what)
    except NoughtsError:
        return
    raise click.UsageError(f"{what!r} is a game, not a file: add -o FILE to write its certificate")


def _write(spec: str, output: str, side: str | None, seconds: float) -> None:
    game = read_game_option(spec)
    assert game is not None
    warn_if_long(Position(game), seconds)
    certificate = solved_certificate(game, side, seconds=seconds)
    write_text(output, certificate.lines())
    say(f"Wrote {output}: {game.name}, {certificate.positions:,} positions.", err=True)


def _certificate_dict(path: str, parts: list[checker.Part]) -> dict[str, Any]:
    return {
        **head(),
        "path": path,
        "proved": not any(part.complaints for part in parts),
        "claims": [
            {
                "claim": part.claim,
                "proved": not part.complaints,
                "positions": len(part.moves),
                "ends": part.ends,
                "complaints": part.complaints,
                "notes": part.notes,
            }
            for part in parts
        ],
    }


def _print_part(part: checker.Part) -> None:
    verdict = "not proved" if part.complaints else "proved"
    say(
        f"The {part.claim.replace(' ', ' player ', 1)}{' plies' * (' within ' in part.claim)}: "
        f"{verdict}, by {len(part.moves):,} positions and {part.ends:,} ends of games."
    )
    for found in (part.complaints, part.notes):
        for sentence in found[:MOST_SHOWN]:
            say(f"  {sentence}")
        if len(found) > MOST_SHOWN:
            say(f"  and {len(found) - MOST_SHOWN:,} more")
