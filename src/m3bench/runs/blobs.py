"""Pictures and long results of a run, each kept once under its hash."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

import msgspec

from m3bench.core import Call, Content, FormatError, Media, Result, Step, Trajectory
from m3bench.core.redaction import redactor


class Blobs:
    """A folder of bytes by their SHA-256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest[2:]

    def get(self, digest: str) -> bytes:
        try:
            return self.path(digest).read_bytes()
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", file=str(self.path(digest))) from None

    def put(self, data: bytes) -> str:
        """The hash of the bytes, which are there from now on. Secrets are taken out first."""
        data = redactor().data(data)
        digest = hashlib.sha256(data).hexdigest()
        target = self.path(digest)
        if target.exists():
            return digest
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        return digest

    def keep(self, data: bytes, media_type: str) -> str:  # noqa: ARG002 - a toolbox tells the type as well
        """For a toolbox: stores results that are cut."""
        return self.put(data)

    def without_bytes(self, trajectory: Trajectory) -> Trajectory:
        """The trajectory with the bytes of its results kept here."""
        if not any(_has_bytes(call) for _, call in trajectory.calls()):
            return trajectory
        steps = tuple(
            Step(tuple(self._call(call) for call in step.calls), step.plan) for step in trajectory.steps
        )
        return msgspec.structs.replace(trajectory, steps=steps)

    def _call(self, call: Call) -> Call:
        if call.result is None or not _has_bytes(call):
            return call
        content = tuple(map(self._part, call.result.content))
        result = Result(content, call.result.is_error, call.result.meta)
        return msgspec.structs.replace(call, result=result)

    def _part(self, part: Content) -> Content:
        if not isinstance(part, Media) or part.data is None:
            return part
        return msgspec.structs.replace(part, data=None, digest=self.put(part.data))


def _has_bytes(call: Call) -> bool:
    return call.result is not None and any(
        isinstance(part, Media) and part.data is not None for part in call.result.content
    )
