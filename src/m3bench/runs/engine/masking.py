"""A trajectory as it goes into the journal: the same on every machine, and JSON whatever a model wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents import WORKSPACE
from m3bench.core import MAX_DEPTH, Call, Step, Trajectory, is_too_deep, iter_calls


def recordable(trajectory: Trajectory, workspace: Path) -> Trajectory:
    """The trajectory with `${WORKSPACE}` in the place of the folder's path."""
    trajectory = _flattened(trajectory)
    encoded = _encoded(trajectory)
    path = json.dumps(str(workspace), ensure_ascii=False)[1:-1].encode("utf-8", "surrogateescape")
    if path not in encoded and not encoded.startswith(_MENDED):
        return trajectory
    return msgspec.json.decode(
        encoded.removeprefix(_MENDED).replace(path, WORKSPACE.encode()), type=Trajectory
    )


_MENDED = b" "


def _encoded(trajectory: Trajectory) -> bytes:
    """As JSON; begins with a space where something had to be mended."""
    try:
        return msgspec.json.encode(trajectory)
    except UnicodeEncodeError:  # half a surrogate pair
        return _MENDED + _readable(trajectory)


def _readable(trajectory: Trajectory) -> bytes:
    plain: Any = msgspec.to_builtins(trajectory, str_keys=True)
    return json.dumps(plain, ensure_ascii=False).encode("utf-8", "replace")


def _flattened(trajectory: Trajectory) -> Trajectory:
    """Without what is nested too deeply. How deep a Python can write depends on its version."""
    deep = any(is_too_deep(call.arguments) for _, call in iter_calls(trajectory.steps))
    if not deep and not is_too_deep(trajectory.fields):
        return trajectory
    steps = tuple(Step(tuple(map(_flat, step.calls)), step.plan) for step in trajectory.steps)
    fields = None if is_too_deep(trajectory.fields) else trajectory.fields
    return msgspec.structs.replace(trajectory, steps=steps, fields=fields)


def _flat(call: Call) -> Call:
    if not is_too_deep(call.arguments):
        return call
    return msgspec.structs.replace(call, arguments=f"[nested more than {MAX_DEPTH} levels deep]")
