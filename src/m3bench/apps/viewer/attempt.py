"""Views of one attempt, in outline, so that a huge attempt opens as fast as a small one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.apps.viewer.conversation import conversation_view
from m3bench.apps.viewer.facts import Facts, checks_state, outcome_of, verdict_state
from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.search import json_text
from m3bench.apps.viewer.values import (
    BytesCache,
    argument_blocks,
    one_line,
    part_text,
    piece,
    result_blocks,
    result_line,
)
from m3bench.checks import Verdicts, point_results
from m3bench.core import (
    Call,
    FormatError,
    Reference,
    SimulatedUser,
    Step,
    Task,
    UsageError,
    UserFact,
    count_repairs,
    iter_calls,
    rules_text,
)
from m3bench.core.text import beginning
from m3bench.formats.io import path_inside, recorded_path_inside
from m3bench.reports.terminal import form_rows, given_fields
from m3bench.runs import FinishedAttempt
from m3bench.suites import task_cameras

_LONGEST_TEXT = 20_000
_MOST_REFERENCES = 8
_MOST_FILES = 200
_MOST_FACTS = 200
_LONGEST_REASON = 2_000

View = dict[str, Any]


def attempt_view(run: RunIndex, facts: Facts) -> View:
    """Return task, steps, references, checks and files of one try."""
    record, task = run.record(facts), run.task(facts.key.task_id)
    trajectory = record.trajectory
    return {
        "run": run.name,
        "task": task_view(task, trajectory.request),
        "epoch": record.epoch,
        "epochs": run.epochs,
        "number": record.number,
        "final": record.final,
        "tries": [_try_view(each) for each in run.tries(facts.key)],
        "status": trajectory.status.value,
        "counts": not record.failed,
        "reason": beginning(str(trajectory.extra.get("reason", "")), _LONGEST_REASON),
        "agent": trajectory.agent or "",
        "model": trajectory.model or "",
        "seconds": record.seconds,
        "usage": msgspec.to_builtins(trajectory.usage) if trajectory.usage else {},
        "answer": beginning(trajectory.answer or "", _LONGEST_TEXT),
        "form": msgspec.to_builtins(form_rows(task, given_fields(task, trajectory))),
        "steps": steps_view(trajectory.steps),
        "repairs": count_repairs(trajectory.steps),
        "conversation": conversation_view(trajectory.steps),
        "references": [_reference_view(reference) for reference in task.references[:_MOST_REFERENCES]],
        "checks": _checks_view(task, record.verdicts),
        "files": _files_view(run, record),
        "record_size": facts.length,
    }


def task_view(task: Task, request: str | None) -> View:
    return {
        "id": task.id,
        "family": task.family or "",
        "level": task.level or "",
        "request": beginning(request or task.request or "", _LONGEST_TEXT),
        "servers": list(task.servers),
        "answer": beginning(task.answer or "", _LONGEST_TEXT),
        "pictures": list(task.images),
        "camera": ", ".join(task_cameras(task)),
        "files": [{"name": file.name, "media_type": file.media_type} for file in task.files],
        "difficulty": task.difficulty or "",
        "kind": task.kind or "",
        "turns": task.turns.value,
        "time_sensitive": task.time_sensitive,
        "role": beginning(task.role or "", _LONGEST_TEXT),
        "rules": beginning(rules_text(task.rules), _LONGEST_TEXT),
        "user": _user_rows(task.user) if task.user else [],
        "answer_key": beginning(json_text(msgspec.to_builtins(task.answer_key), 2), _LONGEST_TEXT)
        if task.answer_key
        else "",
    }


def _user_rows(user: SimulatedUser) -> list[View]:
    """Return what only the simulated user knows: who it is, and the answer to each topic."""
    about = {"Who": user.persona, "Goal": user.goal, "Manner": user.manner}
    known = [UserFact(name, value) for name, value in about.items() if value]
    return [
        {
            "about": beginning(fact.topic, _LONGEST_REASON),
            "text": beginning(fact.answer, _LONGEST_REASON),
            "keywords": list(fact.keywords),
        }
        for fact in (*known, *user.facts)[:_MOST_FACTS]
    ]


def steps_view(steps: Sequence[Step]) -> list[View]:
    """Return steps of numbered calls, each in a few lines."""
    number = 0
    shown = []
    for step in steps:
        calls = [_call_line(number + index, call) for index, call in enumerate(step.calls)]
        number += len(step.calls)
        shown.append({"plan": beginning(step.plan or "", _LONGEST_REASON), "calls": calls})
    return shown


def call_view(call: Call, cache: BytesCache) -> View:
    """Return one call with its arguments and result."""
    return {
        "oddity": call.oddity or "",
        "arguments": argument_blocks(call),
        "result": result_blocks(call, cache),
        "has_result": call.result is not None,
        "is_error": bool(call.result and call.result.is_error),
        "meta": beginning(json_text(call.result.meta, 2), _LONGEST_TEXT)
        if call.result and call.result.meta
        else "",
    }


def call_of(run: RunIndex, facts: Facts, reference: int | None, number: int) -> Call:
    """Return a call of the attempt or of a reference, counted over all steps from 0."""
    if reference is None:
        steps: Sequence[Step] = run.record(facts).trajectory.steps
    else:
        references = run.task(facts.key.task_id).references
        steps = references[reference].steps if 0 <= reference < len(references) else ()
    calls = [call for _, call in iter_calls(steps)]
    if not 0 <= number < len(calls):
        raise UsageError("There is no such call.", "Load the page again.")
    return calls[number]


def more_text(call: Call, part: int, start: int) -> View:
    """Return the next piece of a long text."""
    return piece(part_text(call, part), start)


def raw_view(run: RunIndex, facts: Facts, start: int) -> View:
    """Return the next piece of the record in the journal."""
    return piece(run.raw(facts).decode("utf-8", "replace"), start)


def file_path(run: RunIndex, record: FinishedAttempt, recorded: str) -> Path:
    """Return the path of a file that the attempt left, if it is recorded and inside the workspace."""
    listed = recorded in (*record.changes.added, *record.changes.changed)
    if not listed or record.workspace is None:
        raise UsageError("The run did not keep this file.")
    path = recorded_path_inside(path_inside(run.folder.path, record.workspace), recorded)
    if not path.is_file():
        raise UsageError("The run did not keep this file.")
    return path


def _call_line(number: int, call: Call) -> View:
    return {
        "number": number,
        "server": one_line(call.server, 80),
        "tool": one_line(call.tool, 80),
        "outcome": outcome_of(call),
        "repairs": list(call.repairs),
        "start": call.timing.start if call.timing else None,
        "end": call.timing.end if call.timing else None,
        "arguments": one_line(json_text(call.arguments)) if call.arguments is not None else "",
        "result": result_line(call),
    }


def _reference_view(reference: Reference) -> View:
    edges = [[edge.source, edge.target] for edge in reference.edges]
    return {"name": reference.name or "", "steps": steps_view(reference.steps), "edges": edges}


def _try_view(facts: Facts) -> View:
    return {"number": facts.number, "status": facts.status, "final": facts.final, "seconds": facts.seconds}


_POINT_STATES: dict[bool | None, str] = {True: "passed", False: "failed", None: "undecided"}


def _checks_view(task: Task, verdicts: Verdicts | None) -> View:
    if verdicts is None:
        return {"state": "", "coverage": None, "points": [], "verdicts": []}
    return {
        "state": checks_state(verdicts),
        "coverage": verdicts.coverage,
        "points": [
            {
                "text": beginning(result.point.text, _LONGEST_REASON),
                "kind": result.point.kind.value,
                "state": _POINT_STATES[result.passed],
                "checks": list(result.point.checks),
            }
            for result in point_results(task, verdicts)
        ],
        "verdicts": [
            {
                "check": verdict.check,
                "kind": verdict.kind,
                "state": verdict_state(verdict),
                "reason": beginning(verdict.reason, _LONGEST_REASON),
                "share": verdict.share,
                "details": beginning(json_text(verdict.details, 2), _LONGEST_TEXT) if verdict.details else "",
            }
            for verdict in verdicts.verdicts
        ],
    }


def _files_view(run: RunIndex, record: FinishedAttempt) -> View:
    changes = record.changes
    task = run.task(record.task_id)
    given = {*task.images, *(file.name for file in task.files)}
    return {
        "added": list(changes.added[:_MOST_FILES]),
        "changed": list(changes.changed[:_MOST_FILES]),
        "removed": list(changes.removed[:_MOST_FILES]),
        "given": [name for name in changes.changed[:_MOST_FILES] if name in given],
        "folders": _folders(run, record),
        "kept": _is_kept(run, record),
    }


def _folders(run: RunIndex, record: FinishedAttempt) -> list[str]:
    """Return which of the listed changes are folders, of which there is nothing to show."""
    if not _is_kept(run, record) or record.workspace is None:
        return []
    workspace = path_inside(run.folder.path, record.workspace)
    names = (*record.changes.added[:_MOST_FILES], *record.changes.changed[:_MOST_FILES])
    return [name for name in names if _is_folder(workspace, name)]


def _is_folder(workspace: Path, name: str) -> bool:
    try:
        return recorded_path_inside(workspace, name).is_dir()
    except (FormatError, OSError, ValueError):
        return False


def _is_kept(run: RunIndex, record: FinishedAttempt) -> bool:
    try:
        return record.workspace is not None and path_inside(run.folder.path, record.workspace).is_dir()
    except FormatError:
        return False
