"""Check manifest, tasks, records and blobs of a run folder for changes and damage."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from m3bench.runs.store import seal
from m3bench.runs.store.chain import Chain
from m3bench.runs.store.damage import Damage, Integrity, damage_error
from m3bench.runs.store.digest_set import DigestSet
from m3bench.runs.store.folder import JUDGEMENTS, MANIFEST, RunFolder
from m3bench.runs.store.journal import Line, run_lines, scan
from m3bench.runs.store.judgements import JUDGE_DECODER
from m3bench.runs.store.records import FinishedAttempt, Key, ParkedAttempt, Record

_CHANGED = "it does not match its checksum: it was changed"
_NO_CHECKSUM = "its checksum is missing: it was changed"


class RunCheck:
    """Reads the records of a run and collects all damage."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self.manifest, self._stamp = folder.read_manifest()
        self._seal, broken = seal.read_seal(folder.path)
        self._damages = [*self._manifest_damage(), *self._tasks_damage()]
        if broken:
            self._damages.append(Damage(file=seal.FILE, problem=broken))

    @property
    def damages(self) -> tuple[Damage, ...]:
        """The damage found so far; before any line is read, that of manifest, tasks and seal."""
        return tuple(self._damages)

    def lines(self, known: Collection[str]) -> Iterator[Line[Record]]:
        """Yield the lines of the journal, without records of unknown tasks or epochs."""
        chain = self.manifest.chain()
        for number, line in enumerate(run_lines(self._folder.journal, chain), start=1):
            unknown = line.record and self._unknown(line.record, known, number)
            if unknown:
                self._damages.append(unknown)
                yield Line(line.raw, None, unknown)
                continue
            if line.damage is not None:
                self._damages.append(line.damage)
            yield line
        self._damages += self.end_of(self._folder.journal.name, chain)

    def integrity(self, blobs: Iterable[tuple[Key, Collection[str]]]) -> Integrity:
        """Check the judgements and the given blobs; return all damage. Read all lines first."""
        self._damages += self._judgements_damage()
        self._damages += self._blobs_damage(blobs)
        return Integrity(protected=self.manifest.protected, damages=tuple(self._damages))

    def _manifest_damage(self) -> Iterator[Damage]:
        if self._stamp.check is None:
            if self.manifest.protected:
                yield Damage(file=MANIFEST, problem=_NO_CHECKSUM)
        elif not self._stamp.intact:
            yield Damage(file=MANIFEST, problem=_CHANGED)
        elif self._seal is not None and self._seal.manifest != self._stamp.check:
            yield Damage(file=MANIFEST, problem="it is not the manifest that the run was sealed with")

    def _tasks_damage(self) -> Iterator[Damage]:
        wanted = self.manifest.tasks_sha256
        if wanted and self._folder.tasks_digest() != wanted:
            name = self._folder.tasks_file.name
            yield Damage(file=name, problem="it was changed: scores are against other tasks")

    def _unknown(self, record: Record, known: Collection[str], number: int) -> Damage | None:
        if not isinstance(record, FinishedAttempt | ParkedAttempt):
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
        """Check that no sealed record is missing. The chain must have seen the whole file."""
        wanted = self._seal.files.get(name) if self._seal else None
        if wanted is not None and not chain.reaches(wanted.end):
            problem = f"its end is missing: {chain.lines:,} of {wanted.records:,} records are left"
            yield Damage(file=name, problem=problem)

    def _judgements_damage(self) -> Iterator[Damage]:
        if not (self._folder.path / JUDGEMENTS).exists():  # removed to judge the run again
            return
        chain = self.manifest.chain()
        for line in scan(self._folder.path / JUDGEMENTS, JUDGE_DECODER, chain):
            if line.damage is not None:
                yield line.damage
        yield from self.end_of(JUDGEMENTS, chain)

    def _blobs_damage(self, blobs: Iterable[tuple[Key, Collection[str]]]) -> Iterator[Damage]:
        check = BlobCheck(self._folder)
        for key, digests in blobs:
            yield from check.damages(key, digests)


class BlobCheck:
    """Checks each blob once."""

    def __init__(self, folder: RunFolder) -> None:
        self._blobs = folder.blobs
        self._intact = DigestSet()
        self._problems: dict[str, str] = {}

    def damages(self, key: Key, digests: Collection[str]) -> Iterator[Damage]:
        """Yield the damage of the blobs that an attempt names."""
        for digest in sorted(digests):
            problem = self._problem(digest)
            if problem is not None:
                shown = self._blobs.name(digest) or "blobs"
                yield Damage(file=shown, problem=problem, task_id=key.task_id, epoch=key.epoch)

    def _problem(self, digest: str) -> str | None:
        if digest in self._problems:
            return self._problems[digest]
        short = digest[:32]
        if self._blobs.name(digest) is not None and short in self._intact:
            return None
        problem = self._blobs.problem(digest)
        if problem is None:
            self._intact.add(short)
        else:
            self._problems[digest] = problem
        return problem


def require_unchanged(folder: RunFolder) -> None:
    """Raise `FormatError` if manifest or tasks were changed, before anything they name is started."""
    damages = RunCheck(folder).damages
    if damages:
        raise damage_error(damages[0], str(folder.path))


def concerns_whole_run(damage: Damage) -> bool:
    """Return whether the damage affects the whole run, not single attempts."""
    return damage.file in (MANIFEST, "tasks.jsonl")
