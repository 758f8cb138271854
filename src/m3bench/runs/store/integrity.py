"""Whether a run folder is as it was written: manifest, tasks, records and blobs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from m3bench.runs.store import seal
from m3bench.runs.store.blobs import digests_of
from m3bench.runs.store.chain import Chain
from m3bench.runs.store.damage import Damage, Integrity, refused
from m3bench.runs.store.folder import JUDGEMENTS, MANIFEST, RunFolder
from m3bench.runs.store.journal import Line, run_lines, scan
from m3bench.runs.store.judgements import JUDGE_DECODER
from m3bench.runs.store.records import Attempted, Key, Parked, Record

_CHANGED = "it does not match its checksum: it was changed"
_NO_CHECKSUM = "its checksum is missing: it was changed"


class RunCheck:
    """Reads the records of a run, and notes everything that is not as it was written."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self.manifest, self._stamp = folder.read_manifest()
        self._seal, broken = seal.read_seal(folder.path)
        self._damages = [*self._of_manifest(), *self._of_tasks()]
        if broken:
            self._damages.append(Damage(file=seal.FILE, problem=broken))

    @property
    def found(self) -> tuple[Damage, ...]:
        """What was noted so far: of manifest, tasks and seal, before any line is read."""
        return tuple(self._damages)

    def lines(self, known: Collection[str]) -> Iterator[Line[Record]]:
        """The lines of the journal. Records of tasks or epochs that the run does not have are left out."""
        chain = self._chain()
        for number, line in enumerate(run_lines(self._folder.journal, chain), start=1):
            strange = line.record and self._strange(line.record, known, number)
            if strange:
                self._damages.append(strange)
                yield Line(line.raw, None, strange)
                continue
            if line.damage is not None:
                self._damages.append(line.damage)
            yield line
        self._damages += self.end_of(self._folder.journal.name, chain)

    def integrity(self, blobs: Mapping[Key, Collection[str]]) -> Integrity:
        """All that was found, once the lines are read; the blobs of attempts are looked at as well."""
        self._damages += self._of_judgements()
        self._damages += self._of_blobs(blobs)
        return Integrity(protected=self.manifest.protected, damages=tuple(self._damages))

    def _chain(self) -> Chain:
        return Chain(self.manifest.id or None, required=self.manifest.protected)

    def _of_manifest(self) -> Iterator[Damage]:
        if self._stamp.check is None:
            if self.manifest.protected:
                yield Damage(file=MANIFEST, problem=_NO_CHECKSUM)
        elif not self._stamp.intact:
            yield Damage(file=MANIFEST, problem=_CHANGED)
        elif self._seal is not None and self._seal.manifest != self._stamp.check:
            yield Damage(file=MANIFEST, problem="it is not the one that the run was sealed with")

    def _of_tasks(self) -> Iterator[Damage]:
        wanted = self.manifest.tasks_sha256
        if wanted and self._folder.tasks_digest() != wanted:
            name = self._folder.tasks_file.name
            yield Damage(file=name, problem="it was changed: scores are against other tasks")

    def _strange(self, record: Record, known: Collection[str], number: int) -> Damage | None:
        if not isinstance(record, Attempted | Parked):
            return None
        if record.task_id not in known:
            problem = "the run has no such task; the record is left out"
        elif not 1 <= record.epoch <= self.manifest.recorded.epochs:
            problem = f"the run has {self.manifest.recorded.epochs} epochs; the record is left out"
        else:
            return None
        return Damage(
            file=self._folder.journal.name,
            problem=problem,
            line=number,
            task_id=record.task_id,
            epoch=record.epoch,
        )

    def end_of(self, name: str, chain: Chain) -> Iterator[Damage]:
        """Whether all records are there that the file was sealed with, once the chain has seen them all."""
        wanted = self._seal.files.get(name) if self._seal else None
        if wanted is not None and not chain.reaches(wanted.end):
            problem = f"its end is missing: {chain.lines:,} of {wanted.records:,} records are left"
            yield Damage(file=name, problem=problem)

    def _of_judgements(self) -> Iterator[Damage]:
        if not (self._folder.path / JUDGEMENTS).exists():  # removed, to have the run judged anew
            return
        chain = self._chain()
        for line in scan(self._folder.path / JUDGEMENTS, JUDGE_DECODER, chain):
            if line.damage is not None:
                yield line.damage
        yield from self.end_of(JUDGEMENTS, chain)

    def _of_blobs(self, blobs: Mapping[Key, Collection[str]]) -> Iterator[Damage]:
        known: dict[str, str | None] = {}
        for key, digests in blobs.items():
            for digest in sorted(digests):
                if digest not in known:
                    known[digest] = self._folder.blobs.problem(digest)
                problem = known[digest]
                if problem is not None:
                    shown = self._folder.blobs.name(digest) or "blobs"
                    yield Damage(file=shown, problem=problem, task_id=key.task_id, epoch=key.epoch)


def counted_attempts(folder: RunFolder) -> tuple[list[Attempted], Integrity]:
    """The attempts that count and are whole, in the order of their end; and what was found of the others."""
    check = RunCheck(folder)
    final: dict[Key, Attempted] = {}
    for line in check.lines({task.id for task in folder.tasks()}):
        record, damage = line.record, line.damage
        if isinstance(record, Attempted) and record.final:
            final.pop(record.key, None)
            final[record.key] = record
        elif record is None and damage is not None and damage.voids:
            final.pop(Key(damage.task_id or "", damage.epoch or 1), None)
    attempts = list(final.values())
    return attempts, check.integrity({each.key: digests_of(each.trajectory) for each in attempts})


def check_run(folder: RunFolder) -> Integrity:
    """Look at everything in a run folder."""
    check = RunCheck(folder)
    known = {task.id for task in folder.tasks()}
    blobs: dict[Key, set[str]] = {}
    for line in check.lines(known):
        if isinstance(line.record, Attempted) and line.record.final:
            blobs[line.record.key] = digests_of(line.record.trajectory)
    return check.integrity(blobs)


def require_untouched(folder: RunFolder) -> None:
    """Before anything is started by the word of a manifest: neither it nor the tasks were changed."""
    found = RunCheck(folder).found
    if found:
        raise refused(found[0], str(folder.path))


def require_whole(folder: RunFolder) -> None:
    """For whoever adds to a run: nothing is added to one that was changed or damaged."""
    damages = check_run(folder).damages
    if damages:
        raise refused(damages[0], str(folder.path))


def concerns_whole_run(damage: Damage) -> bool:
    """Whether it is about what the run is of, not about single attempts."""
    return damage.file in (MANIFEST, "tasks.jsonl")
