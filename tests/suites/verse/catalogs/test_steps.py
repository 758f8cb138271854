"""Plans from lists of calls: what later calls take from earlier results, and when a draw is skipped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.checks import Check, Expected, FileExists
from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, Plan, PlanError, PlannedCall, Solution
from m3bench_suites.builders.verse.catalogs._shared.steps import UNGROUNDED, Apart, Steps, Value, ask, taken


def carry_out(plan: Plan, *results: Any) -> tuple[list[PlannedCall], Solution]:
    """Execute a plan whose calls return these results in turn."""
    left = list(results)
    calls: list[PlannedCall] = []
    wanted = next(plan)
    while True:
        first = len(calls)
        calls += wanted
        found = [
            CallResult(first + place, each.tool, Result((Text(json.dumps(left.pop(0))),)))
            for place, each in enumerate(wanted)
        ]
        try:
            wanted = plan.send(found)
        except StopIteration as end:
            return calls, end.value


PRICES = Steps(
    calls=(
        (ask("shop/price", name="cup"), ask("shop/price", name="jug")),
        (ask("math/sum", numbers=taken("[0:2].price")),),
        (ask("imagesorcery-mcp/draw_texts", texts=[{"text": taken("to_string([2])")}]),),
    ),
    values={
        "dearest": Value("max_by([0:2], &price).name"),
        "total": Value("[2]", grounds="[0:2].price"),
        "count": Value("length([0:2])", grounds=UNGROUNDED, live=False),
    },
    apart=(Apart("[0:2].price"),),
    answer="{dearest}, {total} in all.",
)
CUP, JUG = {"name": "cup", "price": 3.5}, {"name": "jug", "price": 8.0}


def test_arguments_are_taken_from_earlier_results() -> None:
    calls, solution = carry_out(PRICES.plan(time_sensitive=True)(), CUP, JUG, 11.5, {})
    assert calls[2].arguments == {"numbers": [3.5, 8.0]}
    assert calls[2].uses == (0, 1)
    assert calls[3].arguments == {"texts": [{"text": "11.5"}]}
    assert calls[3].uses == (2,)
    assert solution.answer == "jug, 11.5 in all."
    assert solution.fields["dearest"] == Expected("jug")
    assert solution.fields["total"] == Expected(11.5, grounds=(3.5, 8.0))


def test_live_values_repeat_the_calls_that_read() -> None:
    _, solution = carry_out(PRICES.plan(time_sensitive=True)(), CUP, JUG, 11.5, {})
    assert set(solution.live) == {"dearest", "total"}
    assert [call.tool for call in solution.live["total"].calls] == ["shop/price", "shop/price", "math/sum"]
    _, still = carry_out(PRICES.plan(time_sensitive=False)(), CUP, JUG, 11.5, {})
    assert still.live == {}


def test_ties_skip_the_draw() -> None:
    with pytest.raises(PlanError, match="about equal"):
        carry_out(PRICES.plan(time_sensitive=True)(), CUP, {**JUG, "price": 3.51}, 7.01, {})


def test_what_is_missing_skips_the_draw() -> None:
    lacking = Steps(calls=((ask("shop/price"),),), values={"price": Value("[0].price")}, answer="{price}")
    with pytest.raises(PlanError, match=r"nothing at \[0\].price"):
        carry_out(lacking.plan(time_sensitive=False)(), {"name": "cup"})


def test_wrong_types_skip_the_draw() -> None:
    mixed = Steps(calls=((ask("a/b"),),), values={"most": Value("max([0].prices)")}, answer="{most}")
    with pytest.raises(PlanError, match="max"):
        carry_out(mixed.plan(time_sensitive=False)(), {"prices": [1, "two"]})


def test_conditions_skip_the_draw() -> None:
    sure = Steps(calls=((ask("a/b"),),), values={"n": Value("[0].n")}, sure=("[0].n > `3`",), answer="{n}")
    assert carry_out(sure.plan(time_sensitive=False)(), {"n": 4})[1].fields == {"n": Expected(4)}
    with pytest.raises(PlanError, match="not"):
        carry_out(sure.plan(time_sensitive=False)(), {"n": 3})


def test_lists_and_records_become_items_and_rows() -> None:
    steps = Steps(
        calls=((ask("a/b"),),),
        values={"names": Value("[0][*].name"), "rows": Value("[0][*].{name: name, price: price}")},
        answer="{names}: {rows}",
    )
    _, solution = carry_out(steps.plan(time_sensitive=False)(), [CUP, JUG])
    assert solution.fields["names"].items == (Expected("cup"), Expected("jug"))
    assert solution.fields["rows"].rows == (
        {"name": Expected("cup"), "price": Expected(3.5)},
        {"name": Expected("jug"), "price": Expected(8.0)},
    )
    assert solution.answer == "cup; jug: cup, 3.5; jug, 8"


def test_further_steps_are_made_from_all_results_and_checks_as_well() -> None:
    seen: list[list[Any]] = []

    def checks(data: list[Any]) -> tuple[Check, ...]:
        seen.append(data)
        return (FileExists("part.png"),)

    steps = Steps(
        calls=((ask("a/b"),),),
        then=(lambda data: (ask("imagesorcery-mcp/crop", x1=data[0]["n"] - 20),),),
        values={"n": Value("[0].n")},
        checks=checks,
        answer="{n}",
    )
    calls, solution = carry_out(steps.plan(time_sensitive=True)(), {"n": 50}, {"saved": True})
    assert (calls[1].arguments, calls[1].uses) == ({"x1": 30}, (0,))
    assert seen == [[{"n": 50}, {"saved": True}]]
    assert solution.checks == (FileExists("part.png"),)
    assert [call.tool for call in solution.live["n"].calls] == ["a/b"]
