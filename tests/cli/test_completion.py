"""What a shell completes, asked as the shell asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run_command


def completed(line: str, folder: Path) -> list[str]:
    words = line.split(" ")
    asked = {
        "_M3BENCH_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    return run_command(folder=folder, environment=asked).stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("m3bench run sm", ["smoke"]),
        ("m3bench suite verify m3-", ["m3-camera", "m3-photo"]),
        ("m3bench suite show smoke/wa", ["smoke/warmth"]),
        ("m3bench run smoke --task smoke/un", ["smoke/unknown-book"]),
        ("m3bench run smoke --agent ref", ["reference"]),
        ("m3bench list su", ["suites"]),
        ("m3bench run mine", ["mine.jsonl"]),
        ("m3bench suite show no-such-suite/x", []),
    ],
)
def test_names_are_completed(line: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").touch()
    assert completed(line, tmp_path) == words


@pytest.mark.parametrize("command", ["score", "view", "judge undecided", "run --resume", "runs verify"])
def test_run_folders_are_completed(command: str, tmp_path: Path) -> None:
    for name in ("runs/first", "runs/second", "elsewhere/third", "runs/no-run"):
        (tmp_path / name).mkdir(parents=True)
        if name != "runs/no-run":
            (tmp_path / name / "manifest.json").touch()
    assert completed(f"m3bench {command} ru", tmp_path) == ["runs/first", "runs/second"]
    assert completed(f"m3bench {command} elsewhere/", tmp_path) == ["elsewhere/third"]
