"""`m3bench runs transcript`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.apps.viewer.samples import TRIP, make_run, trip_attempt
from tests.apps.viewer.test_transcripts import LONG, talked_run
from tests.cli.command import run_command


def test_requests_and_replies_are_printed(tmp_path: Path) -> None:
    talked_run(tmp_path / "run")
    done = run_command("runs", "transcript", str(tmp_path / "run"), TRIP.id)
    lines = done.stdout.splitlines()
    assert lines[0] == "request 1 by the agent to openai/some, temperature 0.1"
    assert "  1 tool: town__find" in lines
    assert "  reply, finish reason tool_calls, 1,200 tokens in (1,000 cached), 30 out, 1.50 s" in lines
    assert "  2 messages as before" in lines
    assert "  no reply: refused" in lines
    assert any(line.startswith("    [image/png, blobs/") for line in lines)
    assert "\x1b" not in done.stdout
    assert LONG not in done.stdout
    assert LONG in run_command("runs", "transcript", str(tmp_path / "run"), TRIP.id, "--full").stdout


def test_json_has_everything(tmp_path: Path) -> None:
    talked_run(tmp_path / "run")
    found = json.loads(run_command("runs", "transcript", str(tmp_path / "run"), TRIP.id, "--json").stdout)
    assert [len(exchange["request"]["messages"]) for exchange in found["exchanges"]] == [2, 4, 4]
    assert found["exchanges"][0]["reply"]["reasoning"].startswith("hm")
    assert found["seconds"] == [1.5, 0.25, 0.0]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((TRIP.id,), "has no transcript"),
        (("town/other",), "has no attempt at town/other in epoch 1"),
        ((TRIP.id, "--epoch", "2"), "in epoch 2"),
        ((TRIP.id, "--try", "7"), "has no try 7"),
    ],
)
def test_what_is_not_there_is_named(tmp_path: Path, arguments: tuple[str, ...], problem: str) -> None:
    make_run(tmp_path / "run", [TRIP], [trip_attempt("0" * 64)])
    done = run_command("runs", "transcript", str(tmp_path / "run"), *arguments, code=2)
    assert problem in " ".join(done.stderr.split())
