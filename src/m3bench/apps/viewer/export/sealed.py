"""Sealed tasks stay secret in an export: how the attempt went is shown, not what was asked and answered."""

from __future__ import annotations

from typing import Any

from m3bench.apps.viewer.export.names import answer_key

_PREFIX = "sealed/"
_WORD = "This task is sealed: its request, answers, arguments and results are not exported."

View = dict[str, Any]


def is_sealed(task_id: str) -> bool:
    """Return whether a task is of a suite that `m3bench suite seal` made."""
    return task_id.startswith(_PREFIX)


def outline(attempt: View, explanation: View) -> dict[str, View]:
    """Return answers with figures and names of tools alone."""
    shown = {
        **attempt,
        "task": _task(attempt["task"]),
        "reason": "",
        "answer": "(sealed)",
        "form": [],
        "steps": [_step(step) for step in attempt["steps"]],
        "conversation": [],
        "references": [],
        "checks": _checks(attempt["checks"]),
        "files": {"added": [], "changed": [], "removed": [], "given": [], "kept": False},
    }
    empty: View = {"links": [], "values": [], "shares": {}, "trivial": 0}
    return {
        answer_key("attempt", {}): shown,
        answer_key("explanation", {}): _explanation(explanation),
        answer_key("origins", {}): empty,
        answer_key("judgements", {}): {"columns": [], "notes": []},
        answer_key("annotations", {}): {"person": None, "groups": [], "annotations": []},
        answer_key("transcript", {"from": 0}): {"exchanges": [], "count": 0, "next": None},
    }


def _task(task: View) -> View:
    kept = ("id", "family", "level", "difficulty", "kind", "turns", "time_sensitive", "camera")
    hidden = {name: type(value)() for name, value in task.items()}
    return {**hidden, **{name: task[name] for name in kept}, "request": _WORD}


def _step(step: View) -> View:
    return {**step, "plan": "", "calls": [{**call, "arguments": "", "result": ""} for call in step["calls"]]}


def _checks(checks: View) -> View:
    verdicts = [{**verdict, "reason": "", "details": ""} for verdict in checks["verdicts"]]
    return {**checks, "points": [], "verdicts": verdicts}


def _explanation(found: View) -> View:
    if "metrics" not in found:
        return {"problem": found.get("problem", "It is not scored.")}
    metrics = [{**metric, "lost": [], "won": []} for metric in found["metrics"]]
    hidden: View = {"matches": [], "fields": [], "alone_reference": [], "alone_prediction": []}
    return {**found, "metrics": metrics, "notes": [_WORD], **hidden}
