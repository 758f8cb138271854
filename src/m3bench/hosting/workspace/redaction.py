"""Redact secrets in files that a server or an agent left in a workspace."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from m3bench.core.redaction import RedactingStream, Redactor, redactor

_AT_ONCE = 16 << 20
_CHUNK = 1 << 20


def redact_workspace(folder: Path, names: Iterable[str]) -> bool:
    """Redact secrets in these files and their names. Returns whether there were any. Links are not
    followed."""
    secrets = redactor()
    if not secrets:
        return False
    # A folder is renamed after its content.
    ordered = sorted(names, key=lambda name: name.count("/"), reverse=True)
    changed = [_redact_content(folder / name, secrets) | _redact_name(folder / name) for name in ordered]
    return any(changed)


def _redact_content(path: Path, secrets: Redactor) -> bool:
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            return False
        if not found.st_mode & stat.S_IRUSR:
            path.chmod(found.st_mode | stat.S_IRUSR)
        draft = path.with_name(f".{path.name[:100]}.redacted")
        if not (_small if found.st_size <= _AT_ONCE else _large)(path, draft, secrets):
            return False
        draft.chmod(stat.S_IMODE(found.st_mode))
        draft.replace(path)
    except OSError:  # it disappeared, or cannot be read by anyone
        return False
    return True


def _small(path: Path, draft: Path, secrets: Redactor) -> bool:
    data = path.read_bytes()
    clean = secrets.data(data)
    if clean is data:
        return False
    draft.write_bytes(clean)
    return True


def _large(path: Path, draft: Path, secrets: Redactor) -> bool:
    """Redact in pieces. An unchanged draft is deleted."""
    stream, same = RedactingStream(lambda: secrets), True
    with path.open("rb") as source, draft.open("wb") as target:
        while piece := source.read(_CHUNK):
            target.write(stream.feed(piece))
        target.write(stream.finish())
    with path.open("rb") as source, draft.open("rb") as target:
        while same and (piece := source.read(_CHUNK)):
            same = piece == target.read(_CHUNK)
        same = same and not target.read(1)
    if same:
        draft.unlink()
    return not same


def _redact_name(path: Path) -> bool:
    clean = redactor().text(path.name)
    if clean == path.name or not os.path.lexists(path):
        return False
    number, target = 1, path.with_name(clean)
    while os.path.lexists(target):
        number += 1
        target = path.with_name(f"{clean}-{number}")
    path.rename(target)
    return True
