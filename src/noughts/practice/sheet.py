"""Sheets: puzzles on paper, the solutions on a page of their own."""

import json
from dataclasses import dataclass
from html import escape
from typing import Any

from noughts.notation import draw, head
from noughts.practice.puzzle import Puzzle
from noughts.rules import Game, Position, column_letters


@dataclass(frozen=True, slots=True)
class Sheet:
    """Some puzzles of one game, to be written down."""

    game: Game
    seed: int
    puzzles: list[Puzzle]

    def to_dict(self) -> dict[str, Any]:
        """The sheet as JSON has it."""
        return {
            **head(self.game),
            "seed": self.seed,
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
        }

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), indent=2) + "\n"

    def to_markdown(self) -> str:
        """The sheet in Markdown."""
        parts = [f"# Puzzles: {self.game.name}", f"Seed {self.seed}."]
        for number, puzzle in enumerate(self.puzzles, start=1):
            parts.append(f"## {number}. {puzzle.title}")
            parts += [f"```text\n{draw(puzzle.position)}\n```", puzzle.task]
        parts.append("## Solutions")
        for number, puzzle in enumerate(self.puzzles, start=1):
            rows = [f"- **{puzzle.explain(move)}**" for move in puzzle.right]
            rows += [f"- {puzzle.explain(move)}" for move in puzzle.wrong]
            parts += [f"### {number}. {puzzle.title}", "\n".join(rows)]
        return "\n\n".join(parts) + "\n"

    def to_html(self) -> str:
        """The sheet as one page that needs nothing else, to be printed."""
        name = escape(self.game.name)
        numbered = list(enumerate(self.puzzles, start=1))
        return "\n".join(
            [
                _HEAD.format(name=name, style=_STYLE),
                f"<h1>Puzzles: {name}</h1>\n<p>Seed {self.seed}.</p>",
                f'<section class="puzzles" style="--column: {_column_rem(self.game)}rem">',
                *(_html_puzzle(number, puzzle) for number, puzzle in numbered),
                '</section>\n<section class="solutions">\n<h2>Solutions</h2>',
                *(_html_solution(number, puzzle) for number, puzzle in numbered),
                "</section>\n</body>\n</html>\n",
            ]
        )


_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Puzzles: {name}</title>
<style>{style}</style>
</head>
<body>"""

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; }
body { padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; margin: 0.6rem 0; }
.puzzles { display: grid; gap: 1.5rem 2rem; }
.puzzles { grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--column)), 1fr)); }
.puzzle h2 { font-size: 1.1rem; }
.puzzle { break-inside: avoid; }
.slices { display: flex; flex-wrap: wrap; gap: 1rem; }
table { border-collapse: collapse; }
caption { text-align: left; }
th { color: inherit; font-size: 0.8rem; font-weight: normal; padding: 0.1rem 0.4rem; }
td { border: 1px solid; font-size: 1.2rem; height: 2.1rem; text-align: center; width: 2.1rem; }
td.corner { border: 0; }
.solutions > div { break-inside: avoid; }
@media print {
  body { color: #000; background: #fff; font-size: 11pt; margin: 0; max-width: none; padding: 0; }
  .solutions { break-before: page; }
}
"""


def _column_rem(game: Game) -> int:
    """How wide a board is on the sheet, or the sentence under it."""
    return max(19, round(2.4 * (game.width + 1) * game.depth))


def _html_puzzle(number: int, puzzle: Puzzle) -> str:
    boards = "\n".join(_html_board(puzzle.position, at) for at in range(puzzle.position.game.depth))
    return (
        f'<div class="puzzle">\n<h2>{number}. {puzzle.title}</h2>\n'
        f'<div class="slices">\n{boards}\n</div>\n<p>{escape(puzzle.task)}</p>\n</div>'
    )


def _html_board(position: Position, slice: int) -> str:
    """One slice as a table, with the labels that its moves are written with."""
    game = position.game
    width, height, _ = shape = game.shape
    labels = [str(at + 1) if game.drop else column_letters(at) for at in range(width)]
    heads = "".join(f'<th scope="col">{label}</th>' for label in labels)
    rows = [f'<tr><td class="corner"></td>{heads}</tr>']
    for row in range(height):
        marks = [position.mark(shape.cell((slice, row, at))) or "" for at in range(width)]
        cells = "".join(f"<td>{mark}</td>" for mark in marks)
        rows.append(f'<tr><th scope="row">{row + 1}</th>{cells}</tr>')
    caption = "" if shape.is_flat else f"<caption>slice {slice + 1}</caption>\n"
    return f"<table>\n{caption}" + "\n".join(rows) + "\n</table>"


def _html_solution(number: int, puzzle: Puzzle) -> str:
    items = [f"<li><strong>{escape(puzzle.explain(move))}</strong></li>" for move in puzzle.right]
    items += [f"<li>{escape(puzzle.explain(move))}</li>" for move in puzzle.wrong]
    listed = "\n".join(items)
    return f"<div>\n<h3>{number}. {puzzle.title}</h3>\n<ul>\n{listed}\n</ul>\n</div>"
