"""Files of tasks from somebody else: their links, paths, ids and checks do no harm."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.apps.audit.pictures import load_picture
from m3bench.checks import CheckError
from m3bench.checks.registry import CHECKS
from m3bench.core import M3BenchError, Task
from m3bench.formats import write
from m3bench.runs import final_attempts, read_run
from m3bench.runs.engine.checks import check_attempt
from m3bench.suites.file_suite import FileSuite
from m3bench_world import World
from tests.apps.viewer.samples import plain_attempt
from tests.attacks.command_line import Command, deadline
from tests.attacks.folders import SECRET
from tests.attacks.fuzzing import cpu_limit
from tests.runs.sums import sums_task


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Command]:
    monkeypatch.setenv("COLUMNS", "400")
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "secret.png").write_text(SECRET)
    yield Command(capsys, monkeypatch)
    assert (victim / "secret.png").read_text() == SECRET
    assert [path.name for path in victim.iterdir()] == ["secret.png"]


def suite_of(folder: Path, *tasks: Task) -> Path:
    folder.mkdir(exist_ok=True)
    write(folder / "tasks.jsonl", tasks, format="jsonl")
    return folder / "tasks.jsonl"


def link_to_file(folder: Path) -> str:
    (folder / "picture.png").symlink_to(folder.parent / "victim" / "secret.png")
    return "picture.png"


def link_to_folder(folder: Path) -> str:
    (folder / "pictures").symlink_to(folder.parent / "victim")
    return "pictures/secret.png"


def link_to_link(folder: Path) -> str:
    (folder / "one").symlink_to("two")
    (folder / "two").symlink_to(folder.parent / "victim" / "secret.png")
    return "one"


def loop(folder: Path) -> str:
    (folder / "loop.png").symlink_to("loop.png")
    return "loop.png"


def pipe(folder: Path) -> str:
    os.mkfifo(folder / "pipe.png")
    return "pipe.png"


def device(folder: Path) -> str:
    (folder / "zero.png").symlink_to("/dev/zero")
    return "zero.png"


def directory(folder: Path) -> str:
    (folder / "folder.png").mkdir()
    return "folder.png"


def named(name: str) -> Callable[[Path], str]:
    return lambda _: name


PICTURES = (
    link_to_file, link_to_folder, link_to_link, loop, pipe, device, directory, named("../victim/secret.png"),
    named("/etc/passwd"), named("a\0b.png"), named("x" * 400), named(""), named("a/../../victim/secret.png"),
)  # fmt: skip


@pytest.mark.parametrize("make", PICTURES, ids=range(len(PICTURES)))
def test_pictures_come_from_the_folder_of_the_suite(
    make: Callable[[Path], str], tmp_path: Path, command: Command
) -> None:
    """a task's picture is a link, a path or a special file that leads elsewhere."""
    folder = tmp_path / "suite"
    folder.mkdir()
    task = msgspec.structs.replace(sums_task(1), images=(make(folder),))
    tasks = suite_of(folder, task)
    with deadline(20):
        said = command("run", tasks, "--agent", "reference", "--out", tmp_path / "run")
    assert said.code == 2, said
    assert "error:" in said.err
    with pytest.raises(M3BenchError), deadline(2):
        load_picture(FileSuite.of(tasks), task, 0)
    found = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert all(SECRET.encode() not in path.read_bytes() for path in found)


@pytest.mark.parametrize("make", PICTURES, ids=range(len(PICTURES)))
def test_files_come_from_the_folder_of_the_suite(
    make: Callable[[Path], str], tmp_path: Path, command: Command
) -> None:
    """a task's input file is a link, a path or a special file that leads elsewhere."""
    folder = tmp_path / "suite"
    folder.mkdir()
    record = {
        "m3bench": 2,
        "kind": "task",
        **msgspec.to_builtins(sums_task(1)),
        "files": [{"name": make(folder), "media_type": "image/png"}],
    }
    tasks = folder / "files.jsonl"
    tasks.write_text(json.dumps(record))
    with deadline(20):
        said = command("run", tasks, "--agent", "reference", "--out", tmp_path / "run")
    assert said.code == 2, said
    assert "error:" in said.err
    with pytest.raises(M3BenchError), deadline(2):
        list(map(FileSuite.of(tasks).assets, FileSuite.of(tasks).tasks))
    found = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert all(SECRET.encode() not in path.read_bytes() for path in found)


