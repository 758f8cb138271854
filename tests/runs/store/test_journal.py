from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import Verdict, Verdicts
from m3bench.core import Call, FormatError, Result, Status, Step, Text, Trajectory, Usage
from m3bench.hosting import Changes
from m3bench.runs import FinishedAttempt, JournalError, ParkedAttempt, final_attempts, read_journal
from m3bench.runs.store.journal import Journal


def attempted(
    task_id: str, *, status: Status = Status.COMPLETED, final: bool = True, epoch: int = 1
) -> FinishedAttempt:
    trajectory = Trajectory(task_id=task_id, status=status)
    return FinishedAttempt(task_id=task_id, epoch=epoch, final=final, trajectory=trajectory)


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    records: list[FinishedAttempt | ParkedAttempt] = [
        attempted("a"),
        ParkedAttempt(task_id="b", usage=Usage(1, 2, 3, 0.5)),
        attempted("b", epoch=2),
    ]
    with Journal(tmp_path / "journal.jsonl") as journal:
        for record in records:
            journal.append(record)
    assert list(read_journal(tmp_path / "journal.jsonl")) == records


def test_a_journal_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert list(read_journal(tmp_path / "journal.jsonl")) == []


@pytest.mark.slow
@given(st.integers(min_value=1, max_value=3), st.integers(min_value=0, max_value=10_000))
def test_a_line_that_was_cut_short_is_as_if_never_begun(whole: int, cut: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "journal.jsonl")
        with Journal(path) as journal:
            for number in range(whole + 1):
                journal.append(attempted(str(number)))
        data = path.read_bytes()
        last = data.rindex(b"\n", 0, -1) + 1
        path.write_bytes(data[: last + cut % (len(data) - last)])
        assert [record.task_id for record in read_journal(path) if isinstance(record, FinishedAttempt)] == [
            str(index) for index in range(whole)
        ]
        with Journal(path) as journal:
            journal.append(attempted("next"))
        assert [record.task_id for record in read_journal(path) if isinstance(record, FinishedAttempt)][
            -2:
        ] == [str(whole - 1), "next"]


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"kind":"attempt"}\n{}\n')
    with pytest.raises(FormatError, match="line 1"):
        list(read_journal(path))


def test_of_several_final_records_the_last_counts(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        journal.append(attempted("a", status=Status.SERVER_FAILURE, final=False))
        journal.append(attempted("a", status=Status.HARNESS_FAILURE))
        journal.append(attempted("b"))
        journal.append(attempted("a"))
    assert [(attempt.task_id, attempt.trajectory.status) for attempt in final_attempts(path)] == [
        ("b", Status.COMPLETED),
        ("a", Status.COMPLETED),
    ]


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.append(attempted("a"))
    real = os.pwrite

    whole = path.read_bytes()

    def full_after_ten_bytes(file: int, data: memoryview, offset: int) -> int:
        if offset > len(whole):
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, data[:10], offset)

    monkeypatch.setattr(os, "pwrite", full_after_ten_bytes)
    with pytest.raises(JournalError, match="No space left"):
        journal.append(attempted("b"))
    assert path.read_bytes() == whole
    monkeypatch.undo()
    journal.append(attempted("b"))
    journal.close()
    assert [record.task_id for record in read_journal(path) if isinstance(record, FinishedAttempt)] == [
        "a",
        "b",
    ]


def test_lone_surrogates_anywhere_are_replaced(tmp_path: Path) -> None:
    odd = "a \udcff b \ud800"
    call = Call("files/write", {odd: [odd, {"inner": (odd,)}]}, result=Result((Text(odd),), meta={odd: odd}))
    trajectory = Trajectory(
        task_id="a", steps=(Step((call,), plan=odd),), answer=odd, fields={odd: odd}, extra={"reason": odd}
    )
    verdict = Verdict(check="x", kind="answer", passed=False, reason=odd, details={"found": odd})
    record = FinishedAttempt(
        task_id="a",
        trajectory=trajectory,
        changes=Changes(added=(odd,)),
        verdicts=Verdicts(verdicts=(verdict,)),
    )
    with Journal(tmp_path / "journal.jsonl") as journal:
        journal.append(record)
        journal.append(attempted("b"))
    first, second = read_journal(tmp_path / "journal.jsonl")
    assert isinstance(first, FinishedAttempt)
    assert first.trajectory.answer == "a \ufffd b \ufffd"
    assert first.changes.added == ("a \ufffd b \ufffd",)
    assert second == attempted("b")
