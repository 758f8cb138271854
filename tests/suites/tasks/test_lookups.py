"""Tasks from lists of calls: plans, values and live values follow from them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.checks import Check, Expected, FileExists, LiveCall, Tolerance
from m3bench.core import AnswerField, FieldType, Result, Text
from m3bench.suites import Blueprint, CallResult, PlanError, PlannedCall, Solution
from m3bench_suites.builders.tasks import (
    Family,
    Lookups,
    SuiteDraw,
    Value,
    Wording,
    apart,
    ask,
    holds,
    use,
    within,
)
from m3bench_suites.builders.tasks.paths import renumbered_path, sources
from m3bench_suites.builders.tasks.values import expected_value
from m3bench_suites.builders.tasks.wording import FormField
from m3bench_world import World


class Draw(SuiteDraw):
    suite = "errands"
    first_picture = 1


def blueprint(lookups: Lookups) -> Blueprint:
    fields = [*lookups.values, *lookups.known]
    wording = Wording(
        ("What?",), ("Eh?",), tuple(FormField(name, FieldType.NAME, f"the {name}") for name in fields)
    )
    family = Family(number=1, name="errands", title="Errands", tasks=(), level="L2", kind="retrieval")
    return lookups.blueprint(Draw(World(), family, 0), family, wording)


def executed(lookups: Lookups, results: dict[str, Any]) -> tuple[list[list[PlannedCall]], Solution]:
    """Execute the plan of lookups whose calls return these results, by tool: a value, or several in turn."""
    left = {tool: list(result) if isinstance(result, tuple) else [result] for tool, result in results.items()}
    plan = blueprint(lookups).plans[0]()
    steps = [next(plan)]
    while True:
        first = sum(map(len, steps[:-1]))
        found = [
            CallResult(first + number, call.tool, Result((Text(json.dumps(left[call.tool].pop(0))),)))
            for number, call in enumerate(steps[-1])
        ]
        try:
            steps.append(plan.send(found))
        except StopIteration as end:
            return [list(step) for step in steps], end.value


CALLS = (
    ask("a/find", name="x"),
    ask("b/other"),
    ask("c/read", id=use("[0].id"), parts=[use("[0].part[1]")]),
    ask("d/sum", numbers=use("[2].numbers")),
)
VALUES = {"total": "[3]", "first": "[2].names[0]"}
RESULTS = {
    "a/find": {"id": 7, "part": ["p", "q"]},
    "b/other": {},
    "c/read": {"numbers": [1, 2], "names": ["Ada"]},
    "d/sum": 3,
}


def test_only_the_first_index_of_a_path_names_a_call() -> None:
    assert sources("[0].forecast[1].date") == {0}
    assert sources(
        "max_by([{name: 'a', value: [1].x[0]}, {name: 'b', value: ([3].y | [0])}], &value).name"
    ) == {1, 3}
    assert sources("sum([[0].rows[1].cost, [2]])") == {0, 2}
    assert sources("([2] > [3]) && [0].x || [1].x") == {0, 1, 2, 3}
    assert sources("max([2:4].price)") == {2, 3}
    assert renumbered_path("sum([[4].rows[1], [2]])", {2: 0, 4: 1}) == "sum([[1].rows[1], [0]])"


def test_calls_are_made_as_soon_as_their_sources_are_known() -> None:
    steps, solution = executed(Lookups(calls=CALLS, values=VALUES), RESULTS)
    assert [[(call.tool, call.arguments, call.uses) for call in step] for step in steps] == [
        [("a/find", {"name": "x"}, ()), ("b/other", {}, ())],
        [("c/read", {"id": 7, "parts": ["q"]}, (0,))],
        [("d/sum", {"numbers": [1, 2]}, (2,))],
    ]
    assert solution.fields == {"total": Expected(3), "first": Expected("Ada")}
    assert set(solution.live) == {"total", "first"}
    assert solution.answer == "The total: 3. The first: Ada."


def test_steps_and_uses_can_be_stated() -> None:
    lookups = Lookups(calls=CALLS, values=VALUES, steps=(1, 2, 1), uses={3: (2, 1)})
    steps, _ = executed(lookups, RESULTS)
    assert [[call.tool for call in step] for step in steps] == [["a/find"], ["b/other", "c/read"], ["d/sum"]]
    assert steps[2][0].uses == (2, 1)


def test_a_task_is_on_the_servers_of_its_calls_and_says_whether_it_changes() -> None:
    task = blueprint(Lookups(calls=CALLS, values=VALUES, level="L3"))
    assert (task.servers, task.level, task.time_sensitive) == (("a", "b", "c", "d"), "L3", True)
    assert not blueprint(Lookups(calls=CALLS, values=VALUES, live=None)).time_sensitive


def test_a_live_value_makes_only_the_calls_that_it_needs() -> None:
    live = Lookups(calls=CALLS, values=VALUES).live_values()
    assert live["total"].select == "[2]"
    assert live["total"].calls == (
        LiveCall("a/find", {"name": "x"}),
        LiveCall("c/read", {"id": {"$": "[0].id"}, "parts": [{"$": "[0].part[1]"}]}),
        LiveCall("d/sum", {"numbers": {"$": "[1].numbers"}}),
    )
    assert [call.tool for call in live["first"].calls] == ["a/find", "c/read"]


def test_live_values_can_repeat_all_calls_that_read() -> None:
    values: dict[str, Value | str] = {"total": "[3]", "id": Value("[0].id", fixed=True)}
    live = Lookups(calls=CALLS, values=values, live="all", writes=("b/other",)).live_values()
    assert set(live) == {"total"}
    assert [call.tool for call in live["total"].calls] == ["a/find", "c/read", "d/sum"]
    assert Lookups(calls=CALLS, values=values, live=None).live_values() == {}


CUP, JUG = {"name": "cup", "price": 3.5}, {"name": "jug", "price": 8.0}
PRICES = Lookups(
    calls=(
        ask("shop/price", name="cup"),
        ask("shop/price", name="jug"),
        ask("math/sum", numbers=use("[0:2].price")),
        ask("draw/texts", texts=[{"text": use("to_string([2])")}]),
    ),
    values={
        "dearest": "max_by([0:2], &price).name",
        "total": Value("[2]", within(0.1), grounds="[0:2].price"),
        "count": Value("length([0:2])", grounds="`[]`", fixed=True),
    },
    guards=(apart("[0:2].price", share=0.005),),
    answer="{dearest}, {total} in all.",
)


def test_a_slice_uses_all_results() -> None:
    steps, solution = executed(PRICES, {"shop/price": (CUP, JUG), "math/sum": 11.5, "draw/texts": {}})
    _, (total,), (texts,) = steps
    assert (total.arguments, total.uses) == ({"numbers": [3.5, 8.0]}, (0, 1))
    assert (texts.arguments, texts.uses) == ({"texts": [{"text": "11.5"}]}, (2,))
    assert solution.answer == "jug, 11.5 in all."
    assert solution.fields == {
        "dearest": Expected("jug"),
        "total": Expected(11.5, tolerance=Tolerance(0.1), grounds=(3.5, 8.0)),
        "count": Expected(2, grounds=()),
    }


def test_further_steps_are_made_from_all_results_and_checks_as_well() -> None:
    seen: list[list[Any]] = []

    def checks(data: list[Any]) -> tuple[Check, ...]:
        seen.append(data)
        return (FileExists("part.png"),)

    lookups = Lookups(
        calls=(ask("a/b"),),
        then=(lambda data: (ask("draw/crop", x1=data[0]["n"] - 20),),),
        values={"n": "[0].n"},
        known={"word": Expected("ABC")},
        checks=checks,
    )
    (_, (crop,)), solution = executed(lookups, {"a/b": {"n": 50}, "draw/crop": {"saved": True}})
    assert (crop.arguments, crop.uses) == ({"x1": 30}, (0,))
    assert seen == [[{"n": 50}, {"saved": True}]]
    assert solution.checks == (FileExists("part.png"),)
    assert solution.fields["word"] == Expected("ABC")


def test_lists_and_records_become_items_and_rows() -> None:
    values = {"names": "[0][*].name", "rows": "[0][*].{name: name, price: price}"}
    lookups = Lookups(calls=(ask("a/b"),), values=values, answer="{names}: {rows}")
    _, solution = executed(lookups, {"a/b": [CUP, JUG]})
    assert solution.fields["names"].items == (Expected("cup"), Expected("jug"))
    assert solution.fields["rows"].rows == (
        {"name": Expected("cup"), "price": Expected(3.5)},
        {"name": Expected("jug"), "price": Expected(8.0)},
    )
    assert solution.answer == "cup; jug: cup, 3.5; jug, 8"


@pytest.mark.parametrize(
    ("select", "result", "problem"),
    [
        ("[0].price", {"name": "cup"}, r"nothing at \[0\]\.price"),
        ("[0].prices", {"prices": []}, r"nothing at \[0\]\.prices"),
        ("max([0].prices)", {"prices": [1, "two"]}, "max"),
    ],
)
def test_what_is_missing_or_of_another_type_skips_the_draw(select: str, result: Any, problem: str) -> None:
    with pytest.raises(PlanError, match=problem):
        executed(Lookups(calls=(ask("a/b"),), values={"price": select}), {"a/b": result})


def test_a_lead_must_be_clear() -> None:
    results = [3, 1, 5]
    apart("@", 1.9)(results)
    apart("@", 1.9, lowest=True)(results)
    apart("@", share=0.39)(results)
    for guard in (apart("@", 2), apart("@", share=0.4)):
        with pytest.raises(PlanError, match="about the same"):
            guard(results)
    with pytest.raises(PlanError, match="about the same"):
        apart("@", lowest=True)([1.0, 1.0, 5.0])


def test_conditions_must_hold() -> None:
    holds("[0].n > `3`")([{"n": 4}])
    refused: tuple[list[dict[str, int]], ...] = ([{"n": 3}], [{}])
    for results in refused:
        with pytest.raises(PlanError, match="not true"):
            holds("[0].n > `3`")(results)


def _found(kind: FieldType, value: Value, *results: Any) -> Expected:
    return expected_value(AnswerField("x", kind, ""), value, list(results))


def test_time_stamps_become_dates_and_times() -> None:
    stamp = "2025-11-05T06:34-05:00"
    assert _found(FieldType.TIME, Value("[0]"), stamp) == Expected("06:34", grounds=(stamp,))
    assert _found(FieldType.DATE, Value("[0]"), stamp) == Expected("2025-11-05", grounds=(stamp,))
    assert _found(FieldType.DATE, Value("[0]"), "2025-11-05") == Expected("2025-11-05")
    assert _found(FieldType.TIME, Value("[0]"), "02:30 PM") == Expected("14:30", grounds=("02:30 PM",))
    assert _found(FieldType.CODE, Value("[0]"), stamp) == Expected(stamp)


def test_converted_values_are_grounded_in_what_was_found() -> None:
    far = Value("[0]", convert=lambda metres: round(metres / 1000, 1))
    assert _found(FieldType.NUMBER, far, 12_345) == Expected(12.3, grounds=(12_345,))
    with pytest.raises(PlanError, match="nothing at"):
        _found(FieldType.NUMBER, far, None)
