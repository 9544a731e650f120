"""The desk: who answers which question, and what is remembered of the answers.

    small boards, and catalogued ones where no truth is asked     the server itself, in a thread
    boards whose truth is at hand after a short sweep             the short lane
    everything else                                               the long lane

The server itself meets no other games, so a stranger's questions cannot fill its memory.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from math import prod

from noughts.errors import NotationError, NoughtsError
from noughts.notation import format_position
from noughts.play.record import record_fields
from noughts.rules import MOST_CELLS, NAMES, SPEC_WORDS
from noughts.solver.sources import Reach
from noughts.web.answers import (
    LASTING,
    STREAMS,
    UNAVAILABLE,
    Answer,
    Complaint,
    Piece,
    Question,
    answer,
    complain,
)
from noughts.web.lanes import Busy, Lane
from noughts.web.memory import Memory, Sharing
from noughts.web.rules import KNOWN_SPECS, USUAL_GAME, start_or_position

SHORT_WORKERS, LONG_WORKERS = 2, 4
OWN_THREADS = 2
PATIENCE = 20.0  # seconds in a queue
MOST_WAITING = 256, 16  # in the short and in the long queue
GRACE = 60.0  # seconds beyond those asked for: kernels may have to be compiled first

QUICK = frozenset({"board", "lint", "picture"})  # as long as no values are wanted

_SIZE = re.compile(r"(\d{1,9})[x×](\d{1,9})(?:[x×](\d{1,9}))?")  # as a spec begins
FORMS = frozenset({"record", "position", "to_move"})

BUSY = "the server is busy with other questions: please ask again in some seconds"


class Desk:
    """Takes questions and has them answered."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.short = Lane(SHORT_WORKERS, waiting=MOST_WAITING[0], patience=PATIENCE)
        self.long = Lane(LONG_WORKERS, waiting=MOST_WAITING[1], patience=PATIENCE)
        self._own = asyncio.Semaphore(OWN_THREADS)
        self._sharing = Sharing()

    async def answer(self, kind: str, question: Question) -> Answer:
        """The answer to a question: remembered, or worked out where it belongs."""
        try:
            question = await self._in_full(kind, question)
        except NoughtsError as error:
            return complain(error)
        key = kind, json.dumps(question, sort_keys=True, default=format_position)
        found = self.memory.get(key)
        if found is not None:
            return found
        if kind in LASTING:
            found = await self._sharing.share(key, lambda: self._find(kind, question))
        else:
            found = await self._find(kind, question)
        self.memory.keep(key, found)
        return found

    async def _in_full(self, kind: str, question: Question) -> Question:
        if kind == "lint" or not needs_reading(question):
            return question
        return await asyncio.to_thread(in_full, question)

    async def _find(self, kind: str, question: Question) -> Answer:
        lane = self.lane_for(kind, question)
        if lane is None:
            async with self._own:
                return await asyncio.to_thread(answer, kind, question, _nobody_listens)
        async with aclosing(self._ask(lane, kind, question)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Answer):
                    return piece
        raise AssertionError("the last piece is an answer")

    async def stream(self, kind: str, question: Question) -> AsyncGenerator[Piece | Answer, None]:
        """The pieces of an answer as they come, the Answer last."""
        try:
            question = await self._in_full(kind, question)
        except NoughtsError as error:
            yield complain(error)
            return
        lane = self.lane_for(kind, question) or self.short
        async with aclosing(self._ask(lane, kind, question)) as pieces:
            async for piece in pieces:
                yield piece

    async def _ask(
        self, lane: Lane, kind: str, question: Question
    ) -> AsyncGenerator[Piece | Answer, None]:
        try:
            seconds = GRACE + float(question.get("seconds", 0))
            async with aclosing(lane.ask(kind, question, seconds)) as pieces:
                async for piece in pieces:
                    yield piece
        except Busy:
            yield Complaint(BUSY).answer(UNAVAILABLE)

    def lane_for(self, kind: str, question: Question) -> Lane | None:
        """The lane for a question; None: the server answers it itself."""
        if kind in ("compare", "growth", "solve"):
            return self.long
        here = reach_of(question)
        if kind in STREAMS or "search" in question:  # these may take long on any board
            return self.short if here.is_whole else self.long
        if kind == "games" or here.is_whole:
            return None
        if kind in QUICK and not question.get("values"):
            known = str(question.get("game") or USUAL_GAME) in KNOWN_SPECS
            return None if known and not here.drop else self.short
        return self.short if here.is_quick else self.long

    async def warm_up(self) -> None:
        """Have a worker ready before the first question."""
        with suppress(Busy):
            await self.short.warm_up()

    def close(self) -> None:
        """End all work, now."""
        self.short.close()
        self.long.close()


def reach_of(question: Question) -> Reach:
    """How many cells the board has at most, and whether stones may fall: a first look only.

    >>> reach_of({"game": "4x4:3+drop"}), reach_of({"game": "chess"})
    (Reach(cells=16, drop=True), Reach(cells=0, drop=False))
    """
    name = str(question.get("game") or USUAL_GAME)
    front, _, rest = name.strip().lower().partition("+")
    size = _SIZE.match(NAMES.get(front, front))
    if size is None:
        return Reach(0, False)  # no game at all, and that is soon said
    cells = prod(int(side) for side in size.groups(default="1"))
    words = f"{NAMES.get(front, '')}+{rest}".split("+")
    drops = any(word.drop for name, word in SPEC_WORDS.items() if name in words)
    return Reach(min(cells, MOST_CELLS), drops)


def needs_reading(question: Question) -> bool:
    """Does only a look at its text say what a question is about?"""
    return "record" in question or bool("game" not in question and question.get("position"))


def in_full(question: Question) -> Question:
    """The same question with its game named, and in fewer forms.

    A board without a game is a square, and a record names its game. A position that had to be
    read for that is passed on as such: whoever answers does not read it again.
    """
    rest = {name: value for name, value in question.items() if name not in FORMS}
    if "record" in question:
        if rest.keys() & {"game", "start", "first", "moves"}:
            raise NotationError(
                "a record says all by itself: expected no game, start, first or moves"
            )
        return {**rest, **record_fields(question["record"])}
    found = start_or_position(question["position"], None, question.get("to_move"))
    return {**rest, "game": found.game.name, "position": found}


def _nobody_listens(piece: Piece) -> None:
    raise AssertionError("only streams come in pieces")
