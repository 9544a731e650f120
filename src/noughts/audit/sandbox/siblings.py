"""Files that lie beside the program, and that it imports: reached as it is, without playing.

Only the standard library is used here: this runs beside the program, in its process.
"""

import importlib.abc
import importlib.machinery
import types
from collections.abc import Sequence
from pathlib import Path

from noughts.audit.sandbox.script import Script


class Siblings(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the files that lie beside the program, and loads them in the same way."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        file = self.folder.joinpath(*name.split(".")).with_suffix(".py")
        if not file.is_file():
            return None
        self.files.add(str(file))
        return importlib.machinery.ModuleSpec(name, self, origin=str(file))

    def exec_module(self, module: types.ModuleType) -> None:
        assert module.__spec__ is not None
        assert module.__spec__.origin is not None
        file = module.__spec__.origin
        Script(Path(file).read_bytes(), file).load(module.__dict__)
