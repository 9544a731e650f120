"""The file of a table while it is being written.

    NAME.part     what has been written so far, locked by the build that is at it
    NAME          the table: the same file, renamed when it is complete

A layer is whole when its checksum, written last, fits. So a build may be killed at any moment:
the next one keeps the whole layers, cuts off what comes after them, and goes on.
"""

import errno
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from noughts.errors import LimitReached
from noughts.solver.forecast import gigabytes
from noughts.solver.machine import disk_bytes
from noughts.solver.table.file import MAGIC, Layout, Section, TableError, is_whole
from noughts.solver.table.table import reason

PART = ".part"

Blocks: TypeAlias = Iterable[bytes | memoryview]


class Part:
    """A file that is to become a table; nobody else writes it until it is closed."""

    def __init__(self, path: Path, file: Layout) -> None:
        self.path, self.part_path = path, part_of(path)
        self.file = file
        with in_words(path):
            self._part = _open_locked(self.part_path)

    def close(self) -> None:
        self._part.close()

    def begin(self) -> int:
        """Make ready to go on; how many layers are there and whole, the fullest first."""
        with in_words(self.path):
            opening = self.read(0, len(self.file.opening))
            if not MAGIC.startswith(opening[: len(MAGIC)]):
                raise TableError(
                    f"{self.part_path} is there and is no table of noughts: it is not written over"
                )
            if opening != self.file.opening:
                self._part.truncate(0)
                self._write(0, self.file.opening)
            whole = 0
            for section in self.file.sections:
                if not is_whole(section, self.read):
                    break
                whole += 1
            kept = self.file.sections[:whole]
            self._part.truncate(kept[-1].end if kept else len(self.file.opening))
        return whole

    def put(self, section: Section, blocks: Blocks) -> None:
        """Write a layer, block by block, and its checksum."""
        digest, at = sha256(), section.directory
        for block in blocks:
            digest.update(block)
            with in_words(self.path):
                self._write(at, block)
            at += len(block)
        assert at == section.checksum, "a layer has the length that the header gives it"
        with in_words(self.path):
            self._write(at, digest.digest())

    def holds(self, section: Section, blocks: Blocks) -> bool:
        """Is this what was written for a layer?"""
        digest = sha256()
        for block in blocks:
            digest.update(block)
        with in_words(self.path):
            return self.read(section.checksum, section.end) == digest.digest()

    def finish(self) -> None:
        """Make sure that all is on the disk, and give the file its name."""
        with in_words(self.path):
            os.fsync(self._part.fileno())
            if os.name == "nt":  # an open file cannot be renamed there
                self._part.close()
            os.replace(self.part_path, self.path)
            _sync_folder(self.path.parent)

    def read(self, start: int, end: int) -> bytes:
        """Those bytes, or as many as there are."""
        self._part.seek(start)
        pieces, left = [], end - start
        while left and (piece := self._part.read(left)):
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    def _write(self, start: int, block: bytes | memoryview) -> None:
        self._part.seek(start)
        left = memoryview(block)
        while left:
            left = left[self._part.write(left) :]


def part_of(path: Path) -> Path:
    """Where the table at path is kept until it is complete."""
    return path.with_name(path.name + PART)


def check_room(path: Path, file: Layout) -> None:
    """Refuse to begin what the disk has no room for."""
    part, free = part_of(path), disk_bytes(path.parent)
    with in_words(path):
        needed = file.size - (part.stat().st_size if part.exists() else 0)
    if free is not None and needed > free:
        raise LimitReached(
            f"no room for {path}: it needs {gigabytes(needed)} on this disk, and "
            f"{gigabytes(free)} are free"
        )


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """What the disk refuses, as a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise LimitReached(
                f"no room left to write {path}: {reason(error)}; what is done is kept in "
                f"{part_of(path)}, and the same command goes on from there"
            ) from None
        if isinstance(error, FileNotFoundError):
            raise TableError(
                f"cannot write {path}: the folder {path.parent} does not exist"
            ) from None
        raise TableError(f"cannot write {path}: {reason(error)}") from None


def _open_locked(part_path: Path) -> io.FileIO:
    """The .part file, old or new, for this build alone."""
    while True:
        part = io.FileIO(part_path, "r+", opener=_open_or_make)
        try:
            if not _lock(part.fileno()):
                raise TableError(f"another build is writing {part_path}: wait for it, or stop it")
            # The build that had the lock before may have renamed this very file.
            if part_path.exists() and os.path.samestat(os.fstat(part.fileno()), part_path.stat()):
                return part
        except BaseException:
            part.close()
            raise
        part.close()


def _open_or_make(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o666)


_LOCKED_BYTE = 1 << 40  # beyond all that is ever written: on Windows a locked byte is unreadable


def _lock(file: int) -> bool:
    """Lock a file until it is closed; False if somebody else has."""
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some file systems have no locks: there one has to do without.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
    return True


def _sync_folder(folder: Path) -> None:
    """Make sure that a new name is on the disk, where a folder can be opened."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # some file systems cannot, and need not
    finally:
        os.close(handle)
