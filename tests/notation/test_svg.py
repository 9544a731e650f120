"""notation/svg.py: positions as pictures."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest
from naive import random_position

from noughts import position
from noughts.notation.svg import PALETTE, num, position_svg, style, text_width
from noughts.rules.catalog import CATALOG, game

SVG = "{http://www.w3.org/2000/svg}"


def elements(picture: str, name: str, colour: str | None = None) -> list[ElementTree.Element]:
    """The elements of a picture by name, those with a fill or stroke of a colour alone."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}{name}")
    return [each for each in found if colour is None or f"-{colour}" in each.get("class", "")]


def words(picture: str) -> list[str]:
    return [each.text or "" for each in elements(picture, "text")]


@pytest.mark.parametrize("spec", [entry.spec for entry in CATALOG])
def test_a_picture_of_any_game_is_well_formed_and_has_its_stones(spec: str) -> None:
    rules = game(spec)
    for stones in {0, 1, min(5, rules.cells - 1)}:
        shown = random_position(rules, stones, random.Random(stones))
        picture = position_svg(shown)
        root = ElementTree.fromstring(picture)
        assert root.get("role") == "img"
        strokes = elements(picture, "path", "ink")
        drawn = sum(path.get("d", "").count("M") for path in strokes)
        assert drawn == shown.stones


def test_the_title_says_what_is_seen() -> None:
    def title(text: str, spec: str | None = None) -> str:
        return elements(position_svg(position(text, spec)), "title")[0].text or ""

    assert title("XX. .O. ..O") == "3x3, X to move: XX. .O. ..O"
    assert title("XXX OO. ...") == "3x3, won by X, line a1-b1-c1: XXX OO. ..."
    assert title("XXX OO. ...", "misere").startswith("3x3+misere, won by O, line a1-b1-c1")
    assert title("XOX OXO OXO").startswith("3x3, drawn")


def test_a_completed_line_is_drawn_from_end_to_end() -> None:
    straight = position_svg(position("XXO OX. O.X"))
    assert len(elements(straight, "path", "line")) == 1
    assert not elements(straight, "rect", "line")
    both = position_svg(position("XXO OXO OXX"))
    assert len(elements(both, "path", "line")) == 2


def test_a_line_across_slices_or_round_the_edge_is_tinted_cell_by_cell() -> None:
    cube = position_svg(position("X.. .O. ... | ... .X. ... | O.. ... ..X", "3x3x3"))
    assert len(elements(cube, "rect", "line")) == 3
    torus = position_svg(position("X.. OOX .X.", "3x3+torus"))
    assert len(elements(torus, "rect", "line")) == 3


def test_labels_are_those_of_the_diagram() -> None:
    assert words(position_svg(position("... ... ..."))) == ["a", "b", "c", "1", "2", "3"]
    assert words(position_svg(position("1122", "4x4+drop")))[:4] == ["1", "2", "3", "4"]
    cube = words(position_svg(position("... ... ... | ... ... ... | ... ... ...", "3x3x3")))
    assert [word for word in cube if "slice" in word] == ["slice 1", "slice 2", "slice 3"]


def test_values_have_a_letter_and_a_colour_and_other_notes_are_plain() -> None:
    notes = {2: "W1", 5: "D", 7: "L4", 3: "?", 0: "W1"}
    picture = position_svg(position("XX. .O. ..O"), notes=notes)
    for colour in ("win", "draw", "loss"):
        assert len(elements(picture, "rect", colour)) == 1
    shown = [word for word in words(picture) if word in notes.values()]
    assert sorted(shown) == ["?", "D", "L4", "W1"], "nothing is written on a stone"


def test_marked_cells_are_tinted() -> None:
    assert len(elements(position_svg(position("... ... ..."), marked=0b101), "rect", "last")) == 2


def test_the_size_is_that_of_the_longer_side() -> None:
    root = ElementTree.fromstring(position_svg(position("1122", "connect4"), size=300))
    assert root.get("width") == "300"
    assert float(root.get("height", "0")) < 300


# Colours


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_everything_written_can_be_read(scheme: int) -> None:
    colours = {name: pair[scheme] for name, pair in PALETTE.items()}
    for ground in ("paper", "band", "board"):
        for ink in ("ink", "soft", "win", "draw", "loss"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for ground in ("win", "draw", "loss", "soft"):
        assert contrast(colours["on"], colours[ground]) >= 4.5, ground
    for ground in ("last", "line"):
        assert contrast(colours["ink"], colours[ground]) >= 3, ground


def test_the_values_have_the_colours_of_the_house() -> None:
    assert [PALETTE[name] for name in ("win", "loss")] == [
        ("#0072B2", "#56B4E9"),
        ("#A84300", "#E69F00"),
    ]
    assert PALETTE["draw"][0] == "#595959"


def test_no_rule_of_the_style_reaches_beyond_the_picture() -> None:
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", style())
    for rule in rules:
        selector = rule.removeprefix("@media screen and (prefers-color-scheme:dark)")
        assert selector.startswith(".noughts "), rule
    assert "prefers-color-scheme:dark" in style()


def test_numbers_are_short_and_never_minus_nothing() -> None:
    assert [num(value) for value in (1.0, 2.5, -0.001, 1 / 3)] == ["1", "2.5", "0", "0.33"]
    assert text_width("W +10", 10) > text_width("D 0", 10)
