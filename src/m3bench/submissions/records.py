"""What a submission says about itself: `submission.json`, the first file of a bundle."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

VERSION = 1
FILE = "submission.json"
SIGNATURES = "signatures.json"
"""The file of a bundle that its description does not list: countersigning adds to it."""
SUFFIX = ".m3bench"


class FileRecord(msgspec.Struct, frozen=True):
    """A file of a run in the bundle."""

    sha256: str
    size: int


class RunRecord(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A run in the bundle: what it is, what it claims and what it cost."""

    id: str
    suite: str
    suite_digest: str
    agent: str
    model: str | None = None
    created: datetime
    success: float | None = None
    """As claimed. A leaderboard computes it again."""
    attempts: int
    cost: float | None = None
    """US dollars; None if unknown."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float = 0.0
    files: dict[str, FileRecord]


class Submission(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A bundle of runs by one system."""

    m3bench: int = VERSION
    kind: str = "submission"
    system: str
    """The name in the leaderboard."""
    by: str = ""
    """People or organization."""
    url: str = ""
    notes: str = ""
    key: str = ""
    """The public key of the submitter, in the form of OpenSSH. A bundle that names one must be signed."""
    created: datetime
    runs: tuple[RunRecord, ...]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What the submitter says about the system."""

    system: str
    by: str = ""
    url: str = ""
    notes: str = ""


def run_file(number: int, name: str) -> str:
    """Return the name of a file in the bundle: `runs/1/journal.jsonl`."""
    return f"runs/{number}/{name}"


def run_path(folder: Path, number: int) -> Path:
    """Return where a run of an unpacked bundle is."""
    return folder / "runs" / str(number)
