"""What was not scored is listed once for each cause."""

from __future__ import annotations

from pathlib import Path

from m3bench.core import Status
from m3bench.reports.unscored import unscored_lines
from m3bench.runs import RunFolder, final_attempts, read_run
from tests.reports.dropped_runs import TASKS, ended, run_of
from tests.reports.study.runs import write_journal


def test_one_cause_is_one_line_with_a_count_and_an_example(tmp_path: Path) -> None:
    path = run_of(tmp_path / "run", passed=TASKS)
    folder = RunFolder.open(path)
    attempts = list(final_attempts(folder.journal))
    reason = "servers unavailable: db: exited with code 1; end of its log: {}"
    failed = [
        ended(attempt, Status.SERVER_FAILURE, reason.format("| no database" * index))
        for index, attempt in enumerate(attempts[:3])
    ]
    other = [ended(attempts[3], Status.SERVER_FAILURE, "servers unavailable: maps: timed out")]
    fits = [
        ended(attempt, Status.DOES_NOT_FIT, f"{4000 + index} tokens")
        for index, attempt in enumerate(attempts[4:6])
    ]
    write_journal(folder, [*failed, *other, *fits, *attempts[6:]])
    assert list(unscored_lines(read_run(path))) == [
        f"not scored: 6 of {TASKS} attempts: 4 server failure, 2 does not fit",
        "  3 × server failure, first t0: servers unavailable: db: exited with code 1; end of its log: ",
        "  t3: server failure: servers unavailable: maps: timed out",
        "  2 × does not fit, first t4: 4000 tokens",
    ]


def test_a_whole_run_has_nothing_to_list(tmp_path: Path) -> None:
    assert list(unscored_lines(read_run(run_of(tmp_path / "run", passed=0)))) == []
