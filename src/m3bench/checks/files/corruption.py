"""What is wrong with a file of any format: missing, as it was given, a link, not of its format."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import copied, with_files, without_file
from m3bench.checks.files.workspaces import content, only_file

GARBAGE = b"\xff\xfe\x00 this is not a file of the right format"


def with_contents(
    evidence: Evidence, pattern: str, contents: Iterable[tuple[str, bytes]], scratch: Path
) -> Corruptions:
    """Return outcomes with other contents of a file, and those that are wrong for every format."""
    path = only_file(evidence, pattern)
    return [
        ("no file", without_file(evidence, path, scratch)),
        ("as it was given", as_given(evidence, [path])),
        ("a link to the file", _linked(evidence, path, scratch)),
        *with_files(evidence, path, [("an empty file", b""), ("another format", GARBAGE)], scratch),
        *with_files(evidence, path, contents, scratch),
    ]


def first_half(data: bytes) -> tuple[str, bytes]:
    """Return what to call the first half of a file, and the half: a content for `with_contents`."""
    return "the first half", data[: len(data) // 2]


def as_given(evidence: Evidence, paths: Iterable[str]) -> Evidence:
    """Return the outcome as if files had been there from the start."""
    digests = {path: hashlib.sha256(content(evidence.workspace, path)).hexdigest() for path in paths}
    return replace(evidence, before={**evidence.before, **digests})


def _linked(evidence: Evidence, path: str, scratch: Path) -> Evidence:
    copy = copied(evidence, scratch)
    file = copy.workspace / path
    file.rename(file.with_name(f"{file.name}.moved"))
    file.symlink_to(f"{file.name}.moved")
    return copy
