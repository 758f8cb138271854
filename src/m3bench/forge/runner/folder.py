"""The folder of forged references: its manifest and decisions, locked by one process at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from m3bench.core import NO_USAGE, FormatError, Task, Usage, UsageError
from m3bench.core.redaction import redactor
from m3bench.forge.references import Candidate, DecisionStatus, ForgedReference
from m3bench.formats import write, write_atomically
from m3bench.formats.io import read_regular
from m3bench.runs.store import Damage, Journal, RunFolder, read_records

REFERENCES, ORIGINALS = "consolidated.jsonl", "original.jsonl"
"""Tasks with new references, and the executors' trajectories: the two files that an audit compares."""
DECISIONS = "forging.jsonl"
NO_JUDGE = "none"
_MANIFEST, _LOCK = "forge.json", ".lock"
_DECODER = msgspec.json.Decoder(ForgedReference)


class ForgeSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What decides on the references. Stored in the folder; it must not change on resume."""

    suite: str
    agents: tuple[str, ...] = ("executor",)
    models: tuple[str, ...] = ()
    judge: str = NO_JUDGE
    base_url: str | None = None
    fuzzy: bool = False
    limit: int | None = None
    families: tuple[str, ...] = ()
    seed: int = 0
    max_steps: int | None = None
    cache: str | None = None


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the folder contains."""

    kind: str = "forged references"
    settings: ForgeSettings
    suite_digest: str
    prompts: tuple[str, ...] = ()


class ForgeFolder:
    """A folder with one decision per line. The last line of a task counts."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def locked(self, manifest: Manifest) -> Iterator[Journal]:
        """Open the decisions for appending, in a new folder or one with the same settings."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._require_ours()
        except OSError as error:
            raise self._unwritable(error) from None
        with RunFolder(self.path).lock():
            self._open(manifest)
            with Journal(self.path / DECISIONS) as decisions:
                yield decisions

    def decided(self) -> dict[str, ForgedReference]:
        last = {forged.task_id: forged for forged in self._read()}
        return {
            key: forged for key, forged in last.items() if forged.standing is not DecisionStatus.UNDECIDED
        }

    @property
    def spent(self) -> Usage:
        """The usage of all sessions, including undecided tasks."""
        return sum((forged.usage for forged in self._read()), NO_USAGE)

    def write(self, tasks: Sequence[Task], decided: dict[str, ForgedReference]) -> None:
        """Write the tasks that have a reference, in suite order."""
        best = [(task, decided[task.id].best) for task in tasks if task.id in decided]
        made = [forged_task(task, candidate) for task, candidate in best if candidate is not None]
        if not made:
            return
        write(self.path / REFERENCES, made, format="jsonl")
        originals = [candidate.trajectory for _, candidate in best if candidate is not None]
        write(self.path / ORIGINALS, originals, format="jsonl")

    def damages(self) -> list[Damage]:
        """Return unreadable decisions; their tasks are forged again."""
        damages: list[Damage] = []
        list(self._read(damages))
        return damages

    def _read(self, damages: list[Damage] | None = None) -> Iterator[ForgedReference]:
        return read_records(self.path / DECISIONS, _DECODER, [] if damages is None else damages)

    def _require_ours(self) -> None:
        others = [path for path in self.path.iterdir() if path.name != _LOCK]
        if others and not (self.path / _MANIFEST).exists():
            raise UsageError(f"{self.path} is not empty.", "Choose another folder with --out.")

    def _open(self, manifest: Manifest) -> None:
        file = self.path / _MANIFEST
        if file.exists():
            _require_same(file, manifest)
            return
        try:
            write_atomically(
                file, [msgspec.json.format(msgspec.json.encode(redactor().value(manifest))), b"\n"]
            )
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(
            f"Cannot write to {self.path}: {error.strerror}.", "Choose another folder with --out."
        )


def forged_task(task: Task, best: Candidate) -> Task:
    """Return the task with the new reference as its only one."""
    reference = best.reference
    if reference is None:
        raise ValueError(f"{task.id}: the candidate has no reference")
    forged = {"executor": best.executor, "verdicts": [verdict.by for verdict in best.verdicts]}
    return msgspec.structs.replace(
        task,
        references=(reference,),
        answer=task.answer or reference.answer,
        hops=len(reference.steps),
        threads=max((len(step.calls) for step in reference.steps), default=0),
        results=best.results,
        extra={**task.extra, "forged": forged},
    )


def _require_same(file: Path, manifest: Manifest) -> None:
    try:
        begun = msgspec.json.decode(read_regular(file), type=Manifest)
    except (OSError, msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise FormatError(f"invalid forge manifest: {error}", file=str(file)) from None
    # The number of tasks and families may change on resume.
    wider = msgspec.structs.replace(
        begun.settings, limit=manifest.settings.limit, families=manifest.settings.families
    )
    if msgspec.structs.replace(begun, settings=wider) != manifest:
        raise UsageError(
            f"{file.parent} was created with a different suite, executors or judge.",
            "Use the original options to resume, or choose another folder with --out.",
        )
