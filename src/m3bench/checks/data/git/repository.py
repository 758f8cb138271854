"""A Git repository in a workspace."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from m3bench.checks.data.git.errors import GitError
from m3bench.checks.data.git.objects import ID, Commit, ObjectStore
from m3bench.checks.data.git.packs import Pack
from m3bench.checks.files import content, listed

_FIXED = 62
_MAX_ENTRIES = 20_000
_EXTENDED = 0x4000
_MAX_COMMITS = 5_000
_MAX_PACKS = 20
_LONGEST_REF = 4_096
_HEADS, _TAGS = "refs/heads/", "refs/tags/"


@dataclass(frozen=True)
class State:
    """Paths that differ between the last commit, the index and the files."""

    staged: list[str]
    changed: list[str]
    untracked: list[str]


class Repository:
    """Reads `.git` and the files beside it. Raises `GitError`, or `CheckFailed` for files like links."""

    def __init__(self, workspace: Path, path: str) -> None:
        self._workspace = workspace
        self._prefix = "" if path == "." else f"{path}/"
        self._inside = {name.removeprefix(self._prefix) for name in listed(workspace).below(path)}
        if ".git/HEAD" not in self._inside:
            raise GitError("is not a Git repository")
        self._objects = ObjectStore(self._loose, self._packs())
        refs = self._refs()
        self.branches = {
            name.removeprefix(_HEADS): ref for name, ref in refs.items() if name.startswith(_HEADS)
        }
        """Ids of commits by the names of branches."""
        self.tags = {
            name.removeprefix(_TAGS): self._objects.peeled(ref)
            for name, ref in refs.items()
            if name.startswith(_TAGS)
        }
        """Ids of commits by the names of tags."""
        head = self._ref_text(".git/HEAD")
        self.branch = head.removeprefix(f"ref: {_HEADS}") if head.startswith(f"ref: {_HEADS}") else None
        """The branch that is checked out; None if it is a single commit."""
        self._head = self.branches.get(self.branch) if self.branch else head
        if self.branch is None and not ID.fullmatch(head):
            raise GitError("has a broken HEAD")

    def newest(self, branch: str | None, most: int) -> list[Commit]:
        """Return the newest commits of a branch, or of what is checked out, the newest first."""
        return list(islice(self._history(branch), most))

    def count(self, branch: str | None) -> int:
        """Return the number of commits, following first parents."""
        return sum(1 for _ in self._history(branch))

    def changes(self, commit: Commit) -> dict[str, str | None]:
        """Return the files that a commit changes, and their ids after it; None for those it removes."""
        after = self._objects.files(commit.tree)
        parent = self._objects.commit(commit.parents[0]) if commit.parents else None
        before = self._objects.files(parent.tree) if parent else {}
        changed = {path: entry.id for path, entry in after.items() if before.get(path) != entry}
        return dict(sorted({**changed, **dict.fromkeys(before.keys() - after.keys())}.items()))

    def text(self, identity: str | None) -> str | None:
        """Return the text of a file; None if there is none."""
        return None if identity is None else self._objects.read(identity, "blob").decode("utf-8", "replace")

    def state(self) -> State:
        """Compare the last commit, the index and the files."""
        head = self._objects.commit(self._head) if self._head else None
        last = {path: entry.id for path, entry in self._objects.files(head.tree).items()} if head else {}
        index = read_index(self._content(".git/index")) if ".git/index" in self._inside else {}
        files = {path for path in self._inside if not path.startswith(".git/")}
        staged = [path for path in {**last, **index} if last.get(path) != index.get(path)]
        changed = [path for path in index if path not in files or self._blob_id(path) != index[path]]
        return State(sorted(staged), sorted(changed), sorted(files - index.keys()))

    def _history(self, branch: str | None) -> Iterator[Commit]:
        if branch not in (None, self.branch) and branch not in self.branches:
            raise GitError(f"has no branch {branch}")
        identity = self._head if branch is None else self.branches.get(branch)
        for _ in range(_MAX_COMMITS):
            if identity is None:
                return
            commit = self._objects.commit(identity)
            yield commit
            identity = commit.parents[0] if commit.parents else None
        raise GitError(f"has more than {_MAX_COMMITS:,} commits")

    def _refs(self) -> dict[str, str]:
        """Return the ids of branches and tags, those in files of their own before packed ones."""
        refs = {}
        if ".git/packed-refs" in self._inside:
            for line in self._content(".git/packed-refs").decode("utf-8", "replace").splitlines():
                identity, _, name = line.partition(" ")
                if ID.fullmatch(identity):
                    refs[name] = identity
        for path in sorted(self._inside):
            name = path.removeprefix(".git/")
            if path.startswith(".git/") and name.startswith((_HEADS, _TAGS)):
                refs[name] = self._ref_text(path)
                if not ID.fullmatch(refs[name]):
                    raise GitError(f"has a broken reference {name[:200]}")
        return dict(sorted(refs.items()))

    def _ref_text(self, path: str) -> str:
        return self._content(path)[:_LONGEST_REF].decode("utf-8", "replace").strip()

    def _loose(self, identity: str) -> bytes | None:
        path = f".git/objects/{identity[:2]}/{identity[2:]}"
        return self._content(path) if path in self._inside else None

    def _packs(self) -> list[Pack]:
        names = [
            path.removesuffix(".idx")
            for path in sorted(self._inside)
            if path.startswith(".git/objects/pack/") and path.endswith(".idx")
        ]
        if len(names) > _MAX_PACKS:
            raise GitError(f"has more than {_MAX_PACKS} packs")
        return [Pack(self._content(f"{name}.idx"), self._content(f"{name}.pack")) for name in names]

    def _content(self, path: str) -> bytes:
        return content(self._workspace, f"{self._prefix}{path}")

    def _blob_id(self, path: str) -> str:
        data = self._content(path)
        return hashlib.sha1(f"blob {len(data)}\0".encode() + data, usedforsecurity=False).hexdigest()


def read_index(data: bytes) -> dict[str, str]:
    """Return the ids of files by path. Raise `GitError` if the index is broken, or of a later version."""
    if data[:4] != b"DIRC" or len(data) < 12:
        raise GitError("has a broken index")
    version, count = struct.unpack_from(">II", data, 4)
    if version not in (2, 3) or count > _MAX_ENTRIES:
        raise GitError(f"has an index of version {version} with {count} files, which cannot be read")
    ids: dict[str, str] = {}
    position = 12
    for _ in range(count):
        if position + _FIXED > len(data):
            raise GitError("has a broken index")
        (flags,) = struct.unpack_from(">H", data, position + 60)
        start = position + _FIXED + (2 if flags & _EXTENDED else 0)
        end = data.find(b"\0", start)
        if end < 0:
            raise GitError("has a broken index")
        ids[data[start:end].decode("utf-8", "replace")] = data[position + 40 : position + 60].hex()
        position += (end - position + 8) // 8 * 8
    return ids
