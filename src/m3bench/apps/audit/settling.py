"""What several people's decisions come to, and the suite of what they approved."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.items import Item
from m3bench.apps.audit.standing import Standing
from m3bench.core import Reference, Task

Status = Literal["approved", "rejected", "conflict", "open"]


class Settlement(msgspec.Struct, frozen=True):
    """One reference, and where all people together stand on it."""

    item: Item
    status: Status
    approvals: tuple[str, ...] = ()
    rejections: tuple[str, ...] = ()
    form: Reference | None = None
    """The approved form, where there is one."""
    because: str = ""
    """Why it is in conflict or was rejected, or what it lacks."""


def settle(
    items: Sequence[Item], standings: Mapping[str, Mapping[str, Standing]], need: int = 1
) -> list[Settlement]:
    """The last word of each person counts; ``need`` people have to approve the same form."""
    return [_settled(item, standings.get(item.judged, {}), need) for item in items]


def _settled(item: Item, people: Mapping[str, Standing], need: int) -> Settlement:
    forms = {name: one.form or item.reference for name, one in people.items() if one.verdict == "approved"}
    rejections = tuple(name for name, one in people.items() if one.verdict == "rejected")
    approvals, different = tuple(forms), {form_digest(form) for form in forms.values()}
    status, because = _status(len(approvals), len(rejections), len(different), need)
    if rejections:
        said = "; ".join(f"{name}: {people[name].reason}" for name in rejections)
        because = f"{because} ({said})" if because else said
    form = next(iter(forms.values())) if status == "approved" else None
    return Settlement(item, status, approvals, rejections, form, because)


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


def approved_tasks(settlements: Sequence[Settlement]) -> list[Task]:
    """The tasks that have approved references, with these only, in the form that was approved."""
    approved: dict[str, list[Settlement]] = {}
    for one in settlements:
        if one.form is not None:
            approved.setdefault(one.item.task.id, []).append(one)
    return [_with_approved(found) for found in approved.values()]


def _with_approved(found: Sequence[Settlement]) -> Task:
    """What a task says of its first reference is said of the first that is left."""
    task = found[0].item.task
    forms = tuple(one.form for one in found if one.form is not None)
    extra, answer = dict(task.extra), task.answer
    if forms[0] != task.references[0]:
        extra.pop("results", None)  # They were noted when another one was carried out.
        shape = {"hops": len(forms[0].steps), "threads": max(len(step.calls) for step in forms[0].steps)}
        extra.update({name: size for name, size in shape.items() if name in extra})
    if forms[0].answer != found[0].item.reference.answer:
        # Judges compare with the task's own answer, which the person has seen and mended here.
        answer = forms[0].answer or answer
    return msgspec.structs.replace(task, references=forms, answer=answer, extra=extra)


def stale_verdicts(standings: Mapping[str, Mapping[str, Standing]], current: Collection[str]) -> int:
    """How many verdicts are on what is no longer there in that form."""
    gone = [people for judged, people in standings.items() if judged not in current]
    return sum(one.verdict != "open" for people in gone for one in people.values())
