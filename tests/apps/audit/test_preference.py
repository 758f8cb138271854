from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.apps.audit import (
    Ledger,
    PairSession,
    Preference,
    load_pairs,
    preference_lines,
    preference_report,
)
from m3bench.apps.audit.preference import Choice, Side, consolidated_first
from m3bench.apps.audit.views import pair_view
from m3bench.core import Call, Outcome, Result, Step, Text, Trajectory, UsageError
from m3bench.formats import write
from tests.apps.audit.samples import PLAIN, TRIP, TownSuite, call, clock


def choice(choice: Choice, number: int = 0, auditor: str = "Ann") -> Preference:
    return Preference(
        task=f"t{number}", compared=f"c{number}", auditor=auditor, at="", choice=choice, first="original"
    )


def test_the_rate_of_the_paper() -> None:
    """589 of 600 selections, as in section 6.4."""
    report = preference_report(
        choice("consolidated" if number < 589 else "original", number) for number in range(600)
    )
    assert report.cases.share == pytest.approx(0.98166, abs=1e-4)
    assert report.cases.low == pytest.approx(0.96745, abs=5e-4)
    assert report.cases.high == pytest.approx(0.98973, abs=5e-4)
    assert "98.17 % (589/600; 95 % Wilson 96.7–99.0)" in " ".join(preference_lines(report, 600))


def test_ties_are_no_preference_and_the_last_choice_counts() -> None:
    report = preference_report(
        [choice("original"), choice("consolidated"), choice("tie", 1), choice("tie", 0, "Bo")]
    )
    assert (report.cases.hits, report.cases.total, report.ties, report.people) == (1, 3, 2, 2)
    assert report.decided.share == 1.0
    assert report.first_chosen.hits == 0
    assert list(preference_lines(preference_report([]), 4)) == ["0 choices by 0 people over 4 pairs, 0 ties."]


def test_the_order_is_drawn_for_each_person_and_pair() -> None:
    falls = [
        consolidated_first(0, person, f"task {number}") for person in ("Ann", "Bo") for number in range(500)
    ]
    assert 420 < sum(falls) < 580
    assert falls[:500] != falls[500:]
    assert consolidated_first(0, "Ann", "t") == consolidated_first(0, "Ann", "t")
    assert [consolidated_first(seed, "Ann", "t") for seed in range(20)].count(True) not in (0, 20)


@pytest.fixture
def session(tmp_path: Path) -> PairSession:
    failed = Call("town/find", {"city": "Olso"}, "x", Result((Text("nothing"),)), Outcome.NOT_FOUND)
    steps = Step((failed,), "I will try"), Step((call("find", city="Oslo"),)), Step()
    write(tmp_path / "original.jsonl", [Trajectory(task_id=TRIP.id, steps=steps)], format="jsonl")
    pairs = load_pairs(TownSuite(TRIP, PLAIN), tmp_path / "original.jsonl")
    return PairSession(pairs, Ledger(tmp_path / "preferences.jsonl", Preference), clock(), seed=0)


def test_nothing_tells_which_is_which(session: PairSession) -> None:
    (pair,) = session.pairs
    told = [msgspec.json.encode(pair_view(session, person, pair)) for person in map(str, range(12))]
    assert len(set(told)) == 2
    for word in (b"original", b"consolidated", b"nothing", b"I will try", b"not_found"):
        assert not any(word in line for line in told)


@pytest.mark.parametrize("side", ["a", "b", "tie"])
def test_a_choice_is_kept_for_what_it_was(session: PairSession, side: Side) -> None:
    (pair,) = session.pairs
    for person in map(str, range(8)):
        assert session.chosen(person) == {}
        session.prefer(person, pair, side)
        assert session.chosen(person) == {pair.compared: side}
        shown = dict(zip(("a", "b"), session.sides(person, pair), strict=True))
        kept = session.preferences()[-1]
        assert kept.choice == "tie" if side == "tie" else shown[side] == getattr(pair, kept.choice)
    assert len({preference.choice for preference in session.preferences()}) == (1 if side == "tie" else 2)


def test_files_without_a_common_task_are_told(tmp_path: Path) -> None:
    write(tmp_path / "original.jsonl", [Trajectory(task_id="else")], format="jsonl")
    with pytest.raises(UsageError, match="has an original"):
        load_pairs(TownSuite(TRIP), tmp_path / "original.jsonl")
