"""The verdict in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.audit.verdict.findings import Finding, Kind
from noughts.explain.sentences import listed
from noughts.notation import VERBS, format_move, format_moves, result_sentence, value_words

if TYPE_CHECKING:
    from noughts.audit.verdict.judge import Judged
    from noughts.audit.verdict.sides import Side
    from noughts.audit.verdict.verdict import Verdict

MOST_MOVES = 9  # named in a row

TITLES = {
    Kind.LOSES: "Loses what was not lost",
    Kind.MISSES: "Misses a win",
    Kind.BEATEN: "Loses a game",
    Kind.ILLEGAL: "Names a cell that it may not take",
    Kind.NO_MOVE: "Names no move",
    Kind.RAISES: "Raises an exception",
    Kind.SLOW: "Is too slow",
    Kind.CRASH: "Ends its own process",
    Kind.FLOOD: "Writes more than is allowed",
    Kind.MEMORY: "Takes more memory than is allowed",
    Kind.GARBLED: "Writes what cannot be read",
    Kind.UNSTEADY: "Answers differently when asked again, and not always rightly",
    Kind.FINISHED: "Is wrong on finished boards",
    Kind.CHANGES: "Changes the board that it is given",
    Kind.VALUE: "Misjudges positions",
    Kind.SLIP: "Slips: wins later or loses sooner than it could",
}


def positions(number: int) -> str:
    """So many positions.

    >>> positions(1), positions(1200)
    ('1 position', '1,200 positions')
    """
    return f"{number:,} position{'s' * (number != 1)}"


def headline(verdict: Verdict) -> str:
    """The verdict in one sentence."""
    faults = [finding for finding in verdict.findings if finding.kind.is_fault]
    if verdict.examination.is_broken:
        return f"It cannot be run: it gave no answer in the {positions(verdict.asked)} asked."
    if faults:
        return f"Not perfect: {_what_is_wrong(verdict, faults)}."
    if not verdict.perfect:
        return _undecided(verdict)
    slips = f" ({verdict.slips:,} slips)" if verdict.slips != 1 else " (1 slip)"
    return (
        f"Perfect: in all {positions(verdict.asked)} asked the answer was legal and kept the "
        f"outcome{slips if verdict.slips else ''}."
    )


def _what_is_wrong(verdict: Verdict, faults: list[Finding]) -> str:
    wrong = len({case.position for finding in faults for case in finding.cases})
    share = f"is wrong in {wrong:,} of {positions(verdict.asked)} asked"
    if verdict.losing_game is not None:
        return f"it can be beaten; it {share}"
    worst = faults[0]
    title = TITLES[worst.kind]
    never = "it never loses, and " if verdict.never_loses else "it "
    if wrong > worst.count:
        return f"{never}{share}"
    if worst.kind is Kind.UNSTEADY:
        return f"{never}{title[0].lower()}{title[1:]}"
    return f"{never}{title[0].lower()}{title[1:]} in {positions(worst.count)}"


def _undecided(verdict: Verdict) -> str:
    told = f"Undecided: no fault in the {positions(verdict.asked)} asked"
    if verdict.examination.open:
        more = f"the time was up with at least {verdict.examination.open:,} more to ask"
    else:
        more = f"the truth about {verdict.not_judged:,} of them was not found in time"
    never = "; it never loses" if verdict.never_loses else ""
    if verdict.losing_game is not None:
        never = "; it can be beaten, which may be so from the start"
    return f"{told}{never}, but {more}."


def in_short(verdict: Verdict) -> str:
    """The verdict on one line, as a failing test shows it."""
    parts = [f"{verdict.name}: {headline(verdict).removesuffix('.')}"]
    if verdict.losing_game is not None:
        parts.append(f"it loses {format_moves(verdict.game, verdict.losing_game.moves)}")
    else:
        parts += [finding_sentence(f) for f in verdict.findings[:1] if f.kind.is_fault]
    return "; ".join(parts)


# Findings


def finding_title(finding: Finding) -> str:
    """What was found, and how often."""
    if finding.kind is Kind.BEATEN:
        return TITLES[finding.kind]
    return f"{TITLES[finding.kind]}: {positions(finding.count)}"


def finding_sentence(finding: Finding) -> str:
    """The example of a finding in words."""
    example, answer = finding.example, finding.example.answer
    mark, game = example.position.to_move, example.position.game
    worth = "" if example.value is None else f"{mark} to move {value_words(example.value)}"
    played = "" if answer.move is None else f"It plays {format_move(game, answer.move)}"
    match finding.kind:
        case Kind.LOSES | Kind.MISSES:
            why = f", which {finding.why}" if finding.why else ""
            return f"{worth}. {played}{why}. {_right(finding)}"
        case Kind.BEATEN:
            return "Where it went wrong was not found in time."
        case Kind.SLIP:
            assert example.value is not None
            best = "Quickest" if example.value.outcome > 0 else "Longest"
            moves = format_moves(game, finding.best[:MOST_MOVES])
            return f"{worth}. {played}, which {value_words(example.after)}. {best}: {moves}."
        case Kind.VALUE:
            assert answer.claim is not None
            return f"{worth}, and it says that {mark} {VERBS[answer.claim]}."
        case Kind.CHANGES:
            return f"Asked here, with {mark} to move, it leaves another board behind."
        case Kind.FINISHED:
            told = f"it answers {answer.said}" if answer.said else answer.detail
            return f"{sentence(result_sentence(example.position))}, and {told}."
        case Kind.UNSTEADY:
            answers = list(dict.fromkeys(map(answered, (example, *finding.others))))
            return f"{worth}. It answers {listed(answers, 'and')}. {_right(finding)}"
        case _:
            told = f"it answers {answer.said}" if answer.said else "there is no answer"
            detail = f": {answer.detail.removesuffix('.')}" if answer.detail else ""
            return f"{mark} to move, and {told}{detail}. {_right(finding)}".rstrip()


def turn_sentence(turn: Finding) -> str:
    """Where the game that it loses was given away."""
    position = turn.example.position
    move = format_move(position.game, turn.example.answer.move or 0)
    why = turn.why or "is wrong"
    return f"Move {position.stones + 1}, {move}?, {why}. {_right(turn)}"


def answered(case: Judged) -> str:
    """An answer in a word."""
    if case.answer.move is None:
        return case.answer.said or "nothing"
    return format_move(case.position.game, case.answer.move)


def _right(finding: Finding) -> str:
    good, game = finding.good, finding.example.position.game
    if not good:
        return ""
    if len(good) == len(finding.example.position.moves()):
        return "Any move would be right."
    return f"Right: {format_moves(game, good[:MOST_MOVES])}{' ...' * (len(good) > MOST_MOVES)}."


def sentence(words: str) -> str:
    """Words that begin with a capital letter."""
    return words[0].upper() + words[1:]


def diagnosis(verdict: Verdict) -> list[str]:
    """Which known mistakes it behaves like."""
    return [] if verdict.diagnosis is None else verdict.diagnosis.sentences()


# What it does well


def well(verdict: Verdict) -> list[str]:
    """What it does well, in sentences."""
    if verdict.examination.is_broken:
        return []
    found = [side_sentence(side) for side in verdict.sides if _does_well(side)]
    sure = [skill for skill in verdict.skills if skill.is_sure]
    if sure:
        always = listed([f"{skill.name} ({skill.asked:,})" for skill in sure], "and")
        found.append(f"Always {always}.")
    return found


def _does_well(side: Side) -> bool:
    return side.finals > 0 and side.losing is None and side.doubtful is None


def not_always(verdict: Verdict) -> str:
    """What it does in part; nothing where there is no such thing."""
    partly = [skill for skill in verdict.skills if not skill.is_sure]
    said = [f"{skill.name} ({skill.shown:,} of {skill.asked:,})" for skill in partly]
    return f"Not always: {listed(said, 'and')}." if said else ""


def side_sentence(side: Side) -> str:
    """How it does on one side."""
    who = f"As {'first' if side.is_first else 'second'} player ({side.mark})"
    ends = f"{side.won:,} won, {side.drawn:,} drawn, {side.lost:,} lost"
    if side.never_loses:
        return f"{who} it never loses, whatever the reply: final positions {ends}."
    if side.losing is None and side.is_lost and side.lost:
        return f"{who} the game is lost from the start: final positions {ends}."
    if side.lost:
        return f"{who} it can be beaten: final positions {ends}."
    return f"{who} it lost none of the games that could be played to the end: {ends}."


def closing(verdict: Verdict) -> list[str]:
    """What was asked, and how long it took."""
    examination = verdict.examination
    middle, worst = verdict.time_per_move
    what = "every unfinished position" if examination.every else "every game that it can get into"
    often = f", {examination.times} times each" if examination.times > 1 else ""
    lines = [
        f"Asked: {positions(verdict.asked)} of {verdict.game.name}{often}, for {what}, as first "
        f"and as second player.",
        f"Time per move: median {seconds_text(middle)}, worst {seconds_text(worst)}; "
        f"{seconds_text(verdict.seconds)} in all.",
    ]
    if verdict.not_judged and examination.open:
        lines.append(f"The truth about {verdict.not_judged:,} of them was not found in time.")
    if examination.open and verdict.has_faults:
        lines.append(f"The time was up with at least {examination.open:,} more to ask.")
    return lines


def seconds_text(seconds: float) -> str:
    """A time, short ones to the microsecond.

    >>> seconds_text(0.0000123), seconds_text(12.3456)
    ('0.000012 s', '12.35 s')
    """
    return f"{seconds:.6f} s" if seconds < 1 else f"{seconds:.2f} s"
