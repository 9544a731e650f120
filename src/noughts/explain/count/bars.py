"""Charts as SVG: bars on a logarithmic scale, readable in light and dark, and without colour."""

from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, LABELS, NUMBERS, BAR, GAP, HEAD = 760, 140, 250, 16, 6, 34

# Every rule is for charts alone: a page may hold other pictures beside them.
STYLE = (
    ".chart{background:#fff}.chart text{font:13px system-ui,sans-serif;fill:#1b1b1b}"
    ".chart .title{font-size:16px;font-weight:600}.chart .group{font-weight:600}"
    ".chart .small{font-size:11px;fill:#595959}.chart .bar{fill:#0072B2}"
    ".chart .open{fill:none;stroke:#0072B2;stroke-width:1.5;stroke-dasharray:4 3}"
    ".chart .grid{stroke:#d5d5d5}"
    "@media(prefers-color-scheme:dark){.chart{background:#1b1b1b}.chart text{fill:#eee}"
    ".chart .small{fill:#bbb}"
    ".chart .bar{fill:#56B4E9}.chart .open{stroke:#56B4E9}.chart .grid{stroke:#444}}"
)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its length, and what is written beside it."""

    label: str
    value: float | None
    text: str
    is_open: bool = False
    """Is the value worked out, not measured? Then the bar is only outlined."""


@dataclass(frozen=True, slots=True)
class Group:
    """Bars that belong together, under a heading."""

    heading: str
    bars: list[Bar]


def bar_chart(title: str, groups: list[Group], caption: str = "") -> str:
    """Bars by group, on one logarithmic scale."""
    values = [bar.value for group in groups for bar in group.bars if bar.value]
    low = floor(log10(min(values))) if values else 0
    high = max(ceil(log10(max(values))), low + 1) if values else 1
    room = WIDTH - LABELS - NUMBERS
    rows: list[str] = []
    y = HEAD + 8
    for group in groups:
        if group.heading:
            y += 20
            rows.append(f'<text class="group" x="8" y="{y}">{escape(group.heading)}</text>')
            y += 8
        for bar in group.bars:
            rows += _bar(bar, y, low, high, room)
            y += BAR + GAP
    height = y + 34
    grid = _grid(low, high, room, y)
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
            f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'aria-label="{escape(title)}">',
            f"<title>{escape(title)}</title><style>{STYLE}</style>",
            f'<text class="title" x="8" y="24">{escape(title)}</text>',
            *grid,
            *rows,
            f'<text class="small" x="8" y="{height - 6}">{escape(caption)}</text>',
            "</svg>",
            "",
        ]
    )


def _bar(bar: Bar, y: int, low: int, high: int, room: int) -> list[str]:
    length = 0.0
    if bar.value:
        length = max((log10(bar.value) - low) / (high - low) * room, 2.0)
    middle = y + BAR - 4
    shape = "open" if bar.is_open else "bar"
    return [
        f'<text x="{LABELS - 8}" y="{middle}" text-anchor="end">{escape(bar.label)}</text>',
        f'<rect class="{shape}" x="{LABELS}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2"/>',
        f'<text x="{LABELS + length + 6:.1f}" y="{middle}">{escape(bar.text)}</text>',
    ]


def _grid(low: int, high: int, room: int, bottom: int) -> list[str]:
    step = max(1, ceil((high - low) / 8))
    lines = []
    for power in range(low, high + 1, step):
        x = LABELS + (power - low) / (high - low) * room
        label = f"{10.0**power:g}" if -3 <= power <= 4 else f"1e{power}"
        lines.append(
            f'<line class="grid" x1="{x:.1f}" y1="{HEAD}" x2="{x:.1f}" y2="{bottom}"/>'
            f'<text class="small" x="{x:.1f}" y="{bottom + 14}" text-anchor="middle">{label}</text>'
        )
    return lines
