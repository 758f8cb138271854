"""Authors of MCP servers compare two versions, read the numbers, and look at the runs behind them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import run_command
from tests.server_tests.configs import config

_SUCCESS = re.compile(
    r"Success on the same (\d+) tasks: ([\d.]+) before, ([\d.]+) now: ([+-][\d.]+) \[.*?\]; "
    r"(\d+) better, (\d+) worse, (\d+) the same"
)


def _test(folder: Path, new: Path, old: Path, *more: str, code: int = 0) -> tuple[str, dict[str, Any]]:
    """Compare two configurations. Return what was printed, and the JSON."""
    options = (
        "--against",
        str(old),
        "--out",
        "out",
        "--agent",
        "matching:hashing",
        "--sandbox",
        "off",
        *more,
    )
    done = run_command("servers", "test", str(new), *options, folder=folder, code=code)
    return " ".join(done.stdout.split()), json.loads((folder / "out" / "report.json").read_text())


def _score(run: Path) -> str:
    found = re.search(r"success: ([\d.]+) ", run_command("score", str(run)).stdout)
    assert found is not None
    return found[1]


def _require_one_denominator(folder: Path, said: str, record: dict[str, Any]) -> None:
    """Require that before, now and the difference agree, everywhere they are shown, and with `score`."""
    shown = _SUCCESS.search(said)
    assert shown is not None, said
    count, before, now, difference, *outcomes = shown.groups()
    assert round(float(now) - float(before), 3) == float(difference)
    assert sum(map(int, outcomes)) == int(count) == record["change"]["tasks"]
    assert (before, now) == (_score(folder / "out" / "run-old"), _score(folder / "out" / "run"))
    change = record["change"]
    assert change["now"] - change["before"] == pytest.approx(change["success"]["difference"])
    assert (f"{change['before']:.3f}", f"{change['now']:.3f}") == (before, now)
    assert record["new"]["agent"]["rate"]["estimate"] == pytest.approx(change["now"])
    assert record["old"]["agent"]["rate"]["estimate"] == pytest.approx(change["before"])
    assert shown[0] in " ".join((folder / "out" / "report.html").read_text().split())


@pytest.mark.slow
def test_before_now_and_difference_are_over_the_same_tasks(tmp_path: Path) -> None:
    """Two versions of which nothing fails."""
    said, record = _test(tmp_path, config(tmp_path, "mended"), config(tmp_path, "vague"), "--tasks", "6")
    _require_one_denominator(tmp_path, said, record)
    assert "Not solved" not in said


@pytest.mark.slow
@pytest.mark.parametrize("failing", ["new", "old"])
def test_a_version_that_fails_in_its_run_has_the_same_denominator(tmp_path: Path, failing: str) -> None:
    """`servers test --against` printed “0.21 before, 0.64 now: +0.50”: rates without what the server failed,
    and a difference with it."""
    frail = config(tmp_path, "frail", "library", str(tmp_path / "out" / "tasks.jsonl"))
    versions = [frail, config(tmp_path, "mended")]
    new, old = versions if failing == "new" else versions[::-1]
    said, record = _test(tmp_path, new, old)
    failures = record[failing]["agent"]["failures"]
    assert failures
    _require_one_denominator(tmp_path, said, record)
    when = "now" if failing == "new" else "before"
    assert f"Not solved {when} because the server failed: {len(failures)} task" in said
    assert next(iter(failures)) in said


@pytest.mark.parametrize("broken", ["new", "old"])
def test_a_server_that_does_not_start_is_named_and_the_page_is_written(tmp_path: Path, broken: str) -> None:
    """The command said that the versions have “no tool in common”, and wrote nothing."""
    versions = [config(tmp_path, "absent"), config(tmp_path, "vague")]
    new, old = versions if broken == "new" else versions[::-1]
    said, record = _test(tmp_path, new, old, "--tasks", "3", code=1)
    reason = "exited with code 1; end of its log: the catalogue is locked | ask the librarian for the key"
    assert f"could not be compared. library of the {broken} version did not start: it {reason}" in said
    assert "no tool in common" not in said
    assert reason in " ".join((tmp_path / "out" / "report.html").read_text().split())
    assert record["change"]["problem"]
    assert ("agent" in record["new"]) == (broken == "old")


def test_a_server_gets_the_time_that_its_configuration_gives_it(tmp_path: Path) -> None:
    """Under load, a server that needs longer to start is waited for, and one that does not start is named."""
    hurried = config(tmp_path, "tardy", timeouts={"start": 0.5})
    said, _ = _test(tmp_path, config(tmp_path, "vague"), hurried, "--tasks", "0", code=1)
    assert "library of the old version did not start: it did not start within 0.5 s" in said


def test_versions_without_a_common_tool_are_told_which_they_have(tmp_path: Path) -> None:
    other = config(tmp_path, "mended", "archive")
    said, _ = _test(tmp_path, config(tmp_path, "vague"), other, "--tasks", "0", code=1)
    assert "They have no tool in common: the new version has library/search" in said
    assert "the old one archive/search" in said
    assert "Give the server the same name in both configurations." in said
    assert (tmp_path / "out" / "report.html").exists()
