"""Questions: plan, expected values and live values follow from one list of calls."""

from __future__ import annotations

from importlib import import_module

import pytest

from m3bench.checks import Expected, LiveCall
from m3bench.core import FieldType, Result, Text
from m3bench.suites.plans import CallResult, PlanError, Solution
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places import FAMILIES
from m3bench_suites.builders.verse.places._shared.fields import (
    clock,
    day,
    expected_value,
    highest,
    kilometres,
    number,
    text,
)
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.questions import (
    Question,
    ask,
    live_value,
    make_task,
    roots,
    use,
    wordings,
)
from m3bench_suites.builders.verse.places.weather_reports import FAMILY
from m3bench_world import World


def test_only_the_first_index_of_a_path_names_a_call() -> None:
    assert roots("[0].forecast[1].date") == {0}
    assert roots(
        "max_by([{name: 'a', value: [1].x[0]}, {name: 'b', value: ([3].y | [0])}], &value).name"
    ) == {1, 3}
    assert roots("sum([[0].rows[1].cost, [2]])") == {0, 2}


def _question(**more: object) -> Question:
    calls = (
        ask("a/find", name="x"),
        ask("b/other"),
        ask("c/read", id=use("[0].id"), parts=[use("[0].part[1]")]),
        ask("d/sum", numbers=use("[2].numbers")),
    )
    wanted = (number("total", "the total", "[3]"), text("first", "the first", "[2].names[0]"))
    return Question(level="L2", calls=calls, wanted=wanted, **more)  # type: ignore[arg-type]


def test_a_live_value_makes_only_the_calls_that_it_needs() -> None:
    question = _question()
    asked = live_value(question, question.wanted[0])
    assert asked.select == "[2]"
    assert asked.calls == (
        LiveCall("a/find", {"name": "x"}),
        LiveCall("c/read", {"id": {"$": "[0].id"}, "parts": [{"$": "[0].part[1]"}]}),
        LiveCall("d/sum", {"numbers": {"$": "[1].numbers"}}),
    )
    assert [call.tool for call in live_value(question, question.wanted[1]).calls] == ["a/find", "c/read"]


_RESULTS = {
    "a/find": '{"id": 7, "part": ["p", "q"]}',
    "b/other": "{}",
    "c/read": '{"numbers": [1, 2], "names": ["Ada"]}',
    "d/sum": "3",
}


def _executed(question: Question) -> tuple[list[list[str]], Solution]:
    def maker(_draw: TaskDraw) -> Question:
        return question

    maker.__name__ = "_now"
    plan = make_task(TaskDraw(World(7), FAMILY, 0), FAMILY, [maker]).plans[0]()
    steps: list[list[str]] = []
    wanted = next(plan)
    while True:
        first = sum(map(len, steps))
        steps.append([f"{each.tool} {each.arguments} {each.uses}" for each in wanted])
        found = [
            CallResult(first + place, each.tool, Result((Text(_RESULTS[each.tool]),)))
            for place, each in enumerate(wanted)
        ]
        try:
            wanted = plan.send(found)
        except StopIteration as end:
            return steps, end.value


def test_calls_are_made_as_soon_as_their_sources_are_known() -> None:
    steps, solution = _executed(_question(words={"city": "Rome"}))
    assert steps == [
        ["a/find {'name': 'x'} ()", "b/other {} ()"],
        ["c/read {'id': 7, 'parts': ['q']} (0,)"],
        ["d/sum {'numbers': [1, 2]} (2,)"],
    ]
    assert solution.fields == {"total": Expected(3), "first": Expected("Ada")}
    assert set(solution.live) == {"total", "first"}
    assert solution.answer == "The total: 3. The first: Ada."


def test_values_of_a_question_that_does_not_change_are_not_asked_for_again() -> None:
    assert _executed(_question(words={"city": "Rome"}, changes=False))[1].live == {}


def test_a_guard_rejects_a_draw() -> None:
    def refuse(results: object) -> None:
        require(results == [], "not like this.")

    with pytest.raises(PlanError, match="not like this"):
        _executed(_question(words={"city": "Rome"}, guard=refuse))


def test_time_stamps_become_dates_and_times() -> None:
    results = [{"at": "2025-11-05T06:34-05:00", "metres": 12_345, "on": "2025-11-05"}]
    assert expected_value(clock("t", "", "[0].at"), results) == Expected(
        "06:34", grounds=("2025-11-05T06:34-05:00",)
    )
    assert expected_value(day("d", "", "[0].at"), results) == Expected(
        "2025-11-05", grounds=("2025-11-05T06:34-05:00",)
    )
    assert expected_value(day("d", "", "[0].on"), results) == Expected("2025-11-05")
    afternoon = expected_value(clock("t", "", "[0]"), ["02:30 PM"])
    assert afternoon == Expected("14:30", grounds=("02:30 PM",))
    far = expected_value(kilometres("far", "", "[0].metres"), results)
    assert (far.value, far.grounds) == (12.3, (12_345,))
    with pytest.raises(PlanError, match="no far"):
        expected_value(kilometres("far", "", "[0].none"), results)


def test_the_highest_of_several_is_grounded_in_all_values() -> None:
    rows = "[{name: 'Rome', value: [0]}, {name: 'Oslo', value: [1]}]"
    field = highest("warmest", "", rows, ("Rome", "Oslo"))
    assert field.field.type is FieldType.CHOICE
    assert expected_value(field, [3.5, 7.25]) == Expected("Oslo", grounds=(3.5, 7.25))


def test_a_lead_must_be_clear() -> None:
    require_lead([3, 1, 5], 1.9)
    require_lead([3, 1, 5], 1.9, lowest=True)
    with pytest.raises(PlanError):
        require_lead([3, 1, 5], 2)
    with pytest.raises(PlanError):
        require_lead([1.0, 1.0, 5.0], lowest=True)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_question_has_wordings(family: str) -> None:
    module = import_module(f"m3bench_suites.builders.verse.places.{family}")
    makers = [maker.__name__.lstrip("_") for maker in module._QUESTIONS]
    assert isinstance(module.FAMILY, VerseFamily)
    assert module.FAMILY.name == family
    assert FAMILIES[family] == len(makers)
    words = wordings(family)
    assert list(words) == makers
    for each in words.values():
        assert len(each.requests) == len(each.fuzzy_requests) == 2
        assert len({*each.requests, *each.fuzzy_requests}) == 4
