"""Trajectories for records, without bytes."""

from __future__ import annotations

import hashlib

import msgspec

from m3bench.core import Call, Content, Media, Step, Trajectory


def without_bytes(trajectory: Trajectory) -> Trajectory:
    """Replace the bytes of pictures and files by their hash."""
    steps = tuple(Step(tuple(map(_light, step.calls)), step.plan) for step in trajectory.steps)
    return msgspec.structs.replace(trajectory, steps=steps)


def _light(call: Call) -> Call:
    if call.result is None:
        return call
    result = msgspec.structs.replace(call.result, content=tuple(map(_without, call.result.content)))
    return msgspec.structs.replace(call, result=result)


def _without(part: Content) -> Content:
    if not isinstance(part, Media) or part.data is None:
        return part
    digest = hashlib.sha256(part.data).hexdigest()
    return msgspec.structs.replace(part, data=None, digest=digest)
