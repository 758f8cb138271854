"""Prepare trajectories for the journal: independent of the machine, and valid JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents import WORKSPACE
from m3bench.core import MAX_DEPTH, Call, Step, Trajectory, is_too_deep, iter_calls


def clean_trajectory(trajectory: Trajectory, workspace: Path) -> Trajectory:
    """Return the trajectory as it can be recorded.

    The path of the workspace becomes `${WORKSPACE}`, values that are nested too deeply are replaced, and
    so are lone surrogates.
    """
    trajectory = _flatten(trajectory)
    encoded = _encode(trajectory)
    path = json.dumps(str(workspace), ensure_ascii=False)[1:-1].encode("utf-8", "surrogateescape")
    if path not in encoded and not encoded.startswith(_REPLACED):
        return trajectory
    portable = encoded.removeprefix(_REPLACED).replace(path, WORKSPACE.encode())
    return msgspec.json.decode(portable, type=Trajectory)


_REPLACED = b" "


def _encode(trajectory: Trajectory) -> bytes:
    """Encode as JSON; starts with a space if characters were replaced."""
    try:
        return msgspec.json.encode(trajectory)
    except UnicodeEncodeError:  # half a surrogate pair
        plain: Any = msgspec.to_builtins(trajectory, str_keys=True)
        return _REPLACED + json.dumps(plain, ensure_ascii=False).encode("utf-8", "replace")


def _flatten(trajectory: Trajectory) -> Trajectory:
    """Replace values that are nested too deeply: the limit of `json` depends on the Python version."""
    deep = any(is_too_deep(call.arguments) for _, call in iter_calls(trajectory.steps))
    if not deep and not is_too_deep(trajectory.fields):
        return trajectory
    steps = tuple(Step(tuple(map(_flatten_call, step.calls)), step.plan) for step in trajectory.steps)
    fields = None if is_too_deep(trajectory.fields) else trajectory.fields
    return msgspec.structs.replace(trajectory, steps=steps, fields=fields)


def _flatten_call(call: Call) -> Call:
    if not is_too_deep(call.arguments):
        return call
    return msgspec.structs.replace(call, arguments=f"[nested more than {MAX_DEPTH} levels deep]")
