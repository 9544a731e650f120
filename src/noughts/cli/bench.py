"""noughts bench: what the searches cost."""

from __future__ import annotations

import time

import click

from noughts.cli.common import Command, json_option, print_json, print_table
from noughts.explain.report import SCHEMA
from noughts.explain.signature import POSITIONS, signature


@click.command("bench", cls=Command)
@click.option("--signature", "only_signature", is_flag=True, help="Only the node signature.")
@json_option
def command(only_signature: bool, as_json: bool) -> None:
    """The node signature: the nodes of every deterministic search over a fixed set of positions.

    \b
    Examples:
      noughts bench --signature
      noughts bench --signature --json
    """
    started = time.perf_counter()
    nodes = signature()
    seconds = time.perf_counter() - started
    total = sum(nodes.values())
    if as_json:
        print_json(
            {"schema": SCHEMA, "signature": total, "nodes": nodes, "seconds": round(seconds, 3)}
        )
        return
    print_table(
        ["search", "nodes"], [[name, f"{count:,}"] for name, count in nodes.items()], right=(1,)
    )
    click.echo()
    click.echo(f"Bench: {total} over {len(POSITIONS)} positions")
