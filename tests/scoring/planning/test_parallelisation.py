from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Outcome
from m3bench.scoring import Planning
from tests.scoring.planning.cases import call, failures, kinds, steps, task

LYON = call("weather/now", "rain over the two rivers", location="Lyon")
TURIN = call("weather/now", "sun over the one river", location="Turin")
GHENT = call("weather/now", "fog over all the canals", location="Ghent")
TOGETHER = task(steps((LYON, TURIN, GHENT)))


def test_independent_calls_one_after_the_other() -> None:
    (found,) = failures(steps(LYON, TURIN, GHENT), TOGETHER)
    assert found.failure is Planning.PARALLELISATION
    assert (found.calls, found.expected_calls) == ((0, 1, 2), (0, 1, 2))
    assert found.detail == "calls 2, 3 could have been made together with call 1"


def test_calls_that_are_together_or_apart_in_the_reference_too() -> None:
    assert kinds(steps((LYON, TURIN, GHENT)), TOGETHER) == []
    assert kinds(steps(LYON, TURIN), task(steps(LYON, TURIN))) == []


def test_a_call_that_used_the_result_of_the_first_was_not_late() -> None:
    pages = task(steps((call("wiki/page", title="Museum"), call("wiki/page", title="Curator Dubois"))))
    first = call("wiki/page", "It is run by Curator Dubois.", title="Museum")
    assert kinds(steps(first, call("wiki/page", title="Curator Dubois")), pages) == []


@pytest.mark.parametrize(
    "first_try",
    [
        call("weather/now", outcome=Outcome.SERVER_FAULT, location="Turin"),
        call("weather/now", outcome=Outcome.INVALID_ARGUMENTS, place="Turin"),
    ],
)
def test_another_try_is_no_new_decision(first_try: Call) -> None:
    wanted = task(steps((LYON, TURIN)))
    assert Planning.PARALLELISATION not in kinds(steps((LYON, first_try), TURIN), wanted)


@given(st.permutations([LYON, TURIN, GHENT]), st.integers(0, 3))
def test_one_step_never_fails_and_several_always_do(calls: list[Call], cut: int) -> None:
    groups = [tuple(calls[:cut]), tuple(calls[cut:])]
    attempt = steps(*(group for group in groups if group))
    expected = [] if len(attempt) == 1 else [Planning.PARALLELISATION]
    assert kinds(attempt, TOGETHER) == expected
