"""`m3bench soak`: its options, its report, and a short real one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.cli.running import soak
from m3bench.core import UsageError
from m3bench.soak import KINDS, FaultPlan, SoakReport, Verdict
from tests.runs.processes import DEADLINE, lines_in

QUICK = "provider:429,provider:reset,provider:malformed,server:error,server:crash,server:malformed"
"""Kinds that cost no time-out."""


def report(*verdicts: Verdict) -> SoakReport:
    return SoakReport(
        folder="runs/soak", suite="smoke", plan=FaultPlan(), workers=1, seconds=90.0, interrupted=False,
        runs=1, attempts=6, tries=8, faults={"server:crash": 2}, invariants=verdicts,
    )  # fmt: skip


HOLDS = Verdict(invariant="no port left", holds=True, summary="all are closed")
OPEN = Verdict(invariant="memory flat", holds=None, summary="not judged: too short")
VIOLATED = Verdict(
    invariant="every attempt once",
    holds=False,
    summary="1 violation",
    evidence=("run-001: smoke/warmth (epoch 1) is final 2 times",),
    look="journal.jsonl",
)


def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: SoakReport, *more: str) -> tuple[int, str]:
    """The exit code and the output for a soak with this report."""
    monkeypatch.setattr(soak, "run_soak", lambda *_: made)
    done = CliRunner().invoke(app, ["soak", "--attempts", "6", "--out", str(tmp_path / "new"), *more])
    return done.exit_code, done.stdout


def test_a_soak_whose_invariants_hold_ends_with_0(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code, text = printed(monkeypatch, tmp_path, report(HOLDS, OPEN))
    assert code == 0
    assert "6 attempts, 8 tries in 1 run, 1.5 minutes" in text
    assert "2 faults (server:crash 2)" in text
    assert "VIOLATED" not in text


def test_a_violated_invariant_is_named_with_evidence_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, text = printed(monkeypatch, tmp_path, report(HOLDS, VIOLATED))
    assert code == 1
    assert "every attempt once is violated. Look at: journal.jsonl" in text
    assert VIOLATED.evidence[0] in text


def test_the_report_as_json(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code, text = printed(monkeypatch, tmp_path, report(VIOLATED), "--json")
    assert code == 1
    assert json.loads(text)["invariants"][0]["evidence"] == list(VIOLATED.evidence)


def test_the_kinds_of_fault_are_listed() -> None:
    done = CliRunner().invoke(app, ["soak", "--faults", "help"], env={"COLUMNS": "200"})
    assert done.exit_code == 0
    assert all(kind.name in done.stdout and kind.what in done.stdout for kind in KINDS)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--minutes", "1", "--attempts", "5"], "cannot be combined"),
        (["--faults", "server:tired"], "Unknown kind of fault"),
        (["--fault-rate", "0.5"], "more than 1 in all"),
        (["--faults", "worker:kill"], "needs worker processes"),
        (["--out", "."], "exists"),
    ],
)
def test_wrong_options_are_explained(options: list[str], problem: str) -> None:
    done = CliRunner().invoke(app, ["soak", *options])
    assert isinstance(done.exception, UsageError)
    assert problem in str(done.exception)


def test_a_suite_that_needs_other_servers_is_refused(tmp_path: Path) -> None:
    arguments = ["soak", "m3", "--family", "Items Price", "--out", str(tmp_path / "new")]
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, UsageError)
    assert "excel, which a soak cannot make fail" in str(done.exception)
    assert not (tmp_path / "new").exists()


def started(out: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "m3bench", "soak", "--limit", "1", "--out", str(out), *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_short_real_soak_holds(tmp_path: Path) -> None:
    options = ["--attempts", "5", "--fault-rate", "0.1", "--faults", QUICK, "--seed", "2", "--json"]
    process = started(tmp_path / "soak", *options)
    said, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, said + errors
    made = json.loads(said)
    assert made["attempts"] == 5
    assert sum(made["faults"].values()) > 0
    # On a busy machine it takes long enough to judge the memory as well.
    assert {invariant["invariant"] for invariant in made["invariants"] if not invariant["holds"]} <= {
        "memory flat"
    }
    assert json.loads((tmp_path / "soak" / "soak.json").read_text()) == made


@pytest.mark.slow
def test_ctrl_c_ends_a_soak_early_and_checks_all_the_same(tmp_path: Path) -> None:
    process = started(tmp_path / "soak", "--minutes", "10", "--faults", QUICK)
    journal = tmp_path / "soak" / "run-001" / "journal.jsonl"
    deadline = time.monotonic() + DEADLINE
    while lines_in(journal) < 1 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0, said + errors
    assert "stopped early" in said
    assert "VIOLATED" not in said
    assert "every attempt once" in said
