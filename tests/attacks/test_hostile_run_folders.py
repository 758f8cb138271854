"""A run folder from somebody else is data: it gives no orders, and what was edited in it is noticed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from m3bench.apps.viewer import Library
from m3bench.apps.viewer.desk import Asked, ViewDesk
from m3bench.core import UsageError
from m3bench.core.errors import M3BenchError
from m3bench.encoders import load_encoder
from m3bench.formats import write
from m3bench.runs import FinishedAttempt, RunFolder, read_journal, read_run
from m3bench.scoring import Scorer
from tests.attacks.commanding import Command, Said, deadline
from tests.attacks.folders import (
    SECRET,
    blob_of,
    copied,
    lines_of,
    make_smoke_run,
    rewritten,
    with_digest,
    written,
)

PICTURED = "smoke/half-in-grey"
"""The task whose attempt has a blob and a workspace."""
FAST = ("--encoder", "hashing", "--no-cache")
WARNED = "warning:"


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_smoke_run(tmp_path_factory.mktemp("real") / "run")


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_smoke_run(tmp_path_factory.mktemp("other") / "run")


@pytest.fixture
def folder(untouched: Path, tmp_path: Path) -> RunFolder:
    return copied(untouched, tmp_path / "runs" / "hostile")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim"
    path.mkdir()
    (path / "secret.txt").write_text(SECRET)
    return path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "400")
    return Command(capsys, monkeypatch)


@pytest.fixture
def desk(folder: RunFolder) -> Iterator[ViewDesk]:
    library = Library(folder.path.parent)
    yield ViewDesk(library, lambda: Scorer(encoder=load_encoder("hashing")))
    library.close()


def shown_problems(desk: ViewDesk, name: str = "hostile") -> list[str]:
    desk.run_version(Asked({"run": name}))
    view = desk.attempts(Asked({"run": name}))
    problems: list[str] = view["run"]["problems"]
    return problems


def looked_at(way: str, run: Path, other: Path, command: Command, desk: ViewDesk) -> str:
    """What one of the four ways to look at a run says of it."""
    if way == "view":
        return " ".join(shown_problems(desk))
    if way == "score":
        scores = run.parent.parent / "scores.json"
        said = command("score", run, "--json", scores, *FAST)
        assert said.code == 0
        damages = json.loads(scores.read_text())["run"]["integrity"]["damages"]
        assert bool(damages) == (WARNED in said.out)
        return said.text
    if way == "compare":
        compared = run.parent.parent / "compared.json"
        said = command("compare", run, other, "--json", compared, *FAST)
        assert said.code == 0
        assert bool(json.loads(compared.read_text())["warnings"]) == (WARNED in said.out)
        return said.text
    page = run.parent.parent / "page.html"
    said = command("report", run, "--out", page, *FAST)
    assert said.code == 0
    assert ("Run files were changed" in page.read_text()) == (WARNED in said.out)
    return said.text


WAYS = ("score", "report", "compare", "view")


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_said_of_an_untouched_run(
    way: str, folder: RunFolder, another: Path, command: Command, desk: ViewDesk
) -> None:
    """the other side: a run that nobody touched."""
    said = looked_at(way, folder.path, another, command, desk)
    assert WARNED not in said
    assert (way == "view") == (said == "")


# What an editor may do to a run, and what has to be named.
def edit_answer(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    place = next(place for place, line in enumerate(lines) if b'"answer":"' in line)
    lines[place] = lines[place].replace(b'"answer":"', b'"answer":"better ', 1)
    written(folder, lines)
    return f"line {place + 1}"


def edit_verdict(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    place = next(place for place, line in enumerate(lines) if b'"passed":false' in line)
    lines[place] = lines[place].replace(b'"passed":false', b'"passed":true')
    written(folder, lines)
    return f"line {place + 1}"


def edit_tasks(folder: RunFolder, other: Path) -> str:
    data = folder.tasks_file.read_bytes()
    folder.tasks_file.write_bytes(data.replace(b'"answer": "', b'"answer": "not ', 1))
    assert folder.tasks_file.read_bytes() != data
    return "tasks.jsonl"


def edit_manifest(folder: RunFolder, other: Path) -> str:
    file = folder.path / "manifest.json"
    file.write_bytes(file.read_bytes().replace(b'"noisy:0.3"', b'"executor"'))
    return "manifest.json"


def strip_checksum_of_manifest(folder: RunFolder, other: Path) -> str:
    (folder.path / "manifest.json").write_bytes(msgspec.json.encode(folder.manifest))
    return "manifest.json"


def truncate_end(folder: RunFolder, other: Path) -> str:
    written(folder, lines_of(folder)[:-1])
    return "its end is missing"


def delete_line(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    del lines[2]
    written(folder, lines)
    return "line 3"


def repeat_line(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    written(folder, [*lines, lines[0]])
    return "copy of an earlier record"


def swap_lines(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    lines[1], lines[2] = lines[2], lines[1]
    written(folder, lines)
    return "missing or were moved"


def insert_line_of_other_run(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    written(folder, [*lines, RunFolder.open(other).journal.read_bytes().splitlines(keepends=True)[0]])
    return "belongs to another run"


def strip_checksum_of_line(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    record = json.loads(lines[3])
    for name in ("run", "prev", "check"):
        del record[name]
    lines[3] = json.dumps(record).encode() + b"\n"
    written(folder, lines)
    return "line 4"


def edit_seal(folder: RunFolder, other: Path) -> str:
    file = folder.path / "seal.json"
    file.write_bytes(file.read_bytes().replace(b'"records": 6', b'"records": 5'))
    return "seal.json"


EDITS = (
    edit_answer, edit_verdict, edit_tasks, edit_manifest, strip_checksum_of_manifest, truncate_end,
    delete_line, repeat_line, swap_lines, insert_line_of_other_run, strip_checksum_of_line, edit_seal,
)  # fmt: skip


def _tries() -> Iterator[tuple[Callable[[RunFolder, Path], str], str]]:
    """Every edit by score and viewer, some by report and compare: a report takes seconds."""
    yield from ((edit, way) for edit in EDITS for way in ("score", "view"))
    yield from ((edit, "report") for edit in (edit_answer, edit_manifest))
    yield from ((edit, "compare") for edit in (edit_verdict, edit_tasks, truncate_end))


@pytest.mark.parametrize(("edit", "way"), list(_tries()))
def test_edits_are_noticed_and_named(
    edit: Callable[[RunFolder, Path], str],
    way: str,
    folder: RunFolder,
    another: Path,
    command: Command,
    desk: ViewDesk,
) -> None:
    """somebody edits a finished run."""
    named = edit(folder, another)
    assert named in looked_at(way, folder.path, another, command, desk)


@pytest.mark.parametrize("edit", [edit_answer, edit_verdict, repeat_line, insert_line_of_other_run])
def test_an_edited_answer_is_not_scored(
    edit: Callable[[RunFolder, Path], str], folder: RunFolder, untouched: Path, another: Path
) -> None:
    """an answer or verdict is edited to score better."""
    before = {each.task_id: each for each in read_run(untouched).trajectories}
    edit(folder, another)
    result = read_run(folder.path)
    assert result.unranked == "its files were changed or damaged"
    assert all(each == before[each.task_id] for each in result.trajectories)
    assert sum(result.strict.values()) <= sum(read_run(untouched).strict.values())


@pytest.mark.parametrize("edit", [edit_answer, edit_tasks, edit_manifest, truncate_end])
@pytest.mark.parametrize("verb", ["resume", "check", "judge"])
def test_nothing_is_added_to_an_edited_run(
    verb: str, edit: Callable[[RunFolder, Path], str], folder: RunFolder, another: Path, command: Command
) -> None:
    """an edited run is to go on as if nothing had happened."""
    edit(folder, another)
    before = folder.journal.read_bytes()
    arguments = {
        "resume": ("run", "--resume", folder.path),
        "check": ("check", folder.path, "--all"),
        "judge": ("judge", folder.path, "--judges", "local/a,local/b,local/c", "--yes"),
    }[verb]
    said = command(*arguments)
    assert said.code == 2
    assert "error:" in said.err
    assert folder.journal.read_bytes() == before


BAD_DIGESTS = (
    "../../victim/secret.txt", "/etc/passwd", "..", "A" * 64, "0" * 63, "0" * 5_000, "\0" * 64,
    "ab/../../../x", "ab/etc/passwd",
)  # fmt: skip


@pytest.mark.parametrize("digest", BAD_DIGESTS, ids=range(len(BAD_DIGESTS)))
def test_a_digest_is_no_path(
    digest: str, folder: RunFolder, victim: Path, command: Command, desk: ViewDesk, tmp_path: Path
) -> None:
    """a record names a blob by a path to another file."""
    rewritten(folder, lambda record: with_digest(record, digest))
    said = command("score", folder.path, *FAST)
    assert "is not a SHA-256" in said.text
    assert PICTURED in said.text
    refused = command("convert", folder.path, tmp_path / "log.json", "--to", "inspect", "--no-scores")
    assert refused.code == 2
    assert PICTURED in refused.err
    with pytest.raises(UsageError):
        desk.blob(Asked({"run": "hostile", "digest": digest}))
    assert not (tmp_path / "log.json").exists()
    assert SECRET not in said.text + refused.text


def other_bytes(blob: Path, victim: Path) -> None:
    blob.write_bytes(b"other bytes")


def flipped_bit(blob: Path, victim: Path) -> None:
    data = bytearray(blob.read_bytes())
    data[len(data) // 2] ^= 1
    blob.write_bytes(data)


def cut(blob: Path, victim: Path) -> None:
    blob.write_bytes(blob.read_bytes()[:-1])


def link(blob: Path, victim: Path) -> None:
    blob.unlink()
    blob.symlink_to(victim / "secret.txt")


def pipe(blob: Path, victim: Path) -> None:
    blob.unlink()
    os.mkfifo(blob)


def directory(blob: Path, victim: Path) -> None:
    blob.unlink()
    blob.mkdir()


def missing(blob: Path, victim: Path) -> None:
    blob.unlink()


@pytest.mark.parametrize("spoil", [other_bytes, flipped_bit, cut, link, pipe, directory, missing])
def test_blobs_are_what_their_names_say(
    spoil: Callable[[Path, Path], None],
    folder: RunFolder,
    victim: Path,
    another: Path,
    command: Command,
    desk: ViewDesk,
    tmp_path: Path,
) -> None:
    """a blob holds other bytes than its name says, or is no file."""
    blob = blob_of(folder)
    digest = blob.parent.name + blob.name
    spoil(blob, victim)
    way = "report" if spoil is link else "compare" if spoil is missing else "score"
    said = looked_at(way, folder.path, another, command, desk)
    assert f"blobs/{blob.parent.name}/{blob.name}, task {PICTURED}, epoch 1" in said
    with pytest.raises(UsageError, match="cannot be shown"), deadline(2):
        desk.blob(Asked({"run": "hostile", "digest": digest}))
    converted = command("convert", folder.path, tmp_path / "out.jsonl", "--no-scores")
    assert converted.code == 0
    assert digest[2:] in converted.err
    assert "other bytes" not in (tmp_path / "out.jsonl").read_text()
    assert SECRET not in (tmp_path / "out.jsonl").read_text() + said


@pytest.mark.parametrize("workspace", ["../../victim", "/etc", "workspaces/link", "..", "workspaces/\0"])
def test_a_workspace_lies_in_the_run_folder(
    workspace: str, folder: RunFolder, victim: Path, command: Command, desk: ViewDesk
) -> None:
    """a record says that its workspace is somewhere else."""
    (folder.workspaces / "link").symlink_to(victim)

    def moved(record: object) -> object:
        if not isinstance(record, FinishedAttempt) or record.task_id != PICTURED:
            return record
        changes = msgspec.structs.replace(record.changes, added=("secret.txt", "passwd"))
        return msgspec.structs.replace(record, workspace=workspace, changes=changes)

    rewritten(folder, moved)  # type: ignore[arg-type]
    said = command("check", folder.path, "--all")
    assert "the path" in said.text
    assert "leads out" in said.text or "not a relative" in said.text or "NUL" in said.text
    desk.run_version(Asked({"run": "hostile"}))
    for name in ("secret.txt", "passwd"):
        with pytest.raises(M3BenchError):
            desk.file(Asked({"run": "hostile", "task": PICTURED, "path": name}))


@pytest.mark.parametrize(
    "name", ["journal.jsonl", "judgements.jsonl", ".lock", "scratch", "blobs", "seal.json"]
)
@pytest.mark.parametrize("verb", ["score", "check", "resume", "repair"])
def test_links_out_of_the_folder_are_refused(
    name: str, verb: str, folder: RunFolder, victim: Path, command: Command
) -> None:
    """a file of the run folder is a link to somebody else's."""
    (victim / "workspaces").mkdir()
    (victim / "workspaces" / "mine.txt").write_text("mine")
    text = victim / "notes.txt"
    text.write_text("a line\nthe last line has no end")
    path = folder.path / name
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(victim if name in ("scratch", "blobs") else text)
    arguments = {
        "score": ("score", folder.path, *FAST),
        "check": ("check", folder.path, "--all"),
        "resume": ("run", "--resume", folder.path),
        "repair": ("runs", "repair", folder.path),
    }[verb]
    said = command(*arguments)
    assert said.code == 2
    assert f"'{name}' is a link that leads out" in said.text
    assert text.read_text() == "a line\nthe last line has no end"
    assert (victim / "workspaces" / "mine.txt").read_text() == "mine"


