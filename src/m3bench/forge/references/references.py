"""The Executor & Judge loop: executors try, code and a judge decide, the shortest valid candidate wins."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from m3bench.core import Call, Content, Media, Step, Task, Trajectory, Usage, canonical_json
from m3bench.forge.references.adjudicator import Adjudicator
from m3bench.forge.references.bench import Bench, ExecutorRun
from m3bench.forge.references.consolidation import RemovedCall, without_failures
from m3bench.forge.references.decisions import Candidate, DecisionStatus, ForgedReference
from m3bench.forge.references.execution import execute_one_by_one
from m3bench.forge.references.graph import CallGraph, build_graph
from m3bench.forge.references.reduction import ShortReference, find_shortest
from m3bench.forge.references.verdict import Verdict, flow_verdict, outcome_verdict, ungrounded_values


async def forge_reference(task: Task, bench: Bench, judge: Adjudicator | None = None) -> ForgedReference:
    """Let all executors try a task, and make the best candidate its reference.

    Args:
        task: The task.
        bench: Runs executors and calls.
        judge: A model that judges candidates; without it, code alone decides.
    """
    candidates = [await _candidate(task, executor, bench, judge) for executor in bench.executors]
    valid = [
        index for index, candidate in enumerate(candidates) if candidate.standing is DecisionStatus.VALID
    ]
    winner = min(valid, key=lambda index: candidates[index].length, default=None)
    return ForgedReference(task_id=task.id, task=task.digest, candidates=tuple(candidates), winner=winner)


async def _candidate(task: Task, executor: str, bench: Bench, judge: Adjudicator | None) -> Candidate:
    tried = await bench.run_executor(task, executor)
    blank = Candidate(
        executor=executor,
        standing=DecisionStatus.REJECTED,
        trajectory=without_bytes(tried.trajectory),
        usage=tried.trajectory.usage,
    )
    if tried.broken:
        return msgspec.structs.replace(blank, standing=DecisionStatus.UNDECIDED, reasons=(tried.broken,))
    ending = outcome_verdict(task, tried)
    if not ending.accepted:
        return msgspec.structs.replace(blank, reasons=ending.reasons, verdicts=(ending,))
    return await _judged(task, tried, msgspec.structs.replace(blank, verdicts=(ending,)), bench, judge)


async def _judged(
    task: Task, tried: ExecutorRun, blank: Candidate, bench: Bench, judge: Adjudicator | None
) -> Candidate:
    """Judge and shorten the calls that led to a correct outcome."""
    calls = [call for _, call in tried.trajectory.calls()]
    kept, removed = without_failures(calls)
    actions = await execute_one_by_one(task, [known.call for known in kept], bench)
    if isinstance(actions, str):
        return msgspec.structs.replace(blank, reasons=(actions,), removed=tuple(removed))
    request = tried.trajectory.request or task.request or task.fuzzy_request or ""
    graph = build_graph(actions, request, _claimed(tried.trajectory), seen=task.key_facts or ())
    verdicts = await _verdicts(task, tried, graph, bench, judge)
    judged = msgspec.structs.replace(
        blank,
        verdicts=(*blank.verdicts, *verdicts),
        removed=tuple(removed),
        usage=_sum([blank.usage, *(verdict.usage for verdict in verdicts)]),
    )
    last = verdicts[-1]
    if not last.accepted:
        standing = DecisionStatus.UNDECIDED if last.accepted is None else DecisionStatus.REJECTED
        return msgspec.structs.replace(judged, standing=standing, reasons=last.reasons)
    graph = graph.seeing(value for verdict in verdicts for value in verdict.seen)
    short = await find_shortest(task, tried.trajectory, graph, bench, judge)
    step_of = [step for step, _ in tried.trajectory.calls()]
    return _finished(judged, short, [known.place for known in kept], step_of)


def _claimed(trajectory: Trajectory) -> str:
    """Return everything submitted as text: calls are kept if their results occur in it."""
    fields = "" if trajectory.fields is None else canonical_json(trajectory.fields)
    return "\n".join(filter(None, (trajectory.answer, fields)))


async def _verdicts(
    task: Task, tried: ExecutorRun, graph: CallGraph, bench: Bench, judge: Adjudicator | None
) -> list[Verdict]:
    """Ask the judge first, if any: it may have seen in a picture what code cannot find."""
    open_values = ungrounded_values(graph, task)
    if judge is None:
        return [flow_verdict(open_values)]
    verdict = await judge.verdict(task, tried.trajectory, open_values, bench)
    return [verdict, flow_verdict(open_values, verdict.seen)] if verdict.accepted else [verdict]


def _finished(
    judged: Candidate, short: ShortReference, kept: Sequence[int], step_of: Sequence[int]
) -> Candidate:
    left_out = (RemovedCall(kept[removal.call], removal.name, removal.why) for removal in short.removed)
    removed = sorted((*judged.removed, *left_out), key=lambda removal: removal.call)
    usage = _sum([judged.usage, short.usage])
    if short.reference is None:
        reasons = short.trials[-1].problems
        return msgspec.structs.replace(judged, reasons=reasons, trials=short.trials, usage=usage)
    steps = [tuple(kept[index] for index in step) for step in short.steps]
    return msgspec.structs.replace(
        judged,
        standing=DecisionStatus.VALID,
        removed=tuple(removed),
        merged=tuple(step for step in steps if len({step_of[call] for call in step}) > 1),
        needs=short.needs,
        trials=short.trials,
        results=short.results,
        reference=short.reference,
        usage=usage,
    )


def without_bytes(trajectory: Trajectory) -> Trajectory:
    """Replace the bytes of pictures and files by their hash."""

    def light(call: Call) -> Call:
        if call.result is None:
            return call
        result = msgspec.structs.replace(call.result, content=tuple(map(_without, call.result.content)))
        return msgspec.structs.replace(call, result=result)

    steps = tuple(Step(tuple(map(light, step.calls)), step.plan) for step in trajectory.steps)
    return msgspec.structs.replace(trajectory, steps=steps)


def _without(part: Content) -> Content:
    if not isinstance(part, Media) or part.data is None:
        return part
    return msgspec.structs.replace(part, data=None, digest=hashlib.sha256(part.data).hexdigest())


def _sum(usages: Sequence[Usage | None]) -> Usage | None:
    """Return the known usage; None if no model was asked."""
    known = [usage for usage in usages if usage is not None]
    return sum(known[1:], known[0]) if known else None
