"""Check, judge, suite build and suite verify on a Ray cluster of this machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.curation import BuildProgram, VerificationProgram, build_tasks, verify_tasks
from m3bench.runs import (
    EngineKind,
    EngineSettings,
    final_attempts,
    read_run,
    recheck_run,
    run_settings,
    start_run,
)
from m3bench.runs.distributed import SameSuite
from m3bench.runs.judging.cases import build_cases, build_cases_in_workers
from m3bench.suites import SuiteRef, WorldRef
from m3bench.testing.provider import FakeProvider
from tests.runs.distributed.ray_clusters import local_cluster
from tests.runs.models.test_vision_reviewer import JUDGE, cutting, says, suite
from tests.volume import FULL

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
RAY = EngineSettings(kind=EngineKind.RAY, workers=1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def _cluster() -> Iterator[None]:
    with local_cluster(cpus=1):
        yield


def attempts(run: Path) -> list[Any]:
    return sorted(final_attempts(run / "journal.jsonl"), key=lambda attempt: attempt.key)


@pytest.mark.usefixtures("_cluster")
async def test_ray_checks_judges_builds_and_verifies_as_one_process_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    name = suite(tmp_path, cutting(0), cutting(1))
    alone, spread = tmp_path / "alone", tmp_path / "spread"
    await start_run(run_settings(suite=name, agent="reference"), alone)
    shutil.copytree(alone, spread)
    with FakeProvider(lambda _: says(1, 0.5)) as fake:
        judge = f"{JUDGE}@{fake.url('openai')}"
        two = await recheck_run(spread, judge=judge, engine=RAY)
        single = await recheck_run(alone, judge=judge)
    assert single == two
    assert (two.changed, read_run(spread).success) == (2, 1.0)
    assert attempts(spread) == attempts(alone)

    cases = build_cases(alone, read_run(alone), pictures=True)
    assert await build_cases_in_workers(alone, read_run(alone), RAY, pictures=True) == cases

    program = VerificationProgram(
        suite=SameSuite.of(SuiteRef(name=name), WorldRef()), servers=frozenset(),
        attack=False, sandbox=False, reviews=False,
    )  # fmt: skip
    ids = ["cut-0", "cut-1"]
    assert await verify_tasks(program, ids, engine=RAY) == await verify_tasks(program, ids)

    build, shares = BuildProgram(WorldRef(), sandbox=False), [("hugeicons", 2 if FULL else 1)]
    assert await build_tasks(build, shares, engine=RAY) == await build_tasks(build, shares)
