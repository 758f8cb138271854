"""Invariants of the journals: every attempt is there once, and every file is intact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from m3bench.core.text import plural
from m3bench.runs import Damage, FinishedAttempt, Key, RunFolder, check_run, read_journal
from m3bench.runs.store import Record
from m3bench.soak.verdict import Verdict, not_judged, verdict


class Round(msgspec.Struct, frozen=True, kw_only=True):
    path: Path
    tasks: tuple[str, ...]
    """The ids of its tasks in order."""
    epochs: int
    interrupted: bool = False
    """Whether it was stopped before all attempts were made."""
    recovered: int | None = None
    """Tries of a resume without faults, at the end; None if there was none."""
    again: int = 0
    """Tries of a second such resume."""

    @property
    def planned(self) -> list[Key]:
        return [Key(task, epoch) for epoch in range(1, self.epochs + 1) for task in self.tasks]

    @property
    def journal(self) -> Path:
        return self.path / "journal.jsonl"


def records_of(run: Round) -> Iterator[Record]:
    """Yield the readable records of a round. `journals_intact` names the damaged ones."""
    damages: list[Damage] = []
    yield from read_journal(run.journal, damages)


def attempts_of(run: Round) -> Iterator[FinishedAttempt]:
    yield from (record for record in records_of(run) if isinstance(record, FinishedAttempt))


def every_attempt_once(rounds: Sequence[Round]) -> Verdict:
    """Check that every planned attempt was made, and that nothing was made twice."""
    problems = [problem for run in rounds for problem in _doubled_or_missing(run)]
    planned = sum(len(run.planned) for run in rounds)
    return verdict(
        "every attempt once",
        problems,
        f"{plural(planned, 'planned attempt')} in {plural(len(rounds), 'run')}"
        + (", the last one stopped early" if rounds and rounds[-1].interrupted else ""),
        "journal.jsonl of the named run: look for the lines with this task_id and epoch",
    )


def _doubled_or_missing(run: Round) -> Iterator[str]:
    tries: dict[Key, list[FinishedAttempt]] = defaultdict(list)
    for record in attempts_of(run):
        tries[record.key].append(record)
    for key, records in tries.items():
        finals = [record for record in records if record.final]
        if any(not record.failed for record in finals[:-1]):
            yield f"{run.path.name}: {_name(key)} is final {len(finals)} times, after it had ended"
        if not _are_consecutive(records):
            numbers = ", ".join(str(record.number) for record in records)
            yield f"{run.path.name}: the tries of {_name(key)} are numbered {numbers}"
    made = {key for key, records in tries.items() if records[-1].final}
    expected = run.planned[: len(made)] if run.interrupted else run.planned
    yield from (f"{run.path.name}: {_name(key)} has no final record" for key in expected if key not in made)
    yield from (
        f"{run.path.name}: {_name(key)} was not planned" for key in sorted(tries.keys() - set(run.planned))
    )


def _are_consecutive(records: Iterable[FinishedAttempt]) -> bool:
    """Return whether tries count 1, 2, 3 … and start again after a final one only."""
    expected = 1
    for record in records:
        if record.number != expected:
            return False
        expected = 1 if record.final else expected + 1
    return True


def journals_intact(rounds: Sequence[Round]) -> Verdict:
    """Check that every run folder opens, and that its chain of checksums verifies."""
    problems = [
        f"{run.path.name}: {damage.file}, line {damage.line}: {damage.problem}"
        for run in rounds
        for damage in check_run(RunFolder.open(run.path)).damages
    ]
    lines = sum(1 for run in rounds for _ in records_of(run))
    fine = f"{lines} records, all checksums match"
    return verdict("journals intact", problems, fine, "m3bench runs verify FOLDER")


def resume_completes(rounds: Sequence[Round]) -> Verdict:
    """Check that a resume without faults repeated the failed attempts only, and that none is left."""
    tried = [run for run in rounds if run.recovered is not None]
    if not tried:
        return not_judged("resume completes", "the soak was stopped")
    problems = []
    for run in tried:
        last = {record.key: record for record in attempts_of(run) if record.final}
        problems += [
            f"{run.path.name}: {_name(key)} still failed without faults: {record.trajectory.status}"
            for key, record in last.items()
            if record.failed
        ]
        problems += [f"{run.path.name}: {_name(key)} is open" for key in run.planned if key not in last]
        if run.again:
            problems.append(f"{run.path.name}: a second resume made {run.again} tries again")
    repeated = sum(run.recovered or 0 for run in tried)
    fine = f"{plural(repeated, 'try', 'tries')} without faults for failed attempts, then nothing to do"
    return verdict("resume completes", problems, fine, "m3bench run --resume FOLDER")


def _name(key: Key) -> str:
    return f"{key.task_id} (epoch {key.epoch})"
