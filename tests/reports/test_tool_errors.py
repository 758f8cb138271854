"""A service that is down shows in the summary of a run."""

from __future__ import annotations

import pytest
from rich.console import Console

from m3bench.core import Call, Outcome, Result, Step, Text, Trajectory
from m3bench.reports.terminal.runs import print_run
from m3bench.runs import RunResult, run_settings
from m3bench.runs.serving import tool_errors


def ended(outcome: Outcome, text: str, server: str = "rates") -> Call:
    return Call(f"{server}/convert", {}, result=Result((Text(text),), True), outcome=outcome)


def trajectory(*calls: Call) -> Trajectory:
    return Trajectory(task_id="t", steps=(Step(calls),))


def summary(calls: list[Call]) -> str:
    result = RunResult(
        name="run",
        settings=run_settings(suite="tasks.jsonl", agent="reference"),
        tasks=[],
        trajectories=[],
        tool_errors=tool_errors([trajectory(*calls)]),
    )
    console = Console(width=400)
    with console.capture() as captured:
        print_run(console, result)
    return captured.get()


DOWN = ended(Outcome.TOOL_ERROR, "HTTP 503\nService Unavailable")
GOOD = ended(Outcome.SUCCESS, "3 EUR")


def test_many_errors_of_a_tool_are_named_with_the_first_message() -> None:
    said = summary([DOWN, GOOD, DOWN, ended(Outcome.TOOL_ERROR, "another")])
    assert (
        "tool errors: 3 of 4 calls of rates failed and count against the agent; first: HTTP 503 Service "
        "Unavailable (the service behind the tool failed)." in said
    )


@pytest.mark.parametrize(
    "calls",
    [
        [DOWN, DOWN, GOOD],
        [GOOD] * 5,
        [ended(Outcome.NOT_FOUND, "HTTP 404")] * 5,
        [ended(Outcome.SERVER_FAULT, "HTTP 503")] * 5,
    ],
)
def test_few_of_them_and_other_outcomes_are_not(calls: list[Call]) -> None:
    assert "tool errors" not in summary(calls)


def test_errors_are_counted_by_server() -> None:
    other = ended(Outcome.TOOL_ERROR, "", server="maps")
    servers = tool_errors([trajectory(DOWN, other), trajectory(other, Call("maps/convert", {}))])
    assert [(errors.server, errors.errors, errors.calls, errors.first) for errors in servers] == [
        ("maps", 2, 2, "no message"),
        ("rates", 1, 1, "HTTP 503 Service Unavailable"),
    ]
