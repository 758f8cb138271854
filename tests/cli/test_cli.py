"""The command as users run it, on real files."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.cli.options import ProfileName
from m3bench.examples import example_files
from m3bench.scoring import PROFILES
from tests.apps.audit.browsing import browser
from tests.cli.command import run_command
from tests.hanging import HANG_SECONDS
from tests.reports.page.browsing import Reader

REFERENCES, PREDICTIONS = map(str, example_files())
FILES = ("--reference", REFERENCES, "--prediction", PREDICTIONS)
TERMINAL = {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}


def _run(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    return run_command(*arguments, code=code, environment=TERMINAL)


def _run_process(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "m3bench", *arguments]
    environment = {**os.environ, **TERMINAL}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=environment,
        timeout=HANG_SECONDS,
        check=False,
        cwd=folder,
    )
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode == 0, done.stderr
    return done


def test_score_writes_what_it_shows(tmp_path: Path) -> None:
    paths = {kind: tmp_path / f"scores.{kind}" for kind in ("json", "csv", "parquet")}
    done = _run("score", *FILES, *(part for kind, path in paths.items() for part in (f"--{kind}", str(path))))
    document = json.loads(paths["json"].read_text())
    total = re.search(r"Total +\S+ +(\S+) +(\S+) .* 5\n", done.stdout)
    assert total is not None
    assert total[1] == f"{document['aggregate']['recall']:.3f}"
    assert total[2] == f"{document['aggregate']['precision']:.3f}"
    with paths["csv"].open(newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == [row["id"] for row in document["per_id"]]
    assert paths["parquet"].stat().st_size > 0


@pytest.mark.slow
def test_scores_repeat_to_the_bit(tmp_path: Path) -> None:
    for name in ("one", "two"):
        _run_process("score", *FILES, "--no-cache", "--json", name, folder=tmp_path)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_explain() -> None:
    done = _run("score", *FILES, "--explain", "orchard-1")
    assert "Losses by metric" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_extras_and_thresholds(tmp_path: Path) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps([{"name": "maps/geocode", "inputSchema": {"type": "object"}}]))
    done = _run(
        "score", *FILES, "--also", "match", "--also", "structure", "--tools", str(tools), "--weak", "0.5"
    )
    for expected in ("Match, 4 tasks", "Structure, 4 tasks", "Rules, 4 tasks", "thresholds 0.5/0.8"):
        assert expected in done.stdout


def test_alternative_references(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    records = json.loads(Path(PREDICTIONS).read_text())
    other.write_text(json.dumps([{**record, "question": "?"} for record in records]))
    done = _run("score", *FILES, "--reference", str(other), "--explain", "orchard-1")
    assert "reference 2 'other.json', the best of 2" in done.stdout


def test_compare_predictions_and_scores(tmp_path: Path) -> None:
    scores = tmp_path / "scores.json"
    _run("score", *FILES, "--json", str(scores))
    written = tmp_path / "comparison.json"
    done = _run("compare", PREDICTIONS, str(scores), "--reference", REFERENCES, "--json", str(written))
    assert "5 scored tasks in common" in done.stdout
    assert json.loads(written.read_text())["metrics"]["recall"]["comparison"]["verdict"] == "tied"
    assert "need references" in _run("compare", PREDICTIONS, str(scores), code=2).stderr


def test_convert_there_and_back(tmp_path: Path) -> None:
    ours, messages, back = (tmp_path / name for name in ("a.jsonl", "b.json", "c.json"))
    assert "4 records" in _run("convert", PREDICTIONS, str(ours)).stdout
    _run("convert", str(ours), str(messages), "--to", "openai")
    _run("convert", str(messages), str(back), "--to", "m3")
    one = json.loads(_scores(tmp_path, PREDICTIONS))
    for path in (ours, messages, back):
        assert json.loads(_scores(tmp_path, str(path)))["per_id"] == one["per_id"]
    done = _run("convert", REFERENCES, str(tmp_path / "d.json"), "--to", "openai", code=2)
    assert "error:" in done.stderr


def _scores(folder: Path, predictions: str) -> str:
    path = folder / "scores.json"
    _run("score", "--reference", REFERENCES, "--prediction", predictions, "--json", str(path))
    return path.read_text()


@pytest.mark.slow
def test_the_demo_runs_agents_on_every_suite_and_explains_a_score(tmp_path: Path) -> None:
    done = _run_process("demo", "--out", "demo", folder=tmp_path)
    lines = done.stdout.splitlines()
    for index, title in enumerate(("Pictures", "Several servers", "Thousands of tools", "A closed loop"), 1):
        assert any(f"{index} of 4: {title}" in line for line in lines)
    rows = [line.split() for line in lines if line.strip()]
    assert [row[1:] for row in rows if row[0] == "reference"] == [
        [*["1.000"] * 8, tasks] for tasks in ("28", "1", "1", "1")
    ]
    assert [row[1:] for row in rows if row[0] == "idle"] == [
        [*["0.000"] * 8, tasks] for tasks in ("28", "1", "1", "1")
    ]
    (careless,) = (row for row in rows if row[0] == "careless")
    assert careless[1] == "0.000"
    assert 0 < float(careless[2]) < 1
    by_family = [line for line in lines if " 1.000 " in line and " 0.000 " in line]
    assert len([line for line in by_family if not line.startswith(("reference", "careless", "All"))]) == 28
    for expected in ("One score explained", "Losses by metric", "m3bench score ", "demo/report.html"):
        assert expected in done.stdout
    assert sorted(path.name for path in (tmp_path / "demo").iterdir()) == [
        "cross", "m3", "omni", "report-tables", "report.html", "verse",
    ]  # fmt: skip
    mounted = json.loads((tmp_path / "demo/verse/reference/manifest.json").read_text())["mounted"]
    assert mounted["least"]["tools"] > 3000
    _opens_without_complaint(tmp_path / "demo" / "report.html")


def _opens_without_complaint(page: Path) -> None:
    with browser() as opened:
        reader = Reader(opened, page)
        assert reader.page.locator("#table-leaderboard tbody tr").count() > 4
        assert reader.complaints == []
        assert reader.requests == [page.as_uri()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", *FILES, "--explain", "orchard-9"), "Did you mean orchard-"),
        (("score", *FILES, "--encoder", "bert"), "There is no encoder 'bert'"),
        (("score", *FILES, "--weak", "0.9"), "weak ≤ strong"),
        (
            ("score", "--reference", "nowhere.json", "--prediction", PREDICTIONS),
            "nowhere.json: cannot be read",
        ),
        (("score", *FILES, "--tools", REFERENCES), "error:"),
        (("score", "--reference", REFERENCES), "There is nothing to score."),
        (("score", *FILES, "--profile", "m4"), "'m4' is not one of"),
        (("score", *FILES, "--json", "/nowhere/at/all.json"), "cannot be written"),
        (("convert", REFERENCES, "/nowhere/at/all.json"), "cannot be written"),
        (("scor",), "No such command"),
    ],
)
def test_mistakes_get_a_message(arguments: tuple[str, ...], message: str) -> None:
    done = _run(*arguments, code=2)
    assert message in " ".join(done.stderr.replace("│", " ").split())


def test_duplicates_stop_unless_told_which_to_keep(tmp_path: Path) -> None:
    records = json.loads(Path(PREDICTIONS).read_text())
    doubled = tmp_path / "doubled.json"
    doubled.write_text(json.dumps([*records, {**records[0], "steps": []}]))
    arguments = ("score", "--reference", REFERENCES, "--prediction", str(doubled))
    done = _run(*arguments, code=2)
    assert "doubled.json: 1 duplicate id: orchard-1" in done.stderr
    assert "--duplicates first" in done.stderr
    first, last = (_run(*arguments, "--duplicates", kept).stdout for kept in ("first", "last"))
    assert "0.636" in first
    assert "0.636" not in last


def test_tasks_without_references_are_refused(tmp_path: Path) -> None:
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps([{"id": str(number), "question": "?"} for number in range(9)]))
    done = _run("score", "--reference", str(bare), "--prediction", PREDICTIONS, code=2)
    assert "9 of 9 tasks have no reference trajectory: 0, 1, 2, 3, 4 and 4 more" in " ".join(
        done.stderr.split()
    )


def test_version_and_help() -> None:
    assert re.fullmatch(r"m3bench \d+\.\d+\.\d+\n", _run("--version").stdout)
    told = _run("--help").stdout
    verbs = re.findall(r"^│ (\w+) ", told, re.MULTILINE)
    assert {"demo", "run", "score", "report", "view", "judge", "forge", "audit", "convert"} < set(verbs)
    for verb in verbs:
        shown = CliRunner().invoke(app, [verb, "--help"])
        assert shown.exit_code == 0, verb
        assert f"{verb} [OPTIONS]" in shown.stdout


@pytest.mark.slow
def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m m3bench score {' '.join(FILES)} | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )
    assert done.stderr == ""


def test_an_interrupt_ends_it_with_a_word(tmp_path: Path) -> None:
    calls = [{"name": "a/b", "arguments": {"text": f"number {number} " * 40}} for number in range(3000)]
    for name, part in (("references", calls[::2]), ("predictions", calls[1::2])):
        (tmp_path / name).write_text(json.dumps([{"id": "x", "question": "?", "steps": [{"calls": part}]}]))
    files = (
        "-r",
        str(tmp_path / "references"),
        "-p",
        str(tmp_path / "predictions"),
        "--no-cache",
        "--profile",
        "m3",
    )
    command = [sys.executable, "-m", "m3bench", "score", *files]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "comparing 3000 distinct calls\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG_SECONDS)
    assert process.returncode == 130
    assert errors.startswith("stopped; finished work is saved")


def test_choices_name_all_there_is() -> None:
    assert [profile.value for profile in ProfileName] == list(PROFILES)
