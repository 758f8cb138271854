"""Whether runs can be merged, and what the merged run is."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import accumulate, combinations
from typing import Any

import msgspec

from m3bench.core import Task, UsageError
from m3bench.core.text import plural
from m3bench.runs.settings_record import SettingsRecord
from m3bench.runs.store import MergedRun, RunFolder, RunManifest, current_limits, require_intact

_SELECTION = (
    "families",
    "limit",
    "per_family",
    "tasks",
    "where",
    "sample",
    "sample_seed",
    "bundled_only",
    "skip_missing",
)
_LIMITS = ("task_timeout", "model_timeout")
_WHOLE = SettingsRecord(suite="", agent="")


@dataclass(frozen=True)
class Source:
    """A run to merge."""

    folder: RunFolder
    manifest: RunManifest
    tasks: list[Task]
    offset: int = 0
    """What is added to its epochs."""

    @classmethod
    def of(cls, folder: RunFolder) -> Source:
        """Read a run. Raise `FormatError` if it was changed or damaged."""
        require_intact(folder)
        return cls(folder, folder.manifest, folder.tasks())

    @property
    def ids(self) -> frozenset[str]:
        """The ids of its tasks."""
        return frozenset(task.id for task in self.tasks)


def plan_merge(folders: Sequence[RunFolder]) -> tuple[list[Source], RunManifest, list[Task]]:
    """Return the runs with their new epochs, and the manifest and tasks of the merged run.

    Raises `UsageError` if they cannot be merged, and says why.
    """
    sources = [Source.of(folder) for folder in folders]
    repeats = len({source.ids for source in sources}) == 1
    for first, second in combinations(sources, 2):
        _require_same(first, second, repeats=repeats)
    tasks = sources[0].tasks if repeats else [task for source in sources for task in source.tasks]
    if repeats:
        ends = accumulate(source.manifest.recorded.epochs for source in sources)
        offsets = zip(sources, (0, *ends), strict=False)
        sources = [replace(source, offset=offset) for source, offset in offsets]
    return sources, _manifest(sources, tasks, repeats=repeats), tasks


def _require_same(first: Source, second: Source, *, repeats: bool) -> None:
    if reason := _difference(first, second, repeats=repeats):
        paths = f"{first.folder.path} and {second.folder.path}"
        raise UsageError(f"{paths} cannot be merged: {reason}.", "Merge runs of the same settings.")


def _difference(first: Source, second: Source, *, repeats: bool) -> str | None:
    this, other = first.manifest, second.manifest
    if this.id and this.id == other.id:
        return "they are the same run"
    if this.suite_digest != other.suite_digest:
        return "they are of other suites, or of other versions of one"
    if this.sandbox != other.sandbox:
        return "only one of them ran in a sandbox"
    common = sorted(this.servers.keys() & other.servers.keys())
    changed = next((name for name in common if this.servers[name] != other.servers[name]), None)
    if changed is not None:
        return f"server {changed} had other tools"
    return _other_setting(this, other, repeats=repeats) or _other_tasks(first, second, repeats=repeats)


def _other_tasks(first: Source, second: Source, *, repeats: bool) -> str | None:
    shared = first.ids & second.ids
    if not repeats and shared:
        both = f"{plural(len(shared), 'task')} such as {min(shared)} are in both, and others in one of them"
        return f"{both}; tasks must be all the same or all different"
    if repeats and first.folder.tasks_digest() != second.folder.tasks_digest():
        return "their tasks have the same ids, but differ"
    return None


def _other_setting(this: RunManifest, other: RunManifest, *, repeats: bool) -> str | None:
    ignored = {*_SELECTION, "suite", *(("epochs", "seed") if repeats else ())}
    for name in SettingsRecord.__struct_fields__:
        before, after = getattr(this.recorded, name), getattr(other.recorded, name)
        if name not in ignored and before != after:
            return f"they have another {name}: {msgspec.to_builtins(before)} and {msgspec.to_builtins(after)}"
    for name in _LIMITS:
        before, after = (getattr(manifest.limits, name, None) for manifest in (this, other))
        if before != after:
            return f"they have another limit {name}: {before} and {after}"
    return None


def _manifest(sources: Sequence[Source], tasks: Sequence[Task], *, repeats: bool) -> RunManifest:
    first, manifests = sources[0].manifest, [source.manifest for source in sources]
    ids = {task.id for task in tasks}
    selection: dict[str, Any] = {name: getattr(_WHOLE, name) for name in _SELECTION}
    selection["tasks"] = tuple(task.id for task in tasks)
    epochs = {"epochs": sum(manifest.recorded.epochs for manifest in manifests)}
    recorded = msgspec.structs.replace(first.recorded, **(epochs if repeats else selection))
    left_out = {left.id: left for manifest in manifests for left in manifest.left_out if left.id not in ids}
    return msgspec.structs.replace(
        first,
        created=datetime.now(UTC),
        recorded=recorded,
        tasks=len(tasks),
        servers=dict(ChainMap(*(manifest.servers for manifest in manifests))),
        limits=current_limits(sources[0].folder),
        plugins={name: plugin for manifest in manifests for name, plugin in manifest.plugins.items()},
        left_out=tuple(left_out.values()),
        mounted=None,
        preflight=None,
        sampled=(),
        tags=tuple(dict.fromkeys(tag for manifest in manifests for tag in manifest.tags)),
        best_of=any(manifest.best_of for manifest in manifests),
        merged=tuple(_merged(source) for source in sources),
    )


def _merged(source: Source) -> MergedRun:
    manifest = source.manifest
    return MergedRun(
        id=manifest.id,
        name=source.folder.path.absolute().name,
        created=manifest.created,
        tasks=manifest.tasks,
        first_epoch=source.offset + 1,
        epochs=manifest.recorded.epochs,
        seed=manifest.recorded.seed,
    )
