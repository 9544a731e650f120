"""Counts and costs: positions, games, solutions, and what searches take for them."""

from noughts.explain.count.bars import STYLE
from noughts.explain.count.charts import (
    comparison_html,
    comparison_svg,
    growth_html,
    growth_svg,
    page,
    table_html,
)
from noughts.explain.count.comparison import BUDGET, Comparison, Run, compare
from noughts.explain.count.counting import (
    MOST_REMEMBERED,
    Census,
    Layer,
    census,
    tree_nodes,
)
from noughts.explain.count.growth import GROWING, SWEEP, Cost, Growth, grow
from noughts.explain.count.single import Searched, searched
from noughts.explain.count.solution import SolutionCensus, solve_all

__all__ = [
    "BUDGET", "GROWING", "MOST_REMEMBERED", "STYLE", "SWEEP", "Census", "Comparison", "Cost",
    "Growth", "Layer", "Run", "Searched", "SolutionCensus", "census", "compare", "comparison_html",
    "comparison_svg", "grow", "growth_html", "growth_svg", "page", "searched", "solve_all",
    "table_html", "tree_nodes",
]  # fmt: skip
