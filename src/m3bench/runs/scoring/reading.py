"""Read the results of a run from its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

from m3bench.checks import is_checked
from m3bench.core import LazySequence, Task
from m3bench.runs.attempt_facts import AttemptFacts, DropReason, drop_reason
from m3bench.runs.attempts import RunAttempts, floats, truths
from m3bench.runs.models import KEYS, read_vision_summary
from m3bench.runs.plugins import missing_plugins
from m3bench.runs.scoring.result import DroppedAttempt, RunMarks, RunResult, TaskClass, UnscoredAttempt
from m3bench.runs.scoring.spool import MOST_KEPT
from m3bench.runs.store import Mark, RunCheck, RunFolder, Slots, apply_limit_changes, summarize_journal
from m3bench.suites import Pictures

_NONE = np.zeros(0, dtype=np.int32)


def read_run(path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks) -> RunResult:
    """Read the results of a run so far. `tasks_of` can share the tasks of several runs of one suite.

    The attempts of a small run are kept in memory. Those of a large one are read from the journal each time
    that they are needed: memory grows by less than 100 bytes an attempt.
    """
    folder = RunFolder.open(path)
    check = RunCheck(folder)
    manifest = check.manifest
    settings = manifest.settings
    tasks = {task.id: task for task in tasks_of(folder)}
    summary = summarize_journal(check, list(tasks))
    attempts = RunAttempts(folder, tasks, summary.table, settings.epochs)
    facts = AttemptFacts(attempts, tasks, settings.suite.pictures)
    facts.read()
    damaged = {summary.table.slot(key): why for key, why in summary.damaged.items()}
    result = RunResult(
        name=path.name,
        path=path,
        settings=settings,
        tasks=attempts.tasks(),
        planned=attempts.column(_every(attempts, facts), attempts.task),
        trajectories=attempts.trajectories(),
        unscored=_unscored(attempts),
        open=summary.table.slots - len(attempts.made),
        statuses=dict(facts.statuses),
        outcomes=facts.outcomes_in_order(),
        repaired_calls=facts.repaired_calls,
        repairs=dict(sorted(facts.repairs.items())),
        limits_met=dict(sorted(facts.limits_met.items())),
        tool_errors=facts.tool_errors,
        usage=summary.usage,
        limits=apply_limit_changes(manifest.limits, summary.changes),
        limit_changes=tuple(summary.changes),
        retries=tuple(summary.retries),
        best_of=manifest.best_of or any(retry.scored for retry in summary.retries),
        waited=facts.waited,
        seconds=facts.seconds,
        durations=floats(attempts, attempts.scored, facts.durations),
        verdicts=attempts.verdicts(facts.with_verdicts()),
        looks=read_vision_summary(folder),
        compared=read_vision_summary(folder, KEYS),
        evidence=floats(attempts, facts.with_recall(), facts.recalls),
        grounded=truths(attempts, facts.decided() if facts.has_facts else _NONE, facts.grounded),
        dropped=_dropped(attempts, facts, damaged),
        has_checks=any(map(is_checked, tasks.values())) or len(facts.with_verdicts()) > 0,
        needed_judge=facts.needed_judge,
        classes=_classes(attempts, facts, tasks.values(), settings.suite.pictures),
        calling=dict(facts.calling),
        mounted_tools=facts.mounted.mean("tools"),
        schema_tokens=facts.mounted.mean("tokens"),
        tags=manifest.tags,
        note=manifest.note,
        left_out=manifest.left_out,
        preflight=manifest.preflight,
        sandbox=manifest.sandbox,
        missing_plugins=missing_plugins(manifest.plugins),
        integrity=check.integrity(summary.digests(folder)),
    )
    return _kept(result, attempts, facts)


def _kept(result: RunResult, attempts: RunAttempts, facts: AttemptFacts) -> RunResult:
    """Load a small run into memory. Return a large one with what is kept of it."""
    if attempts.table.slots > MOST_KEPT:
        return msgspec.structs.replace(result, marks=_marks(attempts, facts))
    names: dict[type, tuple[str, ...]] = {
        list: ("tasks", "trajectories"),
        tuple: ("unscored", "dropped"),
        dict: ("planned", "durations", "verdicts", "evidence", "grounded", "classes"),
    }
    loaded = {name: kind(getattr(result, name)) for kind, fields in names.items() for name in fields}
    return msgspec.structs.replace(result, **loaded)


def _marks(attempts: RunAttempts, facts: AttemptFacts) -> RunMarks:
    decided, dropped = facts.decided(), facts.dropped()
    every = _every(attempts, facts)
    scored, places = attempts.scored, np.zeros(attempts.table.slots, dtype=np.int32)
    places[scored] = np.arange(len(scored))
    return RunMarks(
        decided=truths(attempts, decided, facts.passed),
        strict=truths(attempts, np.concatenate([decided, dropped]), facts.passed),
        families=attempts.column(every, attempts.family),
        tasks=attempts.column(scored, attempts.task),
        trajectories=attempts.column(scored, attempts.trajectory, lambda: iter(attempts.trajectories())),
        places=attempts.column(scored, lambda slot: int(places[slot])),
    )


def _every(attempts: RunAttempts, facts: AttemptFacts) -> Slots:
    """Return all attempts: scored ones, then those that were dropped."""
    dropped = facts.dropped()
    return np.concatenate([attempts.scored, dropped[~np.isin(dropped, attempts.scored)]])


def _classes(
    attempts: RunAttempts, facts: AttemptFacts, tasks: Iterable[Task], pictures: Pictures
) -> Mapping[str, TaskClass]:
    if not any(task.level or task.kind for task in tasks):
        return {}
    return attempts.column(_every(attempts, facts), lambda slot: TaskClass.of(attempts.task(slot), pictures))


def _unscored(attempts: RunAttempts) -> Sequence[UnscoredAttempt]:
    failed = attempts.made[attempts.table.marked(attempts.made, Mark.FAILED)]

    def read(indices: range) -> Iterator[UnscoredAttempt]:
        for attempt in attempts.read(failed[index] for index in indices):
            reason = str(attempt.trajectory.extra.get("reason", ""))
            yield UnscoredAttempt(attempts.name_of(attempt), attempt.trajectory.status, reason)

    return LazySequence(len(failed), read)


def _dropped(
    attempts: RunAttempts, facts: AttemptFacts, damaged: Mapping[int | None, str]
) -> Sequence[DroppedAttempt]:
    slots, made = facts.dropped(), len(facts.dropped_of_made())

    def dropped(slot: int, why: DropReason, detail: str) -> DroppedAttempt:
        return DroppedAttempt(id=attempts.name(slot), family=attempts.family(slot), why=why, detail=detail)

    def read(indices: range) -> Iterator[DroppedAttempt]:
        made_ones = [index for index in indices if index < made]
        for slot, attempt in zip(slots[made_ones], attempts.read(slots[made_ones]), strict=True):
            reason = drop_reason(attempt)
            assert reason is not None
            yield dropped(int(slot), *reason)
        for slot in map(int, slots[[index for index in indices if index >= made]]):
            why = DropReason.DAMAGED if slot in damaged else DropReason.NOT_ATTEMPTED
            yield dropped(slot, why, damaged.get(slot, ""))

    return LazySequence(len(slots), read)
