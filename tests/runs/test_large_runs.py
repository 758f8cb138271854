"""Large run folders: the same results as in memory, and memory that hardly grows with the attempts."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.core import FormatError, LazySequence
from m3bench.encoders import shared_encoder
from m3bench.reports import run_to_dict, write_csv, write_json
from m3bench.reports.export import write_tables
from m3bench.reports.study import load_runs, study
from m3bench.runs import EngineSettings, RunFolder, RunResult, read_run
from m3bench.runs.scoring import (
    ScoreProgram,
    ScoringWorkers,
    reading,
    score_run_result,
    scored_runs,
    sets,
    spool,
)
from m3bench.runs.store import Key, Mark, attempt_table, check_run, earlier_sessions
from m3bench.runs.store.chain import link_record, mark_of
from m3bench.scoring import Scorer, ScoreReport
from tests.conftest import REPOSITORY

BYTES_PER_ATTEMPT = 200
FEW, MANY = 2_500, 6_500
TASKS = 20
CREATED = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def write_run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., RunFolder]:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    from synthetic_run import write_synthetic_run

    return write_synthetic_run


@pytest.fixture
def folder(write_run: Callable[..., RunFolder], tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "run", 130, tasks=TASKS)


@pytest.fixture
def both(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> tuple[RunResult, RunResult]:
    """The run in memory, and the same run as if it was large."""
    small = read_run(folder.path)
    monkeypatch.setattr(reading, "MOST_KEPT", 0)
    return small, read_run(folder.path)


def test_a_large_run_has_the_same_results(both: tuple[RunResult, RunResult]) -> None:
    small, large = both
    assert isinstance(small.tasks, list)
    assert isinstance(large.tasks, LazySequence)
    for name in RunResult.__struct_fields__:
        if name != "marks":
            assert getattr(large, name) == getattr(small, name) or tuple(getattr(large, name)) == getattr(
                small, name
            ), name
    for name in ("decided", "strict", "families", "success", "scored_success", "coverage", "undecided"):
        assert getattr(large, name) == getattr(small, name), name
    assert (list(large.strict), list(large.families)) == (list(small.strict), list(small.families))


def test_single_attempts_are_found_by_name(both: tuple[RunResult, RunResult]) -> None:
    small, large = both
    name = small.tasks[7].id
    assert large.verdicts[name] == small.verdicts[name]
    assert large.trajectories[7] == small.trajectories[7]
    assert large.tasks[3:5] == small.tasks[3:5]
    for absent in ("", "nothing", f"{name}0", "task-000001", "task-000001#01", "task-000001#-1", "#1"):
        assert absent not in large.durations


def report_of(result: RunResult, **how: Any) -> ScoreReport:
    return score_run_result(Scorer(encoder=shared_encoder("exact")), result, **how)


def test_scores_in_batches_are_the_same_to_the_byte(
    both: tuple[RunResult, RunResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = both
    written = []
    for name, result in (("small", small), ("large", large)):
        report = report_of(result)
        write_json(report, tmp_path / f"{name}.json", run=run_to_dict(result))
        write_csv(report, tmp_path / f"{name}.csv", result)
        written.append([(tmp_path / f"{name}.{ending}").read_bytes() for ending in ("json", "csv")])
        monkeypatch.setattr(sets, "MOST_KEPT", 0)
        monkeypatch.setattr(Scorer, "batch_size", 7)
    assert isinstance(report.tasks, LazySequence)
    assert written[0] == written[1]


@pytest.mark.slow
def test_a_report_has_the_same_tables(
    folder: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, kept in (("small", 10_000), ("large", 3)):
        for module in (reading, sets, spool):
            monkeypatch.setattr(module, "MOST_KEPT", kept)
        runs = load_runs([folder.path], Scorer(encoder=shared_encoder("exact")))
        assert (runs[0].result.marks is None) == (name == "small")
        write_tables(study(runs, created=CREATED), tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "small").iterdir())
    assert "tasks.csv" in files
    for file in files:
        assert (tmp_path / "large" / file).read_bytes() == (tmp_path / "small" / file).read_bytes(), file


def test_a_large_run_shows_its_progress(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[tuple[str, int, int]] = []

    @contextmanager
    def open_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
        steps: list[int] = []
        yield steps.append
        bars.append((title, total, sum(steps)))

    scorer = Scorer(encoder=shared_encoder("exact"))
    study(load_runs([folder.path], scorer, open_bar=open_bar), created=CREATED, open_bar=open_bar)
    assert bars == []
    for module in (scored_runs, reading, sets, spool):
        monkeypatch.setattr(module, "MOST_KEPT", 3)
    runs = load_runs([folder.path], scorer, open_bar=open_bar)
    scored = len(runs[0].result.tasks)
    study(runs, created=CREATED, open_bar=open_bar)
    assert bars[:2] == [("scoring attempts", scored, scored), ("measuring attempts", 3 * scored, 3 * scored)]
    title, total, done = bars[2]
    assert (title, total) == ("computing sections", done)


@pytest.mark.slow
def test_two_workers_give_the_same_report(
    both: tuple[RunResult, RunResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Scorer, "batch_size", 30)
    counted: list[int] = []
    workers = ScoringWorkers(
        program=ScoreProgram(Scorer(encoder=shared_encoder("exact")).profile, "exact", cache=False),
        engine=EngineSettings(workers=2),
        schemas={},
    )
    assert report_of(both[1], workers=workers, on_scored=counted.append) == report_of(both[0])
    assert counted == [30, 30, 30, 30, 9]


def test_a_journal_that_changes_meanwhile_is_named(
    folder: RunFolder, both: tuple[RunResult, RunResult]
) -> None:
    large = both[1]
    folder.journal.write_bytes(folder.journal.read_bytes().replace(b"harbour", b"HARBOUR"))
    with pytest.raises(FormatError, match="changed while it was read"):
        list(large.trajectories)


def test_what_is_done_is_known_from_one_pass_and_read_again_after_a_change(folder: RunFolder) -> None:
    summary = earlier_sessions(folder)
    assert earlier_sessions(folder) is summary
    made = summary.table.made()
    assert (len(made), int(summary.table.marked(made, Mark.FAILED).sum())) == (130, 1)
    assert summary.table.succeeded(Key("task-000000", 1))
    assert not summary.table.succeeded(Key("task-000019", 5))  # the 100th failed
    assert not summary.table.succeeded(Key("task-000019", 7))  # not made yet
    lines = folder.journal.read_bytes().splitlines(keepends=True)
    attempt = next(summary.table.read(folder, made[:1]))
    again = msgspec.structs.replace(attempt, epoch=7, task_id="task-000019")
    line, _ = link_record(msgspec.json.encode(again), folder.manifest.id, mark_of(lines[-1]))
    folder.journal.write_bytes(b"".join([*lines, line]))
    assert earlier_sessions(folder).table.succeeded(Key("task-000019", 7))


def test_a_changed_record_is_found_in_the_stream(folder: RunFolder) -> None:
    lines = folder.journal.read_bytes().splitlines(keepends=True)
    lines[40] = lines[40].replace(b'"seconds":', b'"seconds":1')
    folder.journal.write_bytes(b"".join(lines))
    (damage,) = check_run(folder).damages
    assert damage.line == 41
    with pytest.raises(FormatError, match="does not match its checksum"):
        earlier_sessions(folder)


def test_more_attempts_than_memory_can_hold_are_refused(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempt_table, "MAX_ATTEMPTS", 139)
    with pytest.raises(FormatError, match="invalid size: 7 epochs of 20 tasks"):
        read_run(folder.path)
    monkeypatch.setattr(attempt_table, "MAX_ATTEMPTS", 140)
    assert read_run(folder.path).attempts == 140


def use(path: Path) -> None:
    """Everything that `score`, `runs verify` and `--resume` read of a folder."""
    folder = RunFolder.open(path)
    assert not check_run(folder).damages
    earlier_sessions(folder)
    result = read_run(path)
    assert sum(1 for _ in zip(result.trajectories, result.tasks, strict=True)) == len(result.tasks)
    assert result.strict_success is not None
    assert sum(len(name) for name in result.durations) > 0


def peak(path: Path) -> int:
    tracemalloc.start()
    try:
        use(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_memory_grows_by_little_for_each_attempt(write_run: Callable[..., RunFolder], tmp_path: Path) -> None:
    for name, attempts in (("few", FEW), ("many", MANY)):
        write_run(tmp_path / name, attempts, tasks=TASKS)
    use(tmp_path / "few")  # imports and caches
    grown = peak(tmp_path / "many") - peak(tmp_path / "few")
    assert grown / (MANY - FEW) < BYTES_PER_ATTEMPT
