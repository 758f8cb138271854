"""Helpers to write tasks by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import AnswerFields, Check, Expected, NoStrayFiles, filled_form, write_checks
from m3bench.core import AnswerForm, Call, Step, Task


def call(tool: str, /, **arguments: Any) -> Call:
    """Return a call of a tool, given by its full name."""
    return Call(tool, arguments)


def step(*calls: Call) -> Step:
    """Return a step of calls that are made at the same time."""
    return Step(calls)


def with_checks(
    task: Task, form: AnswerForm, fields: Mapping[str, Expected], *checks: Check, writes: Sequence[str] = ()
) -> Task:
    """Return the task with its form, the expected values of the form's fields, and further checks.

    No file but those that it writes may be new or changed.
    """
    filled_in = filled_form(fields)
    references = tuple(msgspec.structs.replace(reference, fields=filled_in) for reference in task.references)
    written = write_checks((AnswerFields(dict(fields)), *checks, NoStrayFiles(tuple(writes))))
    return msgspec.structs.replace(task, form=form, references=references, checks=written)


def traits(
    hops: int,
    threads: int = 1,
    *,
    modalities: Sequence[str] = ("text",),
    solvable: bool = True,
    writes: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the fields that describe a task, by name.

    Args:
        hops: Steps that depend on each other.
        threads: Most calls in one step.
        modalities: Kinds of data that the task involves.
        solvable: Whether the request can be fulfilled.
        writes: Files that the task writes.
    """
    found: dict[str, Any] = {"hops": hops, "threads": threads, "modalities": list(modalities)}
    found["solvable"] = solvable
    if writes:
        found["writes"] = list(writes)
    return found
