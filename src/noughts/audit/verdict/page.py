"""The verdict as a page that needs nothing else: no scripts, no other files, light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

from noughts.audit.verdict import sentences
from noughts.audit.verdict.findings import Finding, Kind
from noughts.audit.verdict.replay import losing_sentence, steps
from noughts.notation import PALETTE, position_svg

if TYPE_CHECKING:
    from noughts.audit.verdict.verdict import Verdict

BOARD_PIXELS = 132

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; {policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>"""

_STYLE = """
:root { color-scheme: light dark; LIGHT }
@media screen and (prefers-color-scheme: dark) { :root { DARK } }
body { background: var(--paper); color: var(--ink); margin: 0; }
body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { margin: 0 auto; max-width: 52rem; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.35rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 0 0 0.3rem; }
p { margin: 0.3rem 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.verdict { border-left: 0.4rem solid var(--colour); background: var(--band); margin: 1rem 0; }
.verdict { font-size: 1.15rem; font-weight: 600; padding: 0.7rem 1rem; }
.perfect { --colour: var(--win); }
.not { --colour: var(--loss); }
.open { --colour: var(--draw); }
.game { display: flex; flex-wrap: wrap; gap: 0.8rem; list-style: none; margin: 1rem 0; }
.game { padding: 0; }
.game li.wrong { color: var(--loss); font-weight: 600; }
.finding { border-top: 1px solid var(--grid); display: flex; flex-wrap: wrap; gap: 0.5rem 1.2rem; }
.finding { padding: 1rem 0; }
.finding > div { flex: 1 1 15rem; min-width: 0; }
.boards { overflow-x: auto; max-width: 100%; }
svg { display: block; font-weight: 400; }
ul.plain { margin: 0.3rem 0; padding-left: 1.2rem; }
table { border-collapse: collapse; }
td, th { border-bottom: 1px solid var(--grid); padding: 0.25rem 0.8rem 0.25rem 0; }
td, th { text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; }
@media print { body { font-size: 11pt; } .finding, .game li { break-inside: avoid; } }
"""

_CLASSES = {0: "perfect", 1: "not", 2: "not", 3: "open"}


def style() -> str:
    """The style sheet of the pages of an audit, in the colours of the pictures."""
    light, dark = (
        " ".join(f"--{name}: {pair[at]};" for name, pair in PALETTE.items()) for at in (0, 1)
    )
    return _STYLE.replace("LIGHT", light).replace("DARK", dark)


def page(title: str, parts: Iterable[str], *, style_too: str = "", script: str = "") -> str:
    """A page around its parts; no script but the one given runs in it."""
    policy, scripts = "style-src 'unsafe-inline'", []
    if script:
        known = b64encode(sha256(script.encode()).digest()).decode()
        policy += f"; script-src 'sha256-{known}'"
        scripts = [f"<script>{script}</script>"]
    head = _HEAD.format(title=escape(title), style=style() + style_too, policy=policy)
    return "\n".join([head, *parts, "</main>", *scripts, "</body>\n</html>\n"])


def verdict_page(verdict: Verdict) -> str:
    """The whole page."""
    headline = sentences.headline(verdict)
    return page(
        f"{verdict.name}: {headline}",
        [
            f"<h1>{escape(verdict.name)}</h1>",
            _paragraph(f"Taken for: {verdict.examination.taken_for}", "soft"),
            *([_paragraph(verdict.note, "soft")] if verdict.note else []),
            f'<p class="verdict {_CLASSES[verdict.exit_code]}">{escape(headline)}</p>',
            *_losing_game(verdict),
            *_findings(verdict),
            *_section("What it behaves like", sentences.diagnosis(verdict)),
            *_section("Remarks", map(sentences.sentence, verdict.remarks)),
            *_skills(verdict),
            *_section("How it was asked", sentences.closing(verdict)),
        ],
    )


def _paragraph(words: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(words)}</p>' if kind else f"<p>{escape(words)}</p>"


def _section(title: str, lines: Iterable[str]) -> list[str]:
    told = [_paragraph(line) for line in lines]
    return [f"<h2>{escape(title)}</h2>", *told] if told else []


def _losing_game(verdict: Verdict) -> list[str]:
    if verdict.losing_game is None:
        return []
    boards = [
        f"<li{' class=wrong' if step.is_wrong else ''}>{escape(step.title)}"
        f"{position_svg(step.after, marked=1 << step.move, size=BOARD_PIXELS)}</li>"
        for step in steps(verdict)
    ]
    told = [_paragraph(sentences.turn_sentence(turn)) for turn in verdict.turns]
    return [
        "<h2>The shortest game that it loses</h2>",
        _paragraph(sentences.sentence(losing_sentence(verdict))),
        '<ol class="game">',
        *boards,
        "</ol>",
        *told,
    ]


def _findings(verdict: Verdict) -> list[str]:
    shown = [_finding(finding) for finding in verdict.findings]
    return ["<h2>What was found</h2>", *shown] if shown else []


def _finding(finding: Finding) -> str:
    move = finding.example.answer.move
    notes, marked = ({}, 0) if move is None else ({move: "?"}, 1 << move)
    position = finding.example.position
    board = position_svg(position, notes=notes, marked=marked, size=BOARD_PIXELS)
    if finding.kind is Kind.BEATEN:
        board = ""
    return (
        f'<section class="finding"><div class="boards" style="flex: 0 0 auto">{board}</div>'
        f"<div><h3>{escape(sentences.finding_title(finding))}</h3>"
        f"{_paragraph(sentences.finding_sentence(finding))}{_weight(finding)}</div></section>"
    )


def _weight(finding: Finding) -> str:
    return "" if finding.kind.is_fault else _paragraph("Not counted as a fault.", "soft")


def _skills(verdict: Verdict) -> list[str]:
    if verdict.examination.is_broken:
        return []
    told = [_paragraph(sentences.side_sentence(side)) for side in verdict.sides if side.finals]
    rows = "".join(
        f"<tr><td>{escape(sentences.sentence(skill.name))}</td>"
        f'<td class="number">{skill.shown:,} of {skill.asked:,}</td></tr>\n'
        for skill in verdict.skills
    )
    table = (
        '<table><thead><tr><th>Skill</th><th class="number">Times</th></tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table>"
    )
    return ["<h2>What it can do</h2>", *told, *([table] if rows else [])]
