"""Scores: whose view they take, where the draw lies, and what they claim."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from noughts.audit.candidate import Answer, Fault
from noughts.audit.reading.forms import Form
from noughts.audit.reading.trials import Probes
from noughts.audit.sandbox import Failure
from noughts.rules import Cell, Position
from noughts.search.negamax import negamax
from noughts.value import Outcome, outcome_of

TRIAL_SECONDS = 3.0
MOST_FREE = 7  # cells, where every continuation is looked at


class Channel(Protocol):
    """Requests to a host, wherever it is."""

    def request(self, request: dict[str, Any], seconds: float | None = None) -> Any:
        """The reply, or a Failure."""
        ...


class Scored(NamedTuple):
    """A position, the score that the program gives it, and who wins it; None: nobody."""

    position: Position
    score: float
    winner: str | None


def score_of(form: Form, channel: Channel, position: Position) -> float | None:
    """The score that the program gives a position, if it gives one."""
    reply = channel.request(form.request(position), TRIAL_SECONDS)
    found = None if isinstance(reply, Failure) else form.read(reply, position)
    return None if found is None else found.score


def calibrated(form: Form, channel: Channel, probes: Probes) -> Form | None:
    """The form with its view, from finished games; None: it does not tell them apart."""
    games = [*probes.won, *probes.drawn]
    scored = [(one, score_of(form, channel, one), one.winner) for one in games]
    return _with_view(form, scored)


def with_claims(form: Form, channel: Channel, probes: Probes, mark: str | None) -> Form:
    """The form with its view, from late positions; unchanged if they disagree.

    Drawn positions of different lengths must score alike: some programs count the depth there too,
    and then the sign of a score says nothing.
    """
    scored = []
    for one in probes.open:
        if mark in (None, one.to_move) and one.game.cells - one.stones <= MOST_FREE:
            score = score_of(form, channel, one)
            if score is None:
                continue
            value = negamax(one).value
            assert value is not None
            winner = {Outcome.WIN: one.to_move, Outcome.LOSS: one.moved_last}.get(value.outcome)
            scored.append((one, score, winner))
    return _with_view(form, scored) or form


def _with_view(
    form: Form, scored: Iterable[tuple[Position, float | None, str | None]]
) -> Form | None:
    """The form with the one view that all these scores fit."""
    known = [Scored(one, score, winner) for one, score, winner in scored if score is not None]
    draws = {one.score for one in known if one.winner is None} or {0.0}
    if len(draws) != 1 or len({one.winner for one in known}) < 2:
        return None
    draw = draws.pop()
    views = ("mover", "other") if form.marks.relative else ("X", "O", "mover", "other")
    for view in views:
        trial = replace(form, high_is_good_for=view, draw_score=draw)
        if all(_agrees(trial, one) for one in known):
            return trial
    return None


def _agrees(form: Form, one: Scored) -> bool:
    won = (one.winner == one.position.to_move) - (one.winner == one.position.moved_last)
    return claim_of(form, one.score, one.position) == won


def claim_of(form: Form, score: float | None, position: Position) -> Outcome | None:
    """What a score says of the position, for the side to move; None: nothing."""
    if score is None or not form.high_is_good_for:
        return None
    outcome = outcome_of((score > form.draw_score) - (score < form.draw_score))
    return outcome if _favours_mover(form, position) else Outcome(-outcome)


def _favours_mover(form: Form, position: Position) -> bool:
    """Is a high score good for the side to move?"""
    return form.high_is_good_for in ("mover", position.to_move)


def decide_by_scores(
    form: Form, channel: Channel, position: Position, seconds: float
) -> Answer | Failure:
    """The first of the moves after which the score is best for whoever makes it."""
    best: tuple[float, Cell, Outcome | None] | None = None
    spent, changed, said = 0.0, False, []
    for move in position.moves():
        after = position.child(move)
        reply = channel.request(form.request(after), max(seconds - spent, 0.001))
        if isinstance(reply, Failure):
            return reply
        found = form.read(reply, after)
        spent += float(reply.get("seconds", 0.0))
        changed = changed or "after" in reply
        said.append(f"{position.game.shape.name(move)} {reply.get('text')}")
        if found is None or found.score is None:
            continue
        # For the side that has just moved, which is not the one to move now.
        good = -found.score if _favours_mover(form, after) else found.score
        if best is None or good > best[0]:
            best = good, move, claim_of(form, found.score, after)
    if best is None:
        return Failure(Fault.NO_MOVE, f"no scores: {', '.join(said)}")
    _, move, theirs = best
    claim = None if theirs is None else Outcome(-theirs)
    return Answer(move, spent, ", ".join(said), claim=claim, changed_board=changed)
