"""Attempts that are missing, doubled or damaged are found in real run folders."""

from __future__ import annotations

from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.core import Status
from m3bench.runs import FinishedAttempt, RunFolder, final_attempts, run_settings, start_run
from m3bench.soak.journals import Round, attempts_of, every_attempt_once, journals_intact, resume_completes
from tests.runs.sums import sums_file

TASKS, EPOCHS = ("sum-0000", "sum-0001"), 2


@pytest.fixture
def made(tmp_path: Path) -> Round:
    """A run with four attempts."""
    tasks = str(sums_file(tmp_path / "tasks.jsonl", len(TASKS)))
    settings = run_settings(suite=tasks, agent="reference", epochs=EPOCHS)
    assert anyio.run(start_run, settings, tmp_path / "run-001") is None
    return Round(path=tmp_path / "run-001", tasks=TASKS, epochs=EPOCHS, recovered=0)


def append(each: Round, **changes: object) -> None:
    """Write the last record once more, with changes."""
    record = list(final_attempts(each.journal))[-1]
    with RunFolder.open(each.path).open_journal() as journal:
        journal.append(msgspec.structs.replace(record, **changes))


def failed(record: FinishedAttempt) -> object:
    return msgspec.structs.replace(record.trajectory, status=Status.SERVER_FAILURE)


def test_a_complete_run_holds(made: Round) -> None:
    assert [check([made]).holds for check in (every_attempt_once, journals_intact, resume_completes)] == [
        True,
        True,
        True,
    ]
    assert "4 planned attempts in 1 run" in every_attempt_once([made]).summary


def test_a_doubled_attempt_is_found(made: Round) -> None:
    append(made)
    found = every_attempt_once([made])
    assert found.holds is False
    assert "is final 2 times" in found.evidence[0]
    assert "run-001" in found.evidence[0]


def test_a_failed_attempt_may_be_repeated(made: Round) -> None:
    last = list(attempts_of(made))[-1]
    more = msgspec.structs.replace(made, epochs=3)
    manifest_epoch = {"epoch": 3}
    append(made, **manifest_epoch, trajectory=failed(last))
    append(made, **manifest_epoch, trajectory=last.trajectory)
    missing = every_attempt_once([more]).evidence
    assert [line for line in missing if "final 2 times" in line] == []


def test_a_try_with_a_wrong_number_is_found(made: Round) -> None:
    append(made, number=2)
    assert any("numbered 1, 2" in line for line in every_attempt_once([made]).evidence)


def test_a_missing_attempt_is_found(made: Round) -> None:
    more = msgspec.structs.replace(made, epochs=3)
    found = every_attempt_once([more])
    assert found.evidence == tuple(f"run-001: {task} (epoch 3) has no final record" for task in TASKS)
    assert resume_completes([more]).holds is False


def test_an_interrupted_run_must_have_made_the_first_attempts(made: Round) -> None:
    stopped = msgspec.structs.replace(made, epochs=3, interrupted=True)
    assert every_attempt_once([stopped]).holds is True
    skipped = msgspec.structs.replace(stopped, tasks=("sum-0009", *TASKS))
    assert every_attempt_once([skipped]).holds is False


def test_an_attempt_that_was_not_planned_is_found(made: Round) -> None:
    fewer = msgspec.structs.replace(made, epochs=1)
    assert any("was not planned" in line for line in every_attempt_once([fewer]).evidence)


def test_a_changed_journal_is_found(made: Round) -> None:
    text = made.journal.read_text()
    made.journal.write_text(text.replace('"seconds":', '"seconds": ', 1))
    found = journals_intact([made])
    assert found.holds is False
    assert "journal.jsonl, line 1" in found.evidence[0]


def test_an_attempt_that_still_fails_without_faults_is_found(made: Round) -> None:
    append(made, trajectory=failed(list(attempts_of(made))[-1]))
    found = resume_completes([made])
    assert found.holds is False
    assert "still failed without faults: server_failure" in found.evidence[0]


def test_a_second_resume_must_have_nothing_to_do(made: Round) -> None:
    found = resume_completes([msgspec.structs.replace(made, again=2)])
    assert "a second resume made 2 tries again" in found.evidence[0]


def test_a_soak_that_was_stopped_does_not_judge_the_resume(made: Round) -> None:
    assert resume_completes([msgspec.structs.replace(made, recovered=None)]).holds is None
