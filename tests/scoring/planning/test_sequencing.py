from __future__ import annotations

from m3bench.core import Fact
from m3bench.scoring import Planning
from tests.scoring.planning.cases import call, failures, kinds, steps, task

SPOT = "45.76,4.84"
GEOCODE = call("maps/geocode", f"Lyon is at {SPOT}", address="Lyon")
WEATHER = call("weather/now", "sunny", location=SPOT)
WHOLE = task(steps(GEOCODE, WEATHER), edges=((0, 1),))


def test_a_call_before_the_one_it_needs() -> None:
    (found,) = failures(steps(WEATHER, GEOCODE), WHOLE)
    assert found.failure is Planning.SEQUENCING
    assert found.calls == (1, 0)
    assert found.detail == "call 1 (weather/now) needs call 2 (maps/geocode), but was not made after it"


def test_the_same_step_is_not_after() -> None:
    assert kinds(steps((GEOCODE, WEATHER)), WHOLE) == [Planning.SEQUENCING]


def test_the_order_of_the_reference_is_no_failure() -> None:
    assert kinds(steps(GEOCODE, WEATHER), WHOLE) == []


def test_a_value_that_was_guessed_before_it_could_be_known() -> None:
    # The reference takes the place from a result; the attempt has it from nowhere, and asks too late.
    guess = call("weather/now", "cold", location="45.00,5.00")
    found = [
        failure
        for failure in failures(steps(guess, GEOCODE), WHOLE)
        if failure.failure is Planning.SEQUENCING
    ]
    assert [(each.calls, each.expected_calls) for each in found] == [((0,), (0, 1))]
    assert found[0].detail == (
        "location of call 1 (weather/now) was guessed before maps/geocode had been asked"
    )


def test_a_fact_of_the_reference_also_tells_where_a_value_comes_from() -> None:
    bare = steps(call("wiki/search", query="museum"), call("wiki/page", title="Musée des Confluences"))
    known = task(bare, edges=((0, 1),), facts=(Fact("Musée des Confluences", call=0),))
    guessed = steps(call("wiki/page", title="Gallo-Roman Museum"))
    assert Planning.SEQUENCING in kinds(guessed, known)
    # Without the fact, nothing says that the title came from a result: it may be the author's own.
    assert Planning.SEQUENCING not in kinds(guessed, task(bare, edges=((0, 1),)))


def test_a_value_from_the_request_is_not_guessed() -> None:
    direct = call("weather/now", "sunny", location="Lyon")
    assert Planning.SEQUENCING not in kinds(steps(direct), WHOLE)
