"""A class as a page that needs nothing else: a table to sort, and every submission below it."""

import os
from html import escape
from itertools import pairwise
from pathlib import Path

from noughts.audit.classroom.alike import CAUTION, Group
from noughts.audit.classroom.classroom import ClassResult
from noughts.audit.classroom.entry import VERDICTS, Entry
from noughts.audit.verdict import CANNOT_RUN, NOT_PERFECT, PERFECT, UNDECIDED
from noughts.audit.verdict.page import BOARD_PIXELS, page
from noughts.notation import format_move, position_svg
from noughts.play.record import Record
from noughts.rules import Game, Position

KINDS = {PERFECT: "perfect", NOT_PERFECT: "not", CANNOT_RUN: "not", UNDECIDED: "open"}
SIGNS = {PERFECT: "✓", NOT_PERFECT: "✗", CANNOT_RUN: "!", UNDECIDED: "?"}
GRAVEST = [NOT_PERFECT, CANNOT_RUN, UNDECIDED, PERFECT]

STYLE = """
main { max-width: 64rem; }
.tiles { display: flex; flex-wrap: wrap; gap: 0.6rem; list-style: none; margin: 1rem 0; }
.tiles { padding: 0; }
.tiles li { background: var(--band); border-left: 0.4rem solid var(--colour); flex: 1 1 8rem; }
.tiles li { box-sizing: border-box; padding: 0.4rem 0.8rem; }
.tiles strong { display: block; font-size: 1.6rem; line-height: 1.2; }
.wide { margin: 0 -1rem; overflow-x: auto; padding: 0 1rem; }
.class { width: 100%; }
.class td:first-child { min-width: 9rem; overflow-wrap: anywhere; }
.class td, .class th { padding-right: 1rem; }
.class td.number, .class th.number { padding-right: 1rem; }
.class th { background: var(--paper); white-space: nowrap; }
.class button { background: none; border: 0; color: inherit; cursor: pointer; font: inherit; }
.class button { font-weight: 600; padding: 0.4rem 0; }
.class button::after { color: var(--soft); content: " \\2195"; }
.class [aria-sort=ascending] button::after { content: " \\2191"; }
.class [aria-sort=descending] button::after { content: " \\2193"; }
.word { border-left: 0.3rem solid var(--colour); padding-left: 0.5rem; white-space: nowrap; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: 0.2em; }
a:focus-visible, button:focus-visible, .wide:focus-visible { outline: 2px solid var(--win); }
.one { border-top: 1px solid var(--grid); margin-top: 2rem; padding-top: 1rem; }
.one h3 { font-size: 1.1rem; overflow-wrap: anywhere; }
.one .verdict { font-size: 1rem; margin: 0.5rem 0; padding: 0.4rem 0.8rem; }
.group { background: var(--band); margin: 0.8rem 0; padding: 0.5rem 1rem; }
.group ul { margin: 0.3rem 0; padding-left: 1.2rem; }
.group li { overflow-wrap: anywhere; }
"""

# Without it the table stands in the order of the verdicts, and nothing else is missing.
SCRIPT = """
for (const head of document.querySelectorAll('.class th')) {
  const button = document.createElement('button');
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    const up = head.getAttribute('aria-sort') !== 'ascending';
    head.parentElement.querySelectorAll('th').forEach(th => th.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const at = head.cellIndex, body = head.closest('table').tBodies[0];
    const key = row => row.cells[at].dataset.key ?? row.cells[at].textContent;
    const rows = [...body.rows].sort((a, b) =>
      key(a).localeCompare(key(b), undefined, {numeric: true}));
    body.append(...(up ? rows : rows.reverse()));
  });
}
"""

HEADINGS = ["file", "verdict", "wrong", "slips", "asked", "behaves like", "group", "seconds"]
NUMBERS = {"wrong", "slips", "asked", "group", "seconds"}


def class_page(result: ClassResult) -> str:
    """The whole page."""
    number = len(result.entries)
    title = f"{number} submission{'s' * (number != 1)}, {result.game.name}"
    folder, names = short_names([entry.file for entry in result.entries])
    numbered = list(enumerate(result.entries, start=1))
    links = {
        entry.file: f'<a href="#s{at}">{escape(names[entry.file])}</a>' for at, entry in numbered
    }
    ranked = sorted(numbered, key=lambda item: (GRAVEST.index(item[1].code), item[0]))
    return page(
        title,
        [
            f'<h1 id="top">{escape(title)}</h1>',
            *([f'<p class="soft">{escape(folder)}</p>'] if folder else []),
            *_tiles(result),
            *_table(result, [entry for _, entry in ranked], links),
            *_groups(result, links),
            "<h2>One by one</h2>",
            *(_one(result.game, at, entry, names[entry.file]) for at, entry in ranked),
        ],
        style_too=STYLE,
        script=SCRIPT,
    )


