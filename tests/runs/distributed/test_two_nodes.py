"""A run on a real cluster of two nodes, of which one is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest

from m3bench.runs import final_attempts, read_journal, run_settings, start_run
from m3bench.runs.store import ParkedAttempt
from m3bench.testing.provider import FakeProvider
from tests.hanging import HANG_SECONDS
from tests.runs.distributed.held_provider import adding
from tests.runs.distributed.test_worker_runs import TASKS, content
from tests.runs.distributed.two_nodes import Node, NoNamespaces, TwoNodes, two_nodes, wait_until
from tests.runs.sums import sums_file

ROOT = Path(__file__).parents[3]
M3BENCH = Path(sys.executable).with_name("m3bench")
WORKERS = AT_ONCE = 2


@pytest.fixture
def cluster() -> Iterator[TwoNodes]:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    try:
        with two_nodes() as made:
            yield made
    except NoNamespaces as reason:
        pytest.skip(f"there are no network namespaces here: {reason}")


class HeldProvider:
    """The provider beside the run, on the loopback address of its node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.url = self.line()

    def line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def release(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()


@contextmanager
def held_provider(node: Node) -> Iterator[HeldProvider]:
    command = node.command(
        [sys.executable, "-m", "tests.runs.distributed.held_provider", str(WORKERS * AT_ONCE)]
    )
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield HeldProvider(process)
        finally:
            process.kill()


def start_command(cluster: TwoNodes, tasks: Path, out: Path, url: str) -> subprocess.Popen[str]:
    command = [
        M3BENCH, "run", tasks, "--agent", "caller", "--model", "openai/some", "--base-url", url, "--out", out,
        "--ray", cluster.address, "--workers", str(WORKERS),
        "--concurrency", str(AT_ONCE), "--no-probe",
    ]  # fmt: skip
    return subprocess.Popen(
        cluster.head.command(command), env={**cluster.head.environment, "M3BENCH_API_KEY": "unused"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_a_killed_node_changes_nothing(cluster: TwoNodes, tmp_path: Path) -> None:
    tasks, spread, alone = sums_file(tmp_path / "tasks.jsonl", TASKS), tmp_path / "spread", tmp_path / "alone"
    with held_provider(cluster.head) as provider:
        running = start_command(cluster, tasks, spread, provider.url)
        try:
            assert provider.line() == "full"
            assert (len(cluster.head.actors()), len(cluster.other.actors())) == (1, 1)
            cluster.other.kill()
            wait_until(
                lambda: len(cluster.head.actors()) == WORKERS, "no worker took the place of the lost one"
            )
            provider.release()
            output, _ = running.communicate(timeout=HANG_SECONDS)
        finally:
            running.kill()
            running.wait()
    assert running.returncode == 0, output
    assert "died; its tasks go to the others" in output
    with FakeProvider(adding) as fake:
        settings = run_settings(suite=str(tasks), agent="caller", model="openai/some", base_url=fake.url())
        assert anyio.run(start_run, settings, alone) is None
    assert content(spread) == content(alone)
    made = Counter(attempt.key for attempt in final_attempts(spread / "journal.jsonl"))
    assert made == dict.fromkeys(content(alone), 1)
    assert_what_was_lost_is_on_record(spread)


def assert_what_was_lost_is_on_record(run: Path) -> None:
    """The tasks of the lost worker had each sent one request."""
    records = read_journal(run / "journal.jsonl")
    parked = [record for record in records if isinstance(record, ParkedAttempt)]
    assert len(parked) == AT_ONCE
    for record in parked:
        number = int(record.task_id.removeprefix("sum-"))
        assert record.usage is not None
        assert record.usage.input_tokens == 100 * number + 10
