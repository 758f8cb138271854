"""Building suites from families: drawing task numbers until enough of them work in a world."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

import msgspec

from m3bench.checks import AnswerFields, write_checks
from m3bench.core import Task, Text, Trajectory, UsageError
from m3bench.curation.execution import ExecutedPlan, make_references
from m3bench.runs.serving import ServerSet
from m3bench.suites import CANARY, PlanError
from m3bench.suites.m3 import Family, TaskDraw
from m3bench.world import World

_DRAWS_PER_TASK = 5
_DIGEST = 16


class BuiltTask(msgspec.Struct, frozen=True):
    """A task, and why numbers before it were skipped."""

    task: Task
    skipped: tuple[str, ...] = ()


def shares(families: Sequence[Family], size: int) -> Iterator[tuple[Family, int]]:
    """Yield how many tasks each family gives: evenly, with the remainder to the first ones."""
    each, more = divmod(size, len(families))
    for place, family in enumerate(families):
        yield family, each + (place < more)


async def build_family(
    family: Family,
    count: int,
    world: World,
    server_set: ServerSet,
    *,
    on_built: Callable[[BuiltTask], None] = lambda _: None,
) -> list[BuiltTask]:
    """Build the first `count` tasks of a family that work.

    Args:
        family: The family.
        count: The number of tasks.
        world: The world of the tasks.
        server_set: Servers to execute plans on.
        on_built: Called with each task.

    Raises:
        UsageError: Too few numbers work in this world.
    """
    built: list[BuiltTask] = []
    skipped: list[str] = []
    for number in range(count * _DRAWS_PER_TASK):
        if len(built) == count:
            break
        try:
            task, carried = await make_references(
                family.make(TaskDraw(world, family, number)), world, server_set
            )
        except PlanError as error:
            skipped.append(error.message)
            continue
        built.append(BuiltTask(add_checks(task, carried), tuple(skipped)))
        skipped = []
        on_built(built[-1])
    if len(built) < count:
        reason = skipped[-1] if skipped else ""
        raise UsageError(
            f"Built only {len(built)} of {count} tasks of {family.name} in world {world.seed}: {reason}"
        )
    return built


def add_checks(task: Task, carried: Sequence[ExecutedPlan]) -> Task:
    """Return the task with its checks, and hashes of the results of its first reference."""
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
    """Return a short hash of the text of every result; pictures differ by platform and are left out."""
    return [_digest(call.result.content if call.result else ()) for _, call in trajectory.calls()]


def _digest(content: Sequence[object]) -> str:
    words = "\n".join(part.text for part in content if isinstance(part, Text))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
