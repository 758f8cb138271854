"""Structures are found in the calls of a reference, not declared."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import AnswerField, AnswerForm, Call, Edge, Fact, FieldType, Reference, Step, Task
from m3bench.curation import Structure, count_structures, find_structures
from m3bench.curation.structures import validation_problems

BRANCHES = [{"condition": "it rains", "taken": {"tools": ["s/a"]}, "other": {}, "holds": True}]
VALIDATION = {"fact": "the size", "sources": ["s/a", "s/b"], "compared": ["x", "y"], "contradicted": ["x"]}


def task(
    *steps: tuple[str, ...],
    edges: tuple[tuple[int, int], ...] = (),
    facts: tuple[Fact, ...] = (),
    fields: dict[str, Any] | None = None,
    **extra: Any,
) -> Task:
    reference = Reference(
        steps=tuple(Step(tuple(Call(f"s/{name}", {}) for name in step)) for step in steps),
        edges=tuple(Edge(*edge) for edge in edges),
        facts=facts,
        fields=fields,
    )
    form = AnswerForm((AnswerField("total", FieldType.NUMBER, "the total"),))
    return Task(id="t", servers=("s",), form=form, references=(reference,), extra=extra)


def test_a_single_call_has_no_structure() -> None:
    assert find_structures(task(("a",))) == set()
    assert find_structures(Task(id="t")) == set()


def test_a_chain_is_three_calls_long() -> None:
    steps = (("a",), ("b",), ("c",))
    assert Structure.CHAIN in find_structures(task(*steps, edges=((0, 1), (1, 2))))
    assert Structure.CHAIN not in find_structures(task(*steps, edges=((0, 1), (0, 2))))


def test_calls_of_one_step_are_parallel() -> None:
    assert find_structures(task(("a", "b"))) == {Structure.PARALLEL}


def test_an_iteration_repeats_a_tool_for_what_one_call_found() -> None:
    edges = ((0, 1), (0, 2), (0, 3))
    assert Structure.ITERATION in find_structures(task(("a",), ("b", "b", "b"), edges=edges))
    assert Structure.ITERATION not in find_structures(task(("a",), ("b", "b", "c"), edges=edges))
    assert Structure.ITERATION not in find_structures(task(("a",), ("b", "b", "b")))


def test_an_aggregation_needs_three_results() -> None:
    steps = (("a", "b", "c"), ("d",))
    assert Structure.AGGREGATION in find_structures(task(*steps, edges=((0, 3), (1, 3), (2, 3))))
    assert Structure.AGGREGATION not in find_structures(task(*steps, edges=((0, 3), (1, 3))))


def test_an_aggregation_may_be_done_in_the_answer() -> None:
    facts = tuple(Fact(100 + call, (), call, False, "total") for call in range(3))
    assert Structure.AGGREGATION in find_structures(task(("a", "b", "c"), facts=facts))
    assert Structure.AGGREGATION not in find_structures(task(("a", "b", "c"), facts=facts[:2]))


def test_decisions_and_validations_are_in_the_task() -> None:
    assert Structure.DECISION in find_structures(task(("a",), branches=BRANCHES))
    assert Structure.VALIDATION in find_structures(task(("a",), validations=[VALIDATION]))
    agreed = {**VALIDATION, "contradicted": []}
    assert Structure.VALIDATION not in find_structures(task(("a",), validations=[agreed]))


@pytest.mark.parametrize(
    ("fields", "steps", "problem"),
    [
        ({"wrong": ["x"]}, ("a", "b"), None),
        ({"wrong": ["y"]}, ("a", "b"), "the answer does not name 'x'"),
        ({"wrong": ["xx"]}, ("a", "b"), "the answer does not name 'x'"),
        ({"wrong": ["x"]}, ("a",), "the source s/b is not asked"),
    ],
)
def test_contradictions_are_reported(
    fields: dict[str, Any], steps: tuple[str, ...], problem: str | None
) -> None:
    problems = list(validation_problems(task(steps, fields=fields, validations=[VALIDATION])))
    assert [reported.startswith(problem or "") for reported in problems] == [True] * (problem is not None)


def test_structures_are_counted() -> None:
    long = task(("a",) * 31)
    counts = count_structures([long, task(("a",), ("b",), branches=BRANCHES)])
    assert (counts.tasks, counts.servers, counts.many_calls) == (2, {1: 2}, 1)
    assert (counts.calls, counts.rounds) == (16.5, 1.5)
    assert counts.structures[Structure.DECISION] == counts.structures[Structure.PARALLEL] == 1
    assert counts.structures[Structure.CHAIN] == 0
