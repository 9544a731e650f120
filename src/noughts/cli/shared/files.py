"""Files that a command writes: whole, or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from noughts.errors import NotationError


def write_text(path: str | Path, text: str | Iterable[str]) -> None:
    """Write a text, or its pieces one by one; the file is put in place when it is complete.

    A device or a pipe is written to, and never replaced.
    """
    target = Path(path)
    pieces = [text] if isinstance(text, str) else text
    if target.exists() and not target.is_file() and not target.is_dir():
        with target.open("w", encoding="utf-8", newline="\n") as device:
            device.writelines(pieces)
        return
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise _cannot_write(target, error) from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
        os.chmod(name, 0o666 & ~_umask())  # as any new file; a temporary one is private
        os.replace(name, target)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _cannot_write(target, error) from None
        raise


def refuse_unwritable(*paths: str | None) -> None:
    """Say at once if a file cannot be written: long work is not lost for want of a folder."""
    for path in paths:
        if path is None:
            continue
        folder = Path(path).absolute().parent
        if Path(path).is_dir():
            raise NotationError(f"cannot write {path!r}: it is a folder")
        if not folder.is_dir():
            raise NotationError(f"cannot write {path!r}: there is no folder for it")
        if not os.access(folder, os.W_OK) and not Path(path).exists():
            raise NotationError(f"cannot write {path!r}: permission denied")


def ending_of(path: str, endings: tuple[str, ...]) -> str:
    """The ending of a file name, one of those that are understood.

    >>> ending_of("tree.SVG", (".svg", ".html"))
    '.svg'
    """
    ending = Path(path).suffix.lower()
    if ending not in endings:
        raise NotationError(f"expected a file name that ends in {', '.join(endings)}, got {path!r}")
    return ending


def _cannot_write(path: Path, error: OSError) -> NotationError:
    return NotationError(f"cannot write {str(path)!r}: {(error.strerror or 'error').lower()}")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
