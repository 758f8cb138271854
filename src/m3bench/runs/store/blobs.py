"""Pictures and long results of a run, each stored once under its hash."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from m3bench.core import Call, FormatError, Media, Step, Trajectory
from m3bench.core.redaction import redactor
from m3bench.core.text import shorten
from m3bench.formats.io import open_regular, path_inside

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SHOWN = 80


class BlobError(FormatError):
    """A blob is missing, or does not match its hash."""


class MalformedDigest(BlobError):
    """A digest that is not a SHA-256. It may try to address another file."""


class Blobs:
    """A folder of files named by their SHA-256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, digest: str) -> Path:
        """Return the path of a blob. Raise `MalformedDigest` for an invalid digest."""
        if not _DIGEST.fullmatch(digest):
            shown = shorten(digest, _SHOWN)
            raise MalformedDigest(f"{shown!r} is not a SHA-256", file=str(self._folder))
        return self._folder / digest[:2] / digest[2:]

    def get(self, digest: str, limit: int = -1) -> bytes:
        """Return the bytes of a blob; with a `limit`, at most one byte more than it.

        Raises:
            BlobError: The blob is missing, has another hash, or lies outside of the folder.
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
        """Return the path of a blob relative to the run folder; None for an invalid digest."""
        return f"blobs/{digest[:2]}/{digest[2:]}" if _DIGEST.fullmatch(digest) else None

    def problem(self, digest: str) -> str | None:
        """Return what is wrong with a blob; None if nothing is."""
        try:
            self.get(digest)
        except FormatError as error:
            return error.problem
        return None

    def put(self, data: bytes) -> str:
        """Store bytes without secrets; return their digest."""
        data = redactor().data(data)
        digest = hashlib.sha256(data).hexdigest()
        target = self.path(digest)
        if target.exists() and target.stat().st_size == len(data):
            return digest
        # Without parents: do not recreate a deleted run folder.
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

    def keep(self, data: bytes, media_type: str) -> str:  # noqa: ARG002 - as a toolbox calls it
        """Store a result that a toolbox cut."""
        return self.put(data)

    def without_bytes(self, trajectory: Trajectory) -> Trajectory:
        """Store the bytes of all results; return the trajectory with digests instead."""
        if all(part.data is None for part in _media_of(trajectory)):
            return trajectory
        return with_media(trajectory, self._stored)

    def _stored(self, part: Media) -> Media:
        if part.data is None:
            return part
        return msgspec.structs.replace(part, data=None, digest=self.put(part.data))


def with_media(trajectory: Trajectory, convert: Callable[[Media], Media]) -> Trajectory:
    """Return the trajectory with the pictures and files of its results converted."""

    def converted(call: Call) -> Call:
        if call.result is None or not any(isinstance(part, Media) for part in call.result.content):
            return call
        content = tuple(convert(part) if isinstance(part, Media) else part for part in call.result.content)
        return msgspec.structs.replace(call, result=msgspec.structs.replace(call.result, content=content))

    steps = tuple(Step(tuple(map(converted, step.calls)), step.plan) for step in trajectory.steps)
    return msgspec.structs.replace(trajectory, steps=steps)


def digests_of(trajectory: Trajectory) -> set[str]:
    """Return the digests that the results of a trajectory name."""
    return {part.digest for part in _media_of(trajectory) if part.digest and part.data is None}


def _media_of(trajectory: Trajectory) -> Iterator[Media]:
    for _, call in trajectory.calls():
        yield from (part for part in call.result.content if isinstance(part, Media)) if call.result else ()
