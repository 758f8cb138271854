"""Values that compare several results, or convert their units."""

from __future__ import annotations

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, FieldType
from m3bench_suites.builders.tasks import Value
from m3bench_suites.builders.tasks.values import expected_value
from m3bench_suites.builders.verse.places._shared.values import (
    compared,
    compared_results,
    highest,
    kilometres,
    lowest,
    minutes,
)

ROWS = "[{name: 'Rome', value: [0]}, {name: 'Coeur d\\'Alene', value: [1]}]"


def _expected(kind: FieldType, value: Value, *results: float) -> Expected:
    return expected_value(AnswerField("x", kind, ""), value, list(results))


def test_the_highest_of_several_is_grounded_in_all_values() -> None:
    assert compared({"Rome": "[0]", "Coeur d'Alene": "[1]"}) == ROWS
    assert _expected(FieldType.NAME, highest(ROWS), 3.5, 7.25) == Expected(
        "Coeur d'Alene", grounds=(3.5, 7.25)
    )
    assert _expected(FieldType.NAME, lowest(ROWS), 3.5, 7.25) == Expected("Rome", grounds=(3.5, 7.25))


def test_results_are_compared_in_order() -> None:
    assert (
        compared_results(["a", "b"], "x", first=3) == "[{name: 'a', value: [3].x}, {name: 'b', value: [4].x}]"
    )


def test_roads_are_in_kilometres_and_minutes() -> None:
    length = _expected(FieldType.NUMBER, kilometres("[0]"), 12_345)
    assert length == Expected(12.3, tolerance=Tolerance(0.06, 0.005), grounds=(12_345,))
    assert _expected(FieldType.DURATION, minutes("[0]"), 150).value == 2
