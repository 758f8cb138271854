"""The objects of a Git repository: commits, trees, and the content of files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from m3bench.checks.data.git.errors import GitError
from m3bench.checks.data.git.packs import MAX_OBJECT, Pack, inflated, patched

MAX_READ = 256 * 2**20
"""Bytes of objects that are read in all."""
_MAX_CHAIN = 60
_MAX_FILES = 20_000
_MAX_DEPTH = 30
_FOLDER = "40000"
ID = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True)
class Commit:
    """A commit."""

    id: str
    tree: str
    parents: tuple[str, ...]
    author: str
    message: str


class Entry(NamedTuple):
    """A file of a tree."""

    mode: str
    id: str


class ObjectStore:
    """Reads objects by their id: `loose` returns the bytes of an object's own file; None if there is none."""

    def __init__(self, loose: Callable[[str], bytes | None], packs: list[Pack]) -> None:
        self._loose = loose
        self._packs = packs
        self._left = MAX_READ
        self._trees: dict[str, dict[str, Entry]] = {}

    def read(self, identity: str, kind: str) -> bytes:
        """Return an object of a type. Raise `GitError` if there is none."""
        given, data = self._object(identity, 0)
        if given != kind:
            raise GitError(f"has a {given or 'broken object'} in place of a {kind}")
        return data

    def commit(self, identity: str) -> Commit:
        """Return a commit."""
        head, _, message = self.read(identity, "commit").decode("utf-8", "replace").partition("\n\n")
        lines = [line.split(" ", 1) for line in head.split("\n") if " " in line]
        fields = dict(reversed(lines))  # of several, the first
        parents = tuple(value for name, value in lines if name == "parent")
        tree = fields.get("tree", "")
        if not all(map(ID.fullmatch, (tree, *parents))):
            raise GitError("has a broken commit")
        author = fields.get("author", "").rpartition(">")[0]
        return Commit(identity, tree, parents, f"{author}>" if author else "", message)

    def peeled(self, identity: str) -> str:
        """Return the commit of a tag that has a message; any other object as it is."""
        kind, data = self._object(identity, 0)
        match = re.match(rb"object ([0-9a-f]{40})\n", data) if kind == "tag" else None
        return match[1].decode() if match else identity

    def files(self, tree: str) -> dict[str, Entry]:
        """Return all files of a tree by path."""
        if tree not in self._trees:
            entries: dict[str, Entry] = {}
            self._collect(tree, "", entries, 0)
            self._trees[tree] = entries
        return self._trees[tree]

    def _collect(self, tree: str, prefix: str, entries: dict[str, Entry], depth: int) -> None:
        data, start = self.read(tree, "tree"), 0
        while start < len(data):
            end = data.find(b"\0", start)
            mode, _, name = data[start:end].decode("utf-8", "replace").partition(" ")
            identity = data[end + 1 : end + 21].hex()
            if end < 0 or not name or not ID.fullmatch(identity):
                raise GitError("has a broken tree")
            start = end + 21
            if len(entries) >= _MAX_FILES or depth > _MAX_DEPTH:
                raise GitError(f"has more than {_MAX_FILES:,} files in a commit, or too deep folders")
            if mode == _FOLDER:
                self._collect(identity, f"{prefix}{name}/", entries, depth + 1)
            else:
                entries[f"{prefix}{name}"] = Entry(mode, identity)

    def _object(self, identity: str, depth: int) -> tuple[str, bytes]:
        if depth > _MAX_CHAIN:
            raise GitError("has objects that differ from each other too often")
        packed = self._loose(identity)
        if packed is not None:
            kind, data = _loose_object(packed)
            self._spend(len(data))
            return kind, data
        for pack in self._packs:
            offset = pack.offset(identity)
            if offset is not None:
                return self._packed_object(pack, offset, depth)
        raise GitError(f"lacks the object {identity}")

    def _packed_object(self, pack: Pack, offset: int, depth: int) -> tuple[str, bytes]:
        if depth > _MAX_CHAIN:
            raise GitError("has objects that differ from each other too often")
        kind, data, base = pack.entry(offset)
        self._spend(len(data))
        if base is None:
            return kind, data
        kind, original = (
            self._object(base, depth + 1)
            if isinstance(base, str)
            else self._packed_object(pack, base, depth + 1)
        )
        made = patched(original, data)
        self._spend(len(made))
        return kind, made

    def _spend(self, size: int) -> None:
        self._left -= size + 100
        if self._left < 0:
            raise GitError(f"has objects of more than {MAX_READ // 2**20} MiB")


def _loose_object(packed: bytes) -> tuple[str, bytes]:
    head, separator, data = inflated(packed, MAX_OBJECT).partition(b"\0")
    kind, _, size = head[:40].decode("ascii", "replace").partition(" ")
    if not separator or size != str(len(data)):
        raise GitError("has a broken object")
    return kind, data
