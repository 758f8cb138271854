from __future__ import annotations

from m3bench.core import Fact
from m3bench.scoring import Planning, PlanningFailure
from tests.scoring.planning.cases import call, failures, kinds, steps, task

SPOT = "45.76,4.84"
GEOCODE = call("maps/geocode", f"Lyon is at {SPOT}", address="Lyon")
WEATHER = call("weather/now", "sunny", location=SPOT)
PAGE = call("wiki/page", "The museum is run by Dubois since 2014.", title="Museum", part="intro")
DIRECTOR = Fact("Dubois", call=0, field="director")
MUSEUM = task(steps(PAGE), facts=(DIRECTOR,))


def tracked(*arguments: object, **more: object) -> list[PlanningFailure]:
    found = failures(*arguments, **more)  # type: ignore[arg-type]
    return [each for each in found if each.failure is Planning.STATE_TRACKING]


def test_the_same_facts_asked_again_in_other_words() -> None:
    again = call("wiki/page", "Dubois is its director.", title="Museum", part="history")
    (found,) = tracked(steps(PAGE, again), MUSEUM)
    assert found.calls == (0, 1)
    assert found.detail == "call 2 (wiki/page) asks again for what call 1 had found"


def test_the_same_result_to_another_question() -> None:
    again = call("wiki/page", "The museum is run by Dubois since 2014.", title="The museum")
    assert len(tracked(steps(PAGE, again), task(steps(PAGE)))) == 1


def test_something_new_or_something_else_is_not_asked_again() -> None:
    opened = Fact("opened in 1772", call=0, field="year")
    wanted = task(steps(PAGE), facts=(DIRECTOR, opened))
    more = call("wiki/page", "Dubois leads it. It was opened in 1772.", title="Museum", part="history")
    assert tracked(steps(PAGE, more), wanted) == []
    other = call("wiki/page", "Dubois also runs the opera.", title="Opera", part="history")
    assert tracked(steps(PAGE, other), MUSEUM) == []
    assert tracked(steps((PAGE, more)), MUSEUM) == []


def test_an_identical_call_is_redundant_instead() -> None:
    assert kinds(steps(PAGE, PAGE), MUSEUM) == [Planning.REDUNDANCY]


def test_short_results_are_the_same_without_saying_the_same() -> None:
    none, nothing = call("wiki/search", "[]", query="museum"), call("wiki/search", "[]", query="gallery")
    assert tracked(steps(none, nothing), task(steps(none))) == []


def test_an_input_that_had_been_found_and_was_guessed() -> None:
    whole = task(steps(GEOCODE, WEATHER), edges=((0, 1),))
    guess = call("weather/now", "cold", location="45.00,5.00")
    (found,) = tracked(steps(GEOCODE, guess), whole)
    assert (found.calls, found.expected_calls) == ((0, 1), (0, 1))
    assert found.detail == "location of call 2 (weather/now) was guessed, although call 1 had found it"
    assert kinds(steps(GEOCODE, guess), whole) == [Planning.STATE_TRACKING]
    # Asked for only afterwards, it is a failure of the order.
    assert tracked(steps(guess, GEOCODE), whole) == []
    assert tracked(steps(GEOCODE, WEATHER), whole) == []


def test_a_field_that_was_left_empty_although_its_value_had_been_found() -> None:
    (found,) = tracked(steps(PAGE), MUSEUM, fields={"director": None, "city": "Lyon"})
    assert found.detail == "the field director is empty, although its value had been found"
    assert tracked(steps(PAGE), MUSEUM, fields={"director": "somebody"}) == []
    blank = call("wiki/page", "The museum has a garden.", title="Museum", part="intro")
    assert tracked(steps(blank), MUSEUM, fields={"director": None}) == []
    assert tracked(steps(PAGE), MUSEUM) == []


def test_a_fact_of_a_row_belongs_to_the_field_with_the_rows() -> None:
    rows = task(steps(PAGE), facts=(Fact("Dubois", call=0, field="people.name"),))
    assert tracked(steps(PAGE), rows, fields={"people": [{"name": "Dubois"}]}) == []
    assert len(tracked(steps(PAGE), rows, fields={"people": []})) == 1
