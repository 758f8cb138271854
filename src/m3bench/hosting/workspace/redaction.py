"""Redact secrets in files that a server or an agent left in a workspace."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from m3bench.core import LONGEST_NAME, records_folder
from m3bench.core.redaction import RedactingStream, Redactor, redactor
from m3bench.core.text import name_from_record, recorded_name
from m3bench.hosting.workspace.sparse import data_ranges, pieces
from m3bench.hosting.workspace.stopping import NEVER, Stop
from m3bench.hosting.workspace.workspace import Workspace

_AT_ONCE = 16 << 20
_CHUNK = 1 << 20
_MOST_RECORDS = 1 << 26


def redact_workspace(folder: Path, names: Iterable[str], stop: Stop = NEVER) -> bool:
    """Redact secrets in these files and their names. Returns whether there were any. Links are not followed.

    A file without secrets is only read, and of a sparse file only its data.

    Args:
        folder: The workspace.
        names: Recorded names of files, links and folders in it.
        stop: Ends the work.

    Raises:
        Stopped: The work was stopped.
    """
    known = redactor()
    if not known:
        return False
    # A folder is renamed after its content.
    ordered = sorted(names, key=lambda name: name.count("/"), reverse=True)
    paths = [folder / name_from_record(name) for name in ordered]
    changed = [_redact_content(path, known, stop) | _redact_name(path, known) for path in paths]
    return any(changed)


def redact_file(path: Path) -> bool:
    """Redact secrets in a file. Returns whether there were any."""
    known = redactor()
    return bool(known) and _redact_content(path, known, NEVER)


def redact_records(workspace: Path, stop: Stop = NEVER) -> None:
    """Redact secrets in the records of a workspace. A database that had any can no longer be read.

    What no check reads is not kept: special files and huge ones, of an agent without a sandbox.
    """
    folder = records_folder(workspace)
    with suppress(OSError):
        for path in folder.iterdir():
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_RECORDS:
                Workspace(path).remove()
        redact_workspace(folder, [recorded_name(path.name) for path in folder.iterdir()], stop)


def _redact_content(path: Path, known: Redactor, stop: Stop) -> bool:
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return False
        if not status.st_mode & stat.S_IRUSR:
            path.chmod(status.st_mode | stat.S_IRUSR)
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as source:
            if not _holds_secret(source, known, stop):
                return False
            _replace(path, source, status, known, stop)
    except OSError:  # it disappeared, or cannot be read by anyone
        return False
    return True


def _holds_secret(source: BinaryIO, known: Redactor, stop: Stop) -> bool:
    """Search without writing anything. The last bytes are kept: a secret may be split between pieces."""
    needles, last, end = known.needles(), b"", 0
    reach = max(map(len, needles.all))
    for start, stop_at in data_ranges(source):
        last = (last + bytes(min(reach, start - end)))[-reach:]
        for piece in pieces(source, start, stop_at, _CHUNK):
            stop.check()
            if needles.occur(last + piece):
                return True
            last = (last + piece)[-reach:]
        end = stop_at
    return needles.occur(last + bytes(min(reach, os.fstat(source.fileno()).st_size - end)))


def _replace(path: Path, source: BinaryIO, status: os.stat_result, known: Redactor, stop: Stop) -> None:
    """Put a redacted copy in the place of a file."""
    draft = path.with_name(f".{secrets.token_hex(8)}.redacted")
    # The name is new: a link of that name would lead elsewhere.
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(handle, "wb") as target:
            if status.st_size <= _AT_ONCE:
                source.seek(0)
                target.write(known.data(source.read(_AT_ONCE)))
            else:
                _write_large(source, target, known, stop)
        draft.chmod(stat.S_IMODE(status.st_mode))
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def _write_large(source: BinaryIO, target: BinaryIO, known: Redactor, stop: Stop) -> None:
    """Redact in pieces. Holes stay holes."""
    stream, end = RedactingStream(lambda: known), 0
    size = os.fstat(source.fileno()).st_size
    for start, stop_at in [*data_ranges(source), (size, size)]:
        if gap := start - end:
            zeros = min(gap, _CHUNK)
            target.write(stream.feed(bytes(zeros)) + stream.finish())
            target.seek(gap - zeros, os.SEEK_CUR)
        for piece in pieces(source, start, stop_at, _CHUNK):
            stop.check()
            target.write(stream.feed(piece))
        end = stop_at
    target.write(stream.finish())
    target.truncate()


def _redact_name(path: Path, known: Redactor) -> bool:
    clean = known.text(path.name)
    if clean == path.name or not os.path.lexists(path):
        return False
    number, target = 1, path.with_name(_fitting(clean))
    while os.path.lexists(target):
        number += 1
        target = path.with_name(_fitting(clean, f"-{number}"))
    path.rename(target)
    return True


def _fitting(name: str, ending: str = "") -> str:
    """Cut a name so that a file system takes it: what replaces a secret may be longer than the secret."""
    return os.fsdecode(os.fsencode(name)[: LONGEST_NAME - len(ending)]) + ending
