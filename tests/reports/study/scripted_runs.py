"""Runs with scripted models over bundled servers: one does as the reference, one fails in all six ways."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import anyio

from m3bench.core import Call, Edge, Reference, Step, Task, Text, Usage
from m3bench.encoders import HashingEncoder
from m3bench.formats import write
from m3bench.judges.kinds.rubric import DIMENSIONS
from m3bench.models import Assistant, Reply, Request, System, ToolUse, User
from m3bench.reports.study import StudyRun, load_runs
from m3bench.runs import JudgeKind, run_settings, start_run
from m3bench.scoring import Scorer
from m3bench.testing import ScriptedModel
from tests.runs.jury import judging

JUDGES = ("openai/strict", "google/mild")
ADD = Call("math/add", {"firstNumber": 17, "secondNumber": 25})
MULTIPLY = Call("math/multiply", {"firstNumber": 31, "SecondNumber": 12})
WEATHER = Call("weather/get_weather", {"location": "Rome, Italy"})
SUMMARY = Call("wiki/summary", {"title": "Colosseum"})
MUSEUMS = Call("wiki/search", {"query": "museums in Rome"})
GEOCODE = Call("google-maps/geocode", {"address": "Colosseum, Rome, Italy"})
REVERSE = Call("google-maps/reverse_geocode", {"lat": 41.89021, "lng": 12.492231})
ELSEWHERE = Call("google-maps/reverse_geocode", {"lat": 45.4642, "lng": 9.19})
WARM = {
    "condition": "it is warmer than 50 °F in Rome",
    "taken": {"tools": ["wiki/summary"], "values": ["Colosseum"]},
    "other": {"tools": ["wiki/search"], "values": ["museums in Rome"]},
}


def task(name: str, request: str, steps: list[list[Call]], *edges: tuple[int, int], **extra: Any) -> Task:
    servers = dict.fromkeys(call.server for step in steps for call in step)
    reference = Reference(
        steps=tuple(Step(tuple(step)) for step in steps), edges=tuple(Edge(*pair) for pair in edges)
    )
    return Task(
        id=name, family="city", request=request, servers=tuple(servers), references=(reference,), extra=extra
    )


TASKS = (
    task("sums", "Add 17 and 25, and multiply 31 by 12.", [[ADD, MULTIPLY]]),
    task(
        "visit",
        "How is the weather in Rome, Italy? Above 50 °F, look up the Colosseum; else find museums in Rome.",
        [[WEATHER], [SUMMARY]],
        (0, 1),
        branches=[WARM],
    ),
    task("spot", "Which address is nearest to the Colosseum, Rome, Italy?", [[GEOCODE], [REVERSE]], (0, 1)),
    task(
        "tour",
        "Tell me about the Colosseum, Rome, Italy: its summary, the weather, and the address beside it.",
        [[GEOCODE, SUMMARY, WEATHER], [REVERSE]],
        (0, 3),
    ),
)
POOR: dict[str, list[list[Call]]] = {
    "sums": [[ADD], [MULTIPLY], [ADD]],
    "visit": [[WEATHER], [MUSEUMS]],
    "spot": [[GEOCODE], [ELSEWHERE]],
    "tour": [[ELSEWHERE], [GEOCODE]],
}
GOOD = {task.id: [list(step.calls) for step in task.references[0].steps] for task in TASKS}


def model(plans: dict[str, list[list[Call]]], name: str) -> ScriptedModel:
    """Makes the planned calls of each task step by step, and then answers."""

    def script(request: Request) -> Reply:
        asked = "".join(
            part.text
            for message in request.messages
            if isinstance(message, User)
            for part in message.content
            if isinstance(part, Text)
        )
        task = next(other for other in TASKS if (other.request or "") in asked)
        done = sum(isinstance(message, Assistant) for message in request.messages)
        usage = Usage(200, 20, 1, 0.0)
        if done >= len(plans[task.id]):
            return Reply("That is all.", usage=usage)
        calls = [
            ToolUse(f"{done}-{index}", call.name.replace("/", "__"), call.arguments)
            for index, call in enumerate(plans[task.id][done])
        ]
        return Reply("", tuple(calls), usage=usage)

    return ScriptedModel(script, name)


def juror(name: str, grade: float) -> ScriptedModel:
    """Gives this grade, and one more to the dimension that it reads first."""

    def script(request: Request) -> Reply:
        system = request.messages[0]
        assert isinstance(system, System)
        first = min(DIMENSIONS, key=lambda dimension: system.text.find(f"- {dimension}:"))
        scores = {
            dimension: {"reason": "so", "score": grade + (dimension == first)} for dimension in DIMENSIONS
        }
        return Reply(json.dumps(scores), usage=Usage(100, 10, 1, 0.0))

    return ScriptedModel(script, name)


def written(
    folder: Path, name: str, grades: tuple[float, float], *, kinds: tuple[JudgeKind, ...], labels: bool = True
) -> Path:
    """A judged run of the four tasks. `name` is `good` or `poor`."""
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "tasks.jsonl", TASKS, format="jsonl")
    settings = run_settings(suite=str(folder / "tasks.jsonl"), agent="caller", model=f"scripted/{name}")
    plans = GOOD if name == "good" else POOR
    anyio.run(partial(start_run, settings, folder / name, model=model(plans, f"scripted/{name}")))
    if kinds:
        jury = {judge: juror(judge, grade) for judge, grade in zip(JUDGES, grades, strict=True)}
        asked = judging(folder / name, JUDGES, kinds=kinds, cache=None)
        anyio.run(partial(asked.run, models=jury))
    if labels:
        (folder / name / "labels.csv").write_text(label_lines(), encoding="utf-8")
    return folder / name


def label_lines() -> str:
    lines = ["id,dimension,score,rater"]
    for index, task in enumerate(TASKS):
        lines += [f"{task.id},task_fulfillment,{6 + index % 2},{rater}" for rater in ("ann", "bob")]
        lines += [f"{task.id},judge_agreement,{1 + index % 2},{rater}" for rater in ("ann", "bob")]
    return "\n".join(lines) + "\n"


def both_runs(folder: Path) -> list[Path]:
    """The good run with everything, and the poor one without labels and with shuffled judging only."""
    kinds = (JudgeKind.RUBRIC, JudgeKind.UNSHUFFLED)
    return [
        written(folder / "1", "good", (6.0, 8.0), kinds=kinds),
        written(folder / "2", "poor", (2.0, 3.0), kinds=(JudgeKind.RUBRIC,), labels=False),
    ]


def loaded(*paths: Path) -> list[StudyRun]:
    return load_runs(paths, Scorer("typed", HashingEncoder()))
