"""`careless`: takes a shortcut where a task has one."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from m3bench.agents import careless_ways, make_agent
from m3bench.core import Call, Reference, Sabotage, Shortcut, Step, Task, UsageError
from tests.agents.smoke_runs import attempt_with


def way(*numbers: int) -> Reference:
    calls = Call("math/sum", {"numbers": list(numbers)})
    return Reference(steps=(Step((calls,)),), answer=str(sum(numbers)))


def task(**shortcuts: Reference) -> Task:
    careless = {Shortcut(name): reference for name, reference in shortcuts.items()}
    return Task(id="sum", servers=("math",), references=(way(1, 2),), shortcuts=careless)


@pytest.mark.parametrize(
    ("agent", "answer"),
    [("careless", "9"), ("careless:deaf", "9"), ("careless:trusting", "11"), ("careless:blind", "3")],
)
def test_it_takes_the_shortcut_or_the_right_way(agent: str, answer: str, tmp_path: Path) -> None:
    found = attempt_with(agent, task(deaf=way(4, 5), trusting=way(5, 6)), tmp_path)
    (call,) = found.steps[0].calls
    assert call.result is not None
    assert (found.agent, found.answer, call.result.text) == (agent, answer, answer)


def test_trusting_twice_makes_each_call_of_the_sabotaged_tool_again() -> None:
    steps = (Step((Call("math/sum", {"numbers": [1]}), Call("math/mean", {"numbers": [2]})), plan="add"),)
    trusting = Reference(steps=steps, answer="1")
    honest = task(trusting=trusting)
    assert set(careless_ways(honest)) == {"trusting"}
    ways = careless_ways(replace(honest, sabotage=Sabotage(tool="math/sum", fault="drop_line")))
    (step,) = ways["twice"].steps
    assert [call.name for call in step.calls] == ["math/sum", "math/sum", "math/mean"]
    assert (step.plan, ways["twice"].answer) == ("add", "1")


def test_an_unknown_shortcut_is_refused() -> None:
    with pytest.raises(UsageError, match="no shortcut 'lazy'") as refused:
        make_agent("careless:lazy")
    assert "blind, deaf, unasked, uninspected, trusting, twice" in str(refused.value.hint)
