"""Calls that are made together, and values by name."""

from __future__ import annotations

import json

import pytest

from m3bench.core import Result, Text
from m3bench.suites import CallResult, call
from m3bench_suites.builders.tasks import pluck, together


def _states(index: int, data: object) -> CallResult:
    return CallResult(index, "s/a", Result((Text(json.dumps(data)),)))


def test_groups_of_calls_are_made_at_once() -> None:
    first, second = [call("s/a", city="Rome"), call("s/a", city="Oslo")], [call("s/b")]
    steps = together(iter(first), second, [])
    assert next(steps) == [*first, *second]
    results = [_states(index, {}) for index in range(3)]
    with pytest.raises(StopIteration) as stopped:
        steps.send(results)
    assert stopped.value.value == [results[:2], results[2:], []]


def test_values_are_plucked_by_name() -> None:
    results = [_states(0, {"days": [{"high": 21}]}), _states(1, {"days": [{"high": 9}]})]
    assert pluck(("Rome", "Oslo"), results, "days", 0, "high") == {"Rome": 21, "Oslo": 9}
    assert pluck(("Rome", "Oslo"), results)["Oslo"] == {"days": [{"high": 9}]}
    with pytest.raises(ValueError, match="zip"):
        pluck(("Rome",), results, "days")
