"""Tasks out of chains: carried out, written, judged, said vaguely, with distractors; one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import msgspec

from m3bench.core import Task, Usage, content_hash
from m3bench.forge.links import Graph, Trials
from m3bench.forge.tasks.asking import NOTHING, Asker, prompts
from m3bench.forge.tasks.composing import Composition, compose
from m3bench.forge.tasks.distractors import draw_distractors
from m3bench.forge.tasks.filtering import Marks, judged
from m3bench.forge.tasks.plans import Plan, Shape, Turns, drawn_plans
from m3bench.forge.tasks.templates import given_text, has_words, template_request, template_vaguely
from m3bench.forge.tasks.writing import described, faults, write_request, write_vaguely
from m3bench.hosting import Tool

FAMILY = "forged"
LONGEST_CHAIN = 3

Lease = Callable[[Sequence[str]], AbstractAsyncContextManager[Trials]]
"""A fresh workspace with the named servers, for the calls of one plan."""


class Made(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What became of a plan: a task, or the reason why there is none."""

    chain: tuple[str, ...]
    """Its tools."""
    shape: Shape = Shape.CHAIN
    task: Task | None = None
    reason: str = ""
    usage: Usage = NOTHING


@dataclass(frozen=True, kw_only=True)
class TaskForge:
    """Makes tasks. Without an `asker` they are written from templates, and nobody judges them."""

    tools: Mapping[str, Tool]
    lease: Lease
    today: date
    asker: Asker | None = None
    distractors: int = 0
    available: Sequence[str] = ()
    """Servers that distractors are drawn from."""
    seed: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Goes into every task, such as the world that it belongs to."""

    async def made(self, plan: Plan) -> Made:
        """What becomes of a plan."""
        async with self.lease(plan.servers) as trials:
            composition = await compose(plan, trials, self.tools, self.today)
        done = Made(chain=plan.tools, shape=plan.shape)
        if composition is None:
            return msgspec.structs.replace(done, reason="the calls do not hold together")
        if self.asker is None and not has_words(composition, self.tools):
            return msgspec.structs.replace(
                done, reason="a description does not say in words what its tool gives"
            )
        if self.asker is None:
            return msgspec.structs.replace(done, task=self._by_template(composition))
        before = self.asker.spent
        written = await self._by_model(self.asker, composition)
        usage = difference(self.asker.spent, before)
        if isinstance(written, Task):
            return msgspec.structs.replace(done, task=written, usage=usage)
        return msgspec.structs.replace(done, reason=written, usage=usage)

    def _by_template(self, composition: Composition) -> Task:
        request = template_request(composition, self.tools)
        fuzzy = template_vaguely(composition, self.tools)
        wrong = faults(given_text(composition), fuzzy, composition.tools, composition.servers)
        return self._task(composition, request, None if wrong else fuzzy, {"written_by": "template"})

    async def _by_model(self, asker: Asker, composition: Composition) -> Task | str:
        """The task, or why there is none."""
        request = await write_request(asker, composition, self.tools)
        if request is None:
            return "no usable request was written"
        marks = await judged(asker, request, described(composition, self.tools))
        if marks is None or not marks.passed:
            return _refusal(marks)
        vague = await write_vaguely(asker, request, composition.tools, composition.servers)
        if vague.request is None:
            return f"not vague: {'; '.join(vague.problems)}"
        notes = {
            "written_by": asker.name,
            "prompts": prompts().digest,
            "solvability": marks.solvability,
            "utility": marks.utility,
        }
        return self._task(composition, request, vague.request, notes)

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
            extra={
                **self.extra,
                "hops": hops,
                "threads": threads,
                "solvable": True,
                "shape": str(composition.shape),
                "chain": list(composition.tools),
                "forge": dict(notes),
            },
        )


async def forge_tasks(
    task_forge: TaskForge,
    graph: Graph,
    count: int,
    *,
    longest: int = LONGEST_CHAIN,
    done: Sequence[Made] = (),
) -> AsyncIterator[Made]:
    """What becomes of plans, in an order drawn by the seed, until there are so many tasks. Plans that were
    tried before are not taken again."""
    known = {(made.shape, made.chain): made.task is not None for made in done}
    have = sum(known.values())
    turns = Turns(drawn_plans(graph, longest, task_forge.seed))
    for plan in turns:
        if have >= count:
            return
        key = plan.shape, plan.tools
        if key not in known:
            made = await task_forge.made(plan)
            known[key] = made.task is not None
            have += known[key]
            yield made
        if known[key]:
            turns.gave_a_task()


def _refusal(marks: Marks | None) -> str:
    if marks is None:
        return "the judge wrote nothing readable"
    return f"solvability {marks.solvability:g}, utility {marks.utility:g}: {marks.reason}"


def difference(now: Usage, before: Usage) -> Usage:
    """What was spent since."""
    return Usage(
        _less(now.input_tokens, before.input_tokens),
        _less(now.output_tokens, before.output_tokens),
        _less(now.requests, before.requests),
        None if now.cost is None or before.cost is None else now.cost - before.cost,
    )


def _less(now: int | None, before: int | None) -> int | None:
    return None if now is None or before is None else now - before
