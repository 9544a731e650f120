"""Lanes: workers side by side, a queue before them, and an end to every question.

A question holds a worker until it is answered. When whoever asked has left, or the time is up,
the worker is killed and another takes its place: a search in plain Python can be stopped in no
better way, and this one always works.
"""

import asyncio
import multiprocessing
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from noughts.web.answers import UNAVAILABLE, Answer, Complaint, Piece, Question
from noughts.web.waiting import within
from noughts.web.worker import work

LONG_SECONDS = 5.0  # a question that took longer may leave much memory behind
MOST_QUESTIONS = 1_000  # to one worker: what games and positions it met, it remembers

T = TypeVar("T")


class Busy(Exception):
    """Too many are waiting already."""


class Worker:
    """One process and the line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._asked = 0
        self._since = 0.0
        self.is_done = True

    @property
    def is_fit(self) -> bool:
        """May it be asked again?"""
        took_long = time.monotonic() - self._since > LONG_SECONDS and self._asked > 0
        return self.is_done and not took_long and self._asked < MOST_QUESTIONS

    def ask(self, kind: str, question: Question) -> None:
        self.is_done = False
        self._asked += 1
        self._since = time.monotonic()
        self._line.send((kind, question))

    def listen(self) -> Piece | Answer:
        """The next piece of the answer; EOFError if the worker is gone."""
        heard: Any = self._line.recv()
        assert isinstance(heard, (Piece, Answer))
        self.is_done = isinstance(heard, Answer)
        return heard

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """End it, whatever it does, and wait until it is gone."""
        self._process.kill()
        self._process.join()


class Lane:
    """Some workers, and those who wait for one."""

    def __init__(self, workers: int, *, waiting: int, patience: float) -> None:
        self._workers = workers
        self._waiting, self._most_waiting = 0, waiting
        self._patience = patience
        self._free = asyncio.Semaphore(workers)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._threads = ThreadPoolExecutor(2 * workers, thread_name_prefix="noughts-lane")
        self._closed = False

    async def ask(
        self, kind: str, question: Question, seconds: float
    ) -> AsyncGenerator[Piece | Answer, None]:
        """The pieces of an answer, the Answer last; after so many seconds it is an apology."""
        async with self._worker() as worker:
            deadline = time.monotonic() + seconds
            while True:
                try:
                    if worker.is_done:
                        worker.ask(kind, question)
                    left = deadline - time.monotonic()
                    heard = await within(max(left, 0.01), self._in_thread(worker.listen))
                except asyncio.TimeoutError:
                    yield Complaint(
                        f"no answer in {seconds:g} s, which is all that a question may take here"
                    ).answer(UNAVAILABLE)
                    return
                except (EOFError, OSError):
                    yield Complaint(
                        "the question was too much for the worker that had it: expected a smaller "
                        "board, or fewer seconds"
                    ).answer(UNAVAILABLE)
                    return
                yield heard
                if isinstance(heard, Answer):
                    return

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Worker]:
        await self._take_turn()
        worker = None
        try:
            worker = self._ready() or await self._started()
            yield worker
        finally:
            try:
                if worker is not None:
                    await asyncio.shield(self._put_back(worker))
            finally:
                self._free.release()

    async def _take_turn(self) -> None:
        if self._free.locked() and self._waiting >= self._most_waiting:
            raise Busy
        self._waiting += 1
        turn = asyncio.ensure_future(self._free.acquire())
        try:
            await within(self._patience, turn)
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # it came too late to be of use
                self._free.release()
            if isinstance(error, asyncio.TimeoutError):
                raise Busy from None
            raise
        finally:
            self._waiting -= 1

    def _ready(self) -> Worker | None:
        """A worker that waits for a question, if there is one; the system may have ended some."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._all.discard(worker)
        return None

    async def _started(self) -> Worker:
        """A new worker; if whoever wanted it leaves meanwhile, the next one may have it."""
        starting = asyncio.ensure_future(self._start())
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._keep)
            raise

    async def _start(self) -> Worker:
        worker = await self._in_thread(Worker)
        self._all.add(worker)
        if self._closed:  # meanwhile
            self._end(worker)
            raise Busy
        return worker

    def _keep(self, started: asyncio.Future[Worker]) -> None:
        if started.cancelled() or started.exception() is not None:
            return
        if len(self._all) > self._workers:
            self._end(started.result())
        else:
            self._idle.append(started.result())

    async def warm_up(self) -> None:
        """Have one worker ready before the first question."""
        async with self._worker():
            pass

    async def _put_back(self, worker: Worker) -> None:
        """Have the worker ready for the next question, or another one in its place."""
        if worker.is_fit:
            self._idle.append(worker)
            return
        self._all.discard(worker)
        with suppress(Busy, RuntimeError):  # the lane was closed meanwhile
            await self._in_thread(worker.kill)
            self._idle.append(await self._start())

    async def _in_thread(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.kill()

    def close(self) -> None:
        """End all workers, now."""
        self._closed = True
        for worker in list(self._all):
            self._end(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)