IDS = (
    "../../../victim/x", "..", ".", "/", "/etc/passwd", "a\0b", "line\nbreak", "z" * 5_000, "\x1b[31mred",
    "é" * 300, "${WORKSPACE}", "-rf", "a#1", " ", "%2e%2e%2f", "\u202egnp",
)  # fmt: skip


@pytest.mark.parametrize("task_id", IDS, ids=range(len(IDS)))
def test_ids_are_only_names(task_id: str, tmp_path: Path, command: Command) -> None:
    """a task is named by a path, a control character or five thousand letters."""
    changing = msgspec.structs.replace(sums_task(1), id=task_id)
    tasks = suite_of(tmp_path / "suite", changing, sums_task(2))
    run = tmp_path / "run"
    said = command("run", tasks, "--agent", "reference", "--out", run, "--record", tmp_path / "cassettes")
    assert said.code == 0, said
    assert {attempt.task_id for attempt in final_attempts(run / "journal.jsonl")} == {task_id, "sum-0002"}
    assert read_run(run).integrity.damages == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cassettes", "run", "suite", "victim"]
    assert len(list((tmp_path / "cassettes").glob("*.cassette"))) == 2


SERVERS = ("../x", "a\0b", "s" * 5_000, "", ".", "\x1b[31m", "math/../math")


@pytest.mark.parametrize("server", SERVERS, ids=range(len(SERVERS)))
def test_servers_are_only_names(server: str, tmp_path: Path, command: Command) -> None:
    """a task needs a server with the name of a path."""
    task = msgspec.structs.replace(sums_task(1), servers=(server, "math"))
    tasks = suite_of(tmp_path / "suite", task)
    said = command("run", tasks, "--agent", "reference", "--out", tmp_path / "run", "--retries", "0")
    assert said.code in (0, 1, 2)
    assert said.text
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "run") == ["suite", "victim"]


ABSURD: tuple[Any, ...] = (
    None, "", "\0", [], {}, -1, 0, 1e308, 10**40, "../../etc/passwd", "(a+)+$", "x" * 100_000, ["x"] * 1_000,
    [[]], {"a": {"b": {}}}, float("nan"), True, "**/" * 200, [{"check": "answer_names"}],
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_checks_with_absurd_values(name: str, tmp_path: Path) -> None:
    """a task's check has absurd values: it is refused or decides, and soon."""
    fields = [field.name for field in msgspec.structs.fields(CHECKS[name])]
    draw = random.Random(name)
    world, trajectory = World(), plain_attempt().trajectory
    decided = refused = 0
    for _ in range(60):
        values = {field: draw.choice(ABSURD) for field in fields if draw.random() < 0.8}
        task = msgspec.structs.replace(sums_task(1), extra={"checks": [{**values, "check": name}]})
        try:
            with cpu_limit(2):
                check_attempt(task, trajectory, tmp_path, {}, world)
            decided += 1
        except (M3BenchError, CheckError):
            refused += 1
    assert decided + refused == 60


def suite_pipe(path: Path) -> None:
    os.mkfifo(path)


def suite_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def suite_loop(path: Path) -> None:
    path.symlink_to(path.name)


def suite_empty(path: Path) -> None:
    path.touch()


def suite_deep(path: Path) -> None:
    path.write_text('{"m3bench":1,"kind":"task","id":"a","extra":' + "[" * 100_000 + "]" * 100_000 + "}\n")


def suite_twice(path: Path) -> None:
    write(path, [sums_task(1), sums_task(1)], format="jsonl")


@pytest.mark.parametrize("make", [suite_pipe, suite_device, suite_loop, suite_empty, suite_deep, suite_twice])
@pytest.mark.parametrize("verb", ["run", "audit", "convert", "score"])
def test_suites_that_are_no_files_of_tasks(
    make: Callable[[Path], None], verb: str, tmp_path: Path, command: Command
) -> None:
    """a file of tasks is a pipe, a device, a loop of links, empty, too deep, or has an id twice."""
    path = tmp_path / "tasks.jsonl"
    make(path)
    arguments: dict[str, tuple[object, ...]] = {
        "run": ("run", path, "--agent", "reference", "--out", tmp_path / "run"),
        "audit": ("audit", path, "--report"),
        "convert": ("convert", path, tmp_path / "out.json", "--to", "m3"),
        "score": ("score", "-r", path, "-p", path),
    }
    with deadline(20):
        said = command(*arguments[verb])
    assert said.code == 2, said
    assert "error:" in said.err
