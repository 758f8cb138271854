"""Which of two cities is warmer? Tasks that are generated from the world of the bundled servers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from m3bench.checks import AnswerFields, Called, Expected, Tolerance, filled_form, write_checks
from m3bench.core import AnswerField, AnswerForm, Call, FieldType, Reference, Step, Task, content_hash
from m3bench.servers import Files, ToolContext, load

if TYPE_CHECKING:
    from m3bench_world import World

PAIRS = (
    ("Oslo, Norway", "Lisbon, Portugal"),
    ("Tokyo, Japan", "Cairo, Egypt"),
    ("Lima, Peru", "Delhi, India"),
)
WEATHER = "weather/get_weather"
FORM = AnswerForm(
    (
        AnswerField("warmer", FieldType.NAME, "the warmer city"),
        AnswerField("temperature", FieldType.NUMBER, "how warm it is there", "°C"),
        AnswerField("difference", FieldType.NUMBER, "by how much it is warmer", "°C"),
    )
)


class WarmerSuite:
    """Tasks without files, one for each pair of cities."""

    name = "warmer"

    def __init__(self, world: World) -> None:
        self.tasks = tuple(_task(world, number, *pair) for number, pair in enumerate(PAIRS))

    @property
    def digest(self) -> str:
        """Identity of the suite: runs of different digests are never compared."""
        return content_hash([self.name, [task.digest for task in self.tasks]])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:  # noqa: ARG002 - no task has files
        return {}


def warmer_suite(world: World) -> WarmerSuite:
    """Three tasks: which of two cities is warmer now, and by how much."""
    return WarmerSuite(world)


def _task(world: World, number: int, one: str, other: str) -> Task:
    degrees = {city: _degrees(world, city) for city in (one, other)}
    warmer = max(degrees, key=lambda city: degrees[city])
    difference = round(abs(degrees[one] - degrees[other]), 1)
    expected = {
        "warmer": Expected(warmer.partition(",")[0], also=(warmer,)),
        "temperature": Expected(degrees[warmer], tolerance=Tolerance(0.5)),
        "difference": Expected(difference, tolerance=Tolerance(0.5)),
    }
    calls = tuple(Call(WEATHER, {"location": city, "units": "metric"}) for city in (one, other))
    return Task(
        id=f"warmer/{number}",
        family="weather",
        request=f"Where is it warmer right now, in {one} or in {other}, and by how many degrees Celsius?",
        servers=("weather",),
        form=FORM,
        references=(
            Reference(
                steps=(Step(calls),),
                answer=f"It is {difference} °C warmer in {warmer}.",
                fields=filled_form(expected),
            ),
        ),
        checks=write_checks([AnswerFields(expected), Called(WEATHER, at_least=2)]),
    )


def _degrees(world: World, city: str) -> float:
    """The truth, from the server that agents ask."""
    context = ToolContext(world, Files(Path()))
    answer = load("weather").call(context, "get_weather", {"location": city, "units": "metric"})
    return float(json.loads(answer.text)["current"]["temperature"])
