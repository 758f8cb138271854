from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.apps.audit.dependencies import misplaced_edges, problems, step_layout, with_edges
from m3bench.apps.audit.editing import apply, changed_call, parse_arguments
from m3bench.apps.audit.edits import (
    AddCall,
    Delete,
    Edit,
    EditRefused,
    Link,
    Merge,
    Move,
    SetAnswer,
    SetCall,
    Split,
    Unlink,
)
from m3bench.core import Call, Edge, Reference, Result, Step, Text
from tests.apps.audit.samples import TRIP, call, reference

WAY = TRIP.references[0]


def names(made: Reference) -> list[list[str]]:
    return [[call.tool for call in step.calls] for step in made.steps]


def edges(made: Reference) -> set[tuple[str, str]]:
    calls = [call.tool for _, call in made.calls()]
    return {(calls[edge.source], calls[edge.target]) for edge in made.edges}


def test_steps_are_merged_and_split() -> None:
    merged = apply(WAY, Merge(1))
    assert names(merged) == [["find"], ["address", "weather", "time"]]
    assert edges(merged) == edges(WAY)
    assert names(apply(merged, Split(1, 1))) == names(WAY)


def test_plans_of_merged_steps_are_kept() -> None:
    one, other = Step((call("a"),), "first this"), Step((call("b"),), "then that")
    merged = apply(Reference(steps=(one, other)), Merge(0))
    assert merged.steps[0].plan == "first this\nthen that"


def test_a_call_moves_and_its_edges_follow() -> None:
    moved = apply(WAY, Move(3, 0))
    assert names(moved) == [["find", "time"], ["address"], ["weather"]]
    assert edges(moved) == {("find", "address"), ("find", "weather")}
    alone = apply(WAY, Move(3, 0, alone=True))
    assert names(alone) == [["time"], ["find"], ["address"], ["weather"]]
    assert edges(alone) == edges(WAY)
    assert names(apply(WAY, Move(2, 3, alone=True)))[-2:] == [["time"], ["weather"]]


def test_a_step_that_becomes_empty_is_gone() -> None:
    assert names(apply(WAY, Move(1, 2))) == [["find"], ["weather", "time", "address"]]


def test_a_call_is_deleted_with_what_led_to_it() -> None:
    left = apply(WAY, Delete(1))
    assert names(left) == [["find"], ["weather", "time"]]
    assert edges(left) == {("find", "weather")}


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (Merge(0), r"Call 2 \(town/address\) needs what call 1 \(town/find\) returns"),
        (Move(0, 1), r"Call 2 \(town/address\) needs what call 1"),
        (Move(0, 3, alone=True), "has to be in a later step"),
        (Move(2, 0), r"Call 3 \(town/weather\) needs what call 1"),
        (Move(2, 2), "Call 3 is in step 3 already"),
        (Delete(0), "delete that call first, or remove the dependency"),
        (Merge(2), "no step after the last"),
        (Merge(9), "no step 10"),
        (Merge(-1), "no step 0"),
        (Split(2, 0), "needs calls on both sides"),
        (Split(0, 1), "needs calls on both sides"),
        (Delete(4), "no call 5"),
        (Link(1, 0), "Call 1 cannot need call 2"),
        (Link(2, 3), "is not in an earlier step"),
        (Link(0, 7), "no call 8"),
        (AddCall("town/map", "{}", 3), "no step 4"),
        (AddCall("town/map", "{", 0), "Not JSON"),
        (SetCall(4, "town/map", "{}"), "no call 5"),
    ],
)
def test_what_would_make_it_wrong_is_refused(edit: Edit, sentence: str) -> None:
    with pytest.raises(EditRefused, match=sentence):
        apply(WAY, edit)


def test_the_last_call_stays() -> None:
    with pytest.raises(EditRefused, match="at least one call"):
        apply(reference([call("find")]), Delete(0))


def test_a_dependency_can_be_taken_away_and_given() -> None:
    free = apply(WAY, Unlink(0, 1))
    assert names(apply(free, Merge(0)))[0] == ["find", "address"]
    assert apply(free, Link(0, 1)) == WAY


def test_other_arguments_take_the_place_of_the_old_ones() -> None:
    seen = Call("town/find", {"city": "Oslo"}, "c1", Result((Text("417"),)))
    way = Reference(steps=(Step((seen,)),))
    edited = apply(way, SetCall(0, "town/seek", '{"city": "Bergen", "n": 1.50}'))
    assert edited.steps[0].calls[0] == Call("town/seek", {"city": "Bergen", "n": 1.5}, "c1")
    assert changed_call(way, edited) == 0
    assert apply(way, SetCall(0, "town/find", '{ "city": "Oslo" }')) is way


