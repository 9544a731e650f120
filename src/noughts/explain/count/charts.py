"""Comparisons and growth as charts and pages."""

import re
from html import escape

from noughts.explain.count.bars import Bar, Group, bar_chart
from noughts.explain.count.comparison import Comparison
from noughts.explain.count.growth import Growth
from noughts.notation import duration, format_position, value_words

PAGE_STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;"
    "margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem;"
    "text-align:left;border-bottom:1px solid #8884}.number{text-align:right}"
    "pre{overflow-x:auto}svg{max-width:100%;height:auto}"
)


def comparison_svg(comparison: Comparison) -> str:
    """The nodes of each search as bars."""
    bars = [
        Bar(run.search, run.nodes, f"{run.nodes:,}" + ("" if run.finished else " and more"),
            is_open=not run.finished)
        for run in comparison.runs
    ]  # fmt: skip
    position = comparison.position
    title = f"Nodes visited: {position.game.name}, {format_position(position)}"
    caption = f"One search a bar; an outlined bar did not finish in {comparison.budget:g} s."
    return bar_chart(title[:95], [Group("", bars)], caption)


def growth_svg(growth: Growth) -> str:
    """The nodes of each search on each board as bars."""
    groups = []
    for game in growth.games:
        bars = []
        for search in growth.searches:
            cost = growth.cost(game, search)
            text = "did not finish" if cost.nodes is None else f"{cost.nodes:,}"
            if cost.seconds is not None:
                about = "about " if cost.extrapolated else ""
                text += f" ({about}{duration(cost.seconds)})"
            bars.append(Bar(search, cost.nodes, text, is_open=cost.extrapolated))
        groups.append(Group(game.name, bars))
    caption = "An outlined bar is counted, not walked, and its time is extrapolated."
    return bar_chart("Nodes visited from the empty board", groups, caption)


def comparison_html(comparison: Comparison) -> str:
    """A page with the chart and the table."""
    rows = [
        [run.search, value_words(run.value) if run.finished else "unfinished", f"{run.nodes:,}",
         f"{run.cutoffs:,}", f"{run.hits:,}", f"{run.seconds:.4f} s"]
        for run in comparison.runs
    ]  # fmt: skip
    headings = ["search", "value", "nodes", "cut-offs", "hits", "time"]
    title = f"{comparison.position.game.name}: {format_position(comparison.position)}"
    return page(title, comparison_svg(comparison), table_html(headings, rows))


def growth_html(growth: Growth) -> str:
    """A page with the chart and the table."""
    rows = []
    for cost in growth.costs:
        nodes = "" if cost.nodes is None else f"{cost.nodes:,}"
        seconds = "" if cost.seconds is None else duration(cost.seconds)
        note = "extrapolated" if cost.extrapolated else cost.note
        rows.append([cost.game.name, cost.search, nodes, seconds, note])
    table = table_html(["game", "search", "nodes", "time", "note"], rows)
    return page("How the cost grows with the board", growth_svg(growth), table)


def table_html(headings: list[str], rows: list[list[str]]) -> str:
    """A table as HTML."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(map(_cell_html, row)) + "</tr>\n" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>"


def _cell_html(cell: str) -> str:
    kind = ' class="number"' if re.fullmatch(r"[\d.,~]+( s)?", cell) else ""
    return f"<td{kind}>{escape(cell)}</td>"


def page(title: str, *parts: str) -> str:
    """A self-contained page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{PAGE_STYLE}</style></head>\n<body><main>"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )
