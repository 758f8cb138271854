"""Values and rows are compared exactly, except for numbers within a tolerance."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks.data import row_faults, same_value
from m3bench.checks.reading import EXACT, Tolerance

SCALARS = (
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9) | st.text(max_size=12)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
CELLS = st.integers(-1000, 1000) | st.text("ab c", max_size=4)
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=8)


@given(VALUES)
def test_a_value_is_the_same_after_a_round_through_json(value: Any) -> None:
    assert same_value(json.loads(json.dumps(value)), value, EXACT)


@given(VALUES, VALUES)
def test_different_values_differ(one: Any, other: Any) -> None:
    if same_value(one, other, EXACT):
        assert _loose(one) == _loose(other)


def _loose(value: Any) -> Any:
    """The type of a number does not matter, and its last bits; that of a truth value does."""
    if isinstance(value, dict):
        return {key: _loose(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_loose(part) for part in value]
    return round(float(value), 3) + 0.0 if _is_number(value) and abs(value) > 1e-5 else _small(value)


def _small(value: Any) -> Any:
    return 0.0 if _is_number(value) else (type(value), value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        (1, True, False),
        (True, 1, False),
        ("1", 1, False),
        (1.0, 1, True),
        (math.nan, 1, False),
        (10**400, 1, False),
        ("A", "a", False),
        ("a ", "a", False),
        ([1, 2], [2, 1], False),
        ([1, 2], [1], False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"b": 2, "a": 1}, {"a": 1, "b": 2}, True),
        (None, "", False),
        ("x", None, False),
    ],
)
def test_values(found: Any, expected: Any, same: bool) -> None:
    assert same_value(found, expected, EXACT) is same


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        ("12.50", 12.5, True),
        (" 7 ", 7, True),
        ("1e3", 1000, True),
        (".5", 0.5, True),
        ("1,000", 1000, False),
        ("12.5 USD", 12.5, False),
        ("nan", 1, False),
        ("9" * 5_000, 1, False),
        ("", None, True),
        ("x", None, False),
        ("True", True, True),
        ("1", True, False),
        ("007", "7", False),
        ("7", "7", True),
    ],
)
def test_written_values(found: Any, expected: Any, same: bool) -> None:
    assert same_value(found, expected, EXACT, written=True) is same


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_matters_only_if_it_is_asked_for(
    rows: list[list[Any]], chance: random.Random
) -> None:
    shuffled = chance.sample(rows, len(rows))
    assert row_faults(shuffled, rows, EXACT, ordered=False, written=False) == []
    assert bool(row_faults(shuffled, rows, EXACT, ordered=True, written=False)) is (shuffled != rows)


@given(ROWS.filter(len), st.data())
def test_a_row_too_few_or_too_many_is_a_fault(rows: list[list[Any]], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(rows) - 1))
    fewer = rows[:place] + rows[place + 1 :]
    assert row_faults(fewer, rows, EXACT, ordered=False, written=False)
    assert row_faults(rows, fewer, EXACT, ordered=False, written=False)
    replaced = [*fewer, ["another", "row"]]
    assert row_faults(replaced, rows, EXACT, ordered=False, written=False)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_rows_within_a_tolerance_find_partners(numbers: list[int], chance: random.Random) -> None:
    """A row may fit several others: taking the first for each is not enough."""
    found = [[number + chance.choice((-1, 0, 1))] for number in numbers]
    chance.shuffle(found)
    assert (
        row_faults(found, [[number] for number in numbers], Tolerance(1), ordered=False, written=False) == []
    )


def test_the_first_partner_is_not_always_the_right_one() -> None:
    assert row_faults([[5], [6]], [[5.5], [4.5]], Tolerance(0.5), ordered=False, written=False) == []
