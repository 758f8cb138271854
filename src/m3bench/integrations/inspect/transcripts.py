"""Convert the messages of a sample to a trajectory."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from inspect_ai.solver import TaskState

from m3bench.agents.parsing import FormAnswer, read_form_answer
from m3bench.core import Call, Outcome, Step, Trajectory, canonical_json
from m3bench.formats import trajectories_from
from m3bench.formats.inspect import name_from
from m3bench.integrations.inspect.environment import SampleEnvironment
from m3bench.runs.engine import clean_trajectory


def trajectory_of(state: TaskState, environment: SampleEnvironment) -> Trajectory:
    """Return the trajectory of a sample, with the outcomes and full results of its tools."""
    log = {"version": 2, "eval": {"model": str(state.model)}, "samples": [_sample(state)]}
    (read,) = trajectories_from(log, format="inspect")
    records = _Records(environment)
    steps = tuple(Step(tuple(map(records.completed, step.calls)), step.plan) for step in read.steps)
    task = environment.task
    answer = read_form_answer(task.form, read.answer or "") if task.form else FormAnswer(read.answer)
    whole = msgspec.structs.replace(
        read, task_id=task.id, family=task.family, steps=steps,
        answer=answer.answer, fields=answer.fields, extra={},
    )  # fmt: skip
    return clean_trajectory(whole, environment.workspace)


def _sample(state: TaskState) -> dict[str, Any]:
    messages = [message.model_dump(mode="json", exclude_none=True) for message in state.messages]
    output = {"completion": state.output.completion}
    return {"id": str(state.sample_id), "epoch": state.epoch, "messages": messages, "output": output}


class _Records:
    """Finished calls by name and arguments. Each is found once."""

    def __init__(self, environment: SampleEnvironment) -> None:
        aliases = environment.toolbox.aliases
        tools = [tool.full_name for tool in environment.toolbox.tools]
        self._names = {name_from(aliases.alias(name)): name for name in tools}
        self._done: dict[tuple[str, str], list[Call]] = defaultdict(list)
        for call in environment.done:
            self._done[_key(call.name, call.arguments)].append(call)

    def completed(self, call: Call) -> Call:
        name = self._names.get(call.name, call.name)
        if done := self._done[_key(name, call.arguments)]:
            return msgspec.structs.replace(done.pop(0), id=call.id)
        return msgspec.structs.replace(call, name=name, outcome=self._refusal(call, name))

    def _refusal(self, call: Call, name: str) -> Outcome | None:
        """Return the outcome of a call that Inspect or the solver refused before it reached the tools."""
        if call.outcome is not None or call.result is None or not call.result.is_error:
            return call.outcome
        return Outcome.INVALID_ARGUMENTS if name in self._names.values() else Outcome.UNKNOWN_TOOL


def _key(name: str, arguments: Any) -> tuple[str, str]:
    return name, canonical_json(arguments)