def test_a_call_is_added_to_a_step_or_in_a_new_one() -> None:
    added = apply(WAY, AddCall("town/map", "{}", 0))
    assert names(added) == [["find", "map"], ["address"], ["weather", "time"]]
    assert (edges(added), changed_call(WAY, added)) == (edges(WAY), 1)
    alone = apply(WAY, AddCall("town/map", '{"zoom": 3}', 3, alone=True))
    assert names(alone)[-1] == ["map"]
    assert changed_call(WAY, alone) == 4
    first = apply(Reference(steps=(Step(), *WAY.steps)), AddCall("town/map", "{}", 0))
    assert (names(first)[0], changed_call(WAY, first)) == (["map"], 0)
    assert changed_call(WAY, apply(WAY, Merge(1))) is None


def test_the_answer_is_written_anew() -> None:
    assert apply(WAY, SetAnswer(" 12 Main Street\n")).answer == "12 Main Street"
    assert apply(WAY, SetAnswer(" ")).answer is None
    with pytest.raises(EditRefused, match="at most 20000 characters"):
        apply(WAY, SetAnswer("x" * 20_001))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "Not JSON: .* line 1"),
        ("[1]", "Arguments must be an object"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": 1, "a": 2}', "'a' is repeated"),
        ("[" * 100_000, "Unsupported JSON"),
        ('{"a":' * 300 + "1" + "}" * 300, "nested too deeply"),
        ('{"a": "' + "x" * 300_000 + '"}', "at most 200000 characters"),
        ("1" * 5000, "Unsupported JSON"),
    ],
)
def test_arguments_that_are_no_object_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(EditRefused, match=sentence):
        parse_arguments(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), json_values, max_size=4))
def test_parse_arguments_back_as_they_were_written(value: dict[str, Any]) -> None:
    assert parse_arguments(json.dumps(value)) == value


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(EditRefused):
        assert isinstance(parse_arguments(text), dict)


@st.composite
def ways(draw: st.DrawFn) -> Reference:
    """References whose edges all go forward."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=5))
    numbers = iter(range(sum(sizes)))
    steps = tuple(Step(tuple(call(f"t{next(numbers)}") for _ in range(size))) for size in sizes)
    step_of = [index for index, size in enumerate(sizes) for _ in range(size)]
    forward = [
        Edge(source, target)
        for source in range(len(step_of))
        for target in range(len(step_of))
        if step_of[source] < step_of[target]
    ]
    chosen = draw(st.sets(st.sampled_from(forward), max_size=6)) if forward else set()
    return Reference(steps=steps, edges=tuple(chosen))


small = st.integers(-1, 8)
edits: st.SearchStrategy[Edit] = st.one_of(
    st.builds(Merge, small),
    st.builds(Split, small, small),
    st.builds(Move, small, small, st.booleans()),
    st.builds(Delete, small),
    st.builds(Link, small, small),
    st.builds(Unlink, small, small),
    st.builds(SetCall, small, st.just("town/x"), st.just('{"a": 1}')),
    st.builds(AddCall, st.just("town/y"), st.just("{}"), small, st.booleans()),
)


@given(ways(), st.lists(edits, max_size=8))
def test_no_row_of_edits_breaks_a_dependency(way: Reference, row: list[Edit]) -> None:
    for edit in row:
        before, joined = sorted(name for step in names(way) for name in step), edges(way)
        try:
            way = apply(way, edit)
        except EditRefused:
            continue
        after = sorted(name for step in names(way) for name in step)
        assert all(step.calls for step in way.steps)
        assert not problems(way)
        assert len(after) == len(before) - isinstance(edit, Delete) + isinstance(edit, AddCall)
        if isinstance(edit, Merge | Split | Move):
            assert (after, edges(way)) == (before, joined)


def test_edges_that_join_nothing_are_told_and_left_out() -> None:
    odd = reference([call("a")], [call("b")], edges=[(0, 1), (0, 7), (1, 1), (-1, 0)])
    assert with_edges(odd, ()).edges == (Edge(0, 1),)
    assert len(problems(odd)) == 3


def test_an_edge_that_was_wrong_before_does_not_stop_its_mending() -> None:
    wrong = reference([call("a"), call("b")], [call("c")], edges=[(0, 1), (0, 2)])
    assert misplaced_edges(step_layout(wrong), wrong.edges) == [Edge(0, 1)]
    assert problems(apply(wrong, Split(0, 1))) == []
