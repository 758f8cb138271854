"""Programs of presets: how they are started, what counts as their answer, and how they fail."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from m3bench.agents import Confinement, Ending, confine, make_agent
from m3bench.core import Status, UsageError
from m3bench.hosting.process.warden import MARK_NAME
from tests.agents.presets.fakes import (
    ANSWER,
    KEYS,
    MODEL,
    NAMES,
    install_fake,
    not_logged_in,
    printing,
    refused,
    said,
)
from tests.agents.presets.solving import solve
from tests.agents.workplace import shape

names = pytest.mark.parametrize("name", NAMES)
two = pytest.mark.parametrize("name", ["claude-code", "goose"])
"""Enough where only the reading of events differs."""


CONNECT = "session = connect()\n"
_REPORT = """
files, home = {}, os.environ["HOME"]
for folder, _, found in os.walk(home):
    for one in found:
        path = os.path.join(folder, one)
        if one != "output.jsonl":
            files[os.path.relpath(path, home)] = [open(path).read(), os.stat(path).st_mode & 0o77]
report = {"env": dict(os.environ), "argv": sys.argv, "stdin": sys.stdin.read(), "cwd": os.getcwd()}
report["files"] = files
"""
SOLVED = CONNECT + (
    "call(session, 'math__sum', {'numbers': [2, 3]})\ncall(session, 'submit_answer', {'answer': 'five'})\n"
)


@names
def test_calls_are_recorded_and_a_submitted_answer_counts(
    name: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_fake(monkeypatch, tmp_path, name, SOLVED + printing(said(name)))
    ending, attempt, kept = solve(f"preset:{name}:model={MODEL}", workspace)
    assert ending == Ending("five")
    assert shape(attempt) == [["math/sum success"]]
    notes = attempt.notes["program"]
    (transcript,) = notes["transcripts"]
    assert ANSWER.encode() in kept[transcript["digest"]] or name == "gemini-cli"
    assert (transcript["file"], transcript["bytes"]) == ("output.jsonl", len(kept[transcript["digest"]]))
    assert notes["client"] == "fake 1"
    trajectory = attempt.trajectory(ending, agent="x")
    assert trajectory.model in (MODEL, "claude-x")
    assert (trajectory.usage is not None) == (name != "goose")


@two
def test_without_a_submitted_answer_the_last_message_counts(
    name: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_fake(monkeypatch, tmp_path, name, CONNECT + printing(said(name)))
    assert solve(f"preset:{name}:model={MODEL}", workspace)[0] == Ending(ANSWER)


@names
def test_what_a_program_gets(
    name: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    report = tmp_path / "report.json"
    source = f"{_REPORT}json.dump(report, open({str(report)!r}, 'w'))\n"
    install_fake(monkeypatch, tmp_path, name, source, talks=False)
    monkeypatch.setenv("UNRELATED_API_KEY", "not-for-the-agent")
    solve(f"preset:{name}:model={MODEL},base_url=http://127.0.0.1:9/v1", workspace)
    seen = json.loads(report.read_text())
    asked = json.dumps(
        [seen["stdin"], *seen["argv"]]
        + list(seen["env"].values())
        + [text for text, _ in seen["files"].values()]
    )
    assert Path(seen["cwd"]) == workspace.resolve()
    assert "What is 2 + 3?" in seen["stdin"]
    assert "submit_answer" in seen["stdin"]
    assert ("\\\\@bob" if name == "gemini-cli" else "@bob") in json.dumps(seen["stdin"])
    assert "m-1" in asked
    assert "http://127.0.0.1:9" in asked
    assert seen["env"][KEYS[name]] == "key-of-the-test"
    assert "UNRELATED_API_KEY" not in seen["env"]
    assert seen["env"]["HOME"] != os.environ.get("HOME")
    assert all(mode == 0 for _, mode in seen["files"].values())
    url = seen["env"]["M3BENCH_GATEWAY_URL"]
    written = [text for file, (text, _) in seen["files"].items() if file != "mcp.json"]
    assert any(url in text for text in written) == (name != "openhands"), "which reads the variable"
    assert list(workspace.iterdir()) == []


@two
def test_a_missing_login_ends_the_run_with_one_message(
    name: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events, errors, code = not_logged_in(name)
    install_fake(monkeypatch, tmp_path, name, printing(events, errors, code), talks=False)
    with pytest.raises(UsageError, match="could not log in") as caught:
        solve(f"preset:{name}:model={MODEL}", workspace)
    assert KEYS[name] in str(caught.value.hint)


@two
def test_an_error_of_the_provider_is_retried_and_not_scored(
    name: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_fake(monkeypatch, tmp_path, name, printing(refused(name), "", 1), talks=False)
    ending, attempt, _ = solve(f"preset:{name}:model={MODEL}", workspace)
    assert ending is not None
    assert (ending.status, attempt.notes["provider"]) == (Status.HARNESS_FAILURE, True)
    assert "Overloaded" in str(ending.reason)


@pytest.mark.parametrize(
    ("source", "status", "reason"),
    [
        (
            CONNECT + printing([], "boom", 3),
            Status.AGENT_FAILURE,
            "exited with code 3 without an answer: boom",
        ),
        (
            CONNECT + printing([{"type": "turn.completed"}]),
            Status.AGENT_FAILURE,
            "exited with code 0 without an answer",
        ),
        (CONNECT + "os.kill(os.getpid(), 9)\n", Status.AGENT_FAILURE, "was killed by SIGKILL"),
        (printing([{"type": "turn.completed"}]), Status.HARNESS_FAILURE, "no tool reached it"),
        ("sys.exit(2)\n", Status.HARNESS_FAILURE, "no tool reached it"),
    ],
)
def test_failures_have_a_reason(
    source: str,
    status: Status,
    reason: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_fake(monkeypatch, tmp_path, "codex", source)
    ending = solve("preset:codex", workspace)[0]
    assert ending is not None
    assert ending.status is status
    assert reason in str(ending.reason)
    assert ending.answer is None


def test_a_program_that_hangs_is_ended_with_its_children_and_its_output_is_kept(
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = (
        'print(\'{"type": "thread.started"}\', flush=True)\n'
        "import subprocess, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3600)'], start_new_session=True)\n"
        f"print(os.environ[{MARK_NAME!r}], file=sys.stderr, flush=True)\n"
        "time.sleep(3600)\n"
    )
    install_fake(monkeypatch, tmp_path, "codex", source, talks=False)
    ending, attempt, kept = solve("preset:codex", workspace, seconds=1.5)
    assert ending is None
    assert b"thread.started" in kept[attempt.notes["program"]["transcripts"][0]["digest"]]


@names
def test_a_key_is_needed_unless_the_endpoint_is_ones_own(
    name: str,
    tmp_path: Path,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_fake(monkeypatch, tmp_path, name, CONNECT + printing(said(name)))
    monkeypatch.delenv(KEYS[name])
    with pytest.raises(UsageError, match="needs a key") as caught:
        confine(make_agent(f"preset:{name}"), Confinement(sandbox=False))
    assert KEYS[name] in str(caught.value.hint)
    assert confine(make_agent(f"preset:{name}:base_url=http://127.0.0.1:9"), Confinement(sandbox=False))


@names
def test_a_program_that_is_not_installed_says_how(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_AGENTS", str(tmp_path))
    with pytest.raises(UsageError, match="is not installed") as caught:
        make_agent(f"preset:{name}")
    assert caught.value.hint == f"Install it: m3bench install agents {name}"
    marker = {"name": name, "registry": "npm", "package": "x", "version": "0.1", "digest": "other"}
    (tmp_path / name).mkdir()
    (tmp_path / name / "m3bench-server.json").write_text(
        json.dumps({**marker, "folder": str(tmp_path / name)})
    )
    with pytest.raises(UsageError, match=r"is installed at 0\.1, not"):
        make_agent(f"preset:{name}")
