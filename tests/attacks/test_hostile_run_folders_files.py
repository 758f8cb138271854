"""Files of a run folder that are links, pipes, devices or not what their names say."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from m3bench.apps.viewer import Library
from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.core import UsageError
from m3bench.core.errors import M3BenchError
from m3bench.runs import FinishedAttempt, RunFolder
from tests.attacks.command_line import Command, CommandResult, deadline
from tests.attacks.folders import (
    SECRET,
    blob_of,
    rewrite_attempts,
    with_digest,
)
from tests.attacks.run_folders import FAST, PICTURED, WARNED, inspect_run

BAD_DIGESTS = (
    "../../victim/secret.txt", "/etc/passwd", "..", "A" * 64, "0" * 63, "0" * 5_000, "\0" * 64,
    "ab/../../../x", "ab/etc/passwd",
)  # fmt: skip


@pytest.mark.parametrize("digest", BAD_DIGESTS, ids=range(len(BAD_DIGESTS)))
def test_a_digest_is_no_path(
    digest: str, folder: RunFolder, victim: Path, command: Command, viewer: ViewerApi, tmp_path: Path
) -> None:
    """a record names a blob by a path to another file."""
    rewrite_attempts(folder, lambda record: with_digest(record, digest))
    output = command("score", folder.path, *FAST)
    assert "is not a SHA-256" in output.text
    assert PICTURED in output.text
    refused = command("convert", folder.path, tmp_path / "log.json", "--to", "inspect", "--no-scores")
    assert refused.code == 2
    assert PICTURED in refused.err
    with pytest.raises(UsageError):
        viewer.blob(Parameters({"run": "hostile", "digest": digest}))
    assert not (tmp_path / "log.json").exists()
    assert SECRET not in output.text + refused.text


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


@pytest.mark.parametrize("corrupt", [other_bytes, flipped_bit, cut, link, pipe, directory, missing])
def test_blobs_are_what_their_names_say(
    corrupt: Callable[[Path, Path], None],
    folder: RunFolder,
    victim: Path,
    another: Path,
    command: Command,
    viewer: ViewerApi,
    tmp_path: Path,
) -> None:
    """a blob holds other bytes than its name says, or is no file."""
    blob = blob_of(folder)
    digest = blob.parent.name + blob.name
    corrupt(blob, victim)
    way = "report" if corrupt is link else "compare" if corrupt is missing else "score"
    output = inspect_run(way, folder.path, another, command, viewer)
    assert f"blobs/{blob.parent.name}/{blob.name}, task {PICTURED}, epoch 1" in output
    with pytest.raises(UsageError, match="cannot be shown"), deadline(2):
        viewer.blob(Parameters({"run": "hostile", "digest": digest}))
    converted = command("convert", folder.path, tmp_path / "out.jsonl", "--no-scores")
    assert converted.code == 0
    assert digest[2:] in converted.err
    assert "other bytes" not in (tmp_path / "out.jsonl").read_text()
    assert SECRET not in (tmp_path / "out.jsonl").read_text() + output


@pytest.mark.parametrize("workspace", ["../../victim", "/etc", "workspaces/link", "..", "workspaces/\0"])
def test_a_workspace_lies_in_the_run_folder(
    workspace: str, folder: RunFolder, victim: Path, command: Command, viewer: ViewerApi
) -> None:
    """a record says that its workspace is somewhere else."""
    (folder.workspaces / "link").symlink_to(victim)

    def moved(record: object) -> object:
        if not isinstance(record, FinishedAttempt) or record.task_id != PICTURED:
            return record
        changes = msgspec.structs.replace(record.changes, added=("secret.txt", "passwd"))
        return msgspec.structs.replace(record, workspace=workspace, changes=changes)

    rewrite_attempts(folder, moved)  # type: ignore[arg-type]
    output = command("judge", "undecided", folder.path, "--all")
    assert "the path" in output.text
    problems = ("leads out", "outside its folder", "not a relative", "NUL")
    assert any(problem in output.text for problem in problems)
    viewer.run_version(Parameters({"run": "hostile"}))
    for name in ("secret.txt", "passwd"):
        with pytest.raises(M3BenchError):
            viewer.file(Parameters({"run": "hostile", "task": PICTURED, "path": name}))


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
        "check": ("judge", "undecided", folder.path, "--all"),
        "resume": ("run", "--resume", folder.path),
        "repair": ("runs", "verify", "--repair", folder.path),
    }[verb]
    output = command(*arguments)
    assert output.code == 2
    assert f"'{name}' is a link to a place outside" in output.text
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


@pytest.mark.parametrize("corrupt", [as_directory, as_pipe, as_socket, as_device, as_loop, as_nothing])
@pytest.mark.parametrize(
    "name", ["manifest.json", "tasks.jsonl", "journal.jsonl", "judgements.jsonl", "seal.json"]
)
def test_files_that_are_something_else(
    name: str, corrupt: Callable[[Path], None], folder: RunFolder, command: Command, tmp_path: Path
) -> None:
    """a file of the run folder is a folder, a pipe, a socket, a device, a loop of links, or gone."""
    corrupt(folder.path / name)
    commands: list[CommandResult] = []
    for verb in (("score", *FAST), ("convert", tmp_path / "out.jsonl", "--no-scores"), ("runs", "verify")):
        with deadline(20):
            where = (*verb, folder.path) if verb[0] == "runs" else (verb[0], folder.path, *verb[1:])
            commands.append(command(*where))
    with deadline(2):
        library = Library(folder.path.parent)
        for run in library.runs():
            run.refresh()
        library.close()
    harmless = corrupt is as_nothing and name in ("seal.json", "judgements.jsonl")
    for output in commands:
        assert "Traceback" not in output.text
        assert harmless == (output.code == 0 and WARNED not in output.text), output
