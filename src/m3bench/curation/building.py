"""Suites built from families: numbers are drawn until enough of them work out in this world."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

import msgspec

from m3bench.checks import AnswerFields, write_checks
from m3bench.core import Task, Text, Trajectory, UsageError
from m3bench.curation.referencing import Carried, referenced
from m3bench.runs.serving import ServerSet
from m3bench.suites import CANARY, PlanError
from m3bench.suites.m3 import Family, TaskDraw
from m3bench.world import World

_DRAWS_PER_TASK = 5
_DIGEST = 16


class Built(msgspec.Struct, frozen=True):
    """A task, and the numbers that had to be skipped on the way to it, with the reasons."""

    task: Task
    skipped: tuple[str, ...] = ()


def shares(families: Sequence[Family], size: int) -> Iterator[tuple[Family, int]]:
    """How many tasks each family gives: as even as can be, the first ones one more."""
    each, more = divmod(size, len(families))
    for place, family in enumerate(families):
        yield family, each + (place < more)


async def build_family(
    family: Family,
    count: int,
    world: World,
    server_set: ServerSet,
    *,
    told: Callable[[Built], None] = lambda _: None,
) -> list[Built]:
    """The first `count` tasks of a family that work out."""
    built: list[Built] = []
    skipped: list[str] = []
    for number in range(count * _DRAWS_PER_TASK):
        if len(built) == count:
            break
        try:
            task, carried = await referenced(family.make(TaskDraw(world, family, number)), world, server_set)
        except PlanError as error:
            skipped.append(error.message)
            continue
        built.append(Built(finished(task, carried), tuple(skipped)))
        skipped = []
        told(built[-1])
    if len(built) < count:
        reason = skipped[-1] if skipped else ""
        raise UsageError(
            f"Only {len(built)} of {count} tasks of {family.name} worked out in world {world.seed}: {reason}"
        )
    return built


def finished(task: Task, carried: Sequence[Carried]) -> Task:
    """The task with its checks, and hashes of what its first reference brought."""
    first = carried[0]
    fields = first.solution.fields
    form_check = (AnswerFields(fields),) if task.form is not None else ()
    extra = {
        **task.extra,
        "canary": CANARY,
        "checks": write_checks((*form_check, *first.solution.checks)),
        "results": result_digests(first.trajectory),
    }
    return msgspec.structs.replace(task, extra=extra)


def result_digests(trajectory: Trajectory) -> list[str]:
    """A short hash of the words of every result: pictures are left out, whose bytes differ by platform."""
    return [_digest(call.result.content if call.result else ()) for _, call in trajectory.calls()]


def _digest(content: Sequence[object]) -> str:
    words = "\n".join(part.text for part in content if isinstance(part, Text))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
