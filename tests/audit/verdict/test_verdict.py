"""The verdict: exact counts, the shortest game that is lost, and nothing said that is not so."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from functools import cache
from html.parser import HTMLParser

import pytest
from auditing import (
    G3,
    Chooser,
    Fake,
    best_moves,
    good_moves,
    highest_best,
    highest_good,
    lowest,
    lowest_best,
    lowest_good,
    wrong_moves,
)

from noughts.audit.auditing import audit_candidate
from noughts.audit.candidate import Answer, Fault
from noughts.audit.verdict.exam import Examination, examine
from noughts.audit.verdict.findings import Kind
from noughts.audit.verdict.judge import Truth, judge
from noughts.audit.verdict.verdict import Verdict, reach_verdict
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.solver.oracle import Oracle
from noughts.solver.whole import whole_game
from noughts.value import Outcome

MARKS = [None, "X", "O"]


@pytest.fixture(autouse=True)
def no_diagnosis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which mistake it looks like is asked elsewhere, and takes longer than all else here."""
    monkeypatch.setattr("noughts.audit.verdict.verdict._diagnosis", lambda *_: None)


def verdict_on(choose: Chooser, mark: str | None = None, *, every: bool = False) -> Verdict:
    return audit_candidate(Fake(choose, mark), G3, every=every)


def kinds(verdict: Verdict) -> dict[Kind, int]:
    return {finding.kind: finding.count for finding in verdict.findings}


def test_a_verdict_is_complete_when_it_is_made() -> None:
    parts = fields(Verdict)
    assert all(part.default is MISSING and part.default_factory is MISSING for part in parts)
    verdict = audit_candidate(Fake(lowest), G3, note="Not all is limited here.")
    assert "Not all is limited here." in str(verdict)
    assert verdict.seconds > 0
    for part in parts:
        with pytest.raises(FrozenInstanceError):
            setattr(verdict, part.name, None)


# Perfect players


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("choose", [lowest_best, highest_best])
@pytest.mark.parametrize("every", [False, True])
def test_perfect_play_is_perfect_and_without_a_slip(
    choose: Chooser, mark: str | None, every: bool
) -> None:
    verdict = verdict_on(choose, mark, every=every)
    assert verdict.perfect
    assert verdict.complete
    assert verdict.never_loses
    assert bool(verdict)
    assert (verdict.exit_code, verdict.findings, verdict.slips) == (0, [], 0)
    assert verdict.losing_game is None
    assert verdict.diagnosis is None
    assert all(skill.is_sure for skill in verdict.skills)
    assert str(verdict).startswith("Perfect: in all")


@pytest.mark.parametrize("choose", [lowest_good, highest_good])
def test_play_that_keeps_the_outcome_alone_is_perfect_with_slips(choose: Chooser) -> None:
    verdict = verdict_on(choose, every=True)
    slips = sum(choose(position) not in best_moves(position) for position in verdict.judged)
    assert verdict.perfect
    assert kinds(verdict) == {Kind.SLIP: slips}
    assert verdict.slips == slips > 0
    assert f"({slips:,} slips)" in str(verdict)


def test_the_final_positions_are_counted_once() -> None:
    verdict = verdict_on(lowest_best)
    first, second = verdict.sides
    assert (first.won, first.drawn, first.lost) == (52, 2, 0)
    assert (second.won, second.drawn, second.lost) == (166, 16, 0)
    assert first.asked + second.asked == verdict.asked == 507


# Wrong players


def test_every_wrong_answer_of_a_wrong_player_is_counted_and_no_other() -> None:
    verdict = verdict_on(lowest, every=True)
    score = whole_game(G3).score
    expected = {Kind.LOSES: 0, Kind.MISSES: 0, Kind.SLIP: 0}
    for position in verdict.judged:
        move = lowest(position)
        if move in wrong_moves(position):
            lost = score(position.child(move)) > 0
            expected[Kind.LOSES if lost else Kind.MISSES] += 1
        elif move not in best_moves(position) and score(position):
            expected[Kind.SLIP] += 1
    assert kinds(verdict) == expected
    assert verdict.exit_code == 1


