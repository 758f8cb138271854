from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Edge
from m3bench.scoring import Planning, PlanningFailure
from m3bench.scoring.planning.failures import parts
from tests.scoring.planning.cases import call, failures, kinds, steps, task

GEOCODE, PAGE = call("maps/geocode", address="Lyon"), call("wiki/page", title="Museum")
WEATHER = call("weather/now", location="45.76,4.84")
WHOLE = task(steps(GEOCODE, (WEATHER, PAGE)), edges=((0, 1),))


def test_a_part_without_any_call_is_one_failure() -> None:
    assert failures(steps(PAGE), WHOLE) == (
        PlanningFailure(
            failure=Planning.DECOMPOSITION,
            expected_calls=(0, 1),
            detail="no call for maps/geocode and weather/now",
        ),
    )


def test_independent_parts_count_each() -> None:
    found = failures((), WHOLE)
    assert [each.expected_calls for each in found] == [(0, 1), (2,)]


def test_a_call_of_the_same_tool_or_with_the_same_values_is_a_try() -> None:
    other_place = steps(call("maps/geocode", address="Lyon"), (call("weather/now", location="Turin"), PAGE))
    assert Planning.DECOMPOSITION not in kinds(other_place, WHOLE)
    other_tool = steps(GEOCODE, (WEATHER, call("wiki/search", query="Museum")))
    assert Planning.DECOMPOSITION not in kinds(other_tool, WHOLE)


def test_a_repeated_call_stands_for_no_other() -> None:
    twice = task(steps((PAGE, call("wiki/page", title="Opera"))))
    assert Planning.DECOMPOSITION in kinds(steps(PAGE, PAGE), twice)


@given(
    st.sets(st.integers(0, 9)),
    st.lists(st.builds(Edge, st.integers(0, 9), st.integers(0, 9)), max_size=12).map(tuple),
)
def test_parts_split_all_calls_and_no_edge_joins_two(calls: set[int], edges: tuple[Edge, ...]) -> None:
    found = parts(calls, edges)
    assert sorted(number for part in found for number in part) == sorted(calls)
    for edge in edges:
        if {edge.source, edge.target} <= calls:
            assert any({edge.source, edge.target} <= set(part) for part in found)
