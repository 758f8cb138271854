"""Tasks to audit, small enough to see through."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from PIL import Image

from m3bench.apps.audit import AuditSession, Decision, Ledger, PermittedTools, RecordedResults
from m3bench.core import (
    Call,
    Edge,
    Outcome,
    Reference,
    Result,
    Step,
    Task,
    Text,
    Trajectory,
    content_hash,
)
from m3bench.hosting import Tool


def call(name: str, **arguments: object) -> Call:
    return Call(f"town/{name}", arguments)


def reference(*steps: Sequence[Call], edges: Sequence[tuple[int, int]] = ()) -> Reference:
    joined = tuple(Edge(source, target) for source, target in edges)
    return Reference(steps=tuple(Step(tuple(calls)) for calls in steps), edges=joined)


TRIP = Task(
    id="town/trip",
    family="Trips",
    request="Where is the station of Oslo, and what is the weather there?",
    images=("photo.png",),
    servers=("town",),
    answer="Jernbanetorget 1; rain",
    references=(
        reference(
            [call("find", city="Oslo")],
            [call("address", id=417)],
            [call("weather", lat=59.9), call("time", zone="Europe/Oslo")],
            edges=[(0, 1), (0, 2)],
        ),
    ),
)
EVIL = "<img src=x onerror='window.hacked = 1'>"
HOSTILE = Task(
    id="town/hostile",
    family=f"{EVIL}family",
    request="<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
    "\x00\x1b[31m \u202egnp.exe",
    fuzzy_request=f"{EVIL}{{{{7*7}}}}${{7*7}}",
    images=(f"../{EVIL}.png", "javascript:window.hacked=1"),
    servers=("town", f"{EVIL}server"),
    answer=f"{EVIL}answer",
    references=(
        Reference(
            steps=(
                Step(
                    (
                        Call(
                            "town/<b>bold</b>",
                            {"note": "</pre><script>window.hacked = 3</script>", "long": "x" * 90_000},
                            None,
                            Result((Text(f"</pre>{EVIL}result"),)),
                            Outcome.NOT_FOUND,
                        ),
                    ),
                    f"{EVIL}plan",
                ),
            ),
            name=f"{EVIL}name",
        ),
    ),
)
PLAIN = Task(id="town/plain", request="What is 1 + 1?", references=(reference([call("add", a=1, b=1)]),))


class TownSuite:
    """A `Suite` with a picture that is drawn."""

    name = "town"

    def __init__(self, *tasks: Task) -> None:
        self.tasks = tasks

    @property
    def digest(self) -> str:
        return content_hash([task.digest for task in self.tasks])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return dict.fromkeys(task.images, picture())


def picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (80, 60), "#4080c0").save(file, "PNG")
    return file.getvalue()


def clock() -> Callable[[], datetime]:
    """A second later each time it is asked."""
    moments = iter(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=count) for count in range(10_000))
    return lambda: next(moments)


def tool(name: str, *needed: str, **types: str) -> Tool:
    properties = {key: {"type": kind} for key, kind in types.items()}
    schema = {
        "type": "object", "properties": properties, "required": list(needed), "additionalProperties": False
    }  # fmt: skip
    return Tool(server="town", name=name, description=f"Does {name}.", input_schema=schema)


TOOLS = (
    Tool(server="town", name=EVIL, description=f"{EVIL}\u202e", input_schema={"properties": {EVIL: {}}}),
    tool("find", "city", city="string"),
    tool("address", "id", id="integer"),
    tool("weather", lat="number"),
    tool("time", "zone", zone="string"),
    tool("add", "a", "b", a="number", b="number"),
)


def session_of(
    folder: Path, *tasks: Task, tools: Sequence[Tool] = (), made: Sequence[Trajectory] = ()
) -> AuditSession:
    ledger = Ledger(folder / "decisions.jsonl", Decision)
    return AuditSession([TownSuite(*tasks)], ledger, clock(), PermittedTools(tools), RecordedResults(made))


def with_references(task: Task, *references: Reference) -> Task:
    return msgspec.structs.replace(task, references=references)
