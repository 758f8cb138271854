"""Executing blueprints: plans run through the toolbox become references with real results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from m3bench.agents import fill_placeholders
from m3bench.agents.user import RuleUser, UserHost
from m3bench.checks import filled_form
from m3bench.core import (
    Call,
    Edge,
    Outcome,
    Reference,
    Status,
    Step,
    Task,
    TaskFile,
    TaskWorld,
    Trajectory,
    UsageError,
)
from m3bench.curation.facts import find_facts
from m3bench.curation.untouched import Left, what_is_left
from m3bench.hosting import JoinedHost, Toolbox, ToolHost
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.engine import clean_trajectory
from m3bench.runs.serving import ServerSet
from m3bench.sabotage import SabotagedHost
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution
from m3bench.suites.data_files import file_assets, media_type
from m3bench.suites.pictures import scene_files
from m3bench.worlds import World, world_provider

_EXPECTED = (Outcome.SUCCESS, Outcome.NOT_FOUND)
_LONGEST_TEXT = 300


class ExecutedPlan(msgspec.Struct, frozen=True):
    """An executed plan: the reference, its solution, and the whole trajectory."""

    reference: Reference
    solution: Solution
    trajectory: Trajectory
    left: Left
    """What it left in its workspace."""


WorkspaceObserver = Callable[[Path, ExecutedPlan], None]
"""Called with the workspace of a plan before it is removed."""


async def make_references(
    blueprint: Blueprint, world: World, server_set: ServerSet, *, keeper: WorkspaceObserver | None = None
) -> tuple[Task, list[ExecutedPlan]]:
    """Return the task with a reference for each of its plans.

    Raises:
        PlanError: A plan does not work.
        UsageError: A server failed.
    """
    executed = [await execute_plan(blueprint, plan(), world, server_set, keeper) for plan in blueprint.plans]
    first = executed[0]
    task = Task(
        id=blueprint.id, family=blueprint.family, level=blueprint.level, difficulty=blueprint.difficulty,
        kind=blueprint.kind, time_sensitive=blueprint.time_sensitive, varying=blueprint.varying,
        servers=blueprint.servers, distractors=blueprint.distractors, sabotage=blueprint.sabotage,
        request=blueprint.request, fuzzy_request=blueprint.fuzzy_request, form=blueprint.form,
        role=blueprint.role, rules=blueprint.rules, user=blueprint.user, turns=blueprint.turns,
        images=_task_images(blueprint), files=_task_files(blueprint), pictures=blueprint.pictures,
        data_files=blueprint.files, world_files=blueprint.world_files, key_facts=blueprint.key_facts,
        references=tuple(plan.reference for plan in executed), answer=first.reference.answer,
        hops=len(first.reference.steps),
        threads=max((len(step.calls) for step in first.reference.steps), default=0),
        world=TaskWorld(world.seed, world.now.isoformat()),
        extra={**blueprint.extra, **first.solution.extra},
    )  # fmt: skip
    return task, executed


def _task_images(blueprint: Blueprint) -> tuple[str, ...]:
    """Return the pictures that a model sees in its first message."""
    made = (file.name for file in blueprint.world_files if _is_image(file.name))
    return (*(picture.name for picture in blueprint.pictures), *made)


def _is_image(name: str) -> bool:
    return media_type(name).startswith("image/")


def _task_files(blueprint: Blueprint) -> tuple[TaskFile, ...]:
    """Return the files that the agent is told of. Tables and texts are for its tools to read; recordings,
    films and documents of the world also go to models that take them."""
    names = [name for name in file_assets(blueprint.files) if "/.git/" not in f"/{name}"]
    media = [file.name for file in blueprint.world_files if not _is_image(file.name)]
    return (
        *(TaskFile(name, media_type(name)) for name in media),
        *(TaskFile(name, media_type(name), inline=False) for name in names),
    )


async def execute_plan(
    blueprint: Blueprint,
    plan: Plan,
    world: World,
    server_set: ServerSet,
    keeper: WorkspaceObserver | None = None,
) -> ExecutedPlan:
    """Execute one plan of a blueprint in a new workspace. Raise `PlanError` if it does not work."""
    async with server_set.lease(blueprint.servers) as (workspace, host):
        pictures = scene_files(world, blueprint.pictures)
        media = {file.name: world_provider().world_file(world, file) for file in blueprint.world_files}
        given = {**pictures, **media, **file_assets(blueprint.files)}
        fill_workspace(workspace, given)
        toolbox = await Toolbox.mount(_task_host(host, blueprint, workspace))
        reference, solution, trajectory = await _run_plan(blueprint, plan, toolbox, workspace, world)
        executed = ExecutedPlan(reference, solution, trajectory, what_is_left(workspace, given))
        if keeper is not None:
            keeper(workspace, executed)
    return executed


def _task_host(host: ToolHost, blueprint: Blueprint, workspace: Path) -> ToolHost:
    """Return the tools as the task has them: with its sabotage and its user."""
    if blueprint.sabotage is not None:
        host = SabotagedHost(host, blueprint.sabotage, workspace)
    if blueprint.user is None:
        return host
    person = RuleUser(blueprint.user, blueprint.id, request=blueprint.request or "")
    return JoinedHost((host, UserHost(person, blueprint.turns)))


async def _run_plan(
    blueprint: Blueprint, plan: Plan, toolbox: Toolbox, workspace: Path, world: World
) -> tuple[Reference, Solution, Trajectory]:
    """Execute a plan from its first step to its solution."""
    steps: list[Step] = []
    done: list[Step] = []
    edges: list[Edge] = []
    count = 0
    results: Sequence[CallResult] | None = None
    while True:
        try:
            wanted = plan.send(results)  # type: ignore[arg-type]  # a generator starts with None
        except StopIteration as end:
            solution: Solution = end.value
            break
        edges += _edges(blueprint, wanted, count)
        steps.append(Step(tuple(Call(call.tool, call.arguments) for call in wanted)))
        calls = await toolbox.run(
            [Call(call.tool, fill_placeholders(call.arguments, workspace)) for call in wanted]
        )
        results = [_result(blueprint, call, index) for index, call in enumerate(calls, count)]
        done.append(Step(calls))
        count += len(calls)
    fields = filled_form(solution.fields) if blueprint.form is not None else None
    made = Trajectory(
        task_id=blueprint.id, steps=tuple(done), answer=solution.answer, fields=fields,
        status=Status.COMPLETED,
    )  # fmt: skip
    trajectory = clean_trajectory(made, workspace)
    reference = Reference(
        steps=tuple(steps),
        answer=solution.answer,
        edges=tuple(edges),
        fields=fields,
        facts=find_facts(solution.fields, trajectory, blueprint, world),
    )
    return reference, solution, trajectory


def _edges(blueprint: Blueprint, wanted: Sequence[PlannedCall], first: int) -> list[Edge]:
    if not wanted:
        raise PlanError(f"{blueprint.id}: a step has no calls.")
    early = [call.tool for call in wanted if any(source >= first for source in call.uses)]
    if early:
        raise PlanError(f"{blueprint.id}: {early[0]} needs a result of its own step.")
    return [Edge(source, index) for index, call in enumerate(wanted, first) for source in call.uses]


def _result(blueprint: Blueprint, call: Call, index: int) -> CallResult:
    text = call.result.text[:_LONGEST_TEXT] if call.result else ""
    if call.outcome is Outcome.SERVER_FAULT:
        # Not a `PlanError`, after which another draw takes its place: a busy machine would change the task.
        raise UsageError(f"{blueprint.id}: a server failed during {call.name}: {text}", "Try again.")
    if call.outcome not in _EXPECTED or call.result is None:
        raise PlanError(f"{blueprint.id}: {call.name} {call.arguments} ended in {call.outcome}: {text}")
    return CallResult(index, call.name, call.result)