def as_directory(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def as_pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def as_socket(path: Path) -> None:
    path.unlink(missing_ok=True)
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def as_device(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to("/dev/zero")


def as_loop(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


def as_nothing(path: Path) -> None:
    path.unlink(missing_ok=True)


@pytest.mark.parametrize("spoil", [as_directory, as_pipe, as_socket, as_device, as_loop, as_nothing])
@pytest.mark.parametrize(
    "name", ["manifest.json", "tasks.jsonl", "journal.jsonl", "judgements.jsonl", "seal.json"]
)
def test_files_that_are_something_else(
    name: str, spoil: Callable[[Path], None], folder: RunFolder, command: Command, tmp_path: Path
) -> None:
    """a file of the run folder is a folder, a pipe, a socket, a device, a loop of links, or gone."""
    spoil(folder.path / name)
    commands: list[Said] = []
    for verb in (("score", *FAST), ("convert", tmp_path / "out.jsonl", "--no-scores"), ("runs", "verify")):
        with deadline(20):
            where = (*verb, folder.path) if verb[0] == "runs" else (verb[0], folder.path, *verb[1:])
            commands.append(command(*where))
    with deadline(2):
        library = Library(folder.path.parent)
        for run in library.runs():
            run.refresh()
        library.close()
    harmless = spoil is as_nothing and name in ("seal.json", "judgements.jsonl")
    for said in commands:
        assert "Traceback" not in said.text
        assert harmless == (said.code == 0 and WARNED not in said.text), said


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
    written(folder, lines)
    said = command("score", folder.path, *FAST)
    assert said.code == 0
    assert "journal.jsonl, line 2" in said.text
    before = {each.task_id: each for each in read_run(untouched).trajectories}
    after = {each.task_id: each for each in read_run(folder.path).trajectories}
    assert len(after) == len(before) - 1
    assert after.items() <= before.items()
    repaired = command("runs", "repair", folder.path)
    assert repaired.code == 0
    assert "5 records are kept" in repaired.text
    assert (folder.path / "journal.jsonl.damaged-1").read_bytes() == b"".join(lines)
    verified = command("runs", "verify", folder.path)
    assert verified.code == 0, verified


def test_lost_attempts_are_made_again(folder: RunFolder, untouched: Path, command: Command) -> None:
    """a run with a damaged line is repaired and goes on."""
    lost = edit_answer(folder, untouched)
    repaired = command("runs", "repair", folder.path)
    assert lost in repaired.text
    assert "1 attempts are lost" in repaired.text
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
    rewritten(folder, lambda record: msgspec.structs.replace(record, task_id=f"{record.task_id}\x1b[31m"))
    return "the run has no such task"


def with_unknown_epoch(folder: RunFolder, other: Path) -> str:
    rewritten(folder, lambda record: msgspec.structs.replace(record, epoch=7))
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
    said = command(*arguments)
    assert named in said.text
    assert "\x1b" not in said.out + said.err
    assert said.code != 0 or (verb == "convert" and not (tmp_path / "out.jsonl").read_text().strip())


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
