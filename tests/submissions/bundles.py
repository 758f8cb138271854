"""Bundles to verify, honest and forged."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from m3bench.encoders import load_encoder
from m3bench.reports.study import StudyRun, load_runs
from m3bench.scoring import Scorer
from m3bench.submissions import OPEN, About, Policy, SigningKey, Verified, verify, write_submission

RUN = Path(__file__).parents[1] / "fixtures" / "v1" / "run"
CREATED = datetime(2026, 11, 1, tzinfo=UTC)
HEAD = "submission.json"

Files = dict[str, bytes]


def load(paths: Sequence[Path]) -> Sequence[StudyRun]:
    return load_runs(paths, Scorer(encoder=load_encoder("hashing")))


def bundle(
    folder: Path,
    name: str = "one",
    *,
    run: Path = RUN,
    created: datetime = CREATED,
    key: SigningKey | None = None,
) -> Path:
    path = folder / f"{name}.m3bench"
    write_submission([run], path, About(system=name, by="somebody"), created=created, key=key)
    return path


def verified(path: Path, folder: Path, policy: Policy = OPEN) -> Verified:
    room = folder / f"unpacked-{path.stem}"
    room.mkdir()
    return verify(path, room, load, policy)


def files_of(path: Path) -> Files:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def forged(path: Path, change: Callable[[Files], None]) -> Path:
    """Change the files of a bundle."""
    files = files_of(path)
    change(files)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    path.write_bytes(buffer.getvalue())
    return path


def head(files: Files) -> dict[str, Any]:
    head: dict[str, Any] = json.loads(files[HEAD])
    return head


def set_head(files: Files, changed: dict[str, Any]) -> None:
    files[HEAD] = json.dumps(changed).encode()


def replaced(files: Files, name: str, data: bytes) -> None:
    """Replace a file of the first run, with the right size and hash."""
    files[f"runs/1/{name}"] = data
    changed = head(files)
    record = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
    changed["runs"][0]["files"][name] = record
    set_head(files, changed)
