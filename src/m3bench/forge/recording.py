"""What goes on record: trajectories without bytes, and a file of decisions that grows line by line."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from m3bench.core import Call, Content, FormatError, Media, Step, Trajectory
from m3bench.forge.decisions import Forged

_ENCODER = msgspec.json.Encoder()


def without_bytes(trajectory: Trajectory) -> Trajectory:
    """Pictures and files by the hash of their bytes."""
    steps = tuple(Step(tuple(map(_light, step.calls)), step.plan) for step in trajectory.steps)
    return msgspec.structs.replace(trajectory, steps=steps)


class Decisions:
    """A file of `Forged`, one on each line. Of one task the last line counts."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Forged]:
        """By task. A last line that was cut short is none, and is removed."""
        if not self._path.exists():
            return {}
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(self._path, len(whole))
        found: dict[str, Forged] = {}
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                forged = msgspec.json.decode(line, type=Forged)
            except msgspec.MsgspecError as error:
                place = f"line {number}"
                raise FormatError(f"not a decision: {error}", file=str(self._path), place=place) from None
            found[forged.task_id] = forged
        return found

    def append(self, forged: Forged) -> None:
        """On disk when this returns."""
        with self._path.open("ab") as file:
            file.write(_ENCODER.encode(forged) + b"\n")
            file.flush()
            os.fsync(file.fileno())


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
