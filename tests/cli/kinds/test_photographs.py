"""Listing scenes, and listing, installing and removing photographs."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_world.scenes.photographs import packages
from tests.cli.command import run_command
from tests.world.scenes.photographs.stand_ins import write_stand_ins


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("M3BENCH_PHOTOGRAPHS", str(tmp_path / "photographs"))
    return tmp_path / "photographs"


def test_kinds_are_listed_by_art() -> None:
    rows = [line.split() for line in run_command("list", "scenes").stdout.splitlines()]
    assert ["animals", "yes", "yes"] in rows
    assert ["receipt", "yes", "no"] in rows
    assert ["coins", "no", "yes"] in rows


def test_the_status_says_what_is_fetched(folder: Path) -> None:
    before = run_command("list", "photographs")
    assert "m3bench install photographs" in before.stderr
    assert all(package.version in before.stdout for package in packages())
    write_stand_ins(folder)
    after = run_command("list", "photographs")
    assert f"Fetched: {folder}" in after.stdout
    assert "CC-BY-4.0" in after.stdout
    assert after.stderr == ""


def test_what_is_there_is_not_fetched_again(folder: Path, tmp_path: Path) -> None:
    write_stand_ins(folder)
    done = run_command("install", "photographs", "--from", str(tmp_path / "absent"))
    assert f"The photographs are in {folder} already." in done.stdout


@pytest.mark.usefixtures("folder")
def test_an_empty_folder_names_the_missing_package(tmp_path: Path) -> None:
    done = run_command("install", "photographs", "--from", str(tmp_path), code=2)
    assert f"has no {packages()[0].name}_*.deb" in done.stderr.replace("\n", "")
    assert packages()[0].pool in done.stderr.replace("\n", "")


@pytest.mark.usefixtures("folder")
def test_a_wrong_package_is_refused(tmp_path: Path) -> None:
    first = packages()[0]
    (tmp_path / f"{first.name}_1.deb").write_bytes(b"something else")
    done = run_command("install", "photographs", "--from", str(tmp_path), code=2)
    assert "is not the expected file" in done.stderr
    assert first.sha256 in done.stderr.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("films",), "There is no kind 'films'"),
        (("photographs", "--from", ".", "--mirror", "http://127.0.0.1:9"), "exclude each other"),
        (("photographs", "--from", "absent"), "absent is not a folder"),
        (("photographs", "--mirror", "here"), "is not an HTTP address"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_wrong_words_are_refused(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in run_command("install", *arguments, code=2).stderr


def test_photographs_are_removed(folder: Path) -> None:
    assert "No photographs" in run_command("remove", "photographs").stdout
    write_stand_ins(folder)
    assert "were removed" in run_command("remove", "photographs").stdout
    assert not folder.exists()
