"""Threads side by side."""

from __future__ import annotations

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, call
from m3bench_suites.builders.m3._shared.threads import Thread, in_parallel, single_step


def counting(name: str, steps: int) -> Thread[list[str]]:
    seen: list[str] = []
    for step in range(steps):
        (found,) = yield [call(f"{name}/{step}")]
        seen.append(found.tool)
    return seen


def found(tools: list[str]) -> list[CallResult]:
    return [CallResult(index, tool, Result((Text("ok"),))) for index, tool in enumerate(tools)]


def test_steps_are_taken_together() -> None:
    both = in_parallel(counting("a", 3), counting("b", 1), single_step(call("c/0"), call("c/1")))
    steps, brought = [], None
    while True:
        try:
            step = both.send(brought) if brought is not None else next(both)
        except StopIteration as end:
            first, second, third = end.value
            break
        steps.append([wanted.tool for wanted in step])
        brought = found(steps[-1])
    assert steps == [["a/0", "b/0", "c/0", "c/1"], ["a/1"], ["a/2"]]
    assert (first, second) == (["a/0", "a/1", "a/2"], ["b/0"])
    assert [each.tool for each in third] == ["c/0", "c/1"]
