"""The same task a day later: its answer must be another one if it is time-sensitive, else the same."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from m3bench.checks import Evidence, LiveFields, filled_form
from m3bench.core import Task, Trajectory
from m3bench.curation.execution import ExecutedPlan, execute_plan
from m3bench.runs.engine import make_server_query
from m3bench.runs.serving import ServerSet
from m3bench.suites import Blueprint, PlanError
from m3bench.worlds import World, make_world

LATER = timedelta(days=1)


class LaterWorld:
    """The world of a suite, a day later. It is made when a task needs it."""

    def __init__(self, world: World, server_set: ServerSet) -> None:
        self._world, self._now = world, server_set

    @cached_property
    def _later(self) -> ServerSet:
        return self._now.in_world(make_world(self._world.seed, self._world.now + LATER))

    async def require(self, blueprint: Blueprint, executed: ExecutedPlan) -> None:
        """Execute the first plan a day later, and compare.

        Does nothing for a task that does not say whether it is time-sensitive, and for one that needs
        third-party servers, which have a clock of their own.

        Raises:
            PlanError: The answer changes or stays against what the task says, a field changes that is not
                asked for at check time, or what is asked for is not what the plan finds.
        """
        if blueprint.time_sensitive is None or not self._now.owns(blueprint.servers):
            return
        if blueprint.time_sensitive and not executed.solution.live:
            raise PlanError(f"{blueprint.id}: is time-sensitive, but nothing is asked for at check time.")
        later = await execute_plan(blueprint, blueprint.plans[0](), self._later.world, self._later)
        await _require_live(blueprint, executed, self._now)
        await _require_live(blueprint, later, self._later)
        _require_fixed(blueprint, executed, later)
        if blueprint.time_sensitive:
            stays = await self._later.run_in_world(
                partial(_live_problem, blueprint, executed, self._later.world)
            )
            if stays is None:
                raise PlanError(f"{blueprint.id}: the answer would still be accepted a day later.")


def _require_fixed(blueprint: Blueprint, executed: ExecutedPlan, later: ExecutedPlan) -> None:
    """Raise `PlanError` if a field has another value a day later, but is not asked for at check time."""
    asked = executed.solution.live if blueprint.time_sensitive else {}
    now, then = filled_form(executed.solution.fields), filled_form(later.solution.fields)
    changed = [name for name in {**now, **then} if name not in asked and now.get(name) != then.get(name)]
    if changed:
        raise PlanError(f"{blueprint.id}: the answer is another one a day later in {', '.join(changed)}.")


async def _require_live(blueprint: Blueprint, executed: ExecutedPlan, servers: ServerSet) -> None:
    """Raise `PlanError` if the values that are asked for at check time are not those of the plan."""
    if executed.solution.live:
        problem = await servers.run_in_world(partial(_live_problem, blueprint, executed, servers.world))
        if problem is not None:
            raise PlanError(f"{blueprint.id}: the check and the plan disagree: {problem}")


def _live_problem(blueprint: Blueprint, executed: ExecutedPlan, world: World) -> str | None:
    trajectory = Trajectory(task_id=blueprint.id, fields=filled_form(executed.solution.fields))
    with TemporaryDirectory(prefix="m3bench-") as folder:
        task, query = Task(id=blueprint.id, form=blueprint.form), make_server_query(world, Path(folder))
        evidence = Evidence(task, trajectory, Path(folder), {}, query)
        verdict = LiveFields(executed.solution.live).evaluate(evidence)
    return None if verdict.passed else verdict.reason
