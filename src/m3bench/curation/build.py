"""Building suites from families: drawing task numbers until enough of them work in a world."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any

import msgspec

from m3bench.checks import AnswerFields, Check, LiveFields, write_checks
from m3bench.core import Call, Point, PointKind, Task, Text, Trajectory, UsageError
from m3bench.curation.dependencies import describe_dependencies
from m3bench.curation.execution import ExecutedPlan, execute_plan, make_references
from m3bench.curation.later import LaterWorld
from m3bench.curation.other_worlds import OtherWorlds
from m3bench.curation.precision import with_precision
from m3bench.curation.premises import Premises
from m3bench.curation.reach import Reach
from m3bench.curation.untouched import CLAIM, mark_untouched, with_untouched_checks
from m3bench.runs.serving import ServerSet, is_third_party
from m3bench.suites import CANARY, Blueprint, PlanError, Solution, SuiteGenerator
from m3bench.worlds import World

_DRAWS_PER_TASK = 5
_ANSWER_POINT = "The answer states the right values."
_DIGEST = 16
_NOTE = re.compile(
    r"\[Truncated: showing ([\d,]+) of ([\d,]+) characters\. The full content was not stored\.\]"
)
_EARLIER_NOTE = r"[Cut: \1 of \2 characters are shown. The whole was not kept.]"
"""The note on long results when the tasks of `m3` were released. Their hashes include it."""
_DETECTING = {"dinox-mcp"}
"""Servers whose positions and scores come from a network. The last digit depends on the processor."""
_FRACTION = re.compile(r"-?\d+\.\d+")
_WITHOUT_FRACTIONS = "~"
_MEDIA_SIZE = re.compile(r'(\.(?:gif|jpe?g|m4a|mp[34]|ogg|png|webm|webp)",[^{}]*"bytes":)\d+')
_WITHOUT_SIZES = "="
"""Begins the hash of a result without its fractions. Hashes of detections without it are of an earlier
detector, and say nothing."""
_TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


class BuiltTask(msgspec.Struct, frozen=True):
    """A task, and why numbers before it were skipped."""

    task: Task
    skipped: tuple[str, ...] = ()


def shares(families: Sequence[str], size: int) -> Iterator[tuple[str, int]]:
    """Yield how many tasks each family gives: evenly, with the remainder to the first ones."""
    share, more = divmod(size, len(families))
    for index, family in enumerate(families):
        if count := share + (index < more):
            yield family, count


async def build_family(
    generator: SuiteGenerator,
    name: str,
    count: int,
    world: World,
    server_set: ServerSet,
    *,
    on_built: Callable[[BuiltTask], None] = lambda _: None,
) -> list[BuiltTask]:
    """Build the first `count` tasks of a family that work.

    Args:
        generator: Generates the tasks of the suite.
        name: The family.
        count: The number of tasks.
        world: The world of the tasks.
        server_set: Servers to execute plans on.
        on_built: Called with each task.

    Raises:
        UsageError: Too few numbers work in this world.
    """
    builder = FamilyBuilder(generator, name, world, server_set)
    built: list[BuiltTask] = []
    for numbers in _candidates(generator, name, count):
        try:
            built.append(await builder.first(numbers))
        except PlanError as error:
            raise UsageError(
                f"Built only {len(built)} of {count} tasks of {name} in world {world.seed}: {error.message}"
            ) from None
        on_built(built[-1])
    return built


class FamilyBuilder:
    """Builds the tasks of a family by their numbers."""

    def __init__(self, generator: SuiteGenerator, name: str, world: World, server_set: ServerSet) -> None:
        self._generator, self._world, self._server_set = generator, world, server_set
        self._family = generator.family(name)
        self._answers: list[Any] = []
        self._later, self._others = LaterWorld(world, server_set), OtherWorlds(world, server_set)

    async def first(self, numbers: Iterable[int]) -> BuiltTask:
        """Return the task of the first number that works. Raise `PlanError` if there is none."""
        skipped: list[str] = []
        for number in numbers:
            try:
                return BuiltTask(await self._build(number), tuple(skipped))
            except PlanError as error:
                skipped.append(error.message)
        raise PlanError(skipped[-1] if skipped else "no numbers are left")

    async def _build(self, number: int) -> Task:
        blueprint = self._generator.draw(self._world, self._family, number)
        task, carried = await make_references(blueprint, self._world, self._server_set)
        self._require_new(task)
        await self._later.require(blueprint, carried[0])
        mark = partial(mark_untouched, add_checks(task, carried), carried[0].left.given, self._world)
        task = await self._server_set.run_in_world(mark)
        await self._server_set.run_in_world(partial(_require_reach, task, carried, self._world))
        task = await add_shortcuts(task, blueprint, self._world, self._server_set)
        if self._generator.analyzed:
            task = await add_analysis(task, blueprint, carried[0], self._others)
        self._answers.append(task.references[0].fields)
        return task

    def _require_new(self, task: Task) -> None:
        """Raise `PlanError` if an earlier task has the same answer, where all must differ."""
        if self._generator.distinct and task.references[0].fields in self._answers:
            raise PlanError(f"{task.id} has the same answer as an earlier task.")


def _require_reach(task: Task, carried: Sequence[ExecutedPlan], world: World) -> None:
    """Raise `PlanError` if a task requires what nothing gives, or has papers that do not fit it."""
    for plan in carried:
        reach, premises = (kind(task, plan.trajectory, world) for kind in (Reach, Premises))
        for problem in (*reach.problems(), *premises.problems()):
            raise PlanError(f"{task.id}: {problem}")


def _candidates(generator: SuiteGenerator, name: str, count: int) -> Iterator[Iterable[int]]:
    """Return, for each task, the numbers to try until one works.

    In a suite with a scenario for each number, they are all of the same scenario.
    """
    if not generator.has_scenarios:
        return repeat(iter(range(count * _DRAWS_PER_TASK)), count)
    period = generator.families[name]
    step = -(-count // period) * period
    return (range(first, first + step * _DRAWS_PER_TASK, step) for first in range(count))


def add_checks(task: Task, carried: Sequence[ExecutedPlan]) -> Task:
    """Return the task with its checks, a form that says how precise it must be, and hashes of its results.

    The checks that nothing else was changed come last: they belong to no evaluation point.
    """
    first = carried[0]
    task = with_precision(task, first.solution.fields)
    form_checks = _form_checks(first.solution) if task.form is not None else []
    checks = [*form_checks, *first.solution.checks]
    points = _points(first.solution, len(form_checks), len(checks))
    checks += [check for point in first.solution.points for check in point.checks]
    checks = with_untouched_checks(checks, [plan.left for plan in carried])
    return msgspec.structs.replace(
        task,
        canary=CANARY,
        checks=write_checks(checks),
        points=tuple(points),
        results=tuple(result_digests(first.trajectory, task.varying)),
    )


def _points(solution: Solution, of_form: int, before: int) -> list[Point]:
    """Return the evaluation points with the places of their checks; the answer's is the first."""
    if not solution.points:
        return []
    points = [Point(_ANSWER_POINT, PointKind.TOOL, tuple(range(of_form)))] if of_form else []
    for point in solution.points:
        points.append(Point(point.text, point.kind, tuple(range(before, before + len(point.checks)))))
        before += len(point.checks)
    return points


