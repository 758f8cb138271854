"""A model that knows the references by heart: it says what each agent wants to hear."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from m3bench.core import Call, Step, Task, Usage
from m3bench.hosting import Aliases
from m3bench.models import Reply, ToolUse
from m3bench.testing.provider import SeenRequest

USAGE = Usage(100, 20, 1, None)


class Puppet:
    """A script for `FakeProvider`. Tasks are told apart by their requests; each is asked one at a time."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks
        self._steps: Counter[str] = Counter()

    def __call__(self, seen: SeenRequest) -> Reply:
        task = next(task for task in self._tasks if task.request and task.request in seen.conversation)
        return Reply(self._said(seen, task), self._calls(seen, task), usage=USAGE)

    def _said(self, seen: SeenRequest, task: Task) -> str:
        latest, answer = seen.latest, _answer(task)
        if seen.request.tools:
            return "" if self._left(task) or _claims(seen) else answer
        if "Do the results so far suffice" in latest:
            return "no" if self._left(task) else "Yes."
        if "Now answer the person" in latest or "No more calls are made" in latest:
            return answer
        if "Write down what of it matters" in latest:
            return "What mattered."
        if "Choose the tools that this step needs" in latest:
            return json.dumps({"plan": "the next step", "tools": _names(self._left(task)[0])})
        return self._written(seen, task)

    def _written(self, seen: SeenRequest, task: Task) -> str:
        """Calls as text, in the form that the prompt asks for."""
        if not self._left(task):
            done = [{"name": "claim_done", "arguments": _claim(task)}]
            if "claim_done" in seen.conversation:
                return f"All is done.\n{json.dumps(done)}"
            ended = json.dumps({"reasoning": "All is known.", "continue": False, "tool_calls": []})
            return ended if "Round " in seen.latest else _answer(task)
        calls = [{"name": call.name, "arguments": call.arguments} for call in self._next(task).calls]
        if "JSON list" in seen.conversation:
            return f"On to the next step.\n{json.dumps(calls)}"
        return "```json\n" + json.dumps({"continue": True, "tool_calls": calls}) + "\n```"

    def _calls(self, seen: SeenRequest, task: Task) -> tuple[ToolUse, ...]:
        if not seen.request.tools:
            return ()
        if self._left(task):
            aliases = Aliases(call.name for step in task.references[0].steps for call in step.calls)
            return tuple(
                _use(task, index, aliases.alias(call.name), call)
                for index, call in enumerate(self._next(task).calls)
            )
        claim = ToolUse("claim", "claim_done", _claim(task))
        return (claim,) if _claims(seen) else ()

    def _left(self, task: Task) -> Sequence[Step]:
        return task.references[0].steps[self._steps[task.id] :]

    def _next(self, task: Task) -> Step:
        step = self._left(task)[0]
        self._steps[task.id] += 1
        return step


def _answer(task: Task) -> str:
    """The answer of the reference, with the form below it where the task has one."""
    reference = task.references[0]
    form = "" if reference.fields is None else f"\n{json.dumps(reference.fields)}"
    return f"{reference.answer or 'done'}{form}"


def _claim(task: Task) -> dict[str, Any]:
    reference = task.references[0]
    fields = {} if reference.fields is None else {"fields": reference.fields}
    return {"answer": reference.answer, **fields}


def _use(task: Task, index: int, alias: str, call: Call) -> ToolUse:
    return ToolUse(f"{task.id}-{index}".replace("/", "-"), alias, call.arguments)


def _claims(seen: SeenRequest) -> bool:
    return any(tool.name == "claim_done" for tool in seen.request.tools)


def _names(step: Step) -> list[str]:
    return list(dict.fromkeys(call.name for call in step.calls))
