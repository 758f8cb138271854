"""Atomic writing of files."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from m3bench.core import FormatError
from m3bench.core.redaction import RedactingStream, redactor


def check_writable(path: Path) -> None:
    """Raise `FormatError` if a file cannot be written. For checks before long work."""
    if path.is_dir():
        raise FormatError("cannot be written: Is a directory", file=str(path))
    if not os.access(path.resolve().parent, os.W_OK):
        reason = "Permission denied" if path.resolve().parent.is_dir() else "No such directory"
        raise FormatError(f"cannot be written: {reason}", file=str(path))


def write_atomically(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a temporary file, then replace the target. A failure leaves the target unchanged.

    Secrets are redacted, even if they span chunks.
    """
    # Links are kept: their target is replaced.
    target = path.resolve()
    # Without the name of the file, which may have the maximum length.
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as stream:
            stream.writelines(_redacted(chunks))
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except OSError as error:
        problem = f"cannot be written: {error.strerror or type(error).__name__}"
        raise FormatError(problem, file=str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def _redacted(chunks: Iterable[bytes]) -> Iterator[bytes]:
    stream = RedactingStream(redactor, documents=True)
    for chunk in chunks:
        yield stream.feed(chunk)
    yield stream.finish()
