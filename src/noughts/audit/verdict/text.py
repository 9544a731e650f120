"""The verdict for a terminal: sentences and boards, on a screen or two."""

from __future__ import annotations

from textwrap import fill, indent
from typing import TYPE_CHECKING

from noughts.audit.verdict import sentences
from noughts.audit.verdict.findings import Finding, Kind
from noughts.audit.verdict.replay import columns, losing_sentence, replay_text
from noughts.notation import draw

if TYPE_CHECKING:
    from noughts.audit.verdict.verdict import Verdict


def text(verdict: Verdict) -> str:
    """The whole verdict."""
    about = f"{verdict.name}: {verdict.examination.taken_for}"
    parts = [
        _wrapped(sentences.headline(verdict)),
        "\n".join(_wrapped(line) for line in (about, verdict.note) if line),
        *_losing_game(verdict),
        *map(_finding, verdict.findings),
        "\n".join(map(_wrapped, sentences.diagnosis(verdict))),
        *(_wrapped(f"Remark: {remark}") for remark in verdict.remarks),
        _well(verdict),
        _wrapped(sentences.not_always(verdict)),
        "\n".join(map(_wrapped, sentences.closing(verdict))),
    ]
    return "\n\n".join(part for part in parts if part)


def _wrapped(line: str, indented: str = "") -> str:
    return fill(
        line,
        columns(),
        initial_indent=indented,
        subsequent_indent=indented,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _losing_game(verdict: Verdict) -> list[str]:
    if verdict.losing_game is None:
        return []
    turns = "\n".join(_wrapped(sentences.turn_sentence(turn)) for turn in verdict.turns)
    told = f"The shortest game that it loses: {losing_sentence(verdict)}"
    return [_wrapped(told), replay_text(verdict), turns]


def _finding(finding: Finding) -> str:
    parts = [_wrapped(f"{sentences.finding_title(finding)}.")]
    if finding.kind is not Kind.BEATEN:
        move = finding.example.answer.move
        notes = {} if move is None else {move: "?"}
        parts.append(indent(draw(finding.example.position, notes=notes), "  "))
    parts.append(_wrapped(sentences.finding_sentence(finding), "  "))
    return "\n".join(parts)


def _well(verdict: Verdict) -> str:
    if not (lines := sentences.well(verdict)):
        return ""
    heading = "What it does well:" if verdict.has_faults else "What was found:"
    return "\n".join([heading, *(_wrapped(line, "  ") for line in lines)])
