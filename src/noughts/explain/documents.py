"""A report of one's own: what a lab report shows, made from the truth, as Markdown or HTML.

Each part names the command that gives the same again.
"""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from noughts.errors import NoughtsError
from noughts.explain.count import Comparison, census, compare, comparison_svg, page, table_html
from noughts.explain.narrate import Narrator
from noughts.explain.reasons import most_telling
from noughts.explain.report import Report, analyze
from noughts.explain.tracing import trace
from noughts.explain.tree import game_tree
from noughts.explain.tree.drawn import tree_svg, tree_text
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_moves, format_position
from noughts.notation.parse import Given, position as read_position
from noughts.notation.svg import position_svg
from noughts.notation.words import value_badge, value_sentence, value_words
from noughts.rules import Position
from noughts.solver.machine import cpu_model

SECONDS = 30.0
TOLD_STATES = 40
COMPARED = ("minimax", "alphabeta", "ordered", "transposition", "deepening")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the report: what it says, in both forms, and the command behind it."""

    title: str
    command: str
    markdown: str
    html: str


@dataclass(frozen=True, slots=True)
class Document:
    """The whole report."""

    title: str
    parts: list[Part]

    def to_markdown(self) -> str:
        """The report as Markdown."""
        texts = [f"# {self.title}", ""]
        for part in self.parts:
            texts += [f"## {part.title}", "", part.markdown, "", f"Made by `{part.command}`.", ""]
        return "\n".join(texts)

    def to_html(self) -> str:
        """The report as one self-contained page."""
        parts = [
            f"<h2>{escape(part.title)}</h2>\n{part.html}\n"
            f"<p>Made by <code>{escape(part.command)}</code></p>"
            for part in self.parts
        ]
        return page(self.title, *parts)

    def _repr_html_(self) -> str:
        return self.to_html()


def document(given: Given, *, budget: float = 2.0, seconds: float = SECONDS) -> Document:
    """Write the report on a position; a part that is out of reach says so."""
    position = read_position(given)
    report = analyze(position, seconds=seconds)
    where = _where(position)
    writers: list[tuple[str, str, Callable[[], tuple[str, str]]]] = [
        ("The position", f"noughts analyze {where}", lambda: _position_part(report)),
        ("The moves", f"noughts analyze {where}", lambda: _moves_part(report)),
        ("The tree", f"noughts tree {where} -o tree.svg", lambda: _tree_part(position)),
        (
            "The search, step by step",
            f"noughts trace {where} --search alphabeta --limit {TOLD_STATES}",
            lambda: _trace_part(position),
        ),
        ("The counts", f"noughts census {position.game.name}", lambda: _counts_part(position)),
        (
            "The searches side by side",
            f'noughts compare {where} --searches "{",".join(COMPARED)}" --budget {budget:g}',
            lambda: _comparison_part(compare(position, COMPARED, budget)),
        ),
        ("This machine", "noughts --version", lambda: _machine_part(report)),
    ]
    parts = [Part(title, command, *_written(writer)) for title, command, writer in writers]
    return Document(f"{position.game.name}: {format_position(position)}", parts)


def _where(position: Position) -> str:
    name = position.game.name
    game = f'"{name}"' if position.game.is_listed else name
    return f'"{format_position(position)}" --game {game}'


def _written(writer: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """What a part says; where it is too big for this machine, that."""
    try:
        return writer()
    except NoughtsError as error:
        sentence = f"Not shown: {error}."
        return sentence, f"<p>{escape(sentence)}</p>"


def _position_part(report: Report) -> tuple[str, str]:
    position = report.position
    sentence = f"{value_sentence(position, report.value)}."
    notes = {cell: value_badge(value) for cell, value in report.analysis.moves.items()}
    played = format_moves(position.game, report.analysis.principal_variation)
    line = f"Line of play: {played}" if played else ""
    text = f"{sentence}\n\n{_code(draw(position, notes=notes))}\n\n{line}".rstrip()
    html = f"<p>{escape(sentence)}</p>{position_svg(position, notes=notes)}<p>{escape(line)}</p>"
    return text, html


def _moves_part(report: Report) -> tuple[str, str]:
    game = report.position.game
    rows = [
        [
            format_move(game, cell),
            value_words(value),
            "; ".join(r.sentence(game) for r in most_telling(report.reasons.get(cell, []))),
        ]
        for cell, value in report.analysis.moves.items()
    ]
    if not rows:
        return "The game is over.", "<p>The game is over.</p>"
    headings = ["move", "value", "why"]
    return _markdown_table(headings, rows), table_html(headings, rows)


def _tree_part(position: Position) -> tuple[str, str]:
    tree = game_tree(position)
    return _code(tree_text(tree)), tree_svg(tree)


def _trace_part(position: Position) -> tuple[str, str]:
    narrator = Narrator(position, scale="ten", negates=True, limit=TOLD_STATES)
    # Far enough to be instructive, and never long.
    depth = None if position.game.cells - position.stones <= 9 else 3
    trace(position, "alphabeta", narrator.hear, scale="ten", depth=depth)
    lines = [*narrator.lines()]
    if narrator.folded:
        lines.append(f"... {narrator.folded:,} more states are folded.")
    text = "\n".join(lines)
    return _code(text), f"<pre>{escape(text)}</pre>"


def _counts_part(position: Position) -> tuple[str, str]:
    counts = census(position.game)
    names = {
        "nodes of the game tree": "nodes",
        "games": "games",
        "won by the first player": "games_won_by_first",
        "won by the second player": "games_won_by_second",
        "drawn": "games_drawn",
        "positions": "positions",
        "positions up to board symmetry": "classes",
    }
    rows = [[name, f"{counts.total(field):,}"] for name, field in names.items()]
    headings = ["of the whole game", "count"]
    return _markdown_table(headings, rows), table_html(headings, rows)


def _comparison_part(comparison: Comparison) -> tuple[str, str]:
    rows = [
        [
            run.search,
            value_words(run.value) if run.finished else "unfinished",
            f"{run.nodes:,}",
            f"{run.cutoffs:,}",
            f"{run.hits:,}",
            f"{run.seconds:.4f} s",
        ]
        for run in comparison.runs
    ]
    headings = ["search", "value", "nodes", "cut-offs", "hits", "time"]
    return (
        _markdown_table(headings, rows),
        comparison_svg(comparison) + table_html(headings, rows),
    )


def _machine_part(report: Report) -> tuple[str, str]:
    text = (
        f"{cpu_model()}, {platform.system()}, Python {platform.python_version()}. The "
        f"position was evaluated in {report.analysis.seconds:.7f} s, looking at "
        f"{report.analysis.nodes:,} positions."
    )
    return text, f"<p>{escape(text)}</p>"


def _code(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def _markdown_table(headings: list[str], rows: list[list[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)
