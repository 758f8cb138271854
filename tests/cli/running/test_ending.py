"""How a run and its scores end: the status, the gates, and files for CI."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree

import msgspec
import pytest

from m3bench.cli.exit_codes import ExitCode, halt_code
from m3bench.examples import example_files
from m3bench.formats import write
from m3bench.runs import Halt, HaltKind
from tests.cli.command import run_command
from tests.runs.sums import sums_file, sums_task

NO_SERVER = {"ghost": {"command": "false"}}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    tasks = sums_file(folder / "tasks.jsonl", 4)
    run_command("run", str(tasks), "--agent", "reference", "--out", str(folder / "run"))
    return folder / "run"


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CompletedProcess[str]]:
    """A run of which one attempt lacks a server, and what the command said."""
    folder = tmp_path_factory.mktemp("torn")
    lacking = msgspec.structs.replace(sums_task(1), servers=("math", "ghost"))
    write(folder / "tasks.jsonl", [sums_task(0), lacking, sums_task(2)], format="jsonl")
    (folder / "servers.json").write_text(json.dumps({"mcpServers": NO_SERVER}))
    done = run_command(
        "run", "tasks.jsonl", "--agent", "reference", "--config", "servers.json", "--retries", "0",
        "--out", "run", "--fail-under", "mean=0.6", "--junit", "junit.xml", "--json", "-",
        code=ExitCode.INCOMPLETE, folder=folder,
    )  # fmt: skip
    return folder, done


def test_attempts_that_could_not_be_scored_end_a_run_with_3(torn: tuple[Path, CompletedProcess[str]]) -> None:
    _, done = torn
    said = done.stderr.replace("\n", " ")
    assert "not scored: 1 of 3 attempts: 1 server failure" in said
    assert "sum-0001: server failure: servers unavailable: ghost:" in said
    assert "1 of 3 attempts could not be scored." in said
    assert "m3bench run --resume run" in said
    assert "What servers printed is in run/logs" in said


def test_a_document_has_standard_output_to_itself(torn: tuple[Path, CompletedProcess[str]]) -> None:
    folder, done = torn
    found = json.loads(done.stdout)
    assert (found["exit_code"], found["folder"]) == (3, "run")
    assert found["gates"][0]["met"] is True
    assert found["gates"][0]["value"] == pytest.approx(2 / 3)
    assert [attempt["id"] for attempt in found["run"]["dropped"]] == ["sum-0001"]
    assert found["aggregate"]["recall"] == 1.0
    again = run_command("score", "run", "--json", "-", folder=folder)
    assert json.loads(again.stdout)["per_id"] == found["per_id"]
    assert "Total" in again.stderr


def test_a_test_case_for_each_attempt(torn: tuple[Path, CompletedProcess[str]]) -> None:
    suite, gates = ElementTree.parse(torn[0] / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "0", "1")
    assert (gates.get("tests"), gates.get("failures")) == ("1", "0")


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("mean=1,even/recall=1", ExitCode.OK),
        ("mean=1,success=0.1", ExitCode.NOT_MET),  # the tasks have no checks
        ("odd/mean=1", ExitCode.OK),
    ],
)
def test_gates_decide_the_status_of_a_score(whole: Path, wanted: str, code: ExitCode) -> None:
    done = run_command("score", str(whole), "--fail-under", wanted, code=code)
    assert done.stdout.count("gate met:") == wanted.count("=1,") + wanted.endswith("=1")
    assert ("gate NOT met: success was not measured" in done.stdout) is bool(code)


def test_a_resumed_run_has_gates(whole: Path) -> None:
    run_command("run", "--resume", str(whole), "--fail-under", "scored=1")


def test_predictions_of_files_have_gates(tmp_path: Path) -> None:
    references, predictions = map(str, example_files())
    given = ("score", "--reference", references, "--prediction", predictions, "--encoder", "exact")
    done = run_command(*given, "--fail-under", "recall=0.99", code=ExitCode.NOT_MET)
    assert "gate NOT met: recall 0." in done.stdout
    junit = tmp_path / "junit.xml"
    run_command(*given, "--fail-under", "recall=0.01", "--junit", str(junit))
    (suite, gates) = ElementTree.parse(junit).getroot()
    assert int(suite.get("tests", "0")) > 1
    assert gates.get("failures") == "0"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--fail-under", "sucess=1"), "Did you mean success?"),
        (("--fail-under", "success=2"), "from 0 to 1"),
        (("--fail-under", "evn/mean=1"), "Did you mean even?"),
        (("--junit", "no/such/folder.xml"), "No such directory"),
        (("--explain", "sum-0001", "--fail-under", "mean=1"), "--explain shows one task"),
    ],
)
def test_wrong_options_are_refused(whole: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in run_command("score", str(whole), *arguments, code=ExitCode.USAGE).stderr


def test_a_wrong_family_is_refused_before_anything_is_run(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 2)
    words = ("run", str(tasks), "--agent", "idle", "--out", str(tmp_path / "run"))
    done = run_command(*words, "--fail-under", "evn/mean=1", code=ExitCode.USAGE)
    assert "Did you mean even?" in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("kind", HaltKind)
def test_an_early_end_has_a_status(kind: HaltKind) -> None:
    expected = ExitCode.INTERRUPTED if kind is HaltKind.INTERRUPTED else ExitCode.INCOMPLETE
    assert halt_code(Halt(kind, "why")) is expected
