"""Every position of a board at once, by the compiled sweep.

Only what needs no numpy is opened here; `outcomes` and `scores` load it.
"""

from noughts.solver.sweep.fast import need_fast

__all__ = ["need_fast"]
