from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from m3bench.core import FormatError, UsageError
from m3bench.runs import FinishedAttempt, RunFolder, check_run, counted_attempts, read_run, resume_run
from m3bench.runs.store.blobs import BlobError, Blobs, MalformedDigest
from m3bench.runs.store.damage import Damage, readable_key
from m3bench.runs.store.journal import Journal, JournalError, final_attempts, read_journal
from m3bench.runs.store.repair import repair_run
from tests.apps.viewer.samples import (
    PLAIN,
    TRIP,
    append,
    make_run,
    picture,
    plain_attempt,
    trip_attempt,
    without_checksums,
)
from tests.runs.store.test_journal import attempted


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    made = make_run(tmp_path / "run", [TRIP, PLAIN])
    append(made, trip_attempt(made.blobs.put(picture())), plain_attempt())
    made.write_seal()
    return made


def problems(folder: RunFolder) -> list[str]:
    return [str(damage) for damage in check_run(folder).damages]


def test_a_run_is_whole_and_stays_so_while_it_grows(folder: RunFolder) -> None:
    assert check_run(folder).lines() == []
    append(folder, plain_attempt())
    assert problems(folder) == []
    folder.write_seal()
    assert problems(folder) == []


def test_a_run_of_an_older_version_is_read_and_said_to_be_unprotected(folder: RunFolder) -> None:
    without_checksums(folder)
    (folder.path / "seal.json").unlink()
    integrity = check_run(folder)
    assert not integrity.protected
    assert integrity.damages == ()
    assert len(integrity.lines()) == 1
    append(folder, plain_attempt())
    assert check_run(folder).damages == ()
    assert len(read_run(folder.path).trajectories) == 2


def test_a_changed_record_voids_what_it_replaced(folder: RunFolder) -> None:
    append(folder, msgspec.structs.replace(plain_attempt(), rechecked=True))
    data = folder.journal.read_bytes()
    folder.journal.write_bytes(data.replace(b'"rechecked":true', b'"rechecked": true'))
    attempts, integrity = counted_attempts(folder)
    assert [attempt.task_id for attempt in attempts] == [TRIP.id]
    assert [damage.line for damage in integrity.damages] == [3]
    (dropped,) = [attempt for attempt in read_run(folder.path).dropped if attempt.id == PLAIN.id]
    assert dropped.why.value == "damaged"
    with pytest.raises(FormatError, match="line 3"):
        list(final_attempts(folder.journal))
    assert len(list(final_attempts(folder.journal, []))) == 1


def test_the_manifest_may_be_written_anew(folder: RunFolder) -> None:
    changed = msgspec.structs.replace(folder.manifest, prompts="other")
    folder.write_manifest(changed)
    assert folder.manifest == changed
    assert problems(folder) == []


def test_manifest_and_tasks_are_repaired_only_where_that_is_accepted(folder: RunFolder) -> None:
    with folder.tasks_file.open("ab") as tasks:
        tasks.write(b"\n")
    assert problems(folder) == ["tasks.jsonl: it was changed: scores are against other tasks"]
    with pytest.raises(UsageError, match=r"tasks\.jsonl"):
        repair_run(folder.path)
    assert repair_run(folder.path, accept=True).kept == 2
    assert problems(folder) == []


@pytest.mark.anyio
async def test_nothing_is_started_by_the_word_of_an_edited_manifest(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder.path / "manifest.json"
    file.write_bytes(file.read_bytes().replace(b'"noisy"', b'"command:evil"'))
    monkeypatch.setattr("m3bench.runs.session.find_suite", lambda *_: pytest.fail("it was looked for"))
    with pytest.raises(FormatError, match=r"manifest\.json: it does not match its checksum"):
        await resume_run(folder.path)


def test_a_lost_blob_costs_the_attempts_that_name_it(folder: RunFolder) -> None:
    shutil.rmtree(folder.path / "blobs")
    (damage,) = check_run(folder).damages
    assert (damage.task_id, damage.epoch) == (TRIP.id, 1)
    repaired = repair_run(folder.path)
    assert [key.task_id for key in repaired.attempts] == [TRIP.id]
    left = [record for record in read_journal(folder.journal) if isinstance(record, FinishedAttempt)]
    assert [record.task_id for record in left] == [PLAIN.id]
    assert problems(folder) == []
    assert repair_run(folder.path).lost == ()


def test_a_journal_of_another_run_is_not_repaired_away(folder: RunFolder, tmp_path: Path) -> None:
    other = make_run(tmp_path / "other", [TRIP, PLAIN, PLAIN])
    append(other, plain_attempt())
    folder.journal.write_bytes(other.journal.read_bytes())
    with pytest.raises(UsageError, match="belongs to another run"):
        repair_run(folder.path)


def test_blobs_are_checked_by_form_and_content(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    digest = blobs.put(b"some bytes")
    assert blobs.get(digest) == b"some bytes"
    assert len(blobs.get(digest, limit=4)) == 5
    for wrong in ("../x", digest.upper(), digest[:-1], f"{digest}\n", ""):
        with pytest.raises(MalformedDigest):
            blobs.get(wrong)
    blobs.path(digest).write_bytes(b"other bytes")
    with pytest.raises(BlobError, match="does not match"):
        blobs.get(digest)
    assert blobs.put(b"some bytes") == digest
    assert blobs.get(digest) == b"some bytes"


def test_a_journal_is_not_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine, without a line break")
    (tmp_path / "journal.jsonl").symlink_to("mine")
    with pytest.raises(JournalError, match="cannot be written"):
        Journal(tmp_path / "journal.jsonl")
    assert (tmp_path / "mine").read_text() == "mine, without a line break"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b'{"kind":"attempt","task_id":"a/b","epoch":3,"x', ("a/b", 3)),
        (b'\0\0"task_id":"a \\"b\\""', ('a "b"', 1)),
        (b'{"case":"c#2"}', ("c#2", 1)),
        (b"nothing", (None, None)),
        (b'{"task_id":7}', (None, None)),
    ],
)
def test_keys_are_read_from_damaged_lines(line: bytes, key: tuple[str | None, int | None]) -> None:
    assert readable_key(line) == key


def test_damage_is_told_without_control_characters() -> None:
    line = str(Damage(file="journal.jsonl", problem="bad", line=1234, task_id="\x1b[31mred", epoch=2))
    assert line == "journal.jsonl, line 1,234, task \ufffd[31mred, epoch 2: bad"


def test_a_journal_goes_on_from_its_last_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for name in "abc":
        with Journal(path) as journal:
            journal.append(attempted(name * 70_000))
    assert len(list(read_journal(path))) == 3
