"""The page: the files of the folder `static`, and no others."""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "static"

# By name: what the system believes of .mjs differs from one machine to the next.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".md": "text/plain; charset=utf-8",
}


def page_file(name: str) -> tuple[bytes, str, str] | None:
    """The bytes, type and tag of a file of the page; None if there is no file of that name.

    A name is looked up among those that are there, so none can lead out of the folder.
    """
    files = {
        path.relative_to(FOLDER).as_posix(): path
        for path in FOLDER.rglob("*")
        if path.suffix in TYPES and path.is_file() and not path.is_symlink()
    }
    path = files.get(name)
    if path is None:
        return None
    body = path.read_bytes()
    return body, TYPES[path.suffix], f'"{hashlib.sha256(body).hexdigest()[:32]}"'
