"""Forging tasks from plans: execute, write, judge, make fuzzy, add distractors."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Protocol

import msgspec

from m3bench.core import NO_USAGE, Task, TaskWorld, Usage, content_hash
from m3bench.forge.links import Graph, Trials
from m3bench.forge.tasks.composition import Composition, compose
from m3bench.forge.tasks.known_answers import composition_checks, executed_steps, sound_checks, with_checks
from m3bench.forge.tasks.marks import Marks
from m3bench.forge.tasks.plans import Plan, Shape, Turns, draw_plans
from m3bench.forge.tasks.questions import TaskWriter, prompts
from m3bench.forge.tasks.requests import describe_plan, faults, write_fuzzy, write_request
from m3bench.forge.tasks.templates import given_text, has_words, template_fuzzy, template_request
from m3bench.hosting import Tool

FAMILY = "forged"
LONGEST_CHAIN = 3
WORDLESS = "a tool description does not start with what the tool returns"

Lease = Callable[[Sequence[str]], AbstractAsyncContextManager[Trials]]
"""A fresh workspace with the named servers, for the calls of one plan."""
TaskMaker = Callable[[str, str | None, Mapping[str, Any]], Task]
"""Makes a task of the request, the fuzzy request and notes on who wrote them."""


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
    usage: Usage = NO_USAGE


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
        composition = await self._composed(plan)
        done = PlanResult(chain=plan.tools, shape=plan.shape)
        if composition is None:
            return msgspec.structs.replace(done, reason="the calls do not form a task")
        if self.asker is None and not has_words(composition, self.tools):
            return msgspec.structs.replace(done, reason=WORDLESS)
        if self.asker is None:
            return msgspec.structs.replace(done, task=self._by_template(composition))
        return await self._by_model(done, self.asker, composition, partial(self._checked_task, composition))

    async def _composed(self, plan: Plan) -> Composition | None:
        if self.composer is not None:
            return await self.composer.compose(plan)
        async with self.lease(plan.servers) as trials:
            return await compose(plan, trials, self.tools, self.today)

    def _by_template(self, composition: Composition) -> Task:
        request = template_request(composition, self.tools)
        fuzzy = template_fuzzy(composition, self.tools)
        wrong = faults(given_text(composition), fuzzy, composition.tools, composition.servers)
        notes = {"written_by": "template"}
        return self._checked_task(composition, request, None if wrong else fuzzy, notes)

    async def _by_model(
        self, done: PlanResult, asker: TaskWriter, composition: Composition, make: TaskMaker
    ) -> PlanResult:
        """Return the result with a task in the words of a model, or with why there is none."""
        before = asker.spent
        written = await self._written(asker, composition)
        usage = difference(asker.spent, before)
        if isinstance(written, str):
            return msgspec.structs.replace(done, reason=written, usage=usage)
        return msgspec.structs.replace(done, task=make(*written), usage=usage)

    async def _written(
        self, asker: TaskWriter, composition: Composition
    ) -> tuple[str, str, dict[str, Any]] | str:
        """Return both requests with notes, or why there are none."""
        request = await write_request(asker, composition, self.tools)
        if request is None:
            return "no usable request was written"
        notes = await judge_request(asker, request, describe_plan(composition, self.tools))
        if isinstance(notes, str):
            return notes
        vague = await write_fuzzy(asker, request, composition.tools, composition.servers)
        if vague.request is None:
            return f"not fuzzy: {'; '.join(vague.problems)}"
        return request, vague.request, notes

    def _checked_task(
        self, composition: Composition, request: str, fuzzy: str | None, notes: Mapping[str, Any]
    ) -> Task:
        """Return the task with checks of its known answer."""
        task, steps = self._task(composition, request, fuzzy, notes), executed_steps(composition.levels)
        checks = sound_checks(composition_checks(composition), task, steps, composition.answer)
        return with_checks(task, checks)

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
            extra={"shape": str(composition.shape), "chain": list(composition.tools), "forge": dict(notes)},
        )


def draw_distractors(
    available: Iterable[str], needed: Iterable[str], count: int, *, seed: int, task: str
) -> tuple[str, ...]:
    """Draw servers that a task does not need, by a hash of seed, task and name.

    A larger count extends a smaller one.
    """

    def drawn(name: str) -> bytes:
        return hashlib.sha256(f"{seed}\0{task}\0{name}".encode("utf-8", "surrogatepass")).digest()

    free = set(available) - set(needed)
    return tuple(sorted(free, key=lambda name: (drawn(name), name))[:count])


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
            result = await task_forge.made(plan)
            known[key] = result.task is not None
            have += known[key]
            yield result
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
    marks = await asker.answer(asker.begin("filter", {"request": request, "chain": chain}), Marks)
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
    pairs = zip(msgspec.structs.astuple(now), msgspec.structs.astuple(before), strict=True)
    return Usage(*(None if new is None or old is None else new - old for new, old in pairs))
