"""Candidates that answer through a form, and players of this library."""

import time
from typing import Any

from noughts.audit.candidate import Answer, Candidate, Fault
from noughts.audit.reading import (
    NOWHERE,
    Form,
    Found,
    claim_of,
    decide_by_scores,
    probes,
    with_claims,
)
from noughts.audit.sandbox import Failure, Host, Limits, failure_in
from noughts.play.players import Player
from noughts.rules import Cell, Game, Position


class Local:
    """A host in this process, for the caller's own code: nothing is limited."""

    def __init__(self, name: str, target: Any) -> None:
        self.host = Host()
        self.host.names = {name: target}

    def request(self, request: dict[str, Any], seconds: float | None = None) -> Any:
        """The reply to a request, or a Failure."""
        reply = self.host.reply(request)
        return failure_in(reply, Limits()) or reply

    def close(self) -> None:
        """There is nothing to let go of."""


class ProgramCandidate(Candidate):
    """A Python program, asked through the form that was found for it.

    A finished position may be asked too. Then there is never a move, and no fault unless the
    program fails; `said` is what it returned, and `offered` the free cell that this means, if any.
    """

    def __init__(self, channel: Any, file: str, game: Game, found: Found, limits: Limits) -> None:
        self.channel = channel
        self.runs_apart = not isinstance(channel, Local)
        self.limits = limits
        self.mark = found.mark
        self.form = found.form
        if self.form.reading != "score":
            self.form = with_claims(self.form, channel, probes(game), found.mark)
        self.is_stale = False
        first, second = found.form.plan.paths
        path = first if first == second else first.partition(".")[0]
        self.name = path if path.partition(".")[0] == file else f"{file}:{path}"
        self.must_pass = self.form.must_pass
        self.taken_for = self.form.describe(Position(game), self.mark)

    def ask(self, position: Position) -> Answer:
        """Its answer in a position; never raises. A finished position has no legal move."""
        if self.is_stale:
            self.channel.request({"do": "renew"})
            self.is_stale = False
        started = time.perf_counter()
        if self.form.reading == "score" and not position.is_over:
            limit = self.limits.move_seconds
            decided = decide_by_scores(self.form, self.channel, position, limit)
            if not isinstance(decided, Failure):
                return decided
            failure = decided
        else:
            reply = self.channel.request(self.form.request(position))
            if not isinstance(reply, Failure):
                return read_answer(self.form, reply, position)
            failure = reply
        # What it left behind when it was interrupted may not be fit for use.
        self.is_stale = failure.fault is Fault.RAISES
        seconds = time.perf_counter() - started
        return Answer(None, seconds, fault=failure.fault, detail=failure.detail)

    def close(self) -> None:
        """End its process."""
        self.channel.close()


def read_answer(form: Form, reply: dict[str, Any], position: Position) -> Answer:
    """What a reply answers: a legal move, or why there is none."""
    said, seconds = str(reply.get("text", "")), float(reply.get("seconds", 0.0))
    # A board that comes back with a new stone may be the one that was given.
    expected = reply.get("board") if form.reading == "new board" else None
    changed = "after" in reply and form.reading != "stone" and reply["after"] != expected
    found = form.read(reply, position)
    cell = None if found is None else found.cell
    score = None if found is None else found.score
    answer = Answer(
        None, seconds, said, claim=claim_of(form, score, position), changed_board=changed
    )
    if position.is_over:
        # Beside a score, which even a finished board has, the cell means nothing.
        is_cell = cell is not None and cell != NOWHERE and position.mark(cell) is None
        return answer._replace(offered=cell if is_cell and score is None else None)
    if cell is None and "left" in reply:
        return answer._replace(fault=Fault.RAISES, detail="SystemExit", said="")
    if cell is None:
        return answer._replace(fault=Fault.NO_MOVE, detail=f"{said} is no move", claim=None)
    if cell not in position.moves():
        return answer._replace(fault=Fault.ILLEGAL, detail=_illegal(position, cell, said))
    return answer._replace(move=cell)


def _illegal(position: Position, cell: Cell, said: str) -> str:
    if cell == NOWHERE:
        return f"{said} is not on the board"
    name, mark = position.game.shape.name(cell), position.mark(cell)
    return f"{name} is taken by {mark}" if mark else f"a stone cannot rest on {name}"


class PlayerCandidate(Candidate):
    """A player of this library."""

    def __init__(self, player: Player, name: str, taken_for: str) -> None:
        self.player = player
        self.name = name
        self.taken_for = f"{taken_for}; it plays either mark."

    def ask(self, position: Position) -> Answer:
        """Its answer in a position; in a finished one it says nothing."""
        if position.is_over:
            return Answer(None, 0.0)
        started = time.perf_counter()
        try:
            choice = self.player.choose(position)
        except Exception as error:
            seconds = time.perf_counter() - started
            detail = f"{type(error).__name__}: {error}"
            return Answer(None, seconds, fault=Fault.RAISES, detail=detail)
        name = position.game.shape.name(choice.move)
        claim = None if choice.value is None else choice.value.outcome
        if choice.move not in position.moves():
            return Answer(None, choice.seconds, name, Fault.ILLEGAL, f"{name} is no move")
        return Answer(choice.move, choice.seconds, name, claim=claim)

    def close(self) -> None:
        """There is nothing to let go of."""
