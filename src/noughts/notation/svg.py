"""Positions as SVG pictures: X two strokes, O a ring, a broad stroke along a completed line.

Colours follow the reader's light or dark scheme by a media query inside the picture, so that it
stands alone in a browser, a notebook or a page. Every rule is kept to the class `noughts`: a
style within an inline picture would otherwise reach the whole page.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from noughts.notation.format import format_line, format_position
from noughts.rules import Cell, Mask, Position, Shape, cells_of, column_letters

# name: on light, on dark. Win, draw and loss keep a contrast of 4.5 with paper and with `on`.
PALETTE = {
    "paper": ("#ffffff", "#16191d"),
    "board": ("#ffffff", "#1f242a"),
    "band": ("#f0f3f6", "#1c2127"),
    "ink": ("#1b1f23", "#e6e9ec"),
    "soft": ("#5c636a", "#a3abb3"),
    "grid": ("#a4abb2", "#59616a"),
    "last": ("#fdeab5", "#5c4a12"),
    "line": ("#f7cf57", "#8a6d14"),
    "win": ("#0072B2", "#56B4E9"),
    "draw": ("#595959", "#c4c9ce"),
    "loss": ("#A84300", "#E69F00"),
    "on": ("#ffffff", "#16191d"),
}

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,'DejaVu Sans',sans-serif"
SLICE_GAP = 0.6  # between the slices of a 3-D board, in cells
CELL = 56  # of a picture whose size was left open
MOST_PIXELS = 640

_VALUE_NOTE = re.compile(r"[WDL]\d*")
_NOTE_COLOURS = {"W": "win", "D": "draw", "L": "loss"}


def style() -> str:
    """The style sheet of all pictures: fill is f-NAME and stroke s-NAME, light and dark."""
    light, dark = (
        "".join(_rules(name, pair[at]) for name, pair in PALETTE.items()) for at in (0, 1)
    )
    return (
        f".noughts text{{font-family:{FONT}}}{light}"
        f"@media screen and (prefers-color-scheme:dark){{{dark}}}"
    )


def _rules(name: str, colour: str) -> str:
    return f".noughts .f-{name}{{fill:{colour}}}.noughts .s-{name}{{stroke:{colour}}}"


def picture(
    width: float, height: float, body: Iterable[str], *, title: str, scale: float = 1
) -> str:
    """A whole SVG document around a body that is width x height units large."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="noughts" role="img" '
            f'width="{num(width * scale)}" height="{num(height * scale)}" '
            f'viewBox="0 0 {num(width)} {num(height)}">',
            f"<title>{escape(title)}</title>",
            f"<style>{style()}</style>",
            f'<rect class="f-paper" width="{num(width)}" height="{num(height)}"/>',
            *body,
            "</svg>\n",
        ]
    )


