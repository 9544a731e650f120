"""A worker: a process that answers one question after the other, and can be killed at any time."""

import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection

from noughts.web.answers import answer

DEEPEST = 10_000  # calls: a search goes as deep as a board has cells
NICENESS = 10  # so that the server itself, which hardly works, is always served first
MOST_BYTES = 2 << 30  # of memory, where the system can limit it


def work(connection: Connection) -> None:
    """Answer what comes until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server: it ends the workers
    sys.setrecursionlimit(DEEPEST)
    _be_modest()
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    while True:
        try:
            kind, question = connection.recv()
            connection.send(answer(kind, question, connection.send))
        except (EOFError, OSError):
            return


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _be_modest() -> None:
    """Leave the others time and memory; Windows knows neither of these limits."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(NICENESS)
    if sys.platform == "linux":
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        if most == resource.RLIM_INFINITY or most > MOST_BYTES:
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, most))
