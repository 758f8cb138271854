"""Copies of an outcome with one difference."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.reading import Tolerance
from m3bench.core import Call, Step, records_folder


def with_answer(evidence: Evidence, answer: str | None) -> Evidence:
    return replace(evidence, trajectory=msgspec.structs.replace(evidence.trajectory, answer=answer))


def with_steps(evidence: Evidence, steps: list[Step]) -> Evidence:
    return replace(evidence, trajectory=msgspec.structs.replace(evidence.trajectory, steps=tuple(steps)))


def with_calls(evidence: Evidence, change: Callable[[Call], Call | None]) -> Evidence:
    """Return the same attempt with other calls. None leaves one out."""
    return with_steps(
        evidence,
        [
            msgspec.structs.replace(step, calls=tuple(filter(None, map(change, step.calls))))
            for step in evidence.trajectory.steps
        ],
    )


def copied(evidence: Evidence, scratch: Path) -> Evidence:
    """Copy the outcome with its workspace to a new folder under `scratch`."""
    scratch.mkdir(parents=True, exist_ok=True)
    number = sum(1 for _ in scratch.iterdir())
    folder = scratch / f"corrupted-{number}"
    shutil.copytree(evidence.workspace, folder, symlinks=True)
    if records_folder(evidence.workspace).is_dir():
        shutil.copytree(records_folder(evidence.workspace), records_folder(folder), symlinks=True)
    return replace(evidence, workspace=folder)


def without_records(evidence: Evidence, scratch: Path) -> Evidence:
    """Copy the outcome as if no tool had changed a record."""
    copy = copied(evidence, scratch)
    shutil.rmtree(records_folder(copy.workspace), ignore_errors=True)
    return copy


def without_file(evidence: Evidence, path: str, scratch: Path) -> Evidence:
    copy = copied(evidence, scratch)
    (copy.workspace / path).unlink()
    return copy


def with_file(evidence: Evidence, path: str, data: bytes, scratch: Path) -> Evidence:
    copy = copied(evidence, scratch)
    (copy.workspace / path).parent.mkdir(parents=True, exist_ok=True)
    (copy.workspace / path).write_bytes(data)
    return copy


def with_files(
    evidence: Evidence, path: str, contents: Iterable[tuple[str, bytes]], scratch: Path
) -> Corruptions:
    """Return outcomes with other contents of a file, by what is wrong with them."""
    return [(words, with_file(evidence, path, data, scratch)) for words, data in contents]


def off_value(value: Any, tolerance: Tolerance) -> Any:
    """Return a value that differs from the given one by more than a tolerance."""
    return other_value(value, tolerance.slack(value) if isinstance(value, int | float) else 0.0)


def other_value(value: Any, slack: float = 0.0) -> Any:
    """Return a value that clearly differs from the given one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 2 * slack + abs(value) + 7
    if isinstance(value, str):
        return f"not {value} at all"
    if isinstance(value, list | tuple):
        return [*value, "one too many"]
    return "something else"
