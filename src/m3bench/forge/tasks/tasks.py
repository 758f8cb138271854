"""Forging tasks from plans: execute, write, judge, make fuzzy, add distractors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

import msgspec

from m3bench.core import Task, TaskWorld, Usage, content_hash
from m3bench.forge.links import Graph, Trials
from m3bench.forge.tasks.composition import Composition, compose
from m3bench.forge.tasks.distractors import draw_distractors
from m3bench.forge.tasks.known_answers import (
    composition_checks,
    executed_steps,
    sound_checks,
    with_checks,
)
from m3bench.forge.tasks.marks import Marks, ask_marks
from m3bench.forge.tasks.plans import Plan, Shape, Turns, draw_plans
from m3bench.forge.tasks.questions import NOTHING, TaskWriter, prompts
from m3bench.forge.tasks.requests import describe_plan, faults, write_fuzzy, write_request
from m3bench.forge.tasks.templates import given_text, has_words, template_fuzzy, template_request
from m3bench.hosting import Tool

FAMILY = "forged"
LONGEST_CHAIN = 3

Lease = Callable[[Sequence[str]], AbstractAsyncContextManager[Trials]]
"""A fresh workspace with the named servers, for the calls of one plan."""


class Composer(Protocol):
    """Executes plans elsewhere, such as in workers, before it is their turn."""

    @property
    def ahead(self) -> int:
        """How many plans it wants to know before their turn."""

    def expect(self, plans: Sequence[Plan]) -> None:
        """Begin with plans that are likely to come next."""

    async def compose(self, plan: Plan) -> Composition | None:
        """Return a plan as executed; None if its calls do not form a task."""


class PlanResult(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The result of a plan: a task, or the reason why there is none."""

    chain: tuple[str, ...]
    """The tools."""
    shape: Shape = Shape.CHAIN
    task: Task | None = None
    reason: str = ""
    usage: Usage = NOTHING


@dataclass(frozen=True, kw_only=True)
class TaskForge:
    """Forges tasks. Without an `asker` they are written from templates and not judged."""

    tools: Mapping[str, Tool]
    lease: Lease
    today: date
    asker: TaskWriter | None = None
    distractors: int = 0
    available: Sequence[str] = ()
    """Servers to draw distractors from."""
    seed: int = 0
    world: TaskWorld | None = None
    """The world of the tasks."""
    composer: Composer | None = None
    """Executes the plans; by default, they are executed here, one by one."""

    async def made(self, plan: Plan) -> PlanResult:
        """Forge a task from a plan."""
        composition = await self._composed(plan)
        done = PlanResult(chain=plan.tools, shape=plan.shape)
        if composition is None:
            return msgspec.structs.replace(done, reason="the calls do not form a task")
        if self.asker is None and not has_words(composition, self.tools):
            return msgspec.structs.replace(
                done, reason="a tool description does not start with what the tool returns"
            )
        if self.asker is None:
            return msgspec.structs.replace(done, task=self._by_template(composition))
        before = self.asker.spent
        written = await self._by_model(self.asker, composition)
        usage = difference(self.asker.spent, before)
        if isinstance(written, Task):
            return msgspec.structs.replace(done, task=written, usage=usage)
        return msgspec.structs.replace(done, reason=written, usage=usage)

    async def _composed(self, plan: Plan) -> Composition | None:
        if self.composer is not None:
            return await self.composer.compose(plan)
        async with self.lease(plan.servers) as trials:
            return await compose(plan, trials, self.tools, self.today)

    def _by_template(self, composition: Composition) -> Task:
        request = template_request(composition, self.tools)
        fuzzy = template_fuzzy(composition, self.tools)
        wrong = faults(given_text(composition), fuzzy, composition.tools, composition.servers)
        return _checked(
            self._task(composition, request, None if wrong else fuzzy, {"written_by": "template"}),
            composition,
        )

    async def _by_model(self, asker: TaskWriter, composition: Composition) -> Task | str:
        """Return the task, or why there is none."""
        request = await write_request(asker, composition, self.tools)
        if request is None:
            return "no usable request was written"
        notes = await judge_request(asker, request, describe_plan(composition, self.tools))
        if isinstance(notes, str):
            return notes
        vague = await write_fuzzy(asker, request, composition.tools, composition.servers)
        if vague.request is None:
            return f"not fuzzy: {'; '.join(vague.problems)}"
        return _checked(self._task(composition, request, vague.request, notes), composition)

    def _task(
        self, composition: Composition, request: str, fuzzy: str | None, notes: Mapping[str, Any]
    ) -> Task:
        reference, servers = composition.reference, composition.servers
        hops, threads = len(reference.steps), max(len(step.calls) for step in reference.steps)
        calls = [[call.name, call.arguments] for _, call in reference.calls()]
        name = f"{FAMILY}/{content_hash([self.seed, composition.shape, calls])[:10]}"
        return Task(
            id=name,
            family=FAMILY,
            request=request,
            fuzzy_request=fuzzy,
            servers=servers,
            distractors=draw_distractors(
                self.available, servers, self.distractors, seed=self.seed, task=name
            ),
            level=f"L{min(hops - 1, LONGEST_CHAIN)}",
            answer=reference.answer,
            references=(reference,),
            hops=hops,
            threads=threads,
            solvable=True,
            world=self.world,
            extra={
                "shape": str(composition.shape),
                "chain": list(composition.tools),
                "forge": dict(notes),
            },
        )


