"""Checks of the files in the workspace."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied, with_file, without_file
from m3bench.checks.files.made import FileCheck
from m3bench.checks.files.workspaces import glob_pattern, is_made, listed, relative
from m3bench.core.text import shown_name

_MAX_NAMED = 5
_STRAY = "left_behind.tmp.stray"


def named(paths: list[str]) -> str:
    """List a few of the paths, for people."""
    more = f" and {len(paths) - _MAX_NAMED} more" if len(paths) > _MAX_NAMED else ""
    return ", ".join(map(shown_name, paths[:_MAX_NAMED])) + more


class FileExists(FileCheck, frozen=True):
    """Links, folders and pipes do not count as files."""

    about = "a file was created at a path, or a number of files at a glob"

    at_least_bytes: int = 1
    count: int | None = None
    """The exact number of files; if None, at least one."""
    made: bool = True
    """Whether only files count that the agent created or changed."""

    def counted(self, evidence: Evidence) -> list[str]:
        """Return the files that count."""
        sizes = listed(evidence.workspace)
        large = [path for path in sizes.matching(self.path) if sizes.files[path] >= self.at_least_bytes]
        return [path for path in large if not self.made or is_made(evidence, path)]

    def look(self, evidence: Evidence) -> Verdict:
        paths = self.counted(evidence)
        number = self.count if self.count is not None else "at least one"
        wanted = f"{number} of at least {self.at_least_bytes} bytes"
        passed = len(paths) == self.count if self.count is not None else bool(paths)
        what = "new or changed " if self.made else ""
        if not paths:
            return self.verdict(passed, f"no {what}file at {self.path}; expected {wanted}")
        return self.verdict(passed, f"{len(paths)} {what}at {self.path} ({named(paths)}); expected {wanted}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        if self.count == 0:
            unwanted = re.sub(r"[*?]+", "unwanted", self.path)
            return [("a file too many", with_file(evidence, unwanted, b"x" * self.at_least_bytes, scratch))]
        paths = self.counted(evidence)
        nothing = copied(evidence, scratch)
        for path in paths:
            (nothing.workspace / path).unlink()
        corrupted = [("no such file", nothing)]
        if self.count:
            corrupted.append(("one too few", without_file(evidence, paths[0], scratch)))
        if self.at_least_bytes > 0 and paths:
            empty = copied(evidence, scratch)
            for path in paths:
                (empty.workspace / path).write_bytes(b"")
            corrupted.append(("empty files", empty))
        return corrupted


class NoStrayFiles(Check, frozen=True):
    """The given files must be unchanged, unless an allowed glob covers them."""

    kind = "workspace"
    about = "nothing was created, changed or removed except what is allowed"

    allowed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Given files that may be missing, for tasks that move or delete them."""
    kept: tuple[str, ...] = ()
    """Given files that must stay as they are, although an allowed glob covers them."""

    def __post_init__(self) -> None:
        for pattern in (*self.allowed, *self.removed, *self.kept):
            relative(pattern)

    def may_change(self, path: str) -> bool:
        """Return whether an allowed glob covers the path."""
        return path not in self.kept and any(
            glob_pattern(pattern).fullmatch(path) for pattern in self.allowed
        )

    def may_go(self, path: str) -> bool:
        """Return whether the path may be missing."""
        return any(glob_pattern(pattern).fullmatch(path) for pattern in self.removed)

    def look(self, evidence: Evidence) -> Verdict:
        listing = listed(evidence.workspace)
        fine = {path for pattern in self.allowed for path in listing.matching(pattern)} - set(self.kept)
        fine |= {path for path in evidence.before if path not in listing.files and self.may_go(path)}
        stray = [path for path in listing.files if path not in fine and path not in evidence.before]
        changed = [
            path
            for path in evidence.before
            if path not in fine and (path not in listing.files or is_made(evidence, path))
        ]
        faults = [f"stray files: {named(stray)}"] if stray else []
        faults += [f"links or special files: {named(listing.others)}"] if listing.others else []
        faults += [f"changed or removed: {named(changed)}"] if changed else []
        allowed = f"; allowed: {', '.join(self.allowed) or 'nothing'}"
        return self.verdict(not faults, ("; ".join(faults) or "no stray files") + allowed)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        linked = copied(evidence, scratch)
        (linked.workspace / "left_behind_link").symlink_to("nowhere")
        corrupted = [("a stray file", with_file(evidence, _STRAY, b"stray", scratch)), ("a link", linked)]
        kept = [path for path in evidence.before if (evidence.workspace / path).is_file()]
        if to_stay := next((path for path in kept if not self.may_go(path)), None):
            corrupted.append(("what was given is gone", without_file(evidence, to_stay, scratch)))
        if to_keep := next((path for path in kept if not self.may_change(path)), None):
            corrupted.append(("what was given is changed", with_file(evidence, to_keep, b"changed", scratch)))
        return corrupted
