"""Programs that err: the form under which most of what they say can be read.

A program that names taken cells, or fails once the board fills up, answers under no form with
moves that are legal throughout. It is then tried on early boards too, where more is free.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from noughts.audit.reading.fit import Found, Tried, better, first_written, plays
from noughts.audit.reading.forms import Form
from noughts.audit.reading.readings import NOWHERE, READERS, RETURNS
from noughts.audit.reading.scoring import TRIAL_SECONDS, Channel
from noughts.audit.reading.trials import Probes
from noughts.audit.sandbox import Failure
from noughts.rules import Position

LATE = 4  # of the late probes


class Patient(Channel, Protocol):
    """Requests to a host for as long as there is time."""

    def is_late(self) -> bool:
        """Is it time to stop?"""
        ...


def best_in_part(
    forms: Iterable[Form], channel: Patient, probes: Probes, returns: str | None
) -> Found | None:
    """The form with the most legal moves, then with the most cells of the board; None: no cell.

    Found.legal is 0 where no answer is legal; of forms that fit alike, the first is taken.
    """
    positions = (*probes.early, *probes.open[:LATE])
    best: Found | None = None
    for form in forms:
        if channel.is_late():
            break
        for found in _tried(form, channel, positions, returns):
            best = better(best, found)
        if best is not None and best.legal == 1:
            break
    return best


def _tried(
    form: Form, channel: Patient, positions: Sequence[Position], returns: str | None
) -> Iterator[Found]:
    """How a form fits under each reading that makes something of an answer."""
    replies = []
    for position in positions:
        reply = channel.request(form.request(position, watched=True), TRIAL_SECONDS)
        if not isinstance(reply, Failure):
            replies.append((position, reply, first_written(form, reply, position)))
        elif channel.is_late():
            break
    names = READERS if returns is None else RETURNS[returns]
    for name in names:
        if name not in READERS:
            continue
        trial = replace(form, reading=name)
        tried = []
        for position, reply, wrote in replies:
            found = trial.read(reply, position)
            if found is not None and found.cell not in (None, NOWHERE):
                tried.append(Tried(position, found.cell, wrote))
        if tried:
            legal = sum(one.is_legal for one in tried) / len(positions)
            yield Found(trial, plays(tried), legal, len(tried) / len(positions))
