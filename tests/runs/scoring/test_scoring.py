"""Large sets of files: temporary files hold them, and the results are those of lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Call, DuplicateIdError, LazySequence, Reference, Step, Task, Trajectory
from m3bench.encoders import shared_encoder
from m3bench.formats import Duplicates, resolve_duplicates
from m3bench.runs.scoring import load_records, score_set, sets, spool
from m3bench.runs.scoring.spool import Spool
from m3bench.scoring import Scorer, get_profile


def steps(number: int) -> tuple[Step, ...]:
    return (Step((Call("a/b", {"q": f"word {number % 3}"}),)),)


def made(*numbers: int) -> list[Trajectory]:
    return [
        Trajectory(task_id=str(number), steps=steps(number + index)) for index, number in enumerate(numbers)
    ]


def asked(*numbers: int) -> list[Task]:
    return [
        Task(id=str(number), family=f"f{number % 2}", references=(Reference(steps=steps(number)),))
        for number in numbers
    ]


def test_a_spool_gives_back_what_was_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.runs.scoring.spool._MOST_IN_MEMORY", 100)
    spool: Spool[Trajectory] = Spool()
    for trajectory in made(*range(50)):
        spool.add(trajectory)
    assert spool.view() == made(*range(50))
    assert spool.view()[-1] == made(*range(50))[-1]
    assert list(spool.read([3, 1])) == [made(*range(50))[3], made(*range(50))[1]]


@pytest.mark.parametrize("duplicates", ["first", "last", "all"])
def test_duplicates_are_resolved_as_in_memory(
    duplicates: Duplicates, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = made(1, 2, 1, 3, 2, 4)
    kept = load_records(records, duplicates, "file")
    monkeypatch.setattr(spool, "MOST_KEPT", 3)
    spooled = load_records(records, duplicates, "file")
    assert isinstance(spooled, LazySequence)
    assert spooled == kept == resolve_duplicates(records, duplicates, "file")


def test_duplicates_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "MOST_KEPT", 3)
    with pytest.raises(DuplicateIdError, match="1"):
        load_records(made(1, 2, 1, 3), "error", "file")


@pytest.mark.parametrize("profile", ["typed", "m3-released"])
def test_a_large_set_is_scored_as_a_small_one(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer(get_profile(profile), shared_encoder("exact"))
    tasks, predictions = asked(*range(20)), made(5, 3, 77, 1, 2, 19, 88)
    small = score_set(scorer, predictions, tasks)
    monkeypatch.setattr(sets, "MOST_KEPT", 0)
    monkeypatch.setattr(Scorer, "batch_size", 3)
    large = score_set(scorer, predictions, tasks)
    assert isinstance(large.tasks, LazySequence)
    assert large == small
    assert (large.missing[:2], large.unexpected) == (("0", "4"), ("77", "88"))


def test_two_predictions_for_a_task_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_KEPT", 0)
    with pytest.raises(DuplicateIdError, match="predictions"):
        score_set(Scorer(encoder=shared_encoder("exact")), made(1, 1), asked(1))


def test_a_report_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("m3bench.runs.scoring.spool._MOST_IN_MEMORY", 1)
    spool: Spool[Trajectory] = Spool()
    spool.add(made(1)[0])
    assert list(tmp_path.iterdir()) == []