async def add_shortcuts(task: Task, blueprint: Blueprint, world: World, server_set: ServerSet) -> Task:
    """Return the task with what careless agents do, executed like its references."""
    if not blueprint.shortcuts:
        return task
    shortcuts = {
        name: (await execute_plan(blueprint, plan(), world, server_set)).reference
        for name, plan in blueprint.shortcuts.items()
    }
    return msgspec.structs.replace(task, shortcuts=shortcuts)


async def add_analysis(task: Task, blueprint: Blueprint, executed: ExecutedPlan, others: OtherWorlds) -> Task:
    """Return the task with its dependencies in words and, if it has conditions, another world's seed."""
    analysis = describe_dependencies(task, executed.trajectory)
    seed = await others.find(blueprint, task.branches) if task.branches else None
    return msgspec.structs.replace(task, dependency_analysis=analysis, other_world=seed)


def _form_checks(solution: Solution) -> list[Check]:
    """Return the checks of the form: of fixed values, and of those that are asked for at check time."""
    fixed = {name: value for name, value in solution.fields.items() if name not in solution.live}
    checks: list[Check] = [AnswerFields(fixed)] if fixed else []
    return [*checks, LiveFields(solution.live)] if solution.live else checks


def result_digests(trajectory: Trajectory, varying: Collection[str] = ()) -> list[str]:
    """Return a short hash of the text of every result.

    Left out are pictures, which differ by platform, the positions and scores of detected things, whose last
    digit does too, sizes of claimed media, which depend on the processor that encodes them, and times in the
    results of third-party servers, which have a clock of their own. The results of `varying` tools differ
    each time: their hash is empty.
    """
    return ["" if call.name in varying else _digest(call) for _, call in trajectory.calls()]


def same_results(trajectory: Trajectory, recorded: Sequence[str], varying: Collection[str] = ()) -> bool:
    """Return whether the results of a trajectory have the recorded hashes; see `result_digests`."""
    calls = [call for _, call in trajectory.calls()]
    return len(calls) == len(recorded) and all(
        call.name in varying
        or _is_of_earlier_kind(call, digest)
        or digest in (_digest(call), _digest(call, earlier_note=True))
        for call, digest in zip(calls, recorded, strict=True)
    )


def _is_of_earlier_kind(call: Call, digest: str) -> bool:
    """Return whether a hash is of the time when it depended on the detector or on the processor."""
    if call.server in _DETECTING:
        return not digest.startswith(_WITHOUT_FRACTIONS)
    return _without_sizes(call) is not None and not digest.startswith(_WITHOUT_SIZES)


def _digest(call: Call, *, earlier_note: bool = False) -> str:
    words = _words(call)
    if is_third_party(call.server):
        words = _TIME.sub("", words)
    if earlier_note:
        words = _NOTE.sub(_EARLIER_NOTE, words)
    if call.server in _DETECTING:
        return _WITHOUT_FRACTIONS + _hash(_FRACTION.sub("#", words))
    without_sizes = _without_sizes(call)
    return _hash(words) if without_sizes is None else _WITHOUT_SIZES + _hash(without_sizes)


def _without_sizes(call: Call) -> str | None:
    """Return what a claim of media says without their sizes; None for all other calls."""
    words = _words(call)
    claims_media = call.name == CLAIM and _MEDIA_SIZE.search(words)
    return _MEDIA_SIZE.sub(r"\1#", words) if claims_media else None


def _words(call: Call) -> str:
    content = call.result.content if call.result else ()
    return "\n".join(part.text for part in content if isinstance(part, Text))


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
