"""What the families of computing share: readers of results, amounts and rounded values."""

from __future__ import annotations

import pytest

from m3bench.core import Result, Text
from m3bench.suites import CallResult, PlanError, suite_generator
from m3bench_suites.builders.cross import TaskDraw
from m3bench_suites.builders.cross.computing._shared.conversions import Scale, converted, draw_amounts
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    determinant,
    draw_matrix,
    read_matrix,
    read_real_parts,
    read_vector,
    store,
)
from m3bench_world import World
from tests.suites.families import family_of


def _result(text: str) -> CallResult:
    return CallResult(0, "server/tool", Result(content=(Text(text),)))


def _draw(number: int = 0) -> TaskDraw:
    return TaskDraw(World(7), family_of(suite_generator("cross"), "scientific_computing"), number)


def test_printed_tensors_are_read() -> None:
    assert read_vector("[ 1. , -2.5, 3.e+02]") == [1.0, -2.5, 300.0]
    assert read_matrix("[[1., 2.],\n [1.2345e-05, -4.]]") == [[1.0, 2.0], [1.2345e-05, -4.0]]


@pytest.mark.parametrize("printed", ["[1.+2.j, 3.+0.j]", "not found", "[[1., 2.], [3., 4.]]", "3.5"])
def test_other_things_are_no_vector(printed: str) -> None:
    with pytest.raises(PlanError):
        read_vector(printed)


@pytest.mark.parametrize("printed", ["[1., 2.]", "[[1.+2.j, 3.-1.j]]", "", "[[1., 2."])
def test_other_things_are_no_matrix(printed: str) -> None:
    with pytest.raises(PlanError):
        read_matrix(printed)


def test_real_parts_of_real_and_complex_numbers() -> None:
    assert read_real_parts("[ 1.25+0.j  , -0.5 +0.75j, -0.5 -0.75j]") == [1.25, -0.5, -0.5]
    assert read_real_parts("[1.5, -2., 3.e-01]") == [1.5, -2.0, 0.3]


def test_numbers_and_conversions_are_read_and_nothing_else() -> None:
    assert read_number(_result("2.5")) == 2.5
    assert converted(_result('{"converted_value": 3}')) == 3.0
    for text in ("true", "two", '{"sum": 3}'):
        with pytest.raises(PlanError):
            read_number(_result(text))
    for text in ("3", '{"value": 3}', "Not found"):
        with pytest.raises(PlanError):
            converted(_result(text))


def test_vectors_and_matrices_are_stored_with_their_shape() -> None:
    assert store("v", [1, 2, 3]).arguments == {"shape": [3], "values": [1, 2, 3], "name": "v"}
    assert store("m", [[1, 2, 3], [4, 5, 6]]).arguments["shape"] == [2, 3]
    assert store("row", [[1.0, 2.0]]).arguments["shape"] == [1, 2]


def test_the_last_digit_may_differ_by_one_and_not_more() -> None:
    expected = rounded(1.23456, 3)
    assert expected.value == 1.235
    assert expected.grounds == (1.23456,)
    assert expected.tolerance.fits(1.234, 1.235)
    assert not expected.tolerance.fits(1.237, 1.235)


def test_columns_are_independent_and_differ_by_number() -> None:
    drawn = [draw_matrix(_draw(number), -2, 3, "grain") for number in range(6)]
    assert all(abs(determinant(rows)) >= 3 for rows in drawn)
    assert drawn[0] != drawn[1]


def test_units_repeat_only_when_all_were_drawn() -> None:
    scales = [Scale(name, name, 10, 20) for name in ("inch", "foot", "yard")]
    drawn = draw_amounts(_draw(), scales, 5, "amount")
    assert len({scale.unit for _, scale in drawn[:3]}) == 3
    assert all(1.0 <= value <= 2.0 for value, _ in drawn)
