"""The action, and the examples for CI: their steps are run as the hosts run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.examples.action_host import ACTION, Host
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_file

EXAMPLES = REPOSITORY / "examples" / "ci"


# Plumbing, with stand-ins for the programs


@pytest.mark.parametrize(
    ("given", "extras"),
    [
        ({"run": "runs/one"}, "encoder"),
        ({"suite": "smoke", "agent": "reference"}, "encoder,suites"),
        ({"suite": "smoke", "agent": "caller", "model": "openai/x"}, "encoder,suites,models"),
        ({"suite": "omni", "agent": "reference", "extras": "media"}, "encoder,suites,media"),
        ({"servers": "mcp.json", "model": "openai/x"}, "encoder,models"),
        ({"servers": "mcp.json", "extras": "all"}, "encoder,all"),
    ],
    ids=str,
)
def test_what_the_mode_needs_is_installed(tmp_path: Path, given: dict[str, str], extras: str) -> None:
    host = Host(tmp_path, **given)
    host.stub("python")
    assert host.run("Install m3bench").returncode == 0
    content = ["m3bench-suites", "m3bench-world"] if {"all", "suites"} & {*extras.split(",")} else []
    folders = [REPOSITORY, *(REPOSITORY / "packages" / name for name in content)]
    assert host.calls == [["python", "-m", "pip", "install", *map(str, folders), f"m3bench[{extras}]"]]


def test_the_package_that_is_named_gets_the_extras(tmp_path: Path) -> None:
    host = Host(tmp_path, package="m3bench==0.1.0", run="runs/one")
    host.stub("python")
    assert host.run("Install m3bench").returncode == 0
    assert host.calls[0][-2:] == ["m3bench==0.1.0", "m3bench[encoder]"]


def test_inputs_become_options(tmp_path: Path) -> None:
    given = {
        "suite": "my tasks.jsonl", "agent": "caller", "model": "openai/x", "config": "a.json\n\nb c.json\n",
        "fail-under": "success=0.5", "args": "--limit 2 --now '2026-01-01 $(id)' \"a b\"",
    }  # fmt: skip
    host = Host(tmp_path, **given)
    host.stub("m3bench", code=1)
    assert host.run("Run and score").returncode == 1
    scores = str(tmp_path / "temp" / "m3bench-scores.json")
    assert host.calls == [
        [
            "m3bench", "run", "my tasks.jsonl", "--agent", "caller", "--out", "m3bench-run",
            "--model", "openai/x", "--config", "a.json", "--config", "b c.json",
            "--fail-under", "success=0.5", "--junit", "m3bench-junit.xml",
            "--limit", "2", "--now", "2026-01-01 $(id)", "a b", "--json", scores,
        ]
    ]  # fmt: skip
    expected = {"run": "m3bench-run", "junit": "m3bench-junit.xml", "json": scores, "exit-code": "1"}
    assert host.outputs == expected


def test_a_run_is_scored(tmp_path: Path) -> None:
    host = Host(tmp_path, run="runs/one", junit="")
    host.stub("m3bench")
    assert host.run("Run and score").returncode == 0
    assert host.calls[0][:3] == ["m3bench", "score", "runs/one"]
    assert host.outputs["run"] == "runs/one"


def test_servers_are_tested(tmp_path: Path) -> None:
    host = Host(tmp_path, servers="my mcp.json", args="--fail-on warning")
    host.stub("m3bench")
    assert host.run("Run and score").returncode == 0
    scores = str(tmp_path / "temp" / "m3bench-scores.json")
    assert host.calls == [
        [
            "m3bench", "servers", "test", "my mcp.json", "--out", "m3bench-run",
            "--junit", "m3bench-junit.xml", "--fail-on", "warning", "--json", scores,
        ]
    ]  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"suite": "smoke"},
        {"suite": "s", "agent": "a", "args": "--now 'open"},
        {"suite": "s", "agent": "a", "run": "runs/one"},
        {"servers": "mcp.json", "run": "runs/one"},
        {"servers": "mcp.json", "fail-under": "mean=1"},
    ],
    ids=str,
)
def test_inputs_that_cannot_work_are_an_error(tmp_path: Path, given: dict[str, str]) -> None:
    host = Host(tmp_path, **given)
    host.stub("m3bench")
    done = host.run("Run and score")
    assert (done.returncode, host.outputs) == (2, {"exit-code": "2"})
    assert "::error::" in done.stderr
    assert host.calls == []


def test_a_summary_without_scores(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.outputs = {"json": str(tmp_path / "none.json"), "exit-code": "2"}
    assert host.run("Write the summary").returncode == 0
    assert host.summary == "## m3bench: nothing was run: see the log\n\n"


def test_a_summary_is_no_markup(tmp_path: Path) -> None:
    dropped = [{"id": "t", "why": "server_failure", "detail": "<script>|`x`\n# no"}] * 2
    document = {
        "run": {"settings": {"suite": "s", "agent": "a", "model": "m"}, "dropped": dropped},
        "gates": [{"name": "mean", "least": 0.5, "value": None, "met": False}],
    }
    (tmp_path / "scores.json").write_text(json.dumps(document))
    host = Host(tmp_path)
    host.outputs = {"json": str(tmp_path / "scores.json"), "exit-code": "3"}
    assert host.run("Write the summary").returncode == 0
    assert "| mean | 0.500 | – | **no** |" in host.summary
    assert "| 2 | server failure | \\<script\\>\\|\\`x\\` \\# no |" in host.summary


def test_findings_become_annotations_and_a_summary(tmp_path: Path) -> None:
    finding = {
        "rule": "r",
        "tool": "s/t",
        "where": "description",
        "problem": "100%\n::error::no",
        "advice": "Do.",
    }
    findings = [{**finding, "severity": severity} for severity in ("note", *["warning"] * 12, "error")]
    document = {"new": {"servers": ["s"], "tools": 1, "findings": findings}, "tasks": []}
    (tmp_path / "test.json").write_text(json.dumps(document))
    host = Host(tmp_path, servers="a,b.json")
    host.outputs = {"json": str(tmp_path / "test.json"), "exit-code": "1"}
    done = host.run("Write the summary")
    assert done.returncode == 0
    marks = done.stderr.splitlines()
    assert marks[0] == (
        "::error file=a%2Cb.json,title=m3bench%3A r::s/t, description: 100%25%0A::error::no. Do."
    )
    assert [mark.split()[0] for mark in marks] == ["::error", *["::warning"] * 10]
    assert host.summary.startswith("## m3bench: something is wrong with the servers\n\ns: 1 tool\n")
    assert "| error | s/t | description | 100% ::error::no. Do. |" in host.summary


def test_expressions_name_inputs_and_outputs_that_exist() -> None:
    text = (REPOSITORY / "action.yml").read_text("utf-8")
    inputs = set(re.findall(r"inputs\.([\w-]+)", text))
    assert inputs == set(ACTION["inputs"])
    outputs = set(re.findall(r"steps\.bench\.outputs\.([\w-]+)", text))
    assert outputs == set(ACTION["outputs"])
    script = (REPOSITORY / "scripts" / "action" / "run.sh").read_text("utf-8")
    assert all(f"{name}=" in script for name in outputs)


def test_the_workflow_uses_inputs_that_exist() -> None:
    workflow = yaml.safe_load((EXAMPLES / "github-workflow.yml").read_text("utf-8"))
    (job,) = workflow["jobs"].values()
    (step,) = [each for each in job["steps"] if "m3bench" in each.get("uses", "")]
    assert set(step["with"]) <= set(ACTION["inputs"])
    assert step["id"] == "bench"


def gate(folder: Path, script: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script of an example in a folder."""
    return subprocess.run(
        script,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


@pytest.mark.parametrize(("code", "times"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_what_could_not_be_scored_is_tried_once_more(tmp_path: Path, code: int, times: int) -> None:
    host = Host(tmp_path)
    host.stub("m3bench", "pip")
    (tmp_path / "m3bench-run").mkdir()
    job = yaml.safe_load((EXAMPLES / "gitlab-ci.yml").read_text("utf-8"))["agent-bench"]
    install, run = job["script"]
    script = ["bash", "-ec", f"{install}\ncd {REPOSITORY}\nOUT={tmp_path}/m3bench-run {run}"]
    environment = {"PATH": host.path, "CALLS": str(tmp_path / "calls"), **job["variables"]}
    done = gate(tmp_path, script, **environment, CODE="0")
    assert done.returncode == 0, done.stderr
    assert host.calls[0] == ["pip", "install", "m3bench[encoder,suites,models]"]
    assert host.calls[1][:7] == [
        "m3bench",
        "run",
        "smoke",
        "--agent",
        "caller",
        "--model",
        "openai/gpt-4o-mini",
    ]
    for path in (tmp_path / "calls").iterdir():
        path.unlink()
    done = gate(tmp_path, [str(EXAMPLES / "gate.sh")], **environment, CODE=str(code))
    assert done.returncode == code
    assert len(host.calls) == times
    assert host.calls[-1][1:3] == (["run", "--resume"] if times > 1 else ["run", "smoke"])


def test_the_script_says_what_it_needs(tmp_path: Path) -> None:
    environment = {"SUITE": "smoke", "AGENT": "", "PATH": os.environ["PATH"]}
    done = gate(tmp_path, [str(EXAMPLES / "gate.sh")], **environment)
    assert done.returncode != 0
    assert "Set AGENT" in done.stderr


# With the real program


@pytest.mark.slow
def test_the_action_runs_scores_and_summarizes(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 2)
    given = {
        "suite": str(tasks),
        "agent": "noisy:0.4",
        "fail-under": "mean=0.99,scored=1",
        "args": "--seed 4",
    }
    host = Host(tmp_path, **given)
    host.path = f"{Path(sys.executable).parent}:{host.path}"
    done = host.run("Run and score")
    assert done.returncode == 1, done.stderr
    assert host.run("Write the summary").returncode == 0
    assert host.summary.startswith("## m3bench: a gate is not met")
    assert "| scored | 1.000 | 1.000 | yes |" in host.summary
    junit = ElementTree.parse(tmp_path / host.outputs["junit"]).getroot()
    assert (junit.get("tests"), junit.get("failures")) == ("4", "1")
    assert (tmp_path / host.outputs["run"] / "journal.jsonl").exists()


@pytest.mark.slow
def test_the_plain_script_runs(tmp_path: Path) -> None:
    tasks = sums_file(tmp_path / "tasks.jsonl", 2)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {"SUITE": str(tasks), "AGENT": "reference", "FAIL_UNDER": "mean=1", "MODEL": "", "PATH": path}
    done = gate(tmp_path, [str(EXAMPLES / "gate.sh")], **given)
    assert done.returncode == 0, done.stderr
    assert "gate met: mean 1.000" in done.stdout
    assert json.loads((tmp_path / "m3bench-scores.json").read_text())["exit_code"] == 0
