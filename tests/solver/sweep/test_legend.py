"""The kernels say what they are given: their legends against what numba compiled."""

from __future__ import annotations

import inspect
import re
from types import ModuleType
from typing import Any

import pytest

from noughts.learn import BatchEnv
from noughts.learn.environments import kernels as batch
from noughts.solver.sweep import kernels
from noughts.solver.sweep.outcomes import compile_sweep
from noughts.solver.sweep.scores import compile_scores

ENTRY = re.compile(r"^    (\w[\w, ]*?)  +((?:bool|u?int\d+)(?:\[.+?\])?)", re.MULTILINE)
OWN = re.compile(r"(\w+(?:, \w+)*) : ((?:bool|u?int\d+)(?:\[.+?\])?)")


def entries(pattern: re.Pattern[str], text: str) -> dict[str, str]:
    return {name: kind for names, kind in pattern.findall(text) for name in names.split(", ")}


def compiled(module: ModuleType) -> dict[str, Any]:
    """The kernels of a module."""
    return {
        name: found
        for name, found in vars(module).items()
        if hasattr(found, "py_func") and found.py_func.__module__ == module.__name__
    }


def said(kind: str) -> tuple[str, int]:
    """The dtype and the number of dimensions that an entry gives."""
    dtype, _, shape = kind.partition("[")
    return dtype, shape.count(",") + 1 if shape else 0


def given(kind: Any) -> tuple[str, int]:
    """The same of what numba was given."""
    kind = getattr(kind, "literal_type", kind)
    dtype = str(getattr(kind, "dtype", kind))
    return {"boolean": "bool"}.get(dtype, dtype), getattr(kind, "ndim", 0)


@pytest.mark.parametrize("module", [kernels, batch], ids=["sweep", "batch"])
def test_kernels_are_given_what_their_legend_says(module: ModuleType) -> None:
    compile_sweep()
    compile_scores()
    env = BatchEnv("3x3", 4, seed=1)
    env.step(env.random_actions())
    env.play_random(1)
    env.legal_masks()
    env.observe()
    legend, checked = entries(ENTRY, module.__doc__ or ""), set()
    others = legend.pop("all others")
    for name, kernel in compiled(module).items():
        names = list(inspect.signature(kernel.py_func).parameters)
        kinds = {**legend, **entries(OWN, kernel.__doc__ or "")}
        for signature in kernel.signatures:
            for argument, kind in zip(names, signature, strict=True):
                if argument not in ("shares", "pieces", "rules"):
                    expected = said(kinds.get(argument, others))
                    assert given(kind) == expected, f"{name}({argument})"
                    checked.add(name)
    assert {"solve_rows", "score_rows"} <= checked or {"step_games", "play_games"} <= checked
    arguments = {
        argument
        for kernel in compiled(module).values()
        for argument in inspect.signature(kernel.py_func).parameters
    }
    assert legend.keys() <= arguments
