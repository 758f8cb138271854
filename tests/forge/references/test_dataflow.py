"""Which results hold what a call passes on."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Data, Result, Text
from m3bench.forge.references.dataflow import find_values, is_near, moments_in, numbers_in, passed_values


def _brought(name: str, arguments: object, text: str) -> Call:
    return Call(name, arguments, result=Result((Text(text),)))


def _sources(calls: list[Call], value: str, request: str = "") -> set[int]:
    return next(set(word.sources) for word in passed_values(calls, request)[-1].all if word.text == value)


def test_all_results_that_say_a_value_are_its_sources() -> None:
    calls = [
        _brought("a/one", {}, "The code is moja."),
        _brought("a/two", {}, "Nothing here."),
        _brought("a/three", {}, '{"code": "moja"}'),
        Call("b/use", {"code": "moja"}),
    ]
    assert _sources(calls, "moja") == {0, 2}


def test_an_echo_is_no_source() -> None:
    calls = [
        _brought("maps/geocode", {"address": "Taj Mahal, Agra, India"}, "Taj Mahal, Agra, India: 27.175015"),
        Call("weather/now", {"location": "Agra, India"}),
    ]
    assert _sources(calls, "Agra, India") == set()


def test_a_word_within_what_a_call_was_given_is_an_echo_for_texts_that_are_put_together() -> None:
    calls = [
        _brought("wiki/summary", {"title": "Notre-Dame de Paris"}, "Notre-Dame is a cathedral on an island."),
        Call("maps/geocode", {"address": "Notre-Dame cathedral"}),
    ]
    assert _sources(calls, "Notre-Dame") == set()
    assert _sources(calls, "cathedral") == {0}


def test_what_the_request_states_is_asked() -> None:
    (passed,) = passed_values([Call("a/b", {"place": "Trenton, NJ", "other": "Belmar"})], "From Trenton, NJ.")
    assert [(value.text, value.asked) for value in passed.values] == [
        ("Trenton, NJ", True),
        ("Belmar", False),
    ]


def test_a_day_is_found_in_a_timestamp() -> None:
    calls = [
        _brought("sun/list", {}, '{"peak": "2023-12-14T09:00Z"}'),
        Call("sun/day", {"day": "2023-12-14"}),
    ]
    assert _sources(calls, "2023-12-14") == {0}


def test_words_of_a_text_that_was_put_together_are_traced() -> None:
    calls = [
        _brought("ocr/read", {}, "LUNDBERG\nLong Grain\n5 lb"),
        Call("shop/find", {"q": "Lundberg grain bag"}),
    ]
    assert _sources(calls, "Lundberg") == {0}
    assert _sources(calls, "bag") == set()


def test_a_word_of_a_schema_is_not_put_together() -> None:
    calls = [_brought("films/list", {}, "a movie in a theater"), Call("maps/near", {"kind": "movie_theater"})]
    (passed,) = passed_values(calls, "")[1:]
    assert passed.words == ()


def test_times_of_day_are_looked_for_as_a_whole() -> None:
    calls = [_brought("maps/hours", {}, "Sunday: 12:00 to 23:30")]
    sources = {value.text: value.sources for value in find_values("open until 23:30, not 23:45", calls, "")}
    assert sources["23:30"] == {0}
    assert sources["23:45"] == set()


def test_an_answer_rests_on_numbers_in_other_units_and_rounded() -> None:
    calls = [_brought("maps/route", {}, '{"distanceMeters": 189739, "duration": "14460s"}')]
    sources = {
        value.text: value.sources for value in find_values("189.7 km, or 241 minutes; 77 trees", calls, "")
    }
    assert sources["189.7"] == {0}
    assert sources["241"] == {0}
    assert sources["77"] == set()


def test_an_answer_rests_on_what_was_multiplied() -> None:
    calls = [
        _brought("cars/price", {}, '{"price": 289564}'),
        _brought("coins/rate", {}, '{"rate": 5.3999}'),
        _brought("sky/weather", {}, '{"clouds": 3}'),
    ]
    (value,) = find_values("53,623.96", calls, "")
    assert value.sources == {1}


def test_numbers_of_structured_results_count() -> None:
    assert numbers_in(Result((Data({"a": [1, 2.5]}), Text("-3")))) == [1.0, 2.5, -3.0]
    assert numbers_in(None) == []


def test_moments_are_told_in_seconds() -> None:
    moments = moments_in(Result((Text('{"peak": "2025-10-10T23:04Z", "not": "2025-13-40T99:99Z"}'),)))
    assert moments == ["1760137440"]


@given(st.floats(min_value=-1e6, max_value=1e6), st.lists(st.floats(min_value=-1e6, max_value=1e6)))
def test_a_number_is_near_to_itself(number: float, others: list[float]) -> None:
    assert is_near(number, [*others, number])
    assert not is_near(abs(number) + 1.0, [])
