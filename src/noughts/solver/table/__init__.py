"""The solution of a game on disk."""

from noughts.solver.table.file import MOST_CELLS, Layout, TableError, layout
from noughts.solver.table.table import SUFFIX, Table, build, find_table, table_folder, table_path
from noughts.solver.table.verifier import Verification, verify

__all__ = [
    "MOST_CELLS", "SUFFIX", "Layout", "Table", "TableError", "Verification", "build", "find_table",
    "layout", "table_folder", "table_path", "verify",
]  # fmt: skip
