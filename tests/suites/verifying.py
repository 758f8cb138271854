"""Verification of released tasks, for tests."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.core import Task
from m3bench.curation import Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet, is_third_party
from m3bench.suites import StoredSuite
from tests.hosting.processes import run
from tests.runs.office import require_installed
from tests.volume import FULL

LONGEST = 3600 if FULL else 600
"""Seconds for all tasks, on a busy machine."""


def found_problems(suite: StoredSuite, sample: Iterable[Task]) -> list[tuple[str, str]]:
    """Verify a sample of the tasks; with `M3BENCH_FULL_TESTS`, all of them. Return ids and problems."""
    tasks = suite.tasks if FULL else tuple(sample)
    for server in sorted({server for task in tasks for server in task.servers if is_third_party(server)}):
        require_installed(server)

    async def verify() -> list[tuple[str, str]]:
        async with Pool(ahead=0) as pool:
            server_set = ServerSet(pool, suite.world)
            verifier = Verifier(suite, suite.world, server_set, load_encoder("hashing"))
            verified = [await verifier.verify(task) for task in tasks]
        return [(one.task_id, problem) for one in verified for problem in one.problems]

    found: list[tuple[str, str]] = run(verify, LONGEST)
    return found
