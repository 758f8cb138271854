"""A bench without servers: a handful of tools as functions, and executors that follow a script."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.core import Call, Media, Outcome, Result, Status, Step, Task, Text, Trajectory
from m3bench.forge.references.bench import ExecutedSteps, ExecutorRun
from m3bench.forge.references.graph import Action, CallGraph, build_graph

Files = dict[str, str]
Tool = Callable[[dict[str, Any], Files], str]
REQUEST = "How many stars do the inns Alder and Birch have? Write the better one to best.txt."
ANSWER = "Alder has 4.25 stars and Birch has 3.75; best.txt names Alder."
_STARS = {"Alder": 4.25, "Birch": 3.75, "Cedar": 2.5}


def identifier(name: str) -> str:
    """What nobody can guess."""
    return "Qx7" + hashlib.sha256(name.encode()).hexdigest()[:12]


def _find(arguments: dict[str, Any], files: Files) -> str:
    del files
    return json.dumps({"id": identifier(arguments["name"])}) if arguments["name"] in _STARS else ""


def _details(arguments: dict[str, Any], files: Files) -> str:
    del files
    stars = {identifier(name): number for name, number in _STARS.items()}
    return json.dumps({"stars": stars[arguments["id"]]}) if arguments["id"] in stars else ""


def _write(arguments: dict[str, Any], files: Files) -> str:
    files[arguments["path"]] = arguments["text"]
    return "written"


def _read(arguments: dict[str, Any], files: Files) -> str:
    return files.get(arguments["path"], "")


def _weather(arguments: dict[str, Any], files: Files) -> str:
    del arguments, files
    return json.dumps({"sky": "overcast"})


TOOLS: Mapping[str, Tool] = {
    "inns/find": _find,
    "inns/details": _details,
    "files/write": _write,
    "files/read": _read,
    "sky/weather": _weather,
}


def find(name: str) -> Call:
    return Call("inns/find", {"name": name})


def details(name: str) -> Call:
    return Call("inns/details", {"id": identifier(name)})


def write(text: str, path: str = "best.txt") -> Call:
    return Call("files/write", {"path": path, "text": text})


def weather(place: str = "the coast") -> Call:
    return Call("sky/weather", {"place": place})


def task() -> Task:
    return Task(id="inns/1", request=REQUEST, servers=("inns", "files", "sky"))


def done(calls: Sequence[Call], files: Files | None = None) -> list[Action]:
    """The calls, carried out one after another."""
    left: Files = {} if files is None else files
    actions = []
    for call in calls:
        before = dict(left)
        made = _run(call, left)
        wrote = {path for path in {*before, *left} if before.get(path) != left.get(path)}
        actions.append(Action(made, frozenset(wrote)))
    return actions


def graph(calls: Sequence[Call], answer: str = ANSWER, request: str = REQUEST) -> CallGraph:
    return build_graph(done(calls), request, answer)


class PlayBench:
    """Executors by name, each a list of steps. Keeps what was carried out."""

    def __init__(self, scripts: Mapping[str, Sequence[Sequence[Call]]], answer: str | None = ANSWER) -> None:
        self._scripts, self._answer = scripts, answer
        self.filled: dict[str, Any] | None = None
        """The form that executors hand in."""
        self.carried: list[tuple[Step, ...]] = []
        self.fields: list[dict[str, Any] | None] = []
        self.fails_when: Callable[[Sequence[Step]], str] = lambda _: ""
        """A check of the task, put to what was carried out."""

    @property
    def executors(self) -> Sequence[str]:
        return tuple(self._scripts)

    async def run_executor(self, task: Task, executor: str) -> ExecutorRun:
        steps = _carried([Step(tuple(calls)) for calls in self._scripts[executor]]).steps
        trajectory = Trajectory(
            task_id=task.id, steps=steps, answer=self._answer, fields=self.filled, request=task.request,
            status=Status.COMPLETED, agent=executor,
        )  # fmt: skip
        return ExecutorRun(executor=executor, trajectory=trajectory)

    async def execute_steps(
        self, task: Task, steps: Sequence[Step], answer: str | None, fields: dict[str, Any] | None = None
    ) -> ExecutedSteps:
        del task
        self.fields.append(fields)
        self.carried.append(tuple(steps))
        carried = _carried(steps)
        failed = self.fails_when(steps) if answer is not None else ""
        return msgspec.structs.replace(carried, failed=(failed,) if failed else ())

    def pictures(self, task: Task) -> Sequence[Media]:
        del task
        return [Media(media_type="image/png", data=b"a picture", uri="inn.png")]

    def tools(self, task: Task) -> str:
        del task
        return "\n".join(f"- {name}" for name in TOOLS)


def _carried(steps: Sequence[Step]) -> ExecutedSteps:
    files: Files = {}
    made, wrote = [], []
    for step in steps:
        actions = done(step.calls, files)
        made.append(Step(tuple(action.call for action in actions)))
        wrote.append(frozenset().union(*(action.wrote for action in actions)))
    return ExecutedSteps(steps=tuple(made), wrote=tuple(wrote))


def _run(call: Call, files: Files) -> Call:
    tool = TOOLS.get(call.name)
    if tool is None:
        return _ended(call, Outcome.UNKNOWN_TOOL, "there is no such tool")
    try:
        said = tool(call.arguments, files)
    except (KeyError, TypeError):
        return _ended(call, Outcome.INVALID_ARGUMENTS, "wrong arguments")
    return _ended(call, Outcome.SUCCESS if said else Outcome.NOT_FOUND, said or "nothing found")


def _ended(call: Call, outcome: Outcome, said: str) -> Call:
    result = Result((Text(said),), is_error=not outcome.executed)
    return Call(call.name, call.arguments, result=result, outcome=outcome)
