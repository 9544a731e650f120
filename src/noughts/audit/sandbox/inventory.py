"""What there is to ask in a program: its functions and methods, boards and marks.

Only the standard library is used here: this runs beside the program, in its process.
"""

import ast
import contextlib
import inspect
import sys
import textwrap
from collections.abc import Mapping
from typing import Any

from noughts.audit.sandbox.containers import SIMPLE, cells_in, kind_of
from noughts.audit.sandbox.script import Script

MOST_FUNCTIONS = 400
BOARD_ATTRIBUTES = (*dir(dict), *dir(str), "flatten", "ravel", "reshape", "tolist", "shape", "T")


def inventory(
    names: Mapping[str, Any], script: Script | None, files: set[str] | None, cells: int, width: int
) -> dict[str, Any]:
    """All that can be asked, as data: functions, classes, boards, constants and literals."""
    functions: list[dict[str, Any]] = []
    classes: dict[str, Any] = {}
    for name, value in list(names.items()):
        if inspect.isclass(value) and (
            _is_own(value, files) or value.__module__ == names.get("__name__")
        ):  # a dataclass may have no code of its own
            classes[name] = _class_entry(value, cells, width)
            for method, function in _methods(value).items():
                functions.append(_function_entry(f"{name}.{method}", function, skip_self=True))
        elif _is_function(value) and _is_own(value, files):
            functions.append(_function_entry(name, value))
        elif files is None:  # an object of the caller's
            classes[name] = {"required": [], "attributes": [], "boards": []}
            classes[name]["boards"] = _boards(getattr(value, "__dict__", {}), cells, width)
            for method, function in _methods(type(value)).items():
                functions.append(_function_entry(f"{name}.{method}", function, skip_self=True))
    return {
        "functions": [entry for entry in functions if entry][:MOST_FUNCTIONS],
        "classes": classes,
        "boards": _boards(names, cells, width),
        "constants": {
            name: value
            for name, value in names.items()
            if isinstance(value, SIMPLE) and not name.startswith("__")
        },
        "literals": [] if script is None else literals(script.tree),
        "unset": [] if script is None else sorted(script.needed - set(names)),
        "numpy": "numpy" in sys.modules,
        "ours": "noughts" in sys.modules,
    }


def literals(tree: ast.AST) -> list[Any]:
    """The marks that may stand in a source: short strings, small numbers, None."""
    negative = any(isinstance(node, ast.USub) for node in ast.walk(tree))
    found: set[tuple[str, Any]] = {("int", -1)} if negative else set()
    found |= {
        (type(node.value).__name__, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and (
            node.value is None
            or (isinstance(node.value, str) and len(node.value) <= 2)
            or (type(node.value) is int and 0 <= node.value <= 9)
        )
    }
    return [value for _, value in sorted(found, key=str)]


def _is_function(value: Any) -> bool:
    return callable(value) and inspect.isroutine(inspect.unwrap(value))


def _is_own(value: Any, files: set[str] | None) -> bool:
    """Was it written in one of the files?"""
    if files is None:
        return True
    if inspect.isclass(value):
        parts = [part for part in vars(value).values() if inspect.isfunction(part)]
        return any(_is_own(part, files) for part in parts)
    code = getattr(inspect.unwrap(value), "__code__", None)
    return code is not None and code.co_filename in files


def _methods(cls: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, value in vars(base).items():
            function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            if inspect.isfunction(function) and not name.startswith("__"):
                found[name] = value
    return found


def _function_entry(path: str, function: Any, *, skip_self: bool = False) -> dict[str, Any]:
    is_static = isinstance(function, staticmethod)
    function = getattr(function, "__func__", function)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {}
    node = _node_of(function)
    return {
        "path": path,
        "parameters": [
            {"name": one.name, "optional": one.default is not one.empty}
            for one in parameters[int(skip_self and not is_static) :]
            if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
        ],
        "line": function.__code__.co_firstlineno if hasattr(function, "__code__") else 0,
        **_hints(node, path.rpartition(".")[2]),
    }


def _node_of(function: Any) -> ast.AST | None:
    text = getattr(function, "__source__", None)
    try:
        return ast.parse(textwrap.dedent(text or inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None


def _hints(node: ast.AST | None, name: str) -> dict[str, Any]:
    """How deep its board is indexed, which way its depth runs, and which globals it reads."""
    doubly = {
        part.value.value.id
        for part in ast.walk(node or ast.Module([], []))
        if isinstance(part, ast.Subscript)
        and isinstance(part.value, ast.Subscript)
        and isinstance(part.value.value, ast.Name)
    }
    step = 0
    for part in ast.walk(node or ast.Module([], [])):
        if isinstance(part, ast.Call) and _name(part.func) == name:
            for argument in part.args:
                if isinstance(argument, ast.BinOp) and isinstance(argument.left, ast.Name):
                    step = {ast.Add: 1, ast.Sub: -1}.get(type(argument.op), step)
    dotted = {
        part.value.id
        for part in ast.walk(node or ast.Module([], []))
        if isinstance(part, ast.Attribute)
        and isinstance(part.value, ast.Name)
        and not hasattr(list, part.attr)
        and part.attr not in BOARD_ATTRIBUTES
    }
    return {"doubly": sorted(doubly), "dotted": sorted(dotted), "step": step}


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _class_entry(cls: type, cells: int, width: int) -> dict[str, Any]:
    """How to make one of its objects, and the boards that such an object holds."""
    try:
        parameters = list(inspect.signature(cls).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    required = [
        one.name
        for one in parameters
        if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD
    ]
    held = getattr(make_object(cls, []), "__dict__", {})
    return {
        "required": required,
        "boards": _boards(held, cells, width),
        "attributes": sorted(
            name for name, value in held.items() if isinstance(value, SIMPLE) and value is not None
        ),
    }


def make_object(cls: Any, arguments: list[Any]) -> Any:
    """An object of the class, even where it begins to play as soon as it is made."""
    try:
        thing = cls.__new__(cls)
    except Exception:
        thing = None
    if thing is None or not isinstance(thing, cls):
        return None
    with contextlib.suppress(Exception, SystemExit):
        thing.__init__(*arguments)
    return thing


def _boards(names: Mapping[str, Any], cells: int, width: int) -> list[dict[str, Any]]:
    found = []
    for name, value in list(names.items()):
        kind = None if name.startswith("__") else kind_of(value, cells, width)
        if kind is not None:
            inside = cells_in(kind, value) or []
            found.append(
                {
                    "name": name,
                    "kind": kind,
                    "cells": [cell if isinstance(cell, SIMPLE) else repr(cell) for cell in inside],
                }
            )
    return found
