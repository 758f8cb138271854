from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Outcome
from m3bench.scoring import Planning
from tests.scoring.planning.cases import call, failures, kinds, steps, task

READ = call("notes/read", "one line of text", book="list")
ADD = call("notes/add", "added", book="list", text="milk")
ONCE = task(steps(READ))


def test_an_identical_call_again() -> None:
    (found,) = failures(steps(READ, READ), ONCE)
    assert (found.failure, found.calls) == (Planning.REDUNDANCY, (0, 1))
    assert found.detail == "call 2 (notes/read) repeats call 1"


def test_reading_again_after_a_change_is_not_redundant() -> None:
    assert kinds(steps(READ, ADD, READ), task(steps(READ, ADD))) == []


def test_making_the_same_again_is() -> None:
    assert kinds(steps(ADD, READ, ADD), task(steps(ADD, READ))) == [Planning.REDUNDANCY]


def test_repeating_what_failed_is_not() -> None:
    broken = call("notes/read", outcome=Outcome.SERVER_FAULT, book="list")
    assert kinds(steps(broken, READ), ONCE) == []


def test_the_reference_may_repeat_itself() -> None:
    assert kinds(steps(READ, READ), task(steps(READ, READ))) == []


@given(st.integers(1, 6), st.integers(1, 6))
def test_all_repetitions_beyond_the_references_count(made: int, wanted: int) -> None:
    found = kinds(steps(*[READ] * made), task(steps(*[READ] * wanted)))
    assert found.count(Planning.REDUNDANCY) == max(0, made - wanted)
