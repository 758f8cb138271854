"""Views of one attempt, in outline, so that a huge attempt opens as fast as a small one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from m3bench.apps.viewer.conversation import conversation_view
from m3bench.apps.viewer.facts import Facts, checks_state, outcome_of, verdict_state
from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.search import json_text
from m3bench.apps.viewer.values import (
    BytesCache,
    View,
    argument_blocks,
    attributes,
    one_line,
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


def attempt_view(run: RunIndex, facts: Facts) -> View:
    """Return task, steps, references, checks and files of one try."""
    record, task = run.record(facts), run.task(facts.key.task_id)
    trajectory = record.trajectory
    return {
        "run": run.name,
        "task": task_view(task, trajectory.request),
        "epochs": run.epochs,
        **attributes(record, "epoch", "number", "final", "seconds"),
        "tries": [attributes(made, "number", "status", "final", "seconds") for made in run.tries(facts.key)],
        "status": trajectory.status.value,
        "counts": not record.failed,
        "reason": beginning(str(trajectory.extra.get("reason", "")), _LONGEST_REASON),
        "agent": trajectory.agent or "",
        "model": trajectory.model or "",
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
        "answer_key": _json(msgspec.to_builtins(task.answer_key)) if task.answer_key else "",
    }


def _json(value: Any) -> str:
    return beginning(json_text(value, 2), _LONGEST_TEXT)


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
    numbers = count()
    return [
        {
            "plan": beginning(step.plan or "", _LONGEST_REASON),
            "calls": [_call_line(next(numbers), call) for call in step.calls],
        }
        for step in steps
    ]


def call_view(call: Call, cache: BytesCache) -> View:
    """Return one call with its arguments and result."""
    return {
        "oddity": call.oddity or "",
        "arguments": argument_blocks(call),
        "result": result_blocks(call, cache),
        "has_result": call.result is not None,
        "is_error": bool(call.result and call.result.is_error),
        "meta": _json(call.result.meta) if call.result and call.result.meta else "",
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


def file_path(run: RunIndex, record: FinishedAttempt, recorded: str) -> Path:
    """Return the path of a file that the attempt left, if it is recorded and inside the workspace."""
    if recorded in (*record.changes.added, *record.changes.changed) and record.workspace is not None:
        path = recorded_path_inside(path_inside(run.folder.path, record.workspace), recorded)
        if path.is_file():
            return path
    raise UsageError("The run did not keep this file.")


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
                "details": _json(verdict.details) if verdict.details else "",
            }
            for verdict in verdicts.verdicts
        ],
    }


def _files_view(run: RunIndex, record: FinishedAttempt) -> View:
    task, workspace = run.task(record.task_id), _kept_workspace(run, record)
    kinds = ("added", "changed", "removed")
    changes: dict[str, list[str]] = {
        kind: list(getattr(record.changes, kind)[:_MOST_FILES]) for kind in kinds
    }
    given = {*task.images, *(file.name for file in task.files)}
    there = [*changes["added"], *changes["changed"]] if workspace else []
    return {
        **changes,
        "given": [name for name in changes["changed"] if name in given],
        "folders": [name for name in there if workspace and _is_folder(workspace, name)],
        "kept": workspace is not None,
    }


def _is_folder(workspace: Path, name: str) -> bool:
    try:
        return recorded_path_inside(workspace, name).is_dir()
    except (FormatError, OSError, ValueError):
        return False


def _kept_workspace(run: RunIndex, record: FinishedAttempt) -> Path | None:
    with suppress(FormatError):
        if record.workspace and (workspace := path_inside(run.folder.path, record.workspace)).is_dir():
            return workspace
    return None