def num(value: float) -> str:
    """A number as short as it can be, with two places at most.

    >>> num(12.0), num(0.125), num(-0.001)
    ('12', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text(
    x: float, y: float, words: str, *, size: float, colour: str = "ink", bold: bool = False,
    anchor: str = "middle",
) -> str:  # fmt: skip
    """A line of text on its base line, in the middle of x unless another anchor is given."""
    weight = ' font-weight="600"' if bold else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text class="f-{colour}" x="{num(x)}" y="{num(y)}" font-size="{num(size)}"'
        f"{weight}{place}>{escape(words)}</text>"
    )


# The board


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board lies in a picture: its left top corner, and how large a cell is."""

    x: float
    y: float
    cell: float

    def corner(self, shape: Shape, cell: Cell) -> tuple[float, float]:
        """The left top corner of a cell."""
        slice, row, column = shape.place(cell)
        return (
            self.x + (column + slice * (shape.width + SLICE_GAP)) * self.cell,
            self.y + row * self.cell,
        )

    def centre(self, shape: Shape, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = self.corner(shape, cell)
        return x + self.cell / 2, y + self.cell / 2


def board_size(shape: Shape, cell: float) -> tuple[float, float]:
    """Width and height of a board without labels; slices stand side by side.

    >>> board_size(Shape(3, 3), 10), board_size(Shape(3, 3, 3), 10)
    ((30.0, 30), (102.0, 30))
    """
    columns = shape.width * shape.depth + SLICE_GAP * (shape.depth - 1)
    return columns * cell, shape.height * cell


def board(
    position: Position, at: Place, *, tinted: Mask = 0, corner: float = 0.0, faded: bool = False
) -> list[str]:
    """The stones and the grid; behind them tinted cells, and a broad stroke along a line."""
    shape = position.game.shape
    behind = [] if faded else [
        *_tints(shape, at, tinted, "last"),
        *_tints(shape, at, _bent_lines(position), "line"),
        *_straight_lines(position, at),
    ]  # fmt: skip
    frames = _frames(shape, at, corner, "grid" if faded else "soft")
    stones = _stones(position, at, "grid" if faded else "ink")
    return [*frames, *behind, _grid(shape, at), *stones]


def _frames(shape: Shape, at: Place, corner: float, colour: str) -> list[str]:
    width, height = shape.width * at.cell, shape.height * at.cell
    rounded = f' rx="{num(corner)}"' if corner else ""
    return [
        f'<rect class="f-board s-{colour}" '
        f'x="{num(at.corner(shape, first)[0])}" y="{num(at.y)}" '
        f'width="{num(width)}" height="{num(height)}"{rounded} '
        f'stroke-width="{num(max(0.8, at.cell / 18))}"/>'
        for first in range(0, shape.cells, shape.width * shape.height)
    ]


def _tints(shape: Shape, at: Place, mask: Mask, colour: str) -> list[str]:
    inset = at.cell * 0.06
    side = num(at.cell - 2 * inset)
    corners = (at.corner(shape, cell) for cell in cells_of(mask))
    return [
        f'<rect class="f-{colour}" x="{num(x + inset)}" y="{num(y + inset)}" '
        f'width="{side}" height="{side}" rx="{num(at.cell * 0.12)}"/>'
        for x, y in corners
    ]


def _grid(shape: Shape, at: Place) -> str:
    steps = []
    width, height = num(shape.width * at.cell), num(shape.height * at.cell)
    for slice in range(shape.depth):
        left, top = at.corner(shape, shape.cell((slice, 0, 0)))
        steps += [f"M{num(left + c * at.cell)} {num(top)}v{height}" for c in range(1, shape.width)]
        steps += [f"M{num(left)} {num(top + r * at.cell)}h{width}" for r in range(1, shape.height)]
    thick = num(max(0.6, at.cell / 36))
    return f'<path class="s-grid" fill="none" stroke-width="{thick}" d="{"".join(steps)}"/>'


def _stones(position: Position, at: Place, colour: str) -> list[str]:
    """All crosses as one path, all rings as another."""
    shape = position.game.shape
    reach, ring = at.cell * 0.27, at.cell * 0.29
    paths: dict[str, list[str]] = {"X": [], "O": []}
    for cell in cells_of(position.taken):
        x, y = at.centre(shape, cell)
        if position.mark(cell) == "X":
            side = num(2 * reach)
            paths["X"].append(
                f"M{num(x - reach)} {num(y - reach)}l{side} {side}m0-{side}l-{side} {side}"
            )
        else:
            r, across = num(ring), num(2 * ring)
            paths["O"].append(
                f"M{num(x - ring)} {num(y)}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1-{across} 0"
            )
    return [
        f'<path class="s-{colour}" fill="none" stroke-width="{num(at.cell * 0.11)}" '
        f'stroke-linecap="round" d="{"".join(path)}"/>'
        for path in paths.values()
        if path
    ]


def _run(shape: Shape, line: Mask) -> list[Cell] | None:
    """The cells of a line that is straight on the paper; None for one round a corner or slice."""
    cells = list(cells_of(line))
    places = [shape.place(cell) for cell in cells]
    steps = {(b.slice - a.slice, b.row - a.row, b.column - a.column) for a, b in pairwise(places)}
    near = all(slice == 0 and max(abs(row), abs(column)) == 1 for slice, row, column in steps)
    return cells if len(steps) <= 1 and near else None


def _bent_lines(position: Position) -> Mask:
    mask = 0
    for line in position.completed_lines():
        if _run(position.game.shape, line) is None:
            mask |= line
    return mask


def _straight_lines(position: Position, at: Place) -> list[str]:
    shape, drawn = position.game.shape, []
    for line in position.completed_lines():
        run = _run(shape, line)
        if run is None:
            continue
        (x1, y1), (x2, y2) = at.centre(shape, run[0]), at.centre(shape, run[-1])
        length = max(abs(x2 - x1), abs(y2 - y1)) or 1
        over = at.cell * 0.16 / length
        dx, dy = (x2 - x1) * over, (y2 - y1) * over
        drawn.append(
            f'<path class="s-line" fill="none" stroke-width="{num(at.cell * 0.42)}" '
            f'stroke-linecap="round" '
            f'd="M{num(x1 - dx)} {num(y1 - dy)}L{num(x2 + dx)} {num(y2 + dy)}"/>'
        )
    return drawn


# A position by itself


def position_svg(
    position: Position,
    *,
    notes: Mapping[Cell, str] | None = None,
    marked: Mask = 0,
    size: float | None = None,
) -> str:
    """A position with its labels, as `draw` has it in text.

    notes are written on free cells, those of `value_badge` in their colours; marked cells are
    tinted. size is the length of the longer side in pixels.

    >>> from noughts.notation.parse import position
    >>> picture = position_svg(position("XX. .O. ..O"), notes={2: "W1"})
    >>> picture.splitlines()[1]
    '<title>3x3, X to move: XX. .O. ..O; c1 W1</title>'
    """
    shape = position.game.shape
    side, top = 0.55 * CELL, (0.55 if shape.is_flat else 1.0) * CELL
    at = Place(side, top, CELL)
    wide, high = board_size(shape, CELL)
    width, height = wide + side + CELL * 0.25, high + top + CELL * 0.25
    longer = max(width, height)
    scale = (size if size is not None else min(longer, MOST_PIXELS)) / longer
    body = [
        *board(position, at, tinted=marked, corner=CELL * 0.1),
        *_labels(position, at),
        *_badges(position, at, notes or {}),
    ]
    return picture(width, height, body, title=_title(position, notes or {}), scale=scale)


def _title(position: Position, notes: Mapping[Cell, str]) -> str:
    game = position.game
    if position.is_over:
        lines = ", ".join(format_line(game, line) for line in position.completed_lines())
        turn = f"won by {position.winner}, line {lines}" if position.winner else "drawn"
    else:
        turn = f"{position.to_move} to move"
    words = ", ".join(f"{game.shape.name(cell)} {note}" for cell, note in notes.items())
    return f"{game.name}, {turn}: {format_position(position)}" + (f"; {words}" if words else "")


def _labels(position: Position, at: Place) -> list[str]:
    shape, labels = position.game.shape, []
    small = CELL * 0.27
    for slice in range(shape.depth):
        left, top = at.corner(shape, shape.cell((slice, 0, 0)))
        for column in range(shape.width):
            name = str(column + 1) if position.game.drop else column_letters(column)
            x = left + (column + 0.5) * CELL
            labels.append(text(x, top - CELL * 0.15, name, size=small, colour="soft"))
        if not shape.is_flat:
            middle = left + shape.width * CELL / 2
            words = f"slice {slice + 1}"
            labels.append(text(middle, top - CELL * 0.55, words, size=small, colour="soft"))
    for row in range(shape.height):
        y = at.y + (row + 0.5) * CELL + small * 0.35
        labels.append(text(at.x - CELL * 0.25, y, str(row + 1), size=small, colour="soft"))
    return labels


def _badges(position: Position, at: Place, notes: Mapping[Cell, str]) -> list[str]:
    badges = []
    for cell, note in notes.items():
        if position.mark(cell) is not None:
            continue
        x, y = at.centre(position.game.shape, cell)
        if _VALUE_NOTE.fullmatch(note):
            badges.append(pill(x, y, note, _NOTE_COLOURS[note[0]], size=CELL * 0.3))
        else:
            badges.append(text(x, y + CELL * 0.11, note, size=CELL * 0.3, colour="soft"))
    return badges


def pill(x: float, y: float, words: str, colour: str, *, size: float) -> str:
    """Words on a lozenge of a colour, around a point."""
    width, height = pill_width(words, size), size * 1.4
    return (
        f'<rect class="f-{colour}" x="{num(x - width / 2)}" y="{num(y - height / 2)}" '
        f'width="{num(width)}" height="{num(height)}" rx="{num(height / 2)}"/>'
        + text(x, y + size * 0.35, words, size=size, colour="on", bold=True)
    )


def pill_width(words: str, size: float) -> float:
    """How wide a lozenge with words is."""
    return 1.1 * text_width(words, size) + size * 0.8


# Rather more than less, as the font is the reader's.
_WIDTHS = (
    (" .,:;|!'()[]fijlrt", 0.4), ("0123456789", 0.64), ("mwMW…", 1.0), ("+−≤≥=<>·", 0.84),
)  # fmt: skip


def text_width(words: str, size: float) -> float:
    """About how wide words are."""
    return size * sum(_letter_width(letter) for letter in words)


def _letter_width(letter: str) -> float:
    for letters, width in _WIDTHS:
        if letter in letters:
            return width
    return 0.7 if letter.isupper() else 0.62
