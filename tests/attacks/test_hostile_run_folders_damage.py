"""Run folders with damaged lines, or whose files do not belong together."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from m3bench.formats import write
from m3bench.runs import FinishedAttempt, RunFolder, read_journal, read_run
from tests.attacks.command_line import Command
from tests.attacks.folders import (
    SECRET,
    lines_of,
    rewrite_attempts,
    write_lines,
)
from tests.attacks.run_folders import FAST, edit_answer

FLIPS = (
    b"\0" * 40, b"\xff\xfe\x80", b"[" * 5_000, b'{"kind":"attempt","task_id":7}', b'{"a":1,"a":2}',
    b"9" * 5_000, b"1e999999", b"null", b'"', b"", b"{}",
    b'{"kind":"attempt","task_id":"smoke/warmth","epoch":99999999999999999999}',
)  # fmt: skip


@pytest.mark.parametrize("garbage", FLIPS, ids=range(len(FLIPS)))
def test_a_damaged_line_costs_its_attempt_only(
    garbage: bytes, folder: RunFolder, untouched: Path, command: Command
) -> None:
    """a line of the journal is overwritten with garbage."""
    lines = lines_of(folder)
    lines[1] = garbage + b"\n"
    write_lines(folder, lines)
    output = command("score", folder.path, *FAST)
    assert output.code == 0
    assert "journal.jsonl, line 2" in output.text
    before = {trajectory.task_id: trajectory for trajectory in read_run(untouched).trajectories}
    after = {trajectory.task_id: trajectory for trajectory in read_run(folder.path).trajectories}
    assert len(after) == len(before) - 1
    assert after.items() <= before.items()
    repaired = command("runs", "verify", "--repair", folder.path)
    assert repaired.code == 0
    assert "5 records were kept" in repaired.text
    assert (folder.path / "journal.jsonl.damaged-1").read_bytes() == b"".join(lines)
    verified = command("runs", "verify", folder.path)
    assert verified.code == 0, verified


def test_lost_attempts_are_made_again(folder: RunFolder, untouched: Path, command: Command) -> None:
    """a run with a damaged line is repaired and goes on."""
    lost = edit_answer(folder, untouched)
    repaired = command("runs", "verify", "--repair", folder.path)
    assert lost in repaired.text
    assert "1 attempts were lost" in repaired.text
    resumed = command("run", "--resume", folder.path)
    assert resumed.code == 0
    assert attempted_tasks(folder.journal) == attempted_tasks(untouched / "journal.jsonl")
    assert command("runs", "verify", folder.path).code == 0


def attempted_tasks(journal: Path) -> list[str]:
    return sorted(record.task_id for record in read_journal(journal) if isinstance(record, FinishedAttempt))


def of_newer_version(folder: RunFolder, other: Path) -> str:
    folder.write_manifest(msgspec.structs.replace(folder.manifest, m3bench=99))
    return "made by a newer m3bench (version 99"


def of_absurd_epochs(folder: RunFolder, other: Path) -> str:
    recorded = msgspec.structs.replace(folder.manifest.recorded, epochs=10**15)
    folder.write_manifest(msgspec.structs.replace(folder.manifest, recorded=recorded))
    return "epochs of 6 tasks"


def with_journal_of_other_run(folder: RunFolder, other: Path) -> str:
    shutil.copyfile(other / "journal.jsonl", folder.journal)
    (folder.path / "seal.json").unlink()
    return "belongs to another run"


def with_unknown_task(folder: RunFolder, other: Path) -> str:
    rewrite_attempts(
        folder, lambda record: msgspec.structs.replace(record, task_id=f"{record.task_id}\x1b[31m")
    )
    return "the run has no such task"


def with_unknown_epoch(folder: RunFolder, other: Path) -> str:
    rewrite_attempts(folder, lambda record: msgspec.structs.replace(record, epoch=7))
    return "the run has 1 epochs"


def of_wrong_types(folder: RunFolder, other: Path) -> str:
    (folder.path / "manifest.json").write_text('{"created":[],"settings":7}')
    return "manifest.json: invalid content"


@pytest.mark.parametrize(
    "make",
    [of_newer_version, of_absurd_epochs, with_journal_of_other_run, with_unknown_task, with_unknown_epoch,
     of_wrong_types],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["score", "convert", "replay", "resume"])
def test_folders_that_do_not_fit_together(
    verb: str,
    make: Callable[[RunFolder, Path], str],
    folder: RunFolder,
    another: Path,
    command: Command,
    tmp_path: Path,
) -> None:
    """manifest, tasks and journal do not belong together."""
    named = make(folder, another)
    arguments = {
        "score": ("score", folder.path, *FAST),
        "convert": ("convert", folder.path, tmp_path / "out.jsonl", "--no-scores"),
        "replay": ("replay", folder.path),
        "resume": ("run", "--resume", folder.path),
    }[verb]
    output = command(*arguments)
    assert named in output.text
    assert "\x1b" not in output.out + output.err
    assert output.code != 0 or (verb == "convert" and not (tmp_path / "out.jsonl").read_text().strip())


def test_tasks_of_a_folder_name_no_files_beside_the_suite(
    folder: RunFolder, victim: Path, command: Command, tmp_path: Path
) -> None:
    """a run folder's tasks name files that lie beside somebody's own tasks."""
    mine = tmp_path / "home"
    mine.mkdir()
    (mine / "tasks.jsonl").write_bytes(folder.tasks_file.read_bytes())
    (mine / "secret.txt").write_text(SECRET)
    tasks = [msgspec.structs.replace(task, images=("secret.txt",)) for task in folder.tasks()]
    recorded = msgspec.structs.replace(folder.manifest.recorded, suite=str(mine / "tasks.jsonl"))
    write(folder.tasks_file, tasks, format="jsonl")
    digest = folder.tasks_digest()
    folder.write_manifest(msgspec.structs.replace(folder.manifest, recorded=recorded, tasks_sha256=digest))
    command("convert", folder.path, tmp_path / "log.json", "--to", "inspect", "--no-scores")
    found = (tmp_path / "log.json").read_text() if (tmp_path / "log.json").exists() else ""
    assert SECRET not in found
    assert base64.b64encode(SECRET.encode()).decode()[:20] not in found