def short_names(files: list[str]) -> tuple[str, dict[str, str]]:
    """The folder that all files have in common, and the names that tell them apart in it.

    >>> short_names(["class/a/x.py", "class/b/x.py"])[1]
    {'class/a/x.py': 'a/x.py', 'class/b/x.py': 'b/x.py'}
    """
    try:
        folder = os.path.commonpath([os.path.dirname(file) for file in files])
    except ValueError:  # on several drives, or some from the root and some not
        folder = ""
    if not folder:
        return "", {file: file for file in files}
    return folder, {file: Path(file).relative_to(folder).as_posix() for file in files}


def _tiles(result: ClassResult) -> list[str]:
    tiles = [
        f'<li class="{KINDS[code]}"><strong>{result.count(code)}</strong>{word}</li>'
        for code, word in VERDICTS.items()
    ]
    return ['<ul class="tiles">', *tiles, "</ul>"]


# The table


def _table(result: ClassResult, ranked: list[Entry], links: dict[str, str]) -> list[str]:
    heads = "".join(f'<th scope="col"{_number(heading)}>{heading}</th>' for heading in HEADINGS)
    rows = [_row(entry, links[entry.file], result.group_of(entry)) for entry in ranked]
    return [
        '<div class="wide" tabindex="0" role="region" aria-label="All submissions">',
        f'<table class="class"><thead><tr>{heads}</tr></thead>\n<tbody>',
        *rows,
        "</tbody></table></div>",
    ]


def _number(heading: str) -> str:
    return ' class="number"' if heading in NUMBERS else ""


def _row(entry: Entry, link: str, group: int | None) -> str:
    numbers = [entry.wrong, entry.counts.get("slip", 0), entry.asked] if entry.asked else [""] * 3
    linked = "" if group is None else f'<a href="#g{group}">{group}</a>'
    return (
        f'<tr><td>{link}</td><td data-key="{GRAVEST.index(entry.code)}">{_verdict(entry)}</td>'
        + "".join(f'<td class="number">{number}</td>' for number in numbers)
        + f"<td>{escape(entry.in_short)}</td>"
        f'<td class="number">{linked}</td><td class="number">{entry.seconds:.2f}</td></tr>'
    )


def _verdict(entry: Entry) -> str:
    words = f"{SIGNS[entry.code]} {entry.verdict}"
    return f'<span class="word {KINDS[entry.code]}">{words}</span>'


# Those that answer alike


def _groups(result: ClassResult, links: dict[str, str]) -> list[str]:
    if not result.groups:
        return []
    shown = [_group(at, group, links) for at, group in enumerate(result.groups, start=1)]
    return ["<h2>Which answer alike</h2>", f"<p>{escape(CAUTION)}</p>", *shown]


def _group(at: int, group: Group, links: dict[str, str]) -> str:
    files = "".join(f"<li>{links[file]}</li>" for file in group.files)
    return (
        f'<section class="group" id="g{at}"><h3>Group {at}: {len(group.files)} submissions</h3>'
        f"<p>{escape(group.sentence())}</p><ul>{files}</ul></section>"
    )


# One by one


def _one(game: Game, at: int, entry: Entry, name: str) -> str:
    taken = f"Taken for {entry.taken_for}" if entry.taken_for else ""
    told = [taken, *entry.told, *entry.diagnosis]
    return "\n".join(
        [
            f'<section class="one" id="s{at}"><h3>{escape(name)}</h3>',
            f'<p class="verdict {KINDS[entry.code]}">{escape(entry.sentence)}</p>',
            *_losing_game(game, entry),
            *(f"<p>{escape(sentence)}</p>" for sentence in told if sentence),
            '<p class="soft"><a href="#top">Back to the table</a></p></section>',
        ]
    )


def _losing_game(game: Game, entry: Entry) -> list[str]:
    """The shortest game that it loses, as boards."""
    if not entry.moves:
        return []
    record = Record(Position(game, first_mark=entry.first_mark), entry.moves)
    boards = []
    for number, (before, after) in enumerate(pairwise(record.positions()), start=1):
        move = entry.moves[number - 1]
        is_wrong = number in entry.mistakes
        title = f"{number} {before.to_move} {format_move(game, move)}{'?' * is_wrong}"
        picture = position_svg(after, marked=1 << move, size=BOARD_PIXELS)
        boards.append(f"<li{' class=wrong' * is_wrong}>{title}{picture}</li>")
    return ['<p>The shortest game that it loses:</p><ol class="game">', *boards, "</ol>"]
