"""A finished run folder that was edited: the edit is noticed and named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from m3bench.apps.viewer.api import ViewerApi
from m3bench.runs import RunFolder, read_run
from tests.attacks.command_line import Command
from tests.attacks.folders import (
    lines_of,
    write_lines,
)
from tests.attacks.run_folders import WARNED, WAYS, edit_answer, inspect_run


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_said_of_an_untouched_run(
    way: str, folder: RunFolder, another: Path, command: Command, viewer: ViewerApi
) -> None:
    """the other side: a run that nobody touched."""
    output = inspect_run(way, folder.path, another, command, viewer)
    assert WARNED not in output
    assert (way == "view") == (output == "")


def edit_verdict(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    place = next(index for index, line in enumerate(lines) if b'"passed":false' in line)
    lines[place] = lines[place].replace(b'"passed":false', b'"passed":true')
    write_lines(folder, lines)
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
    write_lines(folder, lines_of(folder)[:-1])
    return "its end is missing"


def delete_line(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    del lines[2]
    write_lines(folder, lines)
    return "line 3"


def repeat_line(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    write_lines(folder, [*lines, lines[0]])
    return "copy of an earlier record"


def swap_lines(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    lines[1], lines[2] = lines[2], lines[1]
    write_lines(folder, lines)
    return "missing or were moved"


def insert_line_of_other_run(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    write_lines(folder, [*lines, RunFolder.open(other).journal.read_bytes().splitlines(keepends=True)[0]])
    return "belongs to another run"


def strip_checksum_of_line(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    record = json.loads(lines[3])
    for name in ("run", "prev", "check"):
        del record[name]
    lines[3] = json.dumps(record).encode() + b"\n"
    write_lines(folder, lines)
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
    viewer: ViewerApi,
) -> None:
    """somebody edits a finished run."""
    named = edit(folder, another)
    assert named in inspect_run(way, folder.path, another, command, viewer)


@pytest.mark.parametrize("edit", [edit_answer, edit_verdict, repeat_line, insert_line_of_other_run])
def test_an_edited_answer_is_not_scored(
    edit: Callable[[RunFolder, Path], str], folder: RunFolder, untouched: Path, another: Path
) -> None:
    """an answer or verdict is edited to score better."""
    before = {trajectory.task_id: trajectory for trajectory in read_run(untouched).trajectories}
    edit(folder, another)
    result = read_run(folder.path)
    assert result.unranked == "its files were changed or damaged"
    assert all(trajectory == before[trajectory.task_id] for trajectory in result.trajectories)
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
        "check": ("judge", "undecided", folder.path, "--all"),
        "judge": ("judge", "run", folder.path, "--judges", "local/a,local/b,local/c", "--yes"),
    }[verb]
    output = command(*arguments)
    assert output.code == 2
    assert "error:" in output.err
    assert folder.journal.read_bytes() == before
