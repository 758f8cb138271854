"""Records of older runs lie in the workspace; those of others lie beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.checks import RecordCreated, write_checks
from m3bench.core import RECEIPTS_KEY, STATE_FOLDER, Call, Result, Step, Task, Trajectory, records_folder
from m3bench.records import FILE_NAME, CallInfo, RecordStore
from m3bench.runs.rechecking.checker import AttemptChecker, StoredWorkspace, pack_workspace
from m3bench.runs.store import FinishedAttempt
from m3bench_world import World

CHECKS = write_checks([RecordCreated("outbox", {"subject": "done"})])
TASK = Task(id="a", request="Send.", extra={"checks": CHECKS})


def attempt_in(workspace: Path) -> FinishedAttempt:
    """An attempt that made a record."""
    workspace.mkdir()
    receipt = RecordStore(workspace).change(
        CallInfo("mail", "send", {}), {("outbox", "sent-1"): {"subject": "done"}}
    )
    call = Call("mail/send", {}, result=Result(meta={RECEIPTS_KEY: [str(receipt)]}))
    return FinishedAttempt(
        task_id="a", trajectory=Trajectory(task_id="a", steps=(Step((call,)),), answer="x")
    )


def put_inside(workspace: Path) -> None:
    (workspace / STATE_FOLDER).mkdir()
    (records_folder(workspace) / FILE_NAME).rename(workspace / STATE_FOLDER / FILE_NAME)
    records_folder(workspace).rmdir()


def passes(attempt: FinishedAttempt, stored: StoredWorkspace, *, is_older: bool) -> bool:
    verdicts = AttemptChecker(lambda _: {}, World(), None).check(TASK, attempt, stored, is_older=is_older)
    assert verdicts is not None
    return verdicts.passed


@pytest.mark.parametrize("is_sent", [False, True])
@pytest.mark.parametrize("is_older", [False, True])
def test_only_older_runs_have_records_in_the_workspace(is_sent: bool, is_older: bool, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    attempt = attempt_in(workspace)
    put_inside(workspace)
    stored = pack_workspace(workspace) if is_sent else workspace
    assert passes(attempt, stored, is_older=is_older) is is_older
    assert (workspace / STATE_FOLDER / FILE_NAME).is_file()  # a run is not changed by a recheck


@pytest.mark.parametrize("is_sent", [False, True])
@pytest.mark.parametrize("is_older", [False, True])
def test_records_beside_the_workspace_count_in_every_run(
    is_sent: bool, is_older: bool, tmp_path: Path
) -> None:
    workspace = tmp_path / "workspace"
    attempt = attempt_in(workspace)
    assert passes(attempt, pack_workspace(workspace) if is_sent else workspace, is_older=is_older)
