"""The shortest working reference: proposals and our own consolidation, each checked and executed."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec

from m3bench.core import Reference, Task, Trajectory, Usage
from m3bench.forge.references.adjudicator import Adjudicator
from m3bench.forge.references.bench import Bench
from m3bench.forge.references.consolidation import Plan, RemovedCall, build_reference, consolidate, make_plan
from m3bench.forge.references.dataflow import plain
from m3bench.forge.references.decisions import Trial
from m3bench.forge.references.execution import verify_reference
from m3bench.forge.references.graph import CallGraph, Need
from m3bench.forge.references.proposals import check_proposal
from m3bench.forge.references.relevance import closure

JUDGE, CODE, WHOLE = "judge", "code", "code, nothing left out"
STRICT, SERIAL = "code, calls on one object in their order", "code, one call after another"
_DIGEST = 16
_MOST_PUT_BACK = 6


class ShortReference(msgspec.Struct, frozen=True, kw_only=True):
    """A reference that was executed, or the failed trials. Calls are numbered as in the graph."""

    reference: Reference | None = None
    steps: tuple[tuple[int, ...], ...] = ()
    needs: tuple[Need, ...] = ()
    """Numbered over the steps of the reference."""
    removed: tuple[RemovedCall, ...] = ()
    results: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    usage: Usage | None = None


class _Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A plan over the graph, or why there is none."""

    by: str
    plan: Plan | None = None
    removed: tuple[RemovedCall, ...] = ()
    problems: tuple[str, ...] = ()
    raw: tuple[str, ...] = ()
    usage: Usage | None = None


async def find_shortest(
    task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench, judge: Adjudicator | None
) -> ShortReference:
    """Return the first plan that works.

    In order: the judge's, ours, ours with calls on one object in order, and ours with more calls kept.
    """
    trials: list[Trial] = []
    usage: Usage | None = None
    async for proposal in _proposals(task, trajectory, graph, bench, judge):
        usage = proposal.usage if usage is None else usage
        problems, carried = proposal.problems, None
        if proposal.plan is not None:
            reference = msgspec.structs.replace(
                build_reference(graph, proposal.plan),
                answer=trajectory.answer or "",
                fields=trajectory.fields,
            )
            expected = [graph.actions[index] for index in proposal.plan.kept]
            carried, problems = await verify_reference(task, reference, expected, graph, bench)
        trials.append(Trial(by=proposal.by, problems=problems, raw=proposal.raw))
        if proposal.plan is not None and carried is not None and not problems:
            return ShortReference(
                reference=reference,
                steps=proposal.plan.steps,
                needs=proposal.plan.numbered_needs,
                removed=proposal.removed,
                results=tuple(_digest(plain(call.result)) for call in carried.calls),
                trials=tuple(trials),
                usage=usage,
            )
    return ShortReference(trials=tuple(trials), usage=usage)


async def _proposals(
    task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench, judge: Adjudicator | None
) -> AsyncIterator[_Proposal]:
    if judge is not None:
        yield await _ask_judge(task, trajectory, graph, bench, judge)
    plan, removed = consolidate(graph)
    yield _Proposal(by=CODE, plan=plan, removed=tuple(removed))
    if graph.held:
        graph = graph.strictly()
        plan, removed = consolidate(graph)
        yield _Proposal(by=STRICT, plan=plan, removed=tuple(removed))
    for proposal in _restored_plans(graph, plan, removed):
        yield proposal


def _restored_plans(graph: CallGraph, plan: Plan, removed: Sequence[RemovedCall]) -> Iterator[_Proposal]:
    """Yield plans with removed calls restored: each, the latest first; then all; then nothing merged."""
    for back in sorted(removed, key=lambda removal: -removal.call)[:_MOST_PUT_BACK]:
        kept = sorted({*plan.kept, *closure({back.call}, graph.needs)})
        still = tuple(removal for removal in removed if removal.call not in kept)
        yield _Proposal(by=f"{CODE}, {back.name} put back", plan=make_plan(graph, kept), removed=still)
    if removed:
        yield _Proposal(by=WHOLE, plan=make_plan(graph, range(len(graph.actions))))
    # A check may require an order that nothing else shows. The executor's own order passed it.
    alone = tuple((index,) for index in sorted(plan.kept))
    yield _Proposal(by=SERIAL, plan=Plan(alone, plan.needs), removed=tuple(removed))


async def _ask_judge(
    task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench, judge: Adjudicator
) -> _Proposal:
    reply = await judge.consolidation(task, trajectory, graph, bench)
    if reply.read is None:
        return _Proposal(by=JUDGE, problems=(reply.problem,), raw=reply.raw, usage=reply.usage)
    plan, problems = check_proposal(reply.read, graph)
    kept = plan.kept if plan else ()
    removed = tuple(
        RemovedCall(index, call.name, "left out by the judge")
        for index, call in enumerate(graph.calls)
        if index not in kept
    )
    return _Proposal(
        by=JUDGE, plan=plan, removed=removed, problems=problems, raw=reply.raw, usage=reply.usage
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
