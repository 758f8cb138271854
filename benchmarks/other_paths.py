"""Valid paths that differ from the references: other tools, one call per step, or all in one step.

`benchmarks/floors.py` executes each of them with the servers, and submits the answer of the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import anyio
import msgspec

from m3bench.core import Call, Reference, Step, Task
from m3bench.runs import read_run, run_settings, start_run
from m3bench.scoring.evidence import score_evidence
from m3bench.suites import Suite

Calls = tuple[tuple[Call, ...], ...]


class OtherPath(msgspec.Struct, frozen=True):
    """A valid path for a task that differs from its reference."""

    title: str
    """How it differs from the reference."""
    task_id: str
    make: Callable[[Task], Calls]
    """Makes the calls of each step."""


class PathScore(msgspec.Struct, frozen=True):
    """The result of another path."""

    path: OtherPath
    success: bool
    evidence_recall: float | None


def one_by_one(task: Task) -> Calls:
    """Return the calls of the reference, one per step."""
    return tuple((call,) for _, call in task.references[0].calls())


def all_at_once(task: Task) -> Calls:
    """Return the calls of the reference in one step."""
    return (tuple(call for _, call in task.references[0].calls()),)


def with_other_tools(change: Callable[[Call], Call]) -> Callable[[Task], Calls]:
    """Return the steps of the reference with some calls replaced by other tools."""
    return lambda task: tuple(tuple(map(change, step.calls)) for step in task.references[0].steps)


def _words_by_place(call: Call) -> Call:
    if call.name != "ocr/perform_ocr":
        return call
    return Call("ocr/image_to_data", {"input_data": call.arguments["input_data"], "config": "--psm 11"})


def _way_by_matrix(call: Call) -> Call:
    if call.name != "google-maps/compute_route":
        return call
    start = call.arguments["origin"]["location"]["latLng"]
    goal = f"place_id:{call.arguments['destination']['placeId']}"
    origin = f"{start['latitude']},{start['longitude']}"
    return Call(
        "google-maps/distance_matrix", {"origins": [origin], "destinations": [goal], "mode": "walking"}
    )


def _place_by_search(call: Call) -> Call:
    if call.name != "google-maps/geocode":
        return call
    return Call("google-maps/places_text_search", {"query": call.arguments["address"]})


def _sums_in_pairs(task: Task) -> Calls:
    """Replace a sum by additions of two numbers."""
    steps: list[tuple[Call, ...]] = []
    for step in task.references[0].steps:
        sums = [call for call in step.calls if call.name == "math/sum"]
        rest = tuple(call for call in step.calls if call.name != "math/sum")
        steps += [rest] if rest else []
        for call in sums:
            total, *others = call.arguments["numbers"]
            for number in others:
                steps.append((Call("math/add", {"firstNumber": total, "secondNumber": number}),))
                total = round(total + number, 6)
    return tuple(steps)


PATHS: tuple[OtherPath, ...] = (
    OtherPath("one call a step", "m3/nixos_diagnostic/7-0", one_by_one),
    OtherPath("all calls in one step", "m3/movies/7-0", all_at_once),
    OtherPath("words with their places", "m3/museum/7-0", with_other_tools(_words_by_place)),
    OtherPath("sums of two numbers at a time", "m3/items_price/7-0", _sums_in_pairs),
    OtherPath("the way from a matrix", "m3/attraction/7-0", with_other_tools(_way_by_matrix)),
    OtherPath("places by search", "m3/travel_comparison/7-0", with_other_tools(_place_by_search)),
)
"""The paths that are measured."""


def measure(paths: Sequence[OtherPath], suite: Suite, folder: Path) -> list[PathScore]:
    """Execute each path on its task. `folder` holds the runs."""
    return [_measure_path(path, suite, folder / f"path-{index}") for index, path in enumerate(paths)]


def _measure_path(path: OtherPath, suite: Suite, folder: Path) -> PathScore:
    task = next(task for task in suite.tasks if task.id == path.task_id)
    settings = run_settings(suite=suite.name, agent="reference")
    halt = anyio.run(lambda: start_run(settings, folder, suite=_PathSuite(suite, task, path)))
    assert halt is None, halt
    result = read_run(folder)
    recall = score_evidence(result.trajectories[0], task).recall if result.trajectories else None
    return PathScore(path, result.success == 1, recall)


class _PathSuite:
    """A `Suite` of one task, whose only reference is the other path."""

    def __init__(self, suite: Suite, task: Task, path: OtherPath) -> None:
        self._suite, self._task = suite, task
        self.name, self.digest = suite.name, suite.digest
        self.tasks = (msgspec.structs.replace(task, references=(_reference(task, path),)),)

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        del task
        return self._suite.assets(self._task)


def _reference(task: Task, path: OtherPath) -> Reference:
    first = task.references[0]
    steps = tuple(Step(calls) for calls in path.make(task))
    return msgspec.structs.replace(first, steps=steps, name=path.title, edges=())