def _checked(task: Task, composition: Composition) -> Task:
    """Return the task with checks of its known answer."""
    steps = executed_steps(composition.levels)
    return with_checks(task, sound_checks(composition_checks(composition), task, steps, composition.answer))


async def forge_tasks(
    task_forge: TaskForge,
    graph: Graph,
    count: int,
    *,
    longest: int = LONGEST_CHAIN,
    done: Sequence[PlanResult] = (),
    turns: Turns | None = None,
) -> AsyncIterator[PlanResult]:
    """Forge plans in an order drawn by the seed, until there are enough tasks.

    Args:
        task_forge: Forges single plans.
        graph: Links between tools.
        count: The number of tasks.
        longest: The largest number of links in a chain.
        done: Results of earlier sessions, whose plans are skipped.
        turns: The plans in their order; by default, those of all links.
    """
    known = {(made.shape, made.chain): made.task is not None for made in done}
    have = sum(known.values())
    if turns is None:
        turns = Turns(draw_plans(graph, longest, task_forge.seed))
    for plan in turns:
        if have >= count:
            return
        key = plan.shape, plan.tools
        if task_forge.composer is not None:
            task_forge.composer.expect(_unknown([plan, *turns.ahead(task_forge.composer.ahead)], known))
        if key not in known:
            made = await task_forge.made(plan)
            known[key] = made.task is not None
            have += known[key]
            yield made
        if known[key]:
            turns.gave_a_task()


def _unknown(plans: Sequence[Plan], known: Mapping[tuple[Shape, tuple[str, ...]], bool]) -> list[Plan]:
    """Return plans without a result, the first of those with the same shape and tools."""
    first: dict[tuple[Shape, tuple[str, ...]], Plan] = {}
    for plan in plans:
        first.setdefault((plan.shape, plan.tools), plan)
    return [plan for key, plan in first.items() if key not in known]


async def judge_request(asker: TaskWriter, request: str, chain: str) -> dict[str, Any] | str:
    """Return notes on the writer and the marks of a request; or why it is refused."""
    marks = await ask_marks(asker, request, chain)
    if marks is None or not marks.passed:
        return refusal(marks)
    return {
        "written_by": asker.name,
        "prompts": prompts().digest,
        "solvability": marks.solvability,
        "utility": marks.utility,
    }


def refusal(marks: Marks | None) -> str:
    """Return why marks are not enough; None stands for an unreadable reply."""
    if marks is None:
        return "the judge's reply could not be parsed"
    return f"solvability {marks.solvability:g}, utility {marks.utility:g}: {marks.reason}"


def difference(now: Usage, before: Usage) -> Usage:
    """Return the usage since `before`."""
    return Usage(
        _less(now.input_tokens, before.input_tokens),
        _less(now.output_tokens, before.output_tokens),
        _less(now.requests, before.requests),
        None if now.cost is None or before.cost is None else now.cost - before.cost,
    )


def _less(now: int | None, before: int | None) -> int | None:
    return None if now is None or before is None else now - before
