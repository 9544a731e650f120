"""The grades of a class as a table for a spreadsheet."""

import csv
import io

from noughts.audit.classroom.classroom import ClassResult
from noughts.audit.classroom.entry import Entry
from noughts.audit.verdict import Kind

BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets do not read UTF-8
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

BEFORE = ["file", "verdict", "asked", "wrong"]
AFTER = ["behaves like", "group", "seconds", "taken for", "sentence"]


def grades_csv(result: ClassResult) -> str:
    """A row for each submission."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*BEFORE, *(kind.value for kind in Kind), *AFTER])
    for entry in result.entries:
        group = result.group_of(entry)
        row = [
            *_before(entry),
            *(entry.counts.get(kind.value, 0) for kind in Kind),
            *_after(entry, group),
        ]
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return BYTE_ORDER_MARK + out.getvalue()


def _before(entry: Entry) -> list[str | int]:
    return [entry.file, entry.verdict, entry.asked, entry.wrong]


def _after(entry: Entry, group: int | None) -> list[str | int | float]:
    number = "" if group is None else group
    return [entry.mistake, number, entry.seconds, entry.taken_for, entry.sentence]


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1.py"), harmless("best.py")
    ("'=1+1.py", 'best.py')
    """
    return f"'{text}" if text.startswith(FORMULA) else text
