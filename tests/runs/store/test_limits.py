"""Limits that a run began with hold in every session, and changes of them are on record."""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from m3bench.core import Usage
from m3bench.models import Reply
from m3bench.reports import print_run
from m3bench.runs import (
    HaltKind,
    LimitsChange,
    RunFolder,
    RunLimits,
    read_run,
    resume_run,
    run_settings,
    start_run,
)
from m3bench.runs.store.limits import (
    apply_limit_changes,
    current_limits,
    describe_change,
    limit_changes,
    limits_change,
)
from m3bench.testing import ScriptedModel
from tests.runs.sums import sums_file

pytestmark = pytest.mark.anyio

LIMITED = RunLimits(concurrency=1, max_tokens=25, task_timeout=77.0, retries=1)


def model() -> ScriptedModel:
    return ScriptedModel(lambda _: Reply("It cannot be done.", usage=Usage(10, 0, 1, 0.0)))


async def begun(path: Path) -> Path:
    """A run that stopped at its limit on tokens."""
    settings = run_settings(suite=str(sums_file(path / "tasks.jsonl", 5)), agent="caller")
    halt = await start_run(settings, path / "run", limits=LIMITED, model=model())
    assert halt is not None
    assert halt.kind is HaltKind.BUDGET
    return path / "run"


async def test_the_manifest_has_every_limit(tmp_path: Path) -> None:
    run = await begun(tmp_path)
    kept = json.loads((run / "manifest.json").read_text())["limits"]
    assert kept == {
        "concurrency": 1, "retries": 1, "task_timeout": 77.0, "max_cost": None, "max_tokens": 25,
        "model_timeout": 120.0, "provider_wait": 120.0, "in_flight": None,
    }  # fmt: skip


async def test_limits_hold_when_the_run_goes_on(tmp_path: Path) -> None:
    run = await begun(tmp_path)
    asked = model()
    halt = await resume_run(run, model=asked)
    assert halt is not None
    assert (halt.kind, asked.requests) == (HaltKind.BUDGET, [])
    assert limit_changes(RunFolder.open(run)) == []


async def test_a_limit_that_is_changed_is_on_record_and_holds_from_then_on(tmp_path: Path) -> None:
    run = await begun(tmp_path)
    folder = RunFolder.open(run)
    more = RunLimits(concurrency=1, max_tokens=35, task_timeout=77.0, retries=1)
    halt = await resume_run(run, limits=more, model=model())
    assert halt is not None  # the new limit is reached in turn
    (change,) = limit_changes(folder)
    assert change.changes == {"max_tokens": (25, 35)}
    assert change.by
    assert current_limits(folder) == more
    asked = model()
    assert await resume_run(run, model=asked) is not None
    assert asked.requests == []
    assert await resume_run(run, limits=RunLimits(), model=model()) is None
    assert current_limits(folder) == RunLimits()


async def test_the_report_says_which_limits_were_changed(tmp_path: Path) -> None:
    run = await begun(tmp_path)
    await resume_run(run, limits=RunLimits(concurrency=1, max_tokens=900), model=model())
    console = Console(record=True, width=200)
    print_run(console, read_run(run))
    said = console.export_text()
    assert "limits: --task-timeout 600, --retries 2, --max-tokens 900" in said
    assert "changed: --max-tokens 25 → 900 by " in said
    assert "changed: --task-timeout 77 → 600 by " in said


async def test_a_run_of_a_version_that_kept_no_limits_goes_on(tmp_path: Path) -> None:
    run = await begun(tmp_path)
    folder = RunFolder.open(run)
    folder.write_manifest(msgspec.structs.replace(folder.manifest, limits=None))
    assert current_limits(RunFolder.open(run)) == RunLimits()
    assert await resume_run(run, model=model()) is None
    assert len(read_run(run).tasks) == 5


LIMITS = st.builds(
    RunLimits,
    concurrency=st.integers(1, 9),
    retries=st.integers(0, 9),
    task_timeout=st.none() | st.floats(0.5, 1e4),
    max_cost=st.none() | st.floats(0, 1e4),
    max_tokens=st.none() | st.integers(0, 10**9),
)


@given(st.lists(LIMITS, min_size=1, max_size=5))
def test_changes_lead_to_the_last_limits(limits: list[RunLimits]) -> None:
    made = [limits_change(old, new) for old, new in itertools.pairwise(limits)]
    changes = [change for change in made if change is not None]
    assert apply_limit_changes(limits[0], changes) == limits[-1]
    assert all(change.changes for change in changes)


def test_a_change_is_told_as_on_the_command_line() -> None:
    at = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
    change = LimitsChange(at=at, by="ann", changes={"max_cost": (None, 2.5), "in_flight": (8, 9)})
    assert list(describe_change(change)) == [
        "--max-cost none → 2.5 by ann, 2026-03-04 05:06 UTC",
        "--concurrent-requests 8 → 9 by ann, 2026-03-04 05:06 UTC",
    ]
