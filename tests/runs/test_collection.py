"""A real run goes out to other programs' formats and comes back with nothing lost that scoring uses."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

import anyio
import msgspec
import pytest

from m3bench.core import Media, Status
from m3bench.encoders import shared_encoder
from m3bench.formats import read_trajectories, write_collection
from m3bench.runs import RunFolder, final_attempts, read_run, run_collection, run_settings, start_run
from m3bench.scoring import METRICS, Scorer
from tests.runs.jury import made_run

if TYPE_CHECKING:
    from pathlib import Path

    from m3bench.core import Trajectory
    from m3bench.formats import Collection


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exporting") / "run"
    anyio.run(start_run, run_settings(suite="smoke", agent="noisy:0.3"), path)
    return path


@pytest.fixture(scope="module")
def collection(run: Path) -> Collection:
    return run_collection(run, {})


def _scores(run: Path, trajectories: Sequence[Trajectory]) -> list[list[str]]:
    """To the bit."""
    tasks = {task.id: task for task in read_run(run).tasks}
    scorer = Scorer("m3", shared_encoder("hashing"))
    return [
        [getattr(scorer.score(trajectory, tasks[trajectory.task_id]).metrics, name).hex() for name in METRICS]
        for trajectory in trajectories
    ]


@pytest.mark.slow
def test_scores_are_the_same_to_the_bit_after_a_round_trip(
    run: Path, collection: Collection, tmp_path: Path
) -> None:
    scores = _scores(run, read_run(run).trajectories)
    assert len({tuple(score) for score in scores}) > 2
    for name, kind in (("log.json", "inspect"), ("log.eval", "inspect"), ("spans.jsonl", "otel")):
        write_collection(tmp_path / name, collection, format=kind)
        back = read_trajectories(tmp_path / name)
        assert back == [attempt_record.trajectory for attempt_record in collection.attempt_records]
        assert _scores(run, back) == scores


@pytest.mark.slow
def test_pictures_travel_along(collection: Collection) -> None:
    (cropped,) = [
        attempt_record
        for attempt_record in collection.attempt_records
        if attempt_record.task_id == "smoke/half-in-grey"
    ]
    assert cropped.pictures[0].data is not None
    assert cropped.pictures[0].data.startswith(b"\x89PNG")
    made = [
        part
        for _, call in cropped.trajectory.calls()
        for part in (call.result.content if call.result else ())
        if isinstance(part, Media)
    ]
    assert made
    assert all(part.data is not None and part.digest is not None for part in made)


def test_epochs_and_failures_are_attempts_too(tmp_path: Path) -> None:
    path = made_run(tmp_path, 2, epochs=2)
    folder = RunFolder.open(path)
    *_, last = final_attempts(folder.journal)
    failed = msgspec.structs.replace(last.trajectory, status=Status.HARNESS_FAILURE)
    with folder.open_journal() as journal:
        journal.append(msgspec.structs.replace(last, trajectory=failed))
    collection = run_collection(path, {"sums/0#1": {"recall": 0.5}})
    assert sorted(attempt_record.epoch for attempt_record in collection.attempt_records) == [1, 1, 2, 2]
    names = [attempt_record.trajectory.task_id for attempt_record in collection.attempt_records]
    assert all("#" in name for name in names)
    assert [attempt_record.trajectory.status for attempt_record in collection.attempt_records].count(
        Status.HARNESS_FAILURE
    ) == 1
    write_collection(tmp_path / "log.eval", collection, format="inspect")
    assert [trajectory.task_id for trajectory in read_trajectories(tmp_path / "log.eval")] == names


def test_a_run_whose_suite_is_gone_has_no_pictures_but_all_else(tmp_path: Path) -> None:
    path = made_run(tmp_path, 1)
    (tmp_path / "tasks.jsonl").unlink()
    shutil.rmtree(path / "blobs", ignore_errors=True)
    (attempt_record,) = run_collection(path, {}).attempt_records
    assert attempt_record.pictures == ()
    assert attempt_record.trajectory.call_count > 0
