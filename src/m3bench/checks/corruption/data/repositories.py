"""Corrupted Git repositories."""

from __future__ import annotations

import hashlib
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.copies import copied
from m3bench.checks.corruption.data.common import GARBAGE, Corruptions, Corruptors, as_given
from m3bench.checks.data import GitLog
from m3bench.checks.data.git import Commit, Repository
from m3bench.checks.files import listed, relative

Change = Callable[[Path], None]
"""Changes the folder of a repository."""


def _repositories(check: GitLog, evidence: Evidence, scratch: Path) -> Corruptions:
    path = relative(check.path)
    repository = Repository(evidence.workspace, path)
    changes: list[tuple[str, Change]] = [
        ("no repository", lambda folder: shutil.rmtree(folder / ".git")),
        ("a broken HEAD", lambda folder: _write(folder / ".git/HEAD", GARBAGE)),
        *_name_changes(check, repository),
        *_state_changes(check),
    ]
    for branch in {commit.branch or check.branch or repository.branch for commit in check.commits}:
        if branch is not None:
            changes += _commit_changes(branch, repository)
    found = [("as it was given", as_given(evidence, listed(evidence.workspace).below(path)))]
    for words, change in changes:
        copy = copied(evidence, scratch)
        change(copy.workspace / path)
        found.append((words, copy))
    return found


def _name_changes(check: GitLog, repository: Repository) -> list[tuple[str, Change]]:
    changes: list[tuple[str, Change]] = []
    tip = next(iter(repository.branches.values()))
    if check.branch is not None:
        changes.append(
            ("another branch", lambda folder: _write(folder / ".git/HEAD", b"ref: refs/heads/other\n"))
        )
        changes.append(("a single commit", lambda folder: _write(folder / ".git/HEAD", tip.encode())))
    if check.branches:
        changes.append(("a branch too many", _referring("heads/one-too-many", tip)))
    if check.tags:
        changes.append(("a tag too many", _referring("tags/one-too-many", tip)))
        changes.append(("a tag too few", _forgetting(f"refs/tags/{check.tags[0]}")))
    for commit in check.commits:
        changes += [(f"no tag {tag}", _forgetting(f"refs/tags/{tag}")) for tag in commit.tags]
        changes += [(f"{tag} elsewhere", _misplacing(tag, repository)) for tag in commit.tags]
    if check.total is not None and not check.commits:
        changes += _commit_changes(check.branch or repository.branch or "", repository)[:1]
    return changes


def _commit_changes(branch: str, repository: Repository) -> list[tuple[str, Change]]:
    last = repository.newest(branch, 1)[0]
    name = f"heads/{branch}"
    changes: list[tuple[str, Change]] = [
        (f"a commit on {branch} too many", _committing(name, last, last.id, "One too many\n")),
        (f"another message on {branch}", _committing(name, last, *last.parents, f"Not {last.message}")),
        (
            f"everything in the message on {branch}",
            _committing(name, last, *last.parents, f"{last.message}\nMore\n"),
        ),
        (f"no branch {branch}", _forgetting(f"refs/{name}")),
    ]
    if last.parents:
        changes.append((f"a commit on {branch} too few", _referring(name, last.parents[0])))
    return changes


def _state_changes(check: GitLog) -> list[tuple[str, Change]]:
    if check.clean:
        return [("a file that is not committed", lambda folder: _write(folder / "one_too_many.txt", b"x"))]
    if check.staged:
        return [("nothing staged, nothing tracked", lambda folder: (folder / ".git/index").unlink())]
    return []


def _committing(name: str, like: Commit, *rest: str) -> Change:
    """Put a commit on a branch: the ids of its parents, and its message."""
    *parents, message = rest

    def change(folder: Path) -> None:
        lines = [f"tree {like.tree}", *(f"parent {each}" for each in parents)]
        lines += [f"{role} {like.author} 1767225600 +0000" for role in ("author", "committer")]
        data = ("\n".join(lines) + f"\n\n{message}").encode()
        data = f"commit {len(data)}\0".encode() + data
        identity = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        _write(folder / ".git/objects" / identity[:2] / identity[2:], zlib.compress(data))
        _referring(name, identity)(folder)

    return change


def _referring(name: str, identity: str) -> Change:
    return lambda folder: _write(folder / ".git/refs" / name, f"{identity}\n".encode())


def _misplacing(tag: str, repository: Repository) -> Change:
    """Let a tag point to another commit, or to none if there is only one."""
    history = [commit.id for commit in repository.newest(None, 100)]
    other = next((each for each in history if each != repository.tags.get(tag)), "0" * 40)
    return _referring(f"tags/{tag}", other)


def _forgetting(name: str) -> Change:
    def change(folder: Path) -> None:
        (folder / ".git" / name).unlink(missing_ok=True)
        packed = folder / ".git/packed-refs"
        if packed.exists():
            lines = packed.read_bytes().splitlines(keepends=True)
            packed.write_bytes(b"".join(line for line in lines if not line.strip().endswith(name.encode())))

    return change


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # Git's objects are read-only
    path.write_bytes(data)


REPOSITORY_CORRUPTORS: Corruptors = {GitLog: _repositories}
