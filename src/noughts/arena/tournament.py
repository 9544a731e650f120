"""A tournament: the games of an arena that are not yet played, several at a time."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from threading import Thread

from noughts.arena.arena import Pairing, Played, openings, play
from noughts.arena.store import Games
from noughts.rules import game_of

AHEAD = 4  # games given to each process before it has finished


def run(
    games: Games,
    pairings: Iterable[Pairing],
    *,
    plies: int,
    seed: int,
    seconds: float,
    jobs: int = 1,
    on_game: Callable[[Played], None] = lambda played: None,
) -> None:
    """Play what is not yet there, and keep each game as soon as it is over."""
    done = games.done()
    left = [pairing for pairing in pairings if pairing not in done]
    one = partial(play_one, games.game.name, plies, seed, seconds)
    for played in map(one, left) if jobs == 1 else _together(one, left, jobs):
        games.add(played)
        on_game(played)


def play_one(spec: str, plies: int, seed: int, seconds: float, pairing: Pairing) -> Played:
    """One game, from what can be sent to another process."""
    game = game_of(spec)
    return play(game, pairing, openings(game, plies)[pairing.opening], seed, seconds)


def _together(one: Callable[[Pairing], Played], left: list[Pairing], jobs: int) -> Iterator[Played]:
    """The games in the order in which they end."""
    context = multiprocessing.get_context("spawn")  # everywhere the same; threads survive no fork
    waiting: set[Future[Played]] = set()
    not_ours = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_with_the_arena)
    try:
        for pairing in left:
            if len(waiting) >= AHEAD * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
            with _ctrl_c_later():
                waiting.add(pool.submit(one, pairing))
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    except BaseException:  # Ctrl-C: games that are not over are not waited for
        for child in multiprocessing.active_children():
            if child not in not_ours:
                child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Processes that are started here know nothing of Ctrl-C, which is for the arena alone."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_with_the_arena() -> None:
    """A process of an arena that was killed would otherwise wait for ever for the next game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    arena = multiprocessing.parent_process()
    assert arena is not None

    def leave() -> None:
        arena.join()
        os._exit(1)

    Thread(target=leave, daemon=True).start()
