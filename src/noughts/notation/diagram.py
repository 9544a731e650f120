"""Positions drawn as text, with labels.

  a b c
1 X . .
2 . O .
3 . . .
"""

from collections.abc import Mapping

from noughts.rules import Cell, Mask, Position, column_letters


def draw(
    position: Position,
    *,
    notes: Mapping[Cell, str] | None = None,
    marked: Mask = 0,
    numbers: bool = False,
) -> str:
    """Draw a position with its labels, slice by slice.

    notes are written on free cells; marked cells stand in brackets; with numbers, rows and
    columns are labelled from 0. Drop games label their columns from 1, as their moves are.

    >>> from noughts.notation.parse import position
    >>> print(draw(position("XX. .O. ..O"), notes={2: "W1", 5: "D"}))
      a  b  c
    1 X  X  W1
    2 .  O  D
    3 .  .  O
    >>> print(draw(position("XXX OO. ..."), marked=0b111))
       a   b   c
    1 [X] [X] [X]
    2  O   O   .
    3  .   .   .
    """
    shape = position.game.shape
    texts = [_cell_text(position, cell, notes or {}, marked) for cell in range(shape.cells)]
    columns = [_column_label(position, column, numbers) for column in range(shape.width)]
    rows = [str(row if numbers else row + 1) for row in range(shape.height)]
    side = max(map(len, rows))
    width = max(map(len, [*texts, *columns]))
    blocks = []
    for slice in range(shape.depth):
        block = [_row(" " * side, columns, width, bool(marked))]
        if not shape.is_flat:
            block.insert(0, f"slice {slice if numbers else slice + 1}")
        for row, label in enumerate(rows):
            start = shape.cell((slice, row, 0))
            cells = texts[start : start + shape.width]
            block.append(_row(label.rjust(side), cells, width, bool(marked)))
        blocks.append("\n".join(block))
    return "\n\n".join(blocks)


def _cell_text(position: Position, cell: Cell, notes: Mapping[Cell, str], marked: Mask) -> str:
    mark = position.mark(cell)
    text = notes.get(cell, ".") if mark is None else mark
    return f"[{text}]" if marked >> cell & 1 else text


def _column_label(position: Position, column: int, numbers: bool) -> str:
    if position.game.drop:
        return str(column + 1)
    return str(column) if numbers else column_letters(column)


def _row(label: str, cells: list[str], width: int, brackets: bool) -> str:
    if brackets:
        cells = [cell if cell.startswith("[") else f" {cell} " for cell in cells]
    return f"{label} {' '.join(cell.ljust(width) for cell in cells)}".rstrip()
