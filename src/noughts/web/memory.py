"""What is remembered of the answers, and questions that are asked twice at the same time."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias

from noughts.web.answers import Answer

MOST_BYTES = 64 << 20

# What was asked, in two words: the question and its parameters, or a path and its query.
Key: TypeAlias = tuple[str, str] | tuple[str, bytes]
Finding: TypeAlias = Coroutine[Any, Any, Answer]


class Memory:
    """Answers that last, those that were used last, up to some number of bytes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._bytes, self._most_bytes = 0, most_bytes

    def get(self, key: Key) -> Answer | None:
        """The answer that was kept under a key, if it still is there."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def keep(self, key: Key, answer: Answer) -> None:
        """Keep an answer, if it is one that lasts."""
        if not answer.lasts or key in self._answers:
            return
        self._answers[key] = answer
        self._bytes += _weight(key, answer)
        while self._bytes > self._most_bytes:
            self._bytes -= _weight(*self._answers.popitem(last=False))


def _weight(key: Key, answer: Answer) -> int:
    """A long question takes room too."""
    return len(key[0]) + len(key[1]) + len(answer.body)


@dataclass(slots=True)
class _Work:
    """A question being answered, and how many wait for that."""

    task: asyncio.Task[Answer]
    waiting: int = 0


class Sharing:
    """Has a question answered once for all who ask it meanwhile; it ends when all have left."""

    def __init__(self) -> None:
        self._works: dict[Key, _Work] = {}

    async def share(self, key: Key, find: Callable[[], Finding]) -> Answer:
        """The answer to the question with that key, found by whoever asked first."""
        work = self._works.get(key)
        if work is None:
            work = self._works[key] = _Work(asyncio.ensure_future(find()))
        work.waiting += 1
        try:
            return await asyncio.shield(work.task)
        finally:
            work.waiting -= 1
            if not work.waiting:
                # Another may have begun the same anew meanwhile, and that goes on.
                if self._works.get(key) is work:
                    del self._works[key]
                work.task.cancel()
