"""The check of Git repositories."""

from __future__ import annotations

import hashlib
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied
from m3bench.checks.data.git import Commit, GitError, Repository
from m3bench.checks.data.values import shown_value
from m3bench.checks.files import GARBAGE, FileCheck, as_given, is_made, listed, relative

Change = Callable[[Path], None]
"""Changes the folder of a repository."""


class GitCommit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A commit: its message, and what it changes compared with its first parent."""

    message: str
    """The whole message; white space at its end does not matter."""
    files: dict[str, str | None] | tuple[str, ...] | None = None
    """All files that it changes: their texts after it (null: it removes the file), or only their paths.
    None: any."""
    branch: str | None = None
    """The branch it is on; None: that of the check, or the one that is checked out."""
    tags: tuple[str, ...] = ()
    """Tags that point to it."""
    author: str | None = None
    """As `Name <mail>`."""


class GitLog(FileCheck, frozen=True):
    """Commits are the newest of their branch, following first parents, the newest last."""

    about = "a Git repository has these newest commits, branches, tags and staged files"

    path: str
    """The folder of the repository, which has `.git`."""
    commits: tuple[GitCommit, ...] = ()
    branch: str | None = None
    """The branch that is checked out."""
    clean: bool | None = None
    """Whether nothing is staged, changed or untracked. Ignored files count as untracked."""
    tags: tuple[str, ...] = ()
    """All tags of the repository; not compared if empty."""
    branches: tuple[str, ...] = ()
    """All branches; not compared if empty."""
    staged: tuple[str, ...] | None = None
    """All files that are staged but not committed."""
    total: int | None = None
    """The number of commits on the branch."""

    def __post_init__(self) -> None:
        super().__post_init__()
        compared = (self.commits, self.branch, self.tags, self.branches)
        if not any(compared) and self.clean is None and self.staged is None and self.total is None:
            raise ValueError("nothing to compare is given")

    def look(self, evidence: Evidence) -> Verdict:
        path = relative(self.path)
        if not any(is_made(evidence, file) for file in listed(evidence.workspace).below(path)):
            raise CheckFailed(f"{path} is unchanged, or does not exist")
        try:
            repository = Repository(evidence.workspace, path)
            faults = [
                *self._name_faults(repository),
                *self._log_faults(repository),
                *self._state_faults(repository),
            ]
        except GitError as error:
            raise CheckFailed(f"{path} {error}") from None
        return self.verdict_on(path, faults, f"{path} has the expected commits, branches, tags and files")

    def _name_faults(self, repository: Repository) -> list[str]:
        wanted = (
            ("branch", self.branch and (self.branch,), (repository.branch,)),
            ("branches", self.branches, tuple(repository.branches)),
            ("tags", self.tags, tuple(repository.tags)),
        )
        return [
            f"{name}: {', '.join(map(str, names))[:200] or 'none'}, expected {', '.join(expected)}"
            for name, expected, names in wanted
            if expected and sorted(map(str, names)) != sorted(expected)
        ]

    def _log_faults(self, repository: Repository) -> list[str]:
        faults = []
        groups: dict[str | None, list[GitCommit]] = {}
        for commit in self.commits:
            groups.setdefault(commit.branch or self.branch, []).append(commit)
        for branch, wanted in groups.items():
            commits = repository.newest(branch, len(wanted))
            if len(commits) < len(wanted):
                faults.append(
                    f"{branch or 'HEAD'} has {len(commits)} commits, expected {len(wanted)} or more"
                )
            for expected, last in zip(wanted, commits[::-1], strict=False):
                faults += _commit_faults(expected, last, repository)
        if self.total is not None and (count := repository.count(self.branch)) != self.total:
            faults.append(f"{count} commits, expected {self.total}")
        return faults

    def _state_faults(self, repository: Repository) -> list[str]:
        if self.clean is None and self.staged is None:
            return []
        state = repository.state()
        faults = []
        if self.staged is not None and state.staged != sorted(self.staged):
            expected = ", ".join(self.staged) or "nothing"
            faults.append(f"staged: {', '.join(state.staged)[:200] or 'nothing'}, expected {expected}")
        dirty = [*state.staged, *state.changed, *state.untracked]
        if self.clean is not None and (not dirty) is not self.clean:
            faults.append(f"not committed: {', '.join(dirty)[:200]}" if dirty else "everything is committed")
        return faults

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = relative(self.path)
        repository = Repository(evidence.workspace, path)
        changes: list[tuple[str, Change]] = [
            ("no repository", lambda folder: shutil.rmtree(folder / ".git")),
            ("a broken HEAD", lambda folder: _write(folder / ".git/HEAD", GARBAGE)),
            *_name_changes(self, repository),
            *_state_changes(self),
        ]
        for branch in {commit.branch or self.branch or repository.branch for commit in self.commits}:
            if branch is not None:
                changes += _commit_changes(branch, repository)
        corrupted = [("as it was given", as_given(evidence, listed(evidence.workspace).below(path)))]
        for words, change in changes:
            copy = copied(evidence, scratch)
            change(copy.workspace / path)
            corrupted.append((words, copy))
        return corrupted


def _commit_faults(expected: GitCommit, commit: Commit, repository: Repository) -> list[str]:
    if commit.message.rstrip() != expected.message.rstrip():
        return [f"a commit is {shown_value(commit.message)}, expected {shown_value(expected.message)}"]
    name = f"commit {shown_value(expected.message)}"
    faults = []
    if expected.author is not None and commit.author != expected.author:
        faults.append(f"{name} is by {shown_value(commit.author)}, expected {shown_value(expected.author)}")
    faults += [
        f"{name} does not have the tag {tag}"
        for tag in expected.tags
        if repository.tags.get(tag) != commit.id
    ]
    if expected.files is None:
        return faults
    changed = repository.changes(commit)
    if set(changed) != set(expected.files):
        paths = f"{', '.join(changed)[:200] or 'nothing'}, expected {', '.join(expected.files) or 'nothing'}"
        return [*faults, f"{name} changes {paths}"]
    texts = expected.files.items() if isinstance(expected.files, dict) else ()
    for path, text in texts:
        content = repository.text(changed[path])
        if content != text:
            faults.append(f"{name}: {path} is {shown_value(content)}, expected {shown_value(text)}")
    return faults


def _name_changes(check: GitLog, repository: Repository) -> list[tuple[str, Change]]:
    changes: list[tuple[str, Change]] = []
    tip = next(iter(repository.branches.values()))
    if check.branch is not None:
        changes += [
            ("another branch", lambda folder: _write(folder / ".git/HEAD", b"ref: refs/heads/other\n")),
            ("a single commit", lambda folder: _write(folder / ".git/HEAD", tip.encode())),
        ]
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
    more = f"{last.message}\nMore\n"
    changes: list[tuple[str, Change]] = [
        (f"a commit on {branch} too many", _committing(name, last, last.id, "One too many\n")),
        (f"another message on {branch}", _committing(name, last, *last.parents, f"Not {last.message}")),
        (f"everything in the message on {branch}", _committing(name, last, *last.parents, more)),
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
        lines = [f"tree {like.tree}", *(f"parent {parent}" for parent in parents)]
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
    other = next((commit for commit in history if commit != repository.tags.get(tag)), "0" * 40)
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
