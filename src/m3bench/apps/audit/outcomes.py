"""The combined decisions of all auditors, and the tasks that they approved."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from m3bench.apps.audit.decisions import AuditState, form_digest
from m3bench.apps.audit.items import Item
from m3bench.core import Reference, Task, UsageError
from m3bench.formats import check_writable, write

Status = Literal["approved", "rejected", "conflict", "open"]


class AuditOutcome(msgspec.Struct, frozen=True):
    """The combined decision of all auditors on one reference."""

    item: Item
    status: Status
    approvals: tuple[str, ...] = ()
    rejections: tuple[str, ...] = ()
    form: Reference | None = None
    """The approved form, if there is one."""
    reason: str = ""
    """Why it is in conflict, was rejected, or is open."""


def combine_decisions(
    items: Sequence[Item], states: Mapping[str, Mapping[str, AuditState]], need: int = 1
) -> list[AuditOutcome]:
    """Combine the last decision of each auditor. ``need`` auditors have to approve the same form."""
    return [_combine(item, states.get(item.judged, {}), need) for item in items]


def _combine(item: Item, people: Mapping[str, AuditState], need: int) -> AuditOutcome:
    forms = {
        name: person.form or item.reference for name, person in people.items() if person.verdict == "approved"
    }
    rejections = tuple(name for name, person in people.items() if person.verdict == "rejected")
    approvals, different = tuple(forms), {form_digest(form) for form in forms.values()}
    status, reason = _status(len(approvals), len(rejections), len(different), need)
    if rejections:
        reasons = "; ".join(f"{name}: {people[name].reason}" for name in rejections)
        reason = f"{reason} ({reasons})" if reason else reasons
    form = next(iter(forms.values())) if status == "approved" else None
    return AuditOutcome(item, status, approvals, rejections, form, reason)


def _status(approvals: int, rejections: int, forms: int, need: int) -> tuple[Status, str]:
    if approvals and rejections:
        return "conflict", "approved by some and rejected by others"
    if forms > 1:
        return "conflict", "approved in different forms"
    if rejections:
        return "rejected", ""
    if approvals >= need:
        return "approved", ""
    return "open", f"{approvals} of {need} approvals" if approvals else ""


def approved_tasks(outcomes: Sequence[AuditOutcome]) -> list[Task]:
    """Return the tasks with approved references, with only these references, in their approved form."""
    approved: dict[str, list[AuditOutcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.form is not None:
            approved[outcome.item.task.id].append(outcome)
    return list(map(_with_approved, approved.values()))


def _with_approved(approved: Sequence[AuditOutcome]) -> Task:
    """Return the task with its approved references. Facts about the first reference are updated."""
    task = approved[0].item.task
    forms = tuple(outcome.form for outcome in approved if outcome.form is not None)
    answer = task.answer
    if forms[0] != task.references[0]:
        hops, threads = len(forms[0].steps), max(len(step.calls) for step in forms[0].steps)
        task = msgspec.structs.replace(
            task,
            results=None,  # These belong to another reference.
            hops=hops if task.hops is not None else None,
            threads=threads if task.threads is not None else None,
        )
    if forms[0].answer != approved[0].item.reference.answer:
        # Judges compare with the answer of the task, which the auditor has edited here.
        answer = forms[0].answer or answer
    return msgspec.structs.replace(task, references=forms, answer=answer)


def stale_verdicts(states: Mapping[str, Mapping[str, AuditState]], current: Collection[str]) -> int:
    """Count verdicts on references that have changed since."""
    gone = [people for judged, people in states.items() if judged not in current]
    return sum(person.verdict != "open" for people in gone for person in people.values())


def export_approved(outcomes: Sequence[AuditOutcome], path: Path) -> list[Task]:
    """Write the tasks with approved references to a file, and copy their picture files next to it."""
    check_writable(path)
    tasks = approved_tasks(outcomes)
    if not tasks:
        hint = "See the state of the audit: m3bench audit DIR --report"
        raise UsageError("No reference is approved yet.", hint)
    kept = {task.id for task in tasks}
    _copy_pictures([outcome for outcome in outcomes if outcome.item.task.id in kept], path.resolve().parent)
    write(path, tasks, format="jsonl")
    return tasks


def _copy_pictures(outcomes: Sequence[AuditOutcome], folder: Path) -> None:
    for item in (outcome.item for outcome in outcomes):
        if item.task.pictures is not None:  # they are drawn from its world
            continue
        for name, asset in item.suite.assets(item.task).items():
            if isinstance(asset, Path):
                _copy(asset, folder / name)


def _copy(source: Path, target: Path) -> None:
    if target.exists():
        if not target.samefile(source) and target.read_bytes() != source.read_bytes():
            raise UsageError(f"{target} exists and differs from {source}.", "Export to an empty folder.")
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
