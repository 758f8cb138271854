"""What goes, what stays, and what runs together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Outcome, Result, Text
from m3bench.forge.references.consolidation import build_reference, consolidate, layer_calls, without_failures
from m3bench.forge.references.graph import Kind, Need
from m3bench.forge.references.relevance import closure
from tests.forge.benches import ANSWER, details, done, find, graph, weather, write


def _run(*calls: Call) -> list[Call]:
    return [action.call for action in done(calls)]


def test_failed_calls_go() -> None:
    calls = _run(find("Alder"), Call("inns/nothing", {}), Call("inns/find", {"nome": "Alder"}))
    kept, removed = without_failures(calls)
    assert [known.place for known in kept] == [0]
    assert [(removal.call, removal.why) for removal in removed] == [
        (1, "failed: unknown_tool"),
        (2, "failed: invalid_arguments"),
    ]


def test_repeated_calls_go_and_the_barest_form_of_them_stays_in_the_first_place() -> None:
    calls = _run(Call("inns/find", {"name": "Alder", "lang": "en"}), weather(), find("Alder"))
    kept, removed = without_failures(calls)
    assert [(known.place, known.call.arguments) for known in kept] == [
        (0, {"name": "Alder"}),
        (1, {"place": "the coast"}),
    ]
    assert [removal.call for removal in removed] == [2]


def test_a_call_that_says_something_else_the_second_time_is_no_repetition() -> None:
    look = Call("files/read", {"path": "best.txt"})
    kept, removed = without_failures(_run(look, write("Alder"), look))
    assert [known.place for known in kept] == [0, 1, 2]
    assert removed == []


def test_other_arguments_with_the_same_result_are_no_repetition() -> None:
    said = Result((Text("[]"),))
    calls = [Call("a/b", {"id": name}, result=said, outcome=Outcome.SUCCESS) for name in ("one", "two")]
    assert len(without_failures(calls)[0]) == 2


def test_what_nothing_uses_goes_and_what_can_run_together_does() -> None:
    calls = graph(
        [find("Birch"), weather(), details("Birch"), find("Alder"), details("Alder"), write("Alder")]
    )
    plan, removed = consolidate(calls)
    assert plan.steps == ((0, 3), (2, 4, 5))
    assert [removal.name for removal in removed] == ["sky/weather"]


def test_a_reference_holds_names_and_arguments_and_edges_alone() -> None:
    calls = graph([find("Alder"), find("Birch"), details("Alder"), details("Birch")])
    reference = build_reference(calls, consolidate(calls)[0])
    assert [len(step.calls) for step in reference.steps] == [2, 2]
    assert all(call == Call(call.name, call.arguments) for _, call in reference.calls())
    assert {(edge.source, edge.target) for edge in reference.edges} == {(0, 2), (1, 3)}
    assert reference.answer == ANSWER


def test_a_call_that_writes_is_kept_though_nobody_reads_what_it_says() -> None:
    calls = graph([find("Alder"), details("Alder"), write("something else", "notes.txt")], "Alder has 4.25.")
    plan, removed = consolidate(calls)
    assert 2 in plan.kept
    assert removed == []


_NEEDS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] < pair[1]), max_size=20
)


@given(_NEEDS)
def test_every_call_comes_after_what_it_needs_and_no_later(pairs: list[tuple[int, int]]) -> None:
    needs = [Need(source, target, Kind.VALUE) for source, target in pairs]
    steps = layer_calls(range(10), needs)
    step_of = {call: index for index, step in enumerate(steps) for call in step}
    assert sorted(step_of) == list(range(10))
    for call in range(10):
        before = [step_of[need.source] for need in needs if need.target == call]
        assert step_of[call] == max(before, default=-1) + 1


@given(_NEEDS, st.sets(st.integers(0, 9)))
def test_a_closure_holds_all_that_it_needs(pairs: list[tuple[int, int]], places: set[int]) -> None:
    needs = [Need(source, target, Kind.VALUE) for source, target in pairs]
    reached = closure(places, needs)
    assert places <= reached
    assert all(need.source in reached for need in needs if need.target in reached)
