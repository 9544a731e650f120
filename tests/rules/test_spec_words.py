"""rules/specs.py: a word of a spec has one home, and is known everywhere from there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from naive import Cli

from noughts import NotationError, RulesError
from noughts.audit.certificates.certificate import Certificate
from noughts.audit.certificates.checker import Rules
from noughts.notation.gamefile import read_game
from noughts.rules import catalog
from noughts.rules.catalog import game
from noughts.rules.specs import SPEC_WORDS, SpecWord
from noughts.solver.sources import Reach
from noughts.web.desk import reach_of
from noughts.web.rules import game_words

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def sinks(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpecWord]:
    """A fourth word, for as long as a test runs."""
    word = SpecWord("sinks", "the stones sink", drop=True)
    monkeypatch.setitem(SPEC_WORDS, "sinks", word)
    yield word
    catalog._read_spec.cache_clear()


@pytest.mark.usefixtures("sinks")
def test_a_word_that_is_added_to_the_table_is_read_shown_and_told_everywhere(cli: Cli) -> None:
    rules = game(" 4X3:3+Sinks+misere ")
    assert (rules.drop, rules.misere, rules.torus) == (True, True, False)
    assert rules.name == "4x3:3+misere+sinks"
    assert pickle.loads(pickle.dumps(rules)) is rules
    with pytest.raises(NotationError, match=r"expected \+drop, \+misere, \+torus or \+sinks"):
        game("4x3:3+floats")
    with pytest.raises(NotationError, match=r"'\+sinks' stands twice"):
        game("4x3:3+sinks+sinks")
    with pytest.raises(RulesError, match="only on flat boards"):
        game("3x3x3+sinks")

    assert "[+drop][+misere][+torus][+sinks], such as 6x6:5" in cli("games").out
    assert game_words(rules) == "3 in a row on 4x3, a line loses, the stones sink"
    assert reach_of({"game": "4x3:3+sinks"}) == Reach(12, True)
    first = cli("play", "4x3:3+misere+sinks", stdin="quit\n").out.splitlines()[0]
    assert first == "4x3:3+misere+sinks: 3 in a row loses, the stones sink."

    own = read_game("4x3+sinks\na1 b1\n")
    assert own.drop
    assert own.describe() == "4x3+sinks\na1 b1"
    assert "\nrules misere sinks\n" in str(Certificate(rules, []))


def test_words_say_the_same_at_the_console_and_on_the_page(cli: Cli) -> None:
    for name, word in SPEC_WORDS.items():
        assert game_words(game(f"3x3+{name}")) == f"3 in a row on 3x3, {word.phrase}"
    said = {"drop": "wins, stones fall", "misere": "loses", "torus": "wins, the edges meet"}
    for name, told in said.items():
        start = cli("play", f"3x3+{name}", stdin="quit\n").out
        assert start.startswith(f"3x3+{name}: 3 in a row {told}.\n")


def test_the_manual_and_the_checker_which_keeps_its_own_copy_know_each_word() -> None:
    manual = (DOCS / "games.md").read_text()
    for word in SPEC_WORDS:
        assert f"| `+{word}` |" in manual
        checker = Rules()
        checker.read("rules", word)
        assert checker.words == {word}
