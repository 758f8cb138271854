"""The check that a file is as it was given, except for what the task asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from m3bench.checks.check import CheckUndecided, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_file, without_file
from m3bench.checks.data import read_database, shown_value
from m3bench.checks.files import FileCheck, content, only_file, relative
from m3bench.checks.wholes.contents import has_contents, read_contents
from m3bench.checks.wholes.damage import damaged_files
from m3bench.checks.wholes.databases import DATABASES, database_contents
from m3bench.checks.wholes.differences import Differences, compare_contents
from m3bench.checks.wholes.items import Contents, gathered
from m3bench.checks.wholes.repositories import FOLDER, given_repository, repository_contents


class UnchangedExcept(FileCheck, frozen=True):
    """Addresses are globs: `orders/17/status`, `Costs!D*`, `lines/4`. A repository is named by its `.git`."""

    about = "a file is as it was given, item by item, except for what may be changed and added"

    source: str | None = None
    """The given file of which this one is a copy; by default the one at the same path."""
    changed: tuple[str, ...] = ()
    """Addresses of items that may be changed or removed."""
    added: dict[str, int | None] = {}  # noqa: RUF012 - msgspec copies it
    """How many items may be added at most, by their addresses; null: any number."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not is_compared(self.path) or not is_compared(self.original):
            raise ValueError(f"files such as {self.path} are not compared item by item")

    @property
    def original(self) -> str:
        """The path of the given file."""
        return relative(self.source or self.path)

    def look(self, evidence: Evidence) -> Verdict:
        path = self.path if _is_repository(self.path) else only_file(evidence, self.path)
        differences = compare_contents(self._given(evidence), _current(evidence, path))
        return self.verdict_on(path, list(self._faults(differences)), f"{path} is as it should be elsewhere")

    def _given(self, evidence: Evidence) -> Contents:
        """Return what the file held at the start."""
        contents = given_contents(evidence.assets() if evidence.assets else {}, self.original)
        if contents is None:
            raise CheckUndecided(f"{self.original} as it was given is not known")
        return contents

    def _faults(self, differences: Differences) -> Iterator[str]:
        for address, item in differences.changed.items():
            if not any(fnmatchcase(address, pattern) for pattern in self.changed):
                yield f"{address}, which was {shown_value(item)}, was changed or removed"
        counts: Counter[str] = Counter()
        for address, count in differences.added.items():
            pattern = next((pattern for pattern in self.added if fnmatchcase(address, pattern)), None)
            if pattern is None:
                yield f"{address} was added"
            else:
                counts[pattern] += count
        for pattern, count in counts.items():
            most = self.added[pattern]
            if most is not None and count > most:
                yield f"{count} items were added at {pattern}, at most {most} may be"

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        if _is_repository(self.path):
            return [("no repository", without_file(evidence, f"{self.path}/HEAD", scratch))]
        path = only_file(evidence, self.path)
        data, original = content(evidence.workspace, path), self._given(evidence)
        return [
            (words, with_file(evidence, path, changed, scratch))
            for words, changed in damaged_files(data, path)
            if any(self._faults(compare_contents(original, _contents(changed, path))))
        ]


def is_compared(path: str) -> bool:
    """Return whether files of this kind are compared item by item."""
    return has_contents(path) or _is_database(path) or _is_repository(path)


def given_contents(assets: Mapping[str, bytes | Path], path: str) -> Contents | None:
    """Return what a given file held; None if it was not given."""
    if _is_repository(path):
        return given_repository(assets, path) if f"{path}/HEAD" in assets else None
    if path not in assets:
        return None
    asset = assets[path]
    return _contents(asset if isinstance(asset, bytes) else asset.read_bytes(), path)


def workspace_contents(workspace: Path, path: str) -> Contents:
    """Return what a file of a trusted workspace holds."""
    if _is_repository(path):
        return repository_contents(workspace, path)
    return _contents((workspace / path).read_bytes(), path)


def _current(evidence: Evidence, path: str) -> Contents:
    if _is_repository(path):
        return repository_contents(evidence.workspace, path)
    if _is_database(path):
        data, journals = read_database(evidence, path)
        return gathered(database_contents(data, path, journals), path)
    return read_contents(content(evidence.workspace, path), path)


def _contents(data: bytes, path: str) -> Contents:
    return gathered(database_contents(data, path), path) if _is_database(path) else read_contents(data, path)


def _is_database(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in DATABASES


def _is_repository(path: str) -> bool:
    return PurePosixPath(path).name == FOLDER
