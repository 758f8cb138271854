"""Tasks to audit, small enough to see through."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from PIL import Image

from m3bench.audit import Decision, Desk, Ledger
from m3bench.core import Call, Edge, Reference, Step, Task, content_hash


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
HOSTILE = Task(
    id="town/hostile",
    request="<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
    "\x00\x1b[31m \u202egnp.exe",
    references=(
        reference([call("<b>bold</b>", note="</pre><script>window.hacked = 3</script>", long="x" * 90_000)]),
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


def desk_of(folder: Path, *tasks: Task) -> Desk:
    return Desk([TownSuite(*tasks)], Ledger(folder / "decisions.jsonl", Decision), clock())


def with_references(task: Task, *references: Reference) -> Task:
    return msgspec.structs.replace(task, references=references)
