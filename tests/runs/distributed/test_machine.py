"""What the machine of a worker must have."""

from __future__ import annotations

import platform
from pathlib import Path

import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.formats import write
from m3bench.hosting import SandboxMode
from m3bench.runs.distributed import SameSuite, require_sandbox
from m3bench.suites import SuiteRef, WorldRef
from tests.runs.sums import sums_file, sums_task


def test_a_suite_that_changed_or_is_missing_is_named_with_the_machine(tmp_path: Path) -> None:
    file = sums_file(tmp_path / "tasks.jsonl", 2)
    same = SameSuite.of(SuiteRef(name=str(file)), WorldRef())
    assert [task.id for task in same.load().tasks] == ["sum-0000", "sum-0001"]
    write(file, [msgspec.structs.replace(sums_task(0), request="Something else.")], format="jsonl")
    with pytest.raises(UsageError, match=f"is not the same on {platform.node()}"):
        same.load()
    file.unlink()
    with pytest.raises(UsageError, match=f"cannot be loaded on {platform.node()}"):
        same.load()


def test_a_machine_without_a_sandbox_is_named() -> None:
    with pytest.raises(UsageError, match=f"is not available on {platform.node()}"):
        require_sandbox(SandboxMode.OFF)
