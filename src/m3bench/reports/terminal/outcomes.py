"""Success by level and kind, emergent paths, and tasks that were left out, on a terminal and for a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from m3bench.core.text import join, plural
from m3bench.runs import (
    EmergentPath,
    RunResult,
    SuccessBreakdown,
    SuccessCount,
    describe_left_out,
    emergent_paths,
    success_breakdown,
)

_MOST_LISTED = 12
_ORACLE = "oracle"


def outcome_lines(result: RunResult) -> Iterator[str]:
    """Yield success by level and by kind, for tasks that are classified, and emergent paths."""
    breakdown = _breakdown(result)
    if breakdown.levels:
        rate = f"; mean of the levels (SR): {breakdown.rate:.3f}" if breakdown.rate is not None else ""
        yield f"success by level: {_listed(breakdown.levels)}{rate}"
    if breakdown.kinds:
        yield f"success by kind: {_listed(breakdown.kinds)}"
    if len(breakdown.time_sensitive) > 1:
        yield f"success by time sensitivity: {_listed(breakdown.time_sensitive)}"
    if breakdown.cameras:
        yield f"success by camera level: {_listed(breakdown.cameras)}"
    yield from _emergent_lines(result)


def left_out_lines(result: RunResult) -> Iterator[str]:
    """Yield the tasks that the run does not attempt, by reason."""
    if result.left_out:
        yield f"left out, not scored: {plural(len(result.left_out), 'task')}"
        yield from (f"  {line}" for line in describe_left_out(result.left_out))


def outcomes_to_dict(result: RunResult) -> dict[str, Any]:
    """Return success by level and by kind, and emergent paths, for a JSON file; empty if there are none."""
    breakdown = _breakdown(result)
    paths = list(run_emergent_paths(result))
    parts = {
        "success_by_level": _to_dict(breakdown.levels),
        "success_by_kind": _to_dict(breakdown.kinds),
        "success_by_time_sensitivity": _to_dict(breakdown.time_sensitive),
        "success_by_camera": _to_dict(breakdown.cameras),
        "success_rate": breakdown.rate,
        "emergent_paths": msgspec.to_builtins(paths),
    }
    return {name: part for name, part in parts.items() if part not in ({}, [], None)}


def _breakdown(result: RunResult) -> SuccessBreakdown:
    """Return success by group. Levels and kinds are left out unless tasks are classified."""
    breakdown = success_breakdown(result)
    return breakdown if result.is_classified else SuccessBreakdown(cameras=breakdown.cameras)


def run_emergent_paths(result: RunResult) -> Iterator[EmergentPath]:
    """Yield the emergent paths of a run. Where only annotated servers are mounted, there are none."""
    return iter(()) if result.settings.mode == _ORACLE else emergent_paths(result)


def describe_path(path: EmergentPath) -> str:
    """Say which servers were used instead of which."""
    return f"{join(path.others)} instead of {join(path.unused)}"


def _emergent_lines(result: RunResult) -> Iterator[str]:
    paths = run_emergent_paths(result)
    shown = list(islice(paths, _MOST_LISTED))
    more = sum(1 for _ in paths)
    if shown:
        yield f"emergent paths: {len(shown) + more} attempts succeed without an annotated server"
        yield from (f"  {path.id}: {describe_path(path)}" for path in shown)
    if more:
        yield f"  … and {more} more (all in --json)"


def _listed(groups: Mapping[str, SuccessCount]) -> str:
    return ", ".join(
        f"{name} {group.share or 0:.3f} ({group.passed} of {group.attempts})"
        for name, group in groups.items()
    )


def _to_dict(groups: Mapping[str, SuccessCount]) -> dict[str, Any]:
    return {name: {**msgspec.to_builtins(group), "share": group.share} for name, group in groups.items()}