def test_one_wrong_answer_in_a_table_of_right_ones_is_found_alone() -> None:
    right = verdict_on(lowest_best)
    for position in list(right.judged)[::17]:
        for move in wrong_moves(position)[:1]:

            def choose(at: Position, here: Position = position, wrong: int = move) -> int:
                return wrong if at == here else lowest_best(at)

            verdict = verdict_on(choose)
            [finding] = [finding for finding in verdict.findings if finding.kind.is_fault]
            assert finding.count == 1
            assert finding.example.position == position
            assert finding.good == good_moves(position)
            lost = whole_game(G3).score(position.child(move)) > 0
            assert finding.kind is (Kind.LOSES if lost else Kind.MISSES)
            assert (verdict.losing_game is not None) == lost
            if verdict.losing_game is not None:
                assert position in verdict.losing_game.positions()


@cache
def shortest_loss(choose: Chooser, *, is_first: bool) -> int:
    """The plies of the shortest lost game, by playing on from every position."""

    @cache
    def visit(position: Position) -> int:
        if position.is_over:
            won = position.winner is None or (position.winner == "X") == is_first
            return 99 if won else position.stones
        if (position.stones % 2 == 0) == is_first:
            return visit(position.play(choose(position)))
        return min(visit(position.play(move)) for move in position.moves())

    return visit(Position(G3))


def shuffled(seed: int) -> Chooser:
    """A player who plays anything, and always the same."""
    return lambda position: random.Random(position.key + seed).choice(position.moves())


@pytest.mark.parametrize("choose", [lowest, *map(shuffled, range(6))])
@pytest.mark.parametrize("every", [False, True])
def test_the_game_it_loses_is_the_shortest_there_is(choose: Chooser, every: bool) -> None:
    verdict = verdict_on(choose, every=every)
    plies = min(shortest_loss(choose, is_first=True), shortest_loss(choose, is_first=False))
    record = verdict.losing_game
    assert record is not None
    assert len(record.moves) == plies
    side = next(side for side in verdict.sides if side.losing is record)
    assert record.position.winner not in (None, side.mark)
    for position, move in zip(record.positions(), record.moves, strict=False):
        if position.to_move == side.mark:
            assert move == choose(position)
    assert verdict.turns
    assert verdict.never_loses is False


def test_a_player_who_never_loses_may_still_miss_wins() -> None:
    def drawish(position: Position) -> int:
        """A move that draws where there is one."""
        score = whole_game(G3).score
        draws = [move for move in position.moves() if score(position.child(move)) == 0]
        return (draws or best_moves(position))[0]

    verdict = verdict_on(drawish)
    assert verdict.never_loses
    assert verdict.losing_game is None
    assert verdict.exit_code == 1
    assert Kind.LOSES not in kinds(verdict)
    assert str(verdict).startswith("Not perfect: it never loses, and misses a win in ")


def test_dice_are_judged_by_their_worst_throw() -> None:
    rng = random.Random(3)

    def mostly_right(position: Position) -> int:
        if position.stones == 1 and rng.random() < 0.3:
            return rng.choice(position.moves())
        return lowest_best(position)

    fake = Fake(mostly_right)
    verdict = audit_candidate(fake, G3, times=30)
    assert verdict.exit_code == 1
    assert Kind.UNSTEADY in kinds(verdict)
    assert {case.position.stones for f in verdict.findings for case in f.cases} >= {1}
    assert verdict.losing_game is not None


def test_dice_among_right_moves_are_no_fault() -> None:
    rng = random.Random(3)
    verdict = audit_candidate(Fake(lambda position: rng.choice(best_moves(position))), G3, times=5)
    assert verdict.perfect
    assert not verdict.findings
    assert any("answers differently" in remark for remark in verdict.remarks)


def test_the_verdict_on_dice_that_were_thrown_twice_says_what_was_seen() -> None:
    rng = random.Random(3)
    verdict = verdict_on(lambda position: rng.choice(best_moves(position)))
    assert verdict.perfect
    assert any("--random" in remark for remark in verdict.remarks)


# Faults of the program


class Faulty(Fake):
    """Perfect, but for its answers at some positions."""

    def __init__(
        self, change: Callable[[Position, Answer], Answer], *, must_pass: bool = False
    ) -> None:
        super().__init__(lowest_best, must_pass=must_pass)
        self.change = change

    def ask(self, position: Position) -> Answer:
        return self.change(position, super().ask(position))


