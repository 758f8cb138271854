"""Pictures and long results of a run, each kept once under its hash."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from pathlib import Path

import msgspec

from m3bench.core import Call, Content, FormatError, Media, Result, Step, Trajectory
from m3bench.core.redaction import redactor
from m3bench.core.text import shorten
from m3bench.formats.io import open_regular, path_inside

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SHOWN = 80


class BlobError(FormatError):
    """Bytes that are not there, or are not what their name says."""


class MalformedDigest(BlobError):
    """A name that no blob can have: it may be meant to lead to another file."""


class Blobs:
    """A folder of bytes by their SHA-256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, digest: str) -> Path:
        """Where the bytes of that hash lie. Raises `MalformedDigest` for what is no hash."""
        if not _DIGEST.fullmatch(digest):
            shown = shorten(digest, _SHOWN)
            raise MalformedDigest(f"{shown!r} is no SHA-256, so it names no blob", file=str(self._folder))
        return self._folder / digest[:2] / digest[2:]

    def get(self, digest: str, limit: int = -1) -> bytes:
        """The bytes of that hash; with a `limit`, not many more than so many are read.

        Raises `BlobError` where they are missing, have another hash, or lie outside of the folder.
        """
        path = self.path(digest)
        try:
            path_inside(self._folder, f"{digest[:2]}/{digest[2:]}")
            with open_regular(path) as file:
                data = file.read(limit if limit < 0 else limit + 1)
        except OSError as error:
            raise BlobError(f"cannot be read: {error.strerror}", file=str(path)) from None
        except FormatError as error:
            raise BlobError(error.problem, file=str(path)) from None
        if not 0 <= limit < len(data) and hashlib.sha256(data).hexdigest() != digest:
            raise BlobError("it does not match its SHA-256: it was changed or damaged", file=str(path))
        return data

    def name(self, digest: str) -> str | None:
        """Where the bytes lie, relative to the run folder; None for what is no hash."""
        return f"blobs/{digest[:2]}/{digest[2:]}" if _DIGEST.fullmatch(digest) else None

    def problem(self, digest: str) -> str | None:
        """What is wrong with the bytes of that hash."""
        try:
            self.get(digest)
        except FormatError as error:
            return error.problem
        return None

    def put(self, data: bytes) -> str:
        """The hash of the bytes, which are there from now on. Secrets are taken out first."""
        data = redactor().data(data)
        digest = hashlib.sha256(data).hexdigest()
        target = self.path(digest)
        if target.exists() and target.stat().st_size == len(data):
            return digest
        # Not with its parents: a run folder that was deleted stays deleted.
        self._folder.mkdir(exist_ok=True)
        target.parent.mkdir(exist_ok=True)
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


def digests_of(trajectory: Trajectory) -> set[str]:
    """The blobs that the results of a trajectory name."""
    parts = (part for _, call in trajectory.calls() if call.result for part in call.result.content)
    return {part.digest for part in parts if isinstance(part, Media) and part.digest and part.data is None}


def _has_bytes(call: Call) -> bool:
    return call.result is not None and any(
        isinstance(part, Media) and part.data is not None for part in call.result.content
    )
