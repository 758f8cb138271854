"""The Executor & Judge loop: executors try, code and a judge decide, the shortest valid way wins."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Task, Trajectory, Usage, canonical_json
from m3bench.forge.references.bench import Bench, Tried
from m3bench.forge.references.consolidating import Removed, without_failures
from m3bench.forge.references.decisions import Candidate, Forged, Standing
from m3bench.forge.references.judging import Adjudicator
from m3bench.forge.references.needs import CallGraph, graph_of
from m3bench.forge.references.recording import without_bytes
from m3bench.forge.references.rehearsing import rehearsed
from m3bench.forge.references.shortening import Shortened, shortened_way
from m3bench.forge.references.verdict import Verdict, flow_verdict, outcome_verdict, unfounded


async def forge_reference(task: Task, bench: Bench, judge: Adjudicator | None = None) -> Forged:
    """Let all executors try a task, and make the best way a reference."""
    candidates = [await _candidate(task, executor, bench, judge) for executor in bench.executors]
    valid = [place for place, each in enumerate(candidates) if each.standing is Standing.VALID]
    winner = min(valid, key=lambda place: candidates[place].length, default=None)
    return Forged(task_id=task.id, task=task.digest, candidates=tuple(candidates), winner=winner)


async def _candidate(task: Task, executor: str, bench: Bench, judge: Adjudicator | None) -> Candidate:
    tried = await bench.tried(task, executor)
    blank = Candidate(
        executor=executor,
        standing=Standing.REJECTED,
        trajectory=without_bytes(tried.trajectory),
        usage=tried.trajectory.usage,
    )
    if tried.broken:
        return msgspec.structs.replace(blank, standing=Standing.UNDECIDED, reasons=(tried.broken,))
    ending = outcome_verdict(task, tried)
    if not ending.accepted:
        return msgspec.structs.replace(blank, reasons=ending.reasons, verdicts=(ending,))
    return await _judged(task, tried, msgspec.structs.replace(blank, verdicts=(ending,)), bench, judge)


async def _judged(
    task: Task, tried: Tried, blank: Candidate, bench: Bench, judge: Adjudicator | None
) -> Candidate:
    """From an outcome that is right to the way that led to it."""
    calls = [call for _, call in tried.trajectory.calls()]
    kept, removed = without_failures(calls)
    actions = await rehearsed(task, [each.call for each in kept], bench)
    if isinstance(actions, str):
        return msgspec.structs.replace(blank, reasons=(actions,), removed=tuple(removed))
    seen = tuple(str(fact) for fact in task.extra.get("key_facts", ()))
    graph = graph_of(actions, _request(task, tried), _claimed(tried.trajectory), seen=seen)
    verdicts = await _verdicts(task, tried, graph, bench, judge)
    judged = msgspec.structs.replace(
        blank,
        verdicts=(*blank.verdicts, *verdicts),
        removed=tuple(removed),
        usage=_sum([blank.usage, *(each.usage for each in verdicts)]),
    )
    last = verdicts[-1]
    if not last.accepted:
        standing = Standing.UNDECIDED if last.accepted is None else Standing.REJECTED
        return msgspec.structs.replace(judged, standing=standing, reasons=last.reasons)
    graph = graph.seeing(each for verdict in verdicts for each in verdict.seen)
    short = await shortened_way(task, tried.trajectory, graph, bench, judge)
    return _finished(judged, short, [each.place for each in kept], _steps_of(tried))


def _claimed(trajectory: Trajectory) -> str:
    """All that was handed in, as a text: calls are kept if their results stand in it."""
    fields = "" if trajectory.fields is None else canonical_json(trajectory.fields)
    return "\n".join(filter(None, (trajectory.answer, fields)))


async def _verdicts(
    task: Task, tried: Tried, graph: CallGraph, bench: Bench, judge: Adjudicator | None
) -> list[Verdict]:
    """The judge is asked first where there is one: it may have seen in a picture what code finds nowhere."""
    open_values = unfounded(graph, task)
    if judge is None:
        return [flow_verdict(open_values)]
    asked = await judge.verdict(task, tried.trajectory, open_values, bench)
    return [asked, flow_verdict(open_values, asked.seen)] if asked.accepted else [asked]


def _finished(judged: Candidate, short: Shortened, kept: Sequence[int], step_of: Sequence[int]) -> Candidate:
    removed = [*judged.removed, *(Removed(kept[each.call], each.name, each.why) for each in short.removed)]
    usage = _sum([judged.usage, short.usage])
    if short.reference is None:
        reasons = short.trials[-1].problems
        return msgspec.structs.replace(judged, reasons=reasons, trials=short.trials, usage=usage)
    steps = [tuple(kept[place] for place in step) for step in short.steps]
    return msgspec.structs.replace(
        judged,
        standing=Standing.VALID,
        removed=tuple(sorted(removed, key=lambda each: each.call)),
        merged=tuple(step for step in steps if len({step_of[place] for place in step}) > 1),
        needs=short.needs,
        trials=short.trials,
        results=short.results,
        reference=short.reference,
        usage=usage,
    )


def _request(task: Task, tried: Tried) -> str:
    return tried.trajectory.request or task.request or task.fuzzy_request or ""


def _steps_of(tried: Tried) -> list[int]:
    return [place for place, _ in tried.trajectory.calls()]


def _sum(usages: Sequence[Usage | None]) -> Usage | None:
    """What is known to have been used; None where no model was asked."""
    known = [usage for usage in usages if usage is not None]
    return sum(known[1:], known[0]) if known else None