@pytest.mark.parametrize("fault", list(Fault))
def test_a_fault_where_a_move_was_due_is_a_finding_with_its_position(fault: Fault) -> None:
    def change(position: Position, answer: Answer) -> Answer:
        if position.stones == 3:
            return Answer(None, 0.5, "", fault, "so it happened")
        return answer

    verdict = audit_candidate(Faulty(change), G3)
    [finding] = verdict.findings
    assert finding.kind.value == fault.value
    assert finding.kind.is_fault
    assert {case.position.stones for case in finding.cases} == {3}
    assert verdict.exit_code == 1
    assert verdict.never_loses is None
    assert "so it happened" in str(verdict)


def test_what_never_answers_cannot_be_run() -> None:
    def change(position: Position, answer: Answer) -> Answer:
        return Answer(None, 0.0, "", Fault.RAISES, "TypeError: no such call")

    verdict = audit_candidate(Faulty(change), G3)
    assert verdict.exit_code == 2
    assert not verdict.perfect
    assert str(verdict).startswith("It cannot be run")
    assert "TypeError: no such call" in str(verdict)


def test_a_wrong_claim_and_a_changed_board_are_told_and_do_not_deny_perfection() -> None:
    oracle = Oracle(G3)

    def change(position: Position, answer: Answer) -> Answer:
        if position.is_over:
            return answer
        outcome = Outcome.WIN if position.stones == 0 else oracle.value(position).outcome
        return answer._replace(claim=outcome, changed_board=position.stones == 8)

    verdict = audit_candidate(Faulty(change), G3, every=True)
    assert verdict.perfect
    found = kinds(verdict)
    assert found[Kind.VALUE] == 1
    assert found[Kind.CHANGES] == sum(position.stones == 8 for position in verdict.judged)
    assert "it says that X wins" in str(verdict)


def answering_when_over(position: Position, answer: Answer) -> Answer:
    if position.is_over and not position.is_full:
        return answer._replace(said="(2, 0)", offered=6)
    return answer


def test_an_answer_on_a_finished_board_is_remarked_on_and_no_fault() -> None:
    verdict = audit_candidate(Faulty(answering_when_over), G3)
    assert verdict.perfect
    [remark] = verdict.remarks
    assert "XOX OX. .OX, where X has won with a1-b2-c3, it says (2, 0)" in remark


def test_it_is_a_fault_where_the_form_promises_none() -> None:
    verdict = audit_candidate(Faulty(answering_when_over, must_pass=True), G3)
    assert verdict.exit_code == 1
    assert set(kinds(verdict)) == {Kind.FINISHED}
    assert not verdict.remarks


# Time, and larger boards


def slowly(position: Position) -> int:
    time.sleep(0.003)
    return lowest_best(position)


def test_the_budget_may_end_before_either() -> None:
    verdict = audit_candidate(Fake(slowly), G3, seconds=0.1)
    assert verdict.exit_code == 3
    assert not verdict.complete
    assert str(verdict).startswith("Undecided: no fault in the ")
    assert "more to ask" in str(verdict)


def test_a_fault_is_a_fault_even_if_the_budget_ends() -> None:
    def slowly_wrong(position: Position) -> int:
        time.sleep(0.003)
        return lowest(position)

    verdict = audit_candidate(Fake(slowly_wrong), G3, seconds=0.2)
    assert verdict.exit_code == 1
    assert "The time was up" in str(verdict)


@pytest.mark.parametrize("spec", ["3x3+misere", "3x3+drop", "3x2:2", "2x2x2"])
def test_perfect_play_is_perfect_on_other_boards(spec: str) -> None:
    verdict = audit_candidate(Fake(lowest_best), game(spec), every=True)
    assert verdict.perfect
    assert not verdict.slips
    assert str(verdict)
    assert verdict.to_html()


def test_a_side_that_is_lost_from_the_start_loses_without_a_fault() -> None:
    verdict = audit_candidate(Fake(lowest_best), game("3x2:2"))
    assert verdict.perfect
    assert verdict.losing_game is None
    assert verdict.never_loses is False
    assert "As second player (O) the game is lost from the start" in str(verdict)


