"""Small words for writing tasks down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import AnswerFields, Check, Expected, filled_form, write_checks
from m3bench.core import AnswerForm, Call, Step, Task


def use(tool: str, /, **arguments: Any) -> Call:
    """A call of a tool, by its full name."""
    return Call(tool, arguments)


def together(*calls: Call) -> Step:
    """Calls that are issued at the same time."""
    return Step(calls)


def graded(task: Task, form: AnswerForm | None, fields: Mapping[str, Expected], *checks: Check) -> Task:
    """The task with its form, what its fields should hold, and further checks of the outcome."""
    form_check = (AnswerFields(dict(fields)),) if form is not None else ()
    filled_in = filled_form(fields) if form is not None else None
    references = tuple(msgspec.structs.replace(each, fields=filled_in) for each in task.references)
    extra = {**task.extra, "checks": write_checks((*form_check, *checks))}
    return msgspec.structs.replace(task, form=form, references=references, extra=extra)


def traits(
    hops: int,
    threads: int = 1,
    *,
    modalities: Sequence[str] = ("text",),
    solvable: bool = True,
    writes: Sequence[str] = (),
) -> dict[str, Any]:
    """What kind of task it is, for `Task.extra`: steps in a chain, calls at once, and what it deals with."""
    found: dict[str, Any] = {"hops": hops, "threads": threads, "modalities": list(modalities)}
    found["solvable"] = solvable
    if writes:
        found["writes"] = list(writes)
    return found
