"""noughts dataset: positions with the truth about them, as CSV or JSON lines."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from noughts.cli.shared.files import ending_of, write_text
from noughts.cli.shared.options import Command, json_option, time_option
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_game_option
from noughts.notation import head
from noughts.solver.oracle import SECONDS

WRITERS = (".csv", ".jsonl")


@click.command("dataset", cls=Command)
@click.argument("game", metavar="[GAME]", default="3x3")
@click.option(
    "-o", "--output", metavar="FILE", help="A file .csv or .jsonl; a data card beside it."
)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="So many positions, not all.")
@click.option("--seed", type=int, default=0, show_default=True, help="Makes a sample repeat.")
@time_option(SECONDS, "Seconds for each position.")
@json_option
def command(
    game: str, output: str | None, sample: int | None, seed: int, seconds: float, as_json: bool
) -> None:
    """Write positions of GAME with outcome, distance, best and good moves.

    Without a file they go to standard output: as CSV, with --json as JSON lines.

    \b
    Examples:
      noughts dataset 3x3 --sample 5
      noughts dataset 4x4 --sample 3 --seed 1 --json
    """
    from noughts.learn.yardstick import Row, as_csv, as_json_lines, card, rows

    rules = read_game_option(game)
    assert rules is not None
    count = [0]

    def counted(found: Iterable[Row]) -> Iterator[Row]:
        for row in found:
            count[0] += 1
            yield row

    found = counted(rows(rules, sample, seed, seconds))
    if output is None:
        for line in as_json_lines(found) if as_json else as_csv(found):
            say(line, end="")
        return
    lines = as_csv if ending_of(output, WRITERS) == ".csv" else as_json_lines
    write_text(output, lines(found))
    beside = Path(output).with_suffix(".card.md")
    options = "" if sample is None else f" --sample {sample} --seed {seed}"
    made_by = f"noughts dataset {rules.name}{options} -o {Path(output).name}"
    write_text(beside, card(rules, count[0], sample, seed, made_by))
    if as_json:
        print_json({**head(rules), "rows": count[0], "file": output, "card": str(beside)})
    else:
        say(f"{count[0]:,} positions of {rules.name} in {output}; what they are, in {beside}.")
