from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from m3bench.core import Status, UsageError
from m3bench.encoders import HashingEncoder
from m3bench.encoders.protocol import Progress, Vectors
from m3bench.reports.study.loading import load_runs
from m3bench.runs import final_attempts, read_run
from m3bench.runs.store.folder import RunFolder
from m3bench.scoring import Error, Scorer
from tests.reports.study.runs import gathered, write_journal, write_run, write_tasks


class Counting(HashingEncoder):
    """Remembers how often it was asked, and for what."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.asked.append(list(texts))
        return super().encode(texts, progress)


def test_scores_are_those_of_scoring_alone(tmp_path: Path) -> None:
    paths = [write_run(tmp_path / str(n), mistakes=0.5, seed=n, model=f"m{n}") for n in range(3)]
    scorer = Scorer("m3", HashingEncoder())
    for path, run in zip(paths, gathered(*paths), strict=True):
        result = read_run(path)
        assert run.report == scorer.score_many(result.trajectories, result.tasks)
        assert run.extras.structures
        assert set(run.shapes) == set(run.scores) == set(run.mistakes)


def test_the_texts_of_all_runs_are_encoded_together_and_each_once(tmp_path: Path) -> None:
    paths = [write_run(tmp_path / str(n), mistakes=0.5, seed=n, model=f"m{n}") for n in range(3)]
    encoder = Counting()
    load_runs(paths, Scorer("m3", encoder))
    (together,) = encoder.asked
    assert len(set(together)) == len(together) > 0


def test_schemas_of_bundled_servers_are_known_where_they_are_as_they_were(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run", mistakes=0.9, seed=3)
    invented = [mistake for mistakes in gathered(path)[0].mistakes.values() for mistake in mistakes]
    assert Error.INVENTED_PARAMETER in {mistake.error for mistake in invented}
    manifest = path / "manifest.json"
    record = msgspec.json.decode(manifest.read_bytes())
    record["servers"] = {name: {"tools": "another"} for name in record["servers"]}
    manifest.write_bytes(msgspec.json.encode(record))
    unknown = [mistake for mistakes in gathered(path)[0].mistakes.values() for mistake in mistakes]
    assert unknown
    assert Error.INVENTED_PARAMETER not in {mistake.error for mistake in unknown}


def test_names_tell_runs_apart(tmp_path: Path) -> None:
    folders = [("a/run", "m1"), ("b/run", "m1"), ("b/other", "m1"), ("c", "m2")]
    paths = [write_run(tmp_path / folder, mistakes=0.2, tasks=2, model=model) for folder, model in folders]
    assert [run.name for run in gathered(*paths)] == [
        "executor · m1 (a/run)",
        "executor · m1 (b/run)",
        "executor · m1 (other)",
        "executor · m2",
    ]


def test_runs_of_different_suites_are_named_by_them(tmp_path: Path) -> None:
    folders = [("a", "towns"), ("b", "lakes"), ("c", "lakes")]
    paths = [write_run(tmp_path / folder, mistakes=0.2, tasks=2, suite=suite) for folder, suite in folders]
    assert [run.name for run in gathered(*paths)] == ["executor (towns)", "executor (b)", "executor (c)"]


def test_what_cannot_be_reported_says_why(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run", mistakes=0.2, tasks=2)
    with pytest.raises(UsageError, match="more than once"):
        gathered(path, tmp_path / "x" / ".." / "run")
    with pytest.raises(UsageError, match="No runs to report"):
        gathered()
    with pytest.raises(UsageError, match="not a run folder"):
        gathered(tmp_path / "nothing")
    folder = RunFolder.open(path)
    failed = [
        msgspec.structs.replace(
            attempt, trajectory=msgspec.structs.replace(attempt.trajectory, status=Status.SERVER_FAILURE)
        )
        for attempt in final_attempts(folder.journal)
    ]
    write_journal(folder, failed)
    with pytest.raises(UsageError, match="can be scored yet"):
        gathered(path)


def test_a_run_without_references_is_refused_by_name(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run", mistakes=0.0)
    tasks = RunFolder(path).tasks()
    write_tasks(RunFolder(path), [msgspec.structs.replace(tasks[0], references=()), *tasks[1:]])
    with pytest.raises(UsageError, match=f"1 of {len(tasks)} tasks have no reference"):
        gathered(path)
