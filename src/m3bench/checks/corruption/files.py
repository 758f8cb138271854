"""Corrupted workspaces: files removed, added and emptied."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import copied, with_file, without_file
from m3bench.checks.files import FileExists, NoStrayFiles

Corruptions = list[tuple[str, Evidence]]

_STRAY = "left_behind.tmp.stray"


def _exists(check: FileExists, evidence: Evidence, scratch: Path) -> Corruptions:
    if check.count == 0:
        unwanted = re.sub(r"[*?]+", "unwanted", check.path)
        return [("a file too many", with_file(evidence, unwanted, b"x" * check.at_least_bytes, scratch))]
    paths = check.counted(evidence)
    nothing = copied(evidence, scratch)
    for path in paths:
        (nothing.workspace / path).unlink()
    found = [("no such file", nothing)]
    if check.count:
        found.append(("one too few", without_file(evidence, paths[0], scratch)))
    if check.at_least_bytes > 0 and paths:
        empty = copied(evidence, scratch)
        for path in paths:
            (empty.workspace / path).write_bytes(b"")
        found.append(("empty files", empty))
    return found


def _strays(check: NoStrayFiles, evidence: Evidence, scratch: Path) -> Corruptions:
    linked = copied(evidence, scratch)
    (linked.workspace / "left_behind_link").symlink_to("nowhere")
    found = [("a stray file", with_file(evidence, _STRAY, b"stray", scratch)), ("a link", linked)]
    kept = [path for path in evidence.before if (evidence.workspace / path).is_file()]
    if to_stay := next((path for path in kept if not check.may_go(path)), None):
        found.append(("what was given is gone", without_file(evidence, to_stay, scratch)))
    if to_keep := next((path for path in kept if not check.may_change(path)), None):
        found.append(("what was given is changed", with_file(evidence, to_keep, b"changed", scratch)))
    return found


FILE_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    FileExists: _exists,
    NoStrayFiles: _strays,
}
