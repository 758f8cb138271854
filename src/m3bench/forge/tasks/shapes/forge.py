"""Forging tasks of given shapes, with a form, checks and a dependency analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from m3bench.checks import write_checks
from m3bench.core import Task
from m3bench.forge.tasks.marks import Marks
from m3bench.forge.tasks.plans import Plan, Shape
from m3bench.forge.tasks.requests import faults
from m3bench.forge.tasks.shapes.analysis import analyse_dependencies, describe_branches
from m3bench.forge.tasks.shapes.gathering import gather
from m3bench.forge.tasks.shapes.marking import code_marks, shape_checks
from m3bench.forge.tasks.shapes.plans import reason_without_plans
from m3bench.forge.tasks.shapes.shaped import Shaped
from m3bench.forge.tasks.shapes.wording import known_text, shape_fuzzy, shape_request
from m3bench.forge.tasks.tasks import WORDLESS, PlanResult, TaskForge, refusal
from m3bench.forge.tasks.templates import has_words


@dataclass(frozen=True, kw_only=True)
class ShapeForge(TaskForge):
    """Forges tasks of shapes. Code gives marks to all of them; a model, if there is one, as well."""

    async def made(self, plan: Plan) -> PlanResult:
        done = PlanResult(chain=plan.tools, shape=plan.shape)
        shaped = await self._gathered(plan)
        if isinstance(shaped, str):
            return msgspec.structs.replace(done, reason=shaped)
        if self.asker is None and not has_words(shaped, self.tools):
            return msgspec.structs.replace(done, reason=WORDLESS)
        draft = self._draft(shaped)
        again = await self._gathered(plan)
        same = isinstance(again, Shaped) and again.fields == shaped.fields
        marks = code_marks(shaped, draft, repeatable=same, worded=self.asker is None)
        if not marks.passed:
            return msgspec.structs.replace(done, reason=refusal(marks))
        if self.asker is None:
            return msgspec.structs.replace(done, task=_with_marks(draft, marks))
        return await self._by_model(done, self.asker, shaped, partial(self._shaped_task, shaped))

    async def _gathered(self, plan: Plan) -> Shaped | str:
        async with self.lease(plan.servers) as trials:
            return await gather(plan, trials, self.tools, self.today)

    def _draft(self, shaped: Shaped) -> Task:
        request, fuzzy = shape_request(shaped, self.tools), shape_fuzzy(shaped, self.tools)
        wrong = faults(known_text(shaped), fuzzy, shaped.tools, shaped.servers)
        return self._shaped_task(shaped, request, None if wrong else fuzzy, {"written_by": "template"})

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
    given = {result.shape for result in made if result.task is not None}
    missing: dict[Shape, str] = {}
    for shape in dict.fromkeys(shape for shape in shapes if shape not in given):
        reasons = [result.reason for result in made if result.shape is shape and result.chain]
        if not plans.get(shape):
            missing[shape] = reason_without_plans(shape)
        elif not reasons:
            missing[shape] = "no plan was tried, because there are enough tasks of other shapes"
        else:
            reason, count = Counter(reasons).most_common(1)[0]
            tried = f"{len(reasons)} of {plans[shape]} plans were tried"
            missing[shape] = f"{tried}; the most frequent failure ({count}): {reason}"
    return missing


def _with_marks(task: Task, marks: Marks) -> Task:
    judged = {"solvability": marks.solvability, "utility": marks.utility, "judge": "code"}
    notes = {**task.extra["forge"], **judged}
    return msgspec.structs.replace(task, extra={**task.extra, "forge": notes})
