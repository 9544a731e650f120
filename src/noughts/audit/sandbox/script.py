"""Reaching the functions of a file that was written as a script.

Such a file greets, asks and plays as soon as it is loaded. So it is not run: its functions, its
classes, its imports and the values that they rest on are taken from it, and the rest is left
alone. What fails on the way is left out, for it may not be needed.

Only the standard library is used here: this runs beside the program, in its process.
"""

import ast
import builtins
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from noughts.audit.sandbox.absent import TOOLKITS, Absent

# What a person might have typed where the file asks for something before its functions exist.
TYPED = ("X", "3", "1", "y")
SAFE_CALLS = frozenset(
    (
        *("abs", "all", "any", "bool", "chr", "dict", "divmod", "enumerate", "float", "frozenset"),
        *("int", "len", "list", "max", "min", "ord", "range", "reversed", "round", "set"),
        *("sorted", "str", "sum", "tuple", "zip", "append", "add", "extend", "insert", "update"),
        *("setdefault", "copy", "deepcopy", "items", "keys", "values", "index", "count", "join"),
        *("split", "strip", "upper", "lower", "replace", "combinations", "permutations"),
        *("product", "chain", "setrecursionlimit", "seed"),
    )
)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


class Script:
    """A file, taken apart: `names` holds what its functions see."""

    def __init__(self, source: str | bytes, file: str, *, strict: bool = False) -> None:
        self.tree = ast.parse(source, file)
        self.file = file
        self.strict = strict  # call no function of the file while it is loaded
        self.names: dict[str, Any] = {"__name__": Path(file).stem, "__file__": file}
        self.star_is_absent = False
        self.flags = future_flags(self.tree)
        self.own = {node.name for node in ast.walk(self.tree) if isinstance(node, DEFINITIONS)}
        self.needed = global_names(self.tree)

    def load(self, names: dict[str, Any] | None = None) -> dict[str, Any]:
        """Take everything from the file that can be taken without playing."""
        if names is not None:
            self.names = names
        asked, builtins.input = builtins.input, _typed("")
        try:
            self._take(self.tree.body)
            # What is set only where the game starts, and yet needed by the functions.
            for node in ast.walk(ast.Module(_played(self.tree.body), [])):
                if isinstance(node, ASSIGNMENTS) and any(
                    name in self.needed and name not in self.names for name in targets(node)
                ):
                    self._assign(node)
        finally:
            builtins.input = asked
        return self.names

    def _take(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._import(node)
            elif isinstance(node, DEFINITIONS):
                self._define(node)
            elif isinstance(node, ASSIGNMENTS):
                if not self._plays(node) or self._is_needed(node):
                    self._assign(node)
            elif isinstance(node, ast.If) and not is_main(node) and not self._plays(node.test):
                self._take_branch(node)
            elif isinstance(node, ast.Try):
                self._take_try(node)
            elif isinstance(node, (ast.For, ast.Expr)) and self._is_harmless(node):
                self._run(node)

    def _take_branch(self, node: ast.If) -> None:
        test = ast.Assign([ast.Name("__test__", ast.Store())], node.test)
        if self._run(test):
            self._take(node.body if self.names.pop("__test__") else node.orelse)

    def _take_try(self, node: ast.Try) -> None:
        """The body; where one of its imports fails, what the file does then."""
        imports = [part for part in node.body if isinstance(part, (ast.Import, ast.ImportFrom))]
        if imports and node.handlers and not all(map(self._run, imports)):
            self._take(node.handlers[0].body)
        self._take([part for part in node.body if part not in imports or not node.handlers])
        self._take(node.orelse)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            missing = (module or alias.name).split(".")[0] in TOOLKITS
            one: ast.stmt = (
                ast.ImportFrom(node.module, [alias], 0)
                if isinstance(node, ast.ImportFrom)
                else ast.Import([alias])
            )
            if missing or not self._run(one):
                if alias.name == "*":
                    self.star_is_absent = True
                else:
                    self.names[alias.asname or alias.name.split(".")[0]] = Absent()

    def _define(self, node: ast.stmt) -> None:
        assert isinstance(node, DEFINITIONS)
        for _ in range(20):
            try:
                self._execute(node)
                break
            except NameError as error:
                name = getattr(error, "name", None)
                if not name or not self.star_is_absent:
                    break
                self.names[name] = Absent()
            except Exception:
                break
        if isinstance(self.names.get(node.name, Absent()), Absent) and node.decorator_list:
            node.decorator_list = []  # what decorates it is not there; it is
            self._run(node)

    def _assign(self, node: ast.stmt) -> None:
        """Run an assignment; where it asks a person, with answers that a person might give."""
        for text in TYPED:
            builtins.input = _typed(text)
            if self._run(node):
                return
            if not any(name == "input" for name in called(node)):
                break
        for name in targets(node):
            self.names.setdefault(name, Absent())

    def _run(self, node: ast.stmt) -> bool:
        try:
            self._execute(node)
        except (Exception, SystemExit):
            return False
        return True

    def _execute(self, node: ast.stmt) -> None:
        module = ast.fix_missing_locations(ast.Module([node], []))
        code = compile(module, self.file, "exec", self.flags, dont_inherit=True)
        exec(code, self.names)

    def _plays(self, node: ast.AST) -> bool:
        """Does it call a function of the file?"""
        return any(name in self.own for name in called(node))

    def _is_needed(self, node: ast.stmt) -> bool:
        return not self.strict and any(name in self.needed for name in targets(node))

    def _is_harmless(self, node: ast.stmt) -> bool:
        """Does it call nothing but what fills lists and the like?"""
        calls = set(called(node))
        return bool(calls) and calls <= SAFE_CALLS - self.own


def future_flags(tree: ast.Module) -> int:
    """What the file imports from the future, for each of its parts is compiled by itself."""
    names = {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    }
    features = importlib.import_module("__future__")
    flags = 0
    for name in names & set(features.all_feature_names):
        flags |= getattr(features, name).compiler_flag
    return flags


def called(node: ast.AST) -> Iterator[str]:
    """The names of what is called in a node."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            if isinstance(part.func, ast.Name):
                yield part.func.id
            else:
                yield part.func.attr if isinstance(part.func, ast.Attribute) else "?"


def targets(node: ast.AST) -> list[str]:
    """The names that an assignment sets."""
    places: list[ast.expr] = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, (ast.AnnAssign, ast.AugAssign))
        else []
    )
    return [part.id for place in places for part in ast.walk(place) if isinstance(part, ast.Name)]


def is_main(node: ast.If) -> bool:
    """Is it `if __name__ == "__main__"`?"""
    return any(isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test))


def global_names(tree: ast.Module) -> set[str]:
    """The names that functions read and do not set: they look for them in the module."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
            declared = {
                name
                for part in ast.walk(node)
                if isinstance(part, ast.Global)
                for name in part.names
            }
            own = {part.id for part in names if isinstance(part.ctx, ast.Store)} - declared
            own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
            found |= declared | {part.id for part in names if part.id not in own}
    return found - set(dir(builtins))


def _played(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The parts of a file that are left alone, without the functions inside them."""
    return [node for node in body if not isinstance(node, (*DEFINITIONS, *ASSIGNMENTS))]


def _typed(text: str) -> Any:
    """An input() that answers the file itself, and never a game that it has started."""

    def answer(prompt: object = "") -> str:
        if not text or sys._getframe(1).f_code.co_name != "<module>":
            raise EOFError("there is no one to answer")
        return text

    return answer
