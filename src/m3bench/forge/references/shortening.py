"""The shortest way that works: proposals and our own consolidation, each checked and executed again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec

from m3bench.core import Reference, Task, Trajectory, Usage
from m3bench.forge.references.bench import Bench
from m3bench.forge.references.consolidating import Plan, Removed, consolidated, plan_of, reference_of
from m3bench.forge.references.decisions import Trial
from m3bench.forge.references.judging import Adjudicator
from m3bench.forge.references.needs import CallGraph, Need
from m3bench.forge.references.proposing import checked_proposal
from m3bench.forge.references.rehearsing import proved
from m3bench.forge.references.tracing import plain
from m3bench.forge.references.using import closure

JUDGE, CODE, WHOLE = "judge", "code", "code, nothing left out"
STRICT, SERIAL = "code, calls on one object in their order", "code, one call after another"
_DIGEST = 16
_MOST_PUT_BACK = 6


class Shortened(msgspec.Struct, frozen=True, kw_only=True):
    """A reference that was executed, or the trials that led to none. Calls are counted as in the web."""

    reference: Reference | None = None
    steps: tuple[tuple[int, ...], ...] = ()
    needs: tuple[Need, ...] = ()
    """Counted through the steps of the reference."""
    removed: tuple[Removed, ...] = ()
    results: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    usage: Usage | None = None


class _Way(msgspec.Struct, frozen=True, kw_only=True):
    """A plan over the web, or why there is none."""

    by: str
    plan: Plan | None = None
    removed: tuple[Removed, ...] = ()
    problems: tuple[str, ...] = ()
    raw: tuple[str, ...] = ()
    usage: Usage | None = None


async def shortened_way(
    task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench, judge: Adjudicator | None
) -> Shortened:
    """The first of these that works: the judge's way, ours, ours with calls on one object in their order, and
    ours with more of the calls that worked."""
    trials: list[Trial] = []
    usage: Usage | None = None
    async for way in _ways(task, trajectory, graph, bench, judge):
        usage = way.usage if usage is None else usage
        problems, carried = way.problems, None
        if way.plan is not None:
            reference = msgspec.structs.replace(
                reference_of(graph, way.plan), answer=trajectory.answer or "", fields=trajectory.fields
            )
            expected = [graph.actions[place] for place in way.plan.kept]
            carried, problems = await proved(task, reference, expected, graph, bench)
        trials.append(Trial(by=way.by, problems=problems, raw=way.raw))
        if way.plan is not None and carried is not None and not problems:
            return Shortened(
                reference=reference,
                steps=way.plan.steps,
                needs=_renumbered(way.plan),
                removed=way.removed,
                results=tuple(_digest(plain(call.result)) for call in carried.calls),
                trials=tuple(trials),
                usage=usage,
            )
    return Shortened(trials=tuple(trials), usage=usage)


async def _ways(
    task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench, judge: Adjudicator | None
) -> AsyncIterator[_Way]:
    if judge is not None:
        yield await _proposed(task, trajectory, graph, bench, judge)
    plan, removed = consolidated(graph)
    yield _Way(by=CODE, plan=plan, removed=tuple(removed))
    if graph.held:
        graph = graph.strictly()
        plan, removed = consolidated(graph)
        yield _Way(by=STRICT, plan=plan, removed=tuple(removed))
    for way in _mended(graph, plan, removed):
        yield way


def _mended(graph: CallGraph, plan: Plan, removed: Sequence[Removed]) -> Iterator[_Way]:
    """Where something is missing: each call that was left out put back, the latest first; then all. At last
    nothing is merged."""
    for back in sorted(removed, key=lambda each: -each.call)[:_MOST_PUT_BACK]:
        kept = sorted({*plan.kept, *closure({back.call}, graph.needs)})
        still = tuple(each for each in removed if each.call not in kept)
        yield _Way(by=f"{CODE}, {back.name} put back", plan=plan_of(graph, kept), removed=still)
    if removed:
        yield _Way(by=WHOLE, plan=plan_of(graph, range(len(graph.actions))))
    # A check may ask for an order that nothing else shows. The executor's own passed it.
    alone = tuple((place,) for place in sorted(plan.kept))
    yield _Way(by=SERIAL, plan=Plan(alone, plan.needs), removed=tuple(removed))


async def _proposed(
    task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench, judge: Adjudicator
) -> _Way:
    said = await judge.consolidation(task, trajectory, graph, bench)
    if said.read is None:
        return _Way(by=JUDGE, problems=(said.problem,), raw=said.raw, usage=said.usage)
    plan, problems = checked_proposal(said.read, graph)
    left_out = set(range(len(graph.actions))) - set(plan.kept if plan else ())
    removed = tuple(
        Removed(place, graph.actions[place].call.name, "left out by the judge") for place in sorted(left_out)
    )
    return _Way(by=JUDGE, plan=plan, removed=removed, problems=problems, raw=said.raw, usage=said.usage)


def _renumbered(plan: Plan) -> tuple[Need, ...]:
    number = {place: index for index, place in enumerate(plan.kept)}
    return tuple(
        Need(number[need.source], number[need.target], need.kind, need.what)
        for need in plan.needs
        if need.source in number and need.target in number
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
