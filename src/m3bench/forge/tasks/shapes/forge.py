"""Forging tasks of given shapes, with a form, checks and a dependency analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from m3bench.checks import write_checks
from m3bench.core import Task
from m3bench.forge.tasks.marks import Marks
from m3bench.forge.tasks.plans import Plan, Shape
from m3bench.forge.tasks.questions import TaskWriter
from m3bench.forge.tasks.requests import describe_plan, faults, write_fuzzy, write_request
from m3bench.forge.tasks.shapes.analysis import analyse_dependencies, describe_branches
from m3bench.forge.tasks.shapes.gathering import gather
from m3bench.forge.tasks.shapes.marking import code_marks, shape_checks
from m3bench.forge.tasks.shapes.plans import reason_without_plans
from m3bench.forge.tasks.shapes.shaped import Shaped
from m3bench.forge.tasks.shapes.wording import known_text, shape_fuzzy, shape_request
from m3bench.forge.tasks.tasks import PlanResult, TaskForge, difference, judge_request, refusal
from m3bench.forge.tasks.templates import has_words


@dataclass(frozen=True, kw_only=True)
class ShapeForge(TaskForge):
    """Forges tasks of shapes. Code gives marks to all of them; a model, if there is one, as well."""

    async def made(self, plan: Plan) -> PlanResult:
        """Forge a task from a plan of a shape."""
        done = PlanResult(chain=plan.tools, shape=plan.shape)
        shaped = await self._gathered(plan)
        if isinstance(shaped, str):
            return msgspec.structs.replace(done, reason=shaped)
        if self.asker is None and not has_words(shaped, self.tools):
            return msgspec.structs.replace(
                done, reason="a tool description does not start with what the tool returns"
            )
        draft = self._draft(shaped)
        again = await self._gathered(plan)
        same = isinstance(again, Shaped) and again.fields == shaped.fields
        marks = code_marks(shaped, draft, repeatable=same, worded=self.asker is None)
        if not marks.passed:
            return msgspec.structs.replace(done, reason=refusal(marks))
        if self.asker is None:
            return msgspec.structs.replace(done, task=_with_marks(draft, marks))
        before = self.asker.spent
        written = await self._written(self.asker, shaped)
        usage = difference(self.asker.spent, before)
        if isinstance(written, str):
            return msgspec.structs.replace(done, reason=written, usage=usage)
        return msgspec.structs.replace(done, task=written, usage=usage)

    async def _gathered(self, plan: Plan) -> Shaped | str:
        """Execute a plan in a new workspace."""
        async with self.lease(plan.servers) as trials:
            return await gather(plan, trials, self.tools, self.today)

    def _draft(self, shaped: Shaped) -> Task:
        request, fuzzy = shape_request(shaped, self.tools), shape_fuzzy(shaped, self.tools)
        wrong = faults(known_text(shaped), fuzzy, shaped.tools, shaped.servers)
        return self._shaped_task(shaped, request, None if wrong else fuzzy, {"written_by": "template"})

    async def _written(self, asker: TaskWriter, shaped: Shaped) -> Task | str:
        """Return the task as the model wrote it, or why there is none."""
        request = await write_request(asker, shaped, self.tools)
        if request is None:
            return "no usable request was written"
        notes = await judge_request(asker, request, describe_plan(shaped, self.tools))
        if isinstance(notes, str):
            return notes
        vague = await write_fuzzy(asker, request, shaped.tools, shaped.servers)
        if vague.request is None:
            return f"not fuzzy: {'; '.join(vague.problems)}"
        return self._shaped_task(shaped, request, vague.request, notes)

    def _shaped_task(self, shaped: Shaped, request: str, fuzzy: str | None, notes: Mapping[str, Any]) -> Task:
        task = self._task(shaped, request, fuzzy, notes)
        return msgspec.structs.replace(
            task,
            form=shaped.form,
            checks=write_checks(shape_checks(shaped)),
            dependency_analysis=analyse_dependencies(shaped),
            branches=(describe_branches(shaped.decision),) if shaped.decision is not None else (),
        )


def missing_shapes(
    shapes: Sequence[Shape], plans: Mapping[Shape, int], made: Sequence[PlanResult]
) -> dict[Shape, str]:
    """Return shapes without a task, and why.

    Args:
        shapes: The requested shapes.
        plans: The number of plans of each.
        made: The results of the plans that were tried.

    Returns:
        The reasons: no plan, or what failed most often.
    """
    given = {each.shape for each in made if each.task is not None}
    found: dict[Shape, str] = {}
    for shape in dict.fromkeys(shapes):
        reasons = [each.reason for each in made if each.shape is shape and each.chain]
        if shape in given:
            continue
        if not plans.get(shape):
            found[shape] = reason_without_plans(shape)
        elif not reasons:
            found[shape] = "no plan was tried, because there are enough tasks of other shapes"
        else:
            reason, count = Counter(reasons).most_common(1)[0]
            tried = f"{len(reasons)} of {plans[shape]} plans were tried"
            found[shape] = f"{tried}; the most frequent failure ({count}): {reason}"
    return found


def _with_marks(task: Task, marks: Marks) -> Task:
    notes = {
        **task.extra["forge"],
        "solvability": marks.solvability,
        "utility": marks.utility,
        "judge": "code",
    }
    return msgspec.structs.replace(task, extra={**task.extra, "forge": notes})
