"""The check of Git repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.data.made import joined
from m3bench.checks.data.values import shown_value
from m3bench.checks.files import is_made, listed, relative

if TYPE_CHECKING:
    from m3bench.checks.data.git import Commit, Repository


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


class GitLog(Check, frozen=True):
    """Commits are the newest of their branch, following first parents, the newest last."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a Git repository has these newest commits, branches, tags and staged files"

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
        relative(self.path)
        compared = (self.commits, self.branch, self.tags, self.branches)
        if not any(compared) and self.clean is None and self.staged is None and self.total is None:
            raise ValueError("nothing to compare is given")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.data.git import GitError, Repository  # noqa: PLC0415 - not needed by other checks

        path = relative(self.path)
        if not any(is_made(evidence, each) for each in listed(evidence.workspace).below(path)):
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
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path} has the expected commits, branches, tags and files")

    def _name_faults(self, repository: Repository) -> list[str]:
        wanted = (
            ("branch", self.branch and (self.branch,), (repository.branch,)),
            ("branches", self.branches, tuple(repository.branches)),
            ("tags", self.tags, tuple(repository.tags)),
        )
        return [
            f"{name}: {', '.join(map(str, found))[:200] or 'none'}, expected {', '.join(expected)}"
            for name, expected, found in wanted
            if expected and sorted(map(str, found)) != sorted(expected)
        ]

    def _log_faults(self, repository: Repository) -> list[str]:
        faults = []
        groups: dict[str | None, list[GitCommit]] = {}
        for commit in self.commits:
            groups.setdefault(commit.branch or self.branch, []).append(commit)
        for branch, wanted in groups.items():
            found = repository.newest(branch, len(wanted))
            if len(found) < len(wanted):
                faults.append(f"{branch or 'HEAD'} has {len(found)} commits, expected {len(wanted)} or more")
            for expected, last in zip(wanted, found[::-1], strict=False):
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
        found = repository.text(changed[path])
        if found != text:
            faults.append(f"{name}: {path} is {shown_value(found)}, expected {shown_value(text)}")
    return faults
