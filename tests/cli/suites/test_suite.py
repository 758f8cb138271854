from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.core import CameraLevel, Task, UsageError
from m3bench.reports import print_suite
from m3bench.worlds import Picture


def said(*arguments: str) -> str:
    done = CliRunner().invoke(app, [*arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


def test_the_suites_are_listed() -> None:
    assert "smoke six small tasks" in said("list", "suites")


def test_the_tasks_of_a_suite_are_listed() -> None:
    listed = said("list", "tasks", "smoke")
    assert "smoke/film-per-minute films 3 3 1 tmdb, math" in listed
    assert "6 tasks with 12 steps and 14 calls; 2.00 hops" in listed


def test_a_task_is_shown_with_its_picture(tmp_path: Path) -> None:
    shown = said("suite", "show", "smoke/unknown-book", "--pictures", str(tmp_path))
    assert "pyzbar-mcp/scan_barcode" in shown
    (picture,) = tmp_path.iterdir()
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_task_is_shown_with_its_camera_level(tmp_path: Path) -> None:
    shown = said("suite", "show", "m3/museum/7-0", "--pictures", str(tmp_path), "--camera", "clean")
    assert "camera: clean" in shown
    assert "camera:" not in said("suite", "show", "smoke/warmth")


def test_the_list_has_a_column_for_levels_that_differ() -> None:
    easy, hard = Picture("a.png", "slide", 1), Picture("a.png", "slide", 2, CameraLevel.HARD)
    tasks = [
        Task(id=f"t/{index}", servers=("math",), pictures=(picture,))
        for index, picture in enumerate((easy, hard))
    ]
    assert "Camera Servers t/0 0 0 0 clean math t/1 0 0 0 hard math" in listed(tasks)
    assert "Threads Servers t/0 0 0 0 math" in listed(tasks[:1])


def listed(tasks: list[Task]) -> str:
    file = io.StringIO()
    print_suite(Console(file=file, width=100), tasks)
    return " ".join(file.getvalue().split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("suite", "show", "smoke/warm"), "has no task 'smoke/warm'"),
        (("list", "tasks", "smok"), "no suite 'smok'"),
    ],
)
def test_mistakes_are_explained(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        CliRunner().invoke(app, [*arguments], catch_exceptions=False)


@pytest.mark.slow
def test_two_workers_verify_as_one_does() -> None:
    one, two = (CliRunner().invoke(app, ["suite", "verify", "smoke", "--workers", count]) for count in "12")
    assert "6 of 6 tasks are valid" in " ".join(one.stdout.split())
    assert (one.exit_code, one.stdout) == (two.exit_code, two.stdout)


@pytest.mark.slow
def test_two_workers_build_the_same_bytes(tmp_path: Path) -> None:
    options = ("--size", "2", "--seed", "31", "--family", "movies", "--family", "barcode_lookup")
    said("suite", "build", str(tmp_path / "one.jsonl"), *options)
    said("suite", "build", str(tmp_path / "two.jsonl"), *options, "--workers", "2")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