@pytest.fixture
def nothing_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth has to be searched for, as on larger boards."""
    monkeypatch.setattr("noughts.solver.sources.Sources.score", lambda *_: None)


def oracle_player(spec: str) -> Chooser:
    oracle = Oracle(game(spec))

    def choose(position: Position) -> int:
        move = oracle.best_move(position)
        assert move is not None
        return move

    return choose


@cache
def perfect_on(spec: str) -> Examination:
    return examine(Fake(oracle_player(spec)), game(spec))


@pytest.mark.usefixtures("nothing_at_hand")
def test_a_walk_in_which_all_is_won_proves_itself_without_the_truth() -> None:
    judged = judge(perfect_on("4x3:3"), Truth(game("4x3:3"), seconds=0.0))
    first = [cases for position, cases in judged.items() if position.stones % 2 == 0]
    assert first
    assert not any(case.is_open for cases in first for case in cases)
    second = [cases for position, cases in judged.items() if position.stones == 1]
    assert any(case.is_open for cases in second for case in cases)


@pytest.mark.usefixtures("nothing_at_hand")
def test_a_lost_game_denies_perfection_even_where_the_mistake_is_not_found() -> None:
    rules = game("4x3:3")
    examination = examine(Fake(lowest), rules)
    verdict = reach_verdict(examination, seconds=1e-9)
    assert verdict.not_judged
    first = verdict.sides[0]
    assert first.losing is not None
    assert verdict.exit_code == 1
    assert Kind.BEATEN in kinds(verdict)
    assert "Where it went wrong was not found in time." in str(verdict)


def test_a_large_board_is_walked_as_far_as_the_time_allows() -> None:
    verdict = audit_candidate(Fake(lowest), game("6x6:5"), seconds=1.5)
    assert verdict.asked > 50
    assert not verdict.complete
    assert verdict.exit_code in (1, 3)
    assert str(verdict)


def test_the_budget_is_about_what_it_takes_on_a_large_board() -> None:
    started = time.perf_counter()
    audit_candidate(Fake(lowest), game("6x6:4"), seconds=4.0)
    assert time.perf_counter() - started < 3 * 4.0


def test_a_game_that_is_lost_where_the_start_may_be_lost_proves_nothing_and_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The first player wins; so it is no fault to lose as the second.
    examination = perfect_on("4x3:3")
    known = reach_verdict(examination)
    assert known.exit_code == 0
    assert known.losing_game is None
    monkeypatch.setattr("noughts.solver.sources.Sources.score", lambda *_: None)
    in_doubt = reach_verdict(examination, seconds=1e-9)
    assert in_doubt.exit_code == 3
    assert in_doubt.losing_game is not None
    assert "it can be beaten, which may be so from the start" in repr(in_doubt)


# What is shown


def test_the_text_is_short_and_plain() -> None:
    for choose in (lowest, lowest_best, lowest_good, shuffled(1)):
        text = str(verdict_on(choose))
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 80
        assert len(text.splitlines()) < 75


def test_the_short_form_names_the_game_it_loses() -> None:
    verdict = verdict_on(lowest)
    assert repr(verdict) == (
        "<fake: Not perfect: it can be beaten; it is wrong in 92 of 232 positions asked; it loses "
        "a1 b1 a2 c1 a3>"
    )


def test_the_dict_is_json_and_agrees_with_the_verdict() -> None:
    for choose in (lowest, lowest_best, lowest_good):
        verdict = verdict_on(choose)
        data = json.loads(json.dumps(verdict.to_dict()))
        assert data["schema"] == 1
        assert data["perfect"] == verdict.perfect
        assert data["asked"] == verdict.asked
        assert data["slips"] == verdict.slips
        assert [f["count"] for f in data["findings"]] == [f.count for f in verdict.findings]
        assert all(len(f["cases"]) >= f["count"] for f in data["findings"])
        assert (data["losing_game"] is None) == (verdict.losing_game is None)


class Tags(HTMLParser):
    """Checks that elements are closed in order."""

    VOID = ("meta", "br", "rect", "path", "circle", "line")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    verdict = verdict_on(lowest)
    page = verdict.to_html()
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert tags.seen.count("svg") == len(verdict.losing_game.moves) + len(verdict.findings)  # type: ignore[union-attr]
    assert "script" not in tags.seen
    assert not re.search(r"(?:src|href)=|url\(|@import", page)
    assert "prefers-color-scheme" in page


def test_what_a_program_says_cannot_break_the_page() -> None:
    def change(position: Position, answer: Answer) -> Answer:
        return Answer(None, 0.0, "<script>alert(1)</script>", Fault.ILLEGAL, "<b>&")

    page = audit_candidate(Faulty(change), G3).to_html()
    assert "<script" not in page
    assert "<b>" not in page
