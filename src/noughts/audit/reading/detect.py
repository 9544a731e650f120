"""Finding out how a program wants to be asked, by asking it.

Every likely plan, board and set of marks is tried on a few late positions. The form under which
the answers are legal moves is the right one: a program that is shown marks it does not know finds
no free cell. How *well* it answers decides only what is left open then: which mark it plays, and
whose turn a flag means. A program that never answers with a move, yet puts stones on the free
cells while it thinks, is known by these. A function that ought to choose moves and errs under
every form is taken by what can be read of it, see erring.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from noughts.audit.candidate import Fault
from noughts.audit.reading.erring import best_in_part
from noughts.audit.reading.fit import Found, Tried, better, first_written, judge, judge_by_writing
from noughts.audit.reading.forms import Form, Plan, shape_of
from noughts.audit.reading.guesses import Wishes, boards_for, is_certain
from noughts.audit.reading.marks import Marks
from noughts.audit.reading.plans import name_worth, paired_plans, plans_for
from noughts.audit.reading.readings import BOARD_READINGS, DOUBTFUL, READERS, RETURNS
from noughts.audit.reading.scoring import TRIAL_SECONDS, Channel, calibrated, decide_by_scores
from noughts.audit.reading.trials import Probes, probes
from noughts.audit.sandbox import Failure
from noughts.rules import Game, Position

SEARCH_SECONDS = 60.0
MOST_HANGS = 5  # in a row, until a function is given up
AS_GOOD_AS_ALL = 0.99  # where scores are all there is to read
MOVE_WORTH, SEARCH_WORTH, LIKELY_WORTH = 75, 65, 30  # of a name, see plans


USUAL = ("flat", Marks("X", "O", " "))


class Detector:
    """Tries forms on one program."""

    def __init__(
        self, channel: Channel, game: Game, inventory: dict[str, Any], wishes: Wishes
    ) -> None:
        self.channel = channel
        self.game = game
        self.inventory = inventory
        self.wishes = wishes
        self.probes: Probes = probes(game)
        self.deadline = time.perf_counter() + SEARCH_SECONDS
        self.tried: list[str] = []
        self.said = ""  # the first answer of all, for whoever is told that none could be read
        self._hangs = 0  # in a row

    def find(self) -> Found | None:
        """The form that fits best; None: none fits."""
        best: Found | None = None
        best_worth = 0
        for worth, plans in self._groups():
            if best is not None and (best.legal or worth < MOVE_WORTH <= best_worth):
                break  # a function that should choose moves, and does so badly or not at all
            found = self._best_of(plans)
            if found is None and (worth >= MOVE_WORTH or self.wishes.name is not None):
                found = self._best_in_part(plans)
            if found is None or (not found.legal and not self._may_be_silent(worth)):
                continue
            if best is None or found.legal > best.legal:
                best, best_worth = found, worth
            if time.perf_counter() > self.deadline:
                break
        self.channel.request({"do": "renew"})
        return best

    def is_late(self) -> bool:
        """Is the time over, or does the function that is tried hang whatever it is asked?"""
        return self._hangs >= MOST_HANGS or time.perf_counter() > self.deadline

    def request(self, request: dict[str, Any], seconds: float | None = None) -> Any:
        """The reply to a request, or a Failure; hangs are counted."""
        reply = self.channel.request(request, seconds)
        hangs = isinstance(reply, Failure) and reply.fault is Fault.SLOW
        self._hangs = self._hangs + 1 if hangs else 0
        if not self.said and request["do"] == "call":
            self.said = f"{request['path']} {_told(reply)}"
        return reply

    def _best_in_part(self, plans: Sequence[Plan]) -> Found | None:
        """The best form for a function that errs."""
        forms = (
            Form(plan, kind, marks)
            for plan in plans
            for kind, marks in sorted(boards_for(plan, self.inventory, self.wishes), key=_is_rare)
        )
        return best_in_part(forms, self, self.probes, self.wishes.returns)

    def _may_be_silent(self, worth: int) -> bool:
        """Is it worth auditing a function of that worth even if it never answers with a move?"""
        return worth >= SEARCH_WORTH or self.wishes.name is not None

    def _groups(self) -> Iterator[tuple[int, list[Plan]]]:
        """The plans of each function with its worth, the likeliest function first."""
        entries = [entry for entry in self.inventory["functions"] if self._is_meant(entry)]
        entries.sort(key=lambda entry: -name_worth(entry["path"]))
        named = self.wishes.name is not None
        for entry in entries:
            worth = name_worth(entry["path"])
            if worth > LIKELY_WORTH or named:
                yield worth, self._plans_for(entry)
        if not named or self.wishes.name in self.inventory["classes"]:
            yield LIKELY_WORTH, list(paired_plans(self.inventory))
        for entry in entries:
            worth = name_worth(entry["path"])
            if not named and (0 < worth <= LIKELY_WORTH or (not worth and len(entries) == 1)):
                yield worth, self._plans_for(entry)

    def _plans_for(self, entry: dict[str, Any]) -> list[Plan]:
        self.tried.append(entry["path"])
        self._hangs = 0
        return list(plans_for(entry, self.inventory))

    def _is_meant(self, entry: dict[str, Any]) -> bool:
        name, path = self.wishes.name, entry["path"]
        return name is None or path == name or path.partition(".")[0] == name

    def _best_of(self, plans: Sequence[Plan]) -> Found | None:
        """The best form for one function: plans whose board is held alike are weighed together."""
        best: Found | None = None
        for holder in dict.fromkeys(plan.holder() for plan in plans):
            alike = [plan for plan in plans if plan.holder() == holder]
            for kind, marks in boards_for(alike[0], self.inventory, self.wishes):
                if best is not None and self._is_settled(best, kind, marks):
                    continue
                for plan in alike:
                    best = better(best, self._try(Form(plan, kind, marks)))
                if self.is_late():
                    return best
        return best

    def _is_settled(self, best: Found, kind: str, marks: Marks) -> bool:
        """Does the best form leave nothing to be learnt from such a board?"""
        known = best.form.marks
        numbers = type(marks.x) is type(known.x) is int
        fits = best.legal >= AS_GOOD_AS_ALL
        if is_certain(known, self.inventory):
            return fits or (numbers and marks != known._replace(empty=marks.empty))
        # Any numbers make legal moves; only the right ones make sense of the stones.
        rivals = numbers and kind == best.form.kind and marks.empty == known.empty
        return fits and not rivals

    def _try(self, form: Form) -> Found | None:
        """How a form fits, under the reading that fits best."""
        replies: list[tuple[Position, dict[str, Any]]] = []
        wrote = []
        for number, position in enumerate(self.probes.open, start=1):
            reply = self.request(form.request(position, watched=True), TRIAL_SECONDS)
            side = first_written(form, reply, position)
            if side is not None:
                wrote.append(Tried(position, None, side))
            if not isinstance(reply, Failure):
                replies.append((position, reply))
            failures = number - len(replies)
            if not wrote and (failures > len(self.probes.open) / 2 or self.is_late()):
                return None
            if number == 2 and not wrote and not any(self._readings(form, *one) for one in replies):
                return None
        names = dict.fromkeys(name for one in replies for name in self._readings(form, *one))
        best: Found | None = None
        for name in names:
            best = better(best, self._judged(replace(form, reading=name), replies))
        if best is not None or self.wishes.returns is not None:
            return best
        shape = shape_of([reply for _, reply in replies], form)
        return judge_by_writing(replace(form, reading=shape), wrote, len(self.probes.open))

    def _readings(self, form: Form, position: Position, reply: dict[str, Any]) -> list[str]:
        """The readings under which a reply is a legal move, or a score."""
        wanted: Sequence[str] = (*READERS, *BOARD_READINGS, "score")
        if self.wishes.returns is not None:
            wanted = RETURNS[self.wishes.returns]
        fitting = []
        for name in wanted:
            if name == "score":
                if type(reply.get("result")) in (int, float):
                    fitting.append(name)
                continue
            found = replace(form, reading=name).read(reply, position)
            if found is not None and found.cell in position.moves():
                fitting.append(name)
        return fitting

    def _judged(
        self, form: Form, replies: Sequence[tuple[Position, dict[str, Any]]]
    ) -> Found | None:
        if form.reading == "score":
            return self._judged_by_scores(form, replies)
        tried = []
        for position, reply in replies:
            found = form.read(reply, position)
            cell = None if found is None else found.cell
            tried.append(Tried(position, cell, first_written(form, reply, position)))
        judged = judge(form, tried, len(self.probes.open))
        if judged is None or (form.reading in DOUBTFUL and judged.legal < 1):
            return None
        return judged

    def _judged_by_scores(
        self, form: Form, replies: Sequence[tuple[Position, dict[str, Any]]]
    ) -> Found | None:
        """A function that returns scores: does it tell won games from lost ones?"""
        scaled = calibrated(form, self.channel, self.probes)
        if scaled is None:
            return None
        tried = []
        for position, reply in replies:
            decided = decide_by_scores(scaled, self.channel, position, TRIAL_SECONDS)
            if isinstance(decided, Failure):
                return None
            tried.append(Tried(position, decided.move, first_written(form, reply, position)))
        judged = judge(scaled, tried, len(self.probes.open))
        if judged is None:
            return None
        # Whoever returns a move is preferred to whoever returns a score for it.
        return Found(scaled, None, min(judged.legal, AS_GOOD_AS_ALL), judged.skill)


def _is_rare(board: tuple[str, Marks]) -> bool:
    return board != USUAL


def _told(reply: dict[str, Any] | Failure) -> str:
    """What a function did when it was asked."""
    if not isinstance(reply, Failure):
        return f"answers {reply.get('text')}"
    return f"fails: {reply.detail}" if reply.detail else "fails"
