"""Calls that overlap in time are one step."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call
from m3bench.hosting.gateway_steps import Issued, steps_of


def issued(*spans: tuple[float, float | None]) -> list[Issued]:
    """Calls named by their place in the order of arrival."""
    return [Issued(Call(str(place)), start, end) for place, (start, end) in enumerate(spans)]


def names(calls: list[Issued]) -> list[str]:
    return [" ".join(call.name for call in step.calls) for step in steps_of(calls)]


@pytest.mark.parametrize(
    ("spans", "steps"),
    [
        ([], []),
        ([(0, 1)], ["0"]),
        ([(0, 1), (2, 3)], ["0", "1"]),
        ([(0, 2), (1, 3)], ["0 1"]),
        # A chain: the third overlaps the second only, and still came before the second was answered.
        ([(0, 2), (1, 4), (3, 5), (6, 7)], ["0 1 2", "3"]),
        # The long one spans two short ones that do not touch.
        ([(0, 9), (1, 2), (3, 4), (10, 11)], ["0 1 2", "3"]),
        ([(0, 1), (1, 2)], ["0 1"]),
        ([(5, 5), (5, 5)], ["0 1"]),
        # Read in another order than they came in.
        ([(4, 5), (0, 1)], ["1", "0"]),
        ([(1, 2), (0, 3)], ["1 0"]),
        ([(0, None), (100, 101), (200, None)], ["0 1 2"]),
        ([(0, 1), (2, None), (3, 4), (5, 6)], ["0", "1 2 3"]),
    ],
)
def test_steps(spans: list[tuple[float, float | None]], steps: list[str]) -> None:
    assert names(issued(*spans)) == steps


seconds = st.integers(0, 30).map(float)
spans = st.builds(
    lambda start, length: (start, None if length is None else start + length),
    seconds,
    st.one_of(st.none(), st.integers(0, 8)),
)


@given(st.lists(spans, max_size=12))
def test_steps_divide_the_calls_where_nothing_is_under_way(
    given_spans: list[tuple[float, float | None]],
) -> None:
    calls = issued(*given_spans)
    steps = steps_of(calls)
    by_name = {one.call.name: one for one in calls}
    flat = [by_name[call.name] for step in steps for call in step.calls]

    assert flat == sorted(calls, key=lambda one: (one.start, int(one.call.name)))
    assert all(step.calls for step in steps)
    # An independent way to find the borders: before a call starts, all earlier ones are over.
    starts = [
        place for place, one in enumerate(flat) if all(_end(earlier) < one.start for earlier in flat[:place])
    ]
    lengths = [len(step.calls) for step in steps]
    assert [sum(lengths[:place]) for place in range(len(lengths))] == starts


@given(st.lists(spans, max_size=8), spans)
def test_a_later_call_never_changes_steps_that_were_closed(
    before: list[tuple[float, float | None]], last: tuple[float, float | None]
) -> None:
    """So that a record only ever grows."""
    start = max((begin for begin, _ in before), default=0.0)
    earlier = steps_of(issued(*before))
    now = steps_of(issued(*before, (start + last[0], last[1])))
    assert now[: max(0, len(earlier) - 1)] == earlier[:-1]
    assert len(now) - len(earlier) in (0, 1)


def _end(one: Issued) -> float:
    return math.inf if one.end is None else one.end
