"""Git repositories: all objects in one pack, and the files of the branch that is checked out."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec

from m3bench.suites.data_files.git_objects import COMMIT, Objects, index_of

_CONFIG = (
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"
)
_NAME = re.compile(r"(?!.*(\.\.|//|@\{|\.lock$))[A-Za-z0-9_][\w./+@-]*(?<![./])")
_AUTHOR = re.compile(r"[^<>\n]+ <[^<>\s]+>")


class _Commit(msgspec.Struct, forbid_unknown_fields=True):
    message: str
    author: str
    time: str
    files: dict[str, str | None] = {}
    """The texts of changed files; None removes one."""
    parents: list[int] | None = None
    """Earlier commits by their index; by default the one before this."""

    def __post_init__(self) -> None:
        if not _AUTHOR.fullmatch(self.author):
            raise ValueError(f"expected an author like 'Name <mail>', not {self.author!r}")
        strange = [path for path in self.files if {"", ".", "..", ".git"} & set(path.split("/"))]
        if strange:
            raise ValueError(f"{strange[0]!r} is not the path of a file in a repository")
        if datetime.fromisoformat(self.time).tzinfo is None:
            raise ValueError(f"the time {self.time!r} needs an offset, such as +00:00")


class _Repository(msgspec.Struct, forbid_unknown_fields=True):
    commits: list[_Commit]
    branches: dict[str, int] = {}
    """Commits by their index. Without the branch that is checked out, it has the last one."""
    tags: dict[str, int] = {}
    head: str = "main"

    def __post_init__(self) -> None:
        strange = [name for name in (*self.branches, *self.tags, self.head) if not _NAME.fullmatch(name)]
        if strange:
            raise ValueError(f"{strange[0]!r} is not a name of a branch or tag")
        indices = [*self.branches.values(), *self.tags.values()]
        if not self.commits or any(not 0 <= index < len(self.commits) for index in indices):
            raise ValueError(f"branches and tags must name one of {len(self.commits)} commits by its index")


def write_git(content: Any) -> dict[str, bytes]:
    """Write a repository: `.git` and the files that are checked out, by their path."""
    wanted = msgspec.convert(content, _Repository)
    branches = {wanted.head: len(wanted.commits) - 1, **wanted.branches}
    objects = Objects()
    states: list[dict[str, bytes]] = []
    ids: list[str] = []
    for number, commit in enumerate(wanted.commits):
        parents = ([number - 1] if number else []) if commit.parents is None else commit.parents
        if any(not 0 <= parent < number for parent in parents):
            raise ValueError(f"commits[{number}]: parents must be earlier commits")
        states.append(_changed(states[parents[0]] if parents else {}, commit.files))
        tree = objects.add_tree(states[-1])
        ids.append(_add_commit(objects, commit, tree, [ids[parent] for parent in parents]))
    checked_out = states[branches[wanted.head]]
    refs = {f"refs/heads/{name}": ids[index] for name, index in branches.items()}
    refs |= {f"refs/tags/{name}": ids[index] for name, index in wanted.tags.items()}
    author = wanted.commits[-1].author
    return {**_folder(objects, checked_out, refs, wanted.head, author), **checked_out}


def _changed(state: dict[str, bytes], files: dict[str, str | None]) -> dict[str, bytes]:
    after = {path: data for path, data in state.items() if files.get(path, "") is not None}
    after |= {path: text.encode() for path, text in files.items() if text is not None}
    return dict(sorted(after.items()))


def _add_commit(objects: Objects, commit: _Commit, tree: str, parents: list[str]) -> str:
    moment = datetime.fromisoformat(commit.time)
    who = f"{commit.author} {int(moment.timestamp())} {moment:%z}"
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents), f"author {who}", f"committer {who}"]
    return objects.add(COMMIT, ("\n".join(lines) + f"\n\n{commit.message.rstrip()}\n").encode())


def _folder(
    objects: Objects, files: dict[str, bytes], refs: dict[str, str], head: str, author: str
) -> dict[str, bytes]:
    name, pack, index = objects.packed()
    who, mail = author.removesuffix(">").split(" <")
    return {
        ".git/HEAD": f"ref: refs/heads/{head}\n".encode(),
        # Without an identity, Git refuses to commit.
        ".git/config": f"{_CONFIG}[user]\n\tname = {who}\n\temail = {mail}\n".encode(),
        ".git/index": index_of(files),
        f".git/objects/pack/pack-{name}.idx": index,
        f".git/objects/pack/pack-{name}.pack": pack,
        **{f".git/{ref}": f"{commit}\n".encode() for ref, commit in sorted(refs.items())},
    }
