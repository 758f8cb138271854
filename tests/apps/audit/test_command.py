from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.apps.audit.folder import open_audit_folder
from m3bench.cli.app import app
from m3bench.core import Trajectory, UsageError
from m3bench.formats import read_tasks, write
from tests.apps.audit.samples import PLAIN, TRIP, picture
from tests.hanging import HANG_SECONDS


def said(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, ["audit", *map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "audit"
    place.mkdir()
    write(place / "tasks.jsonl", [TRIP, PLAIN], format="jsonl")
    (place / "photo.png").write_bytes(picture())
    return place


def decide(folder: Path, person: str, verdict: str, item: int = 0) -> None:
    """As the page does it, in a process of its own."""
    command = [sys.executable, "-m", "m3bench", "audit", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        address = served.stdout.readline().strip()
        with urllib.request.urlopen(
            f"{address}api/item?person={person}&item={item}", timeout=HANG_SECONDS
        ) as answer:
            seen = json.load(answer)["seen"]
        body = {"person": person, "item": item, "seen": seen, "verdict": verdict, "reason": "not asked for"}
        request = urllib.request.Request(
            f"{address}api/decide", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=HANG_SECONDS) as answer:
            assert json.load(answer)["verdict"] == verdict
        os.kill(served.pid, signal.SIGINT)
        _, remarks = served.communicate(timeout=HANG_SECONDS)
    assert served.returncode == 0, remarks
    assert "stopped; all decisions are saved" in remarks
    assert "Traceback" not in remarks


@pytest.mark.slow
def test_two_people_one_after_the_other(folder: Path, tmp_path: Path) -> None:
    decide(folder, "Ann", "approved")
    decide(folder, "Bo", "rejected")
    assert "1 in conflict, 1 open" in said(folder, "--report")
    assert "Ann and Bo agree on 0.0 % of 1 reference; Cohen's kappa 0.000." in said(folder, "--report")
    decide(folder, "Bo", "approved")
    target = tmp_path / "suite" / "approved.jsonl"
    target.parent.mkdir()
    assert "1 tasks with 1 approved references" in said(folder, "--export", target, "--need", "2")
    assert read_tasks(target) == [TRIP]
    assert (target.parent / "photo.png").read_bytes() == picture()


def test_a_report_before_anybody_has_judged(folder: Path) -> None:
    assert said(folder, "--report").startswith("2 references: 0 approved, 0 rejected, 0 in conflict, 2 open.")
    assert said(folder / "tasks.jsonl", "--report") == said(folder, "--report")


def test_pairs_are_reported(folder: Path) -> None:
    (folder / "tasks.jsonl").rename(folder / "consolidated.jsonl")
    write(
        folder / "original.jsonl",
        [Trajectory(task_id=TRIP.id, steps=TRIP.references[0].steps)],
        format="jsonl",
    )
    assert said(folder, "--pairs", "--report") == "0 choices by 0 people over 1 pairs, 0 ties."
    assert open_audit_folder(folder).files == (folder / "consolidated.jsonl",)


def test_other_files_of_the_folder_are_left_aside(folder: Path) -> None:
    write(folder / "tries.jsonl", [Trajectory(task_id="t")], format="jsonl")
    (folder / "decisions.jsonl").write_text("", encoding="utf-8")
    place = open_audit_folder(folder)
    assert place.files == (folder / "tasks.jsonl",)
    assert len(place.skipped) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("{}/gone",), "does not exist"),
        (("{}", "--pairs"), "no original.jsonl and no consolidated.jsonl"),
        (("{}", "--pairs", "--export", "x.jsonl"), "cannot be combined"),
        (("{}", "--export", "{}/more.jsonl"), "part of the audited folder"),
        (("{}", "--export", "{}/../more.jsonl"), "No reference is approved yet"),
    ],
)
def test_mistakes_are_explained(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        said(*(argument.format(folder) for argument in arguments))


def test_a_folder_without_tasks_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it has no JSON file"):
        open_audit_folder(tmp_path)
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    with pytest.raises(UsageError, match=r"a\.json: "):
        open_audit_folder(tmp_path)
