"""Tasks out of chains: carried out, written, judged, said vaguely, with distractors; one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import msgspec

from m3bench.core import Task, Usage, content_hash
from m3bench.forge.asking import NOTHING, Asker, prompts
from m3bench.forge.chains import Graph, Link, servers_of, tools_of
from m3bench.forge.composing import Composition, compose
from m3bench.forge.distractors import draw_distractors
from m3bench.forge.filtering import Marks, judged
from m3bench.forge.trials import Trials
from m3bench.forge.writing import (
    described,
    faults,
    given_text,
    template_request,
    template_vaguely,
    write_request,
    write_vaguely,
)
from m3bench.hosting import Tool

FAMILY = "forged"
LONGEST_CHAIN = 3

Lease = Callable[[Sequence[str]], AbstractAsyncContextManager[Trials]]
"""A fresh workspace with the named servers, for the calls of one chain."""


class Made(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What became of a chain: a task, or the reason why there is none."""

    chain: tuple[str, ...]
    task: Task | None = None
    reason: str = ""
    usage: Usage = NOTHING


@dataclass(frozen=True, kw_only=True)
class Smith:
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

    async def made(self, chain: Sequence[Link]) -> Made:
        """What becomes of a chain."""
        names = tools_of(chain)
        async with self.lease(servers_of(chain)) as trials:
            composition = await compose(chain, trials, self.tools, self.today)
        if composition is None:
            return Made(chain=names, reason="the calls do not hold together")
        if self.asker is None:
            return Made(chain=names, task=self._by_template(composition))
        before = self.asker.spent
        made = await self._by_model(self.asker, composition)
        return msgspec.structs.replace(made, usage=_difference(self.asker.spent, before))

    def _by_template(self, composition: Composition) -> Task:
        request, fuzzy = template_request(composition, self.tools), template_vaguely(composition)
        wrong = faults(given_text(composition), fuzzy, _names(composition), servers_of(composition.links))
        return self._task(composition, request, None if wrong else fuzzy, {"written_by": "template"})

    async def _by_model(self, asker: Asker, composition: Composition) -> Made:
        names = _names(composition)
        request = await write_request(asker, composition, self.tools)
        if request is None:
            return Made(chain=names, reason="no usable request was written")
        marks = await judged(asker, request, described(composition, self.tools))
        if marks is None or not marks.passed:
            return Made(chain=names, reason=_refusal(marks))
        vague = await write_vaguely(asker, request, names, servers_of(composition.links))
        if vague.request is None:
            return Made(chain=names, reason=f"not vague: {'; '.join(vague.problems)}")
        notes = {
            "written_by": asker.name,
            "prompts": prompts().digest,
            "solvability": marks.solvability,
            "utility": marks.utility,
        }
        return Made(chain=names, task=self._task(composition, request, vague.request, notes))

    def _task(
        self, composition: Composition, request: str, fuzzy: str | None, notes: Mapping[str, Any]
    ) -> Task:
        reference, servers = composition.reference, servers_of(composition.links)
        hops = len(reference.steps)
        name = (
            f"{FAMILY}/{content_hash([self.seed, [[c.name, c.arguments] for c in composition.calls]])[:10]}"
        )
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
                "threads": 1,
                "solvable": True,
                "chain": list(tools_of(composition.links)),
                "forge": dict(notes),
            },
        )


async def forge_tasks(
    smith: Smith, graph: Graph, count: int, *, longest: int = LONGEST_CHAIN, done: Sequence[Made] = ()
) -> AsyncIterator[Made]:
    """What becomes of chains, in an order drawn by the seed, until there are so many tasks. Chains that were
    tried before are not taken again."""
    known = {made.chain for made in done}
    have = sum(made.task is not None for made in done)
    for chain in graph.drawn_chains(longest, smith.seed):
        if have >= count:
            return
        if tools_of(chain) in known:
            continue
        known.add(tools_of(chain))
        made = await smith.made(chain)
        have += made.task is not None
        yield made


def _names(composition: Composition) -> tuple[str, ...]:
    return tools_of(composition.links)


def _refusal(marks: Marks | None) -> str:
    if marks is None:
        return "the judge wrote nothing readable"
    return f"solvability {marks.solvability:g}, utility {marks.utility:g}: {marks.reason}"


def _difference(now: Usage, before: Usage) -> Usage:
    return Usage(
        _less(now.input_tokens, before.input_tokens),
        _less(now.output_tokens, before.output_tokens),
        _less(now.requests, before.requests),
        None if now.cost is None or before.cost is None else now.cost - before.cost,
    )


def _less(now: int | None, before: int | None) -> int | None:
    return None if now is None or before is None else now - before
