from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import AnswerFields, Expected, write_checks
from m3bench.core import Call, Edge, Fact, Reference, Step, Task
from m3bench.reports.study.seeing.dependence import PictureFields, graded_fields, picture_fields
from m3bench.suites import SuiteRef, WorldRef, find_suite
from tests.reports.study.seeing.sightings import FEE, OWNER, PAID, PLATE, sight


def with_reference(task: Task, **changes: Any) -> Task:
    reference = msgspec.structs.replace(task.references[0], **changes)
    return msgspec.structs.replace(task, references=(reference,))


def test_a_field_depends_on_the_picture_if_its_value_comes_through_it() -> None:
    assert picture_fields(sight(3)) == PictureFields(
        dependent=frozenset({PLATE, OWNER}), independent=frozenset({FEE}), unknown=frozenset({PAID})
    )


def test_what_the_request_says_does_not_depend_on_the_picture() -> None:
    stated = with_reference(
        msgspec.structs.replace(sight(3), request="Is KX-103 in IMG_1.png?"),
        facts=(Fact("KX-103", picture=True, field=PLATE),),
    )
    assert PLATE in picture_fields(stated).independent
    asked = msgspec.structs.replace(stated, request="Which plate is in IMG_1.png?")
    assert PLATE in picture_fields(asked).dependent
    vague = msgspec.structs.replace(asked, fuzzy_request="It is KX-103, is it not?")
    assert PLATE in picture_fields(vague).independent


def test_a_key_fact_in_the_arguments_makes_a_call_depend_on_the_picture() -> None:
    steps = (Step((Call("cars/owner", {"plate": "KX-103"}),)), Step((Call("cars/owner", {"plate": "KX-9"}),)))
    facts = Fact("Person 103", call=0, field=OWNER), Fact("Person 9", call=1, field=FEE)
    looked = with_reference(sight(3), steps=steps, edges=(), facts=facts)
    fields = picture_fields(looked)
    assert OWNER in fields.dependent
    assert FEE in fields.independent


def test_a_reference_that_looks_without_a_call_does_not_hide_the_dependence() -> None:
    task = sight(3)
    silent = Reference(
        steps=(Step((Call("cars/owner", {"plate": "103"}),)),),
        facts=(Fact("Person 103", call=0, field=OWNER),),
    )
    for references in ((silent, task.references[0]), (task.references[0], silent)):
        assert OWNER in picture_fields(msgspec.structs.replace(task, references=references)).dependent
    assert OWNER in picture_fields(msgspec.structs.replace(task, references=(silent,))).independent


def test_a_field_that_cannot_be_traced_depends_only_if_all_calls_do() -> None:
    task = sight(3)
    first, second = task.references[0].steps
    only = with_reference(task, steps=(first, Step(second.calls[:1])), facts=task.references[0].facts[:2])
    assert {PAID, FEE} <= picture_fields(only).dependent
    assert PAID in picture_fields(task).unknown
    assert picture_fields(with_reference(task, steps=(), edges=(), facts=())).unknown == {
        PLATE,
        OWNER,
        FEE,
        PAID,
    }


def test_a_computed_field_is_unknown_where_its_known_grounds_are_not_from_the_picture() -> None:
    computed = AnswerFields({FEE: Expected(25.0, grounds=(12.5,)), OWNER: Expected("x", grounds=("KX-103",))})
    task = msgspec.structs.replace(sight(3), checks=write_checks([computed]))
    assert picture_fields(task) == PictureFields(dependent=frozenset({OWNER}), unknown=frozenset({FEE}))


def test_parts_of_records_count_for_the_record() -> None:
    check = AnswerFields({"cars": Expected(rows=({PLATE: Expected("KX-103")},))})
    task = msgspec.structs.replace(sight(3), checks=write_checks([check]))
    task = with_reference(task, facts=(Fact("KX-103", call=0, picture=True, field="cars.plate"),))
    assert picture_fields(task).dependent == {"cars"}


def test_a_task_may_say_itself_which_fields_depend_on_the_picture() -> None:
    said = msgspec.structs.replace(sight(3), picture_fields=(FEE, "not a field"))
    assert picture_fields(said).dependent == {FEE}
    assert picture_fields(said).independent == {PLATE, OWNER, PAID}


def test_without_a_picture_nothing_depends_on_it() -> None:
    assert picture_fields(msgspec.structs.replace(sight(3), images=())).independent == {
        PLATE,
        OWNER,
        FEE,
        PAID,
    }


@pytest.mark.parametrize("checks", [(), ({"fields": 2},), ({"check": "answer_fields", "fields": 2},)])
def test_tasks_without_graded_fields_have_none(checks: tuple[dict[str, Any], ...]) -> None:
    task = msgspec.structs.replace(sight(3), checks=checks)
    assert graded_fields(task) == ()
    assert picture_fields(task) == PictureFields()


@given(
    st.integers(2, 7).flatmap(
        lambda count: st.tuples(
            st.just(count),
            st.sets(
                st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda p: p[0] < p[1])
            ),
            st.sets(st.integers(0, count - 1)),
        )
    )
)
def test_dependence_follows_all_edges(drawn: tuple[int, set[tuple[int, int]], set[int]]) -> None:
    count, edges, looking = drawn
    steps = tuple(
        Step((Call("x/y", {"file": "IMG_1.png" if index in looking else "notes.txt"}),))
        for index in range(count)
    )
    names = [f"field{index}" for index in range(count)]
    task = with_reference(
        sight(3),
        steps=steps,
        edges=tuple(Edge(*pair) for pair in edges),
        facts=tuple(Fact(f"value {index}0", call=index, field=name) for index, name in enumerate(names)),
    )
    check = AnswerFields({name: Expected(f"value {index}0") for index, name in enumerate(names)})
    task = msgspec.structs.replace(task, checks=write_checks([check]))
    reached = set(looking)
    for _ in range(count):
        reached |= {target for source, target in edges if source in reached}
    fields = picture_fields(task)
    assert fields.dependent == {names[index] for index in reached}
    assert fields.independent == set(names) - fields.dependent


def test_the_fields_of_the_released_tasks() -> None:
    tasks = find_suite(SuiteRef(name="m3"), WorldRef()).tasks
    fields_of_tasks = [picture_fields(task) for task in tasks]
    counts: Counter[str] = Counter()
    for fields in fields_of_tasks:
        counts.update({name: len(getattr(fields, name)) for name in ("dependent", "independent", "unknown")})
    assert counts == {"dependent": 1047, "independent": 111, "unknown": 173}
    assert all(fields.dependent for fields in fields_of_tasks)
