"""`m3bench judge run` as a process of its own, against a provider over HTTP: killed and interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from m3bench.runs.store.judgements import FILE
from m3bench.testing.provider import FakeProvider, Stall
from tests.runs.bench import ONE_CASE, answer, arguments, judgements, keys
from tests.runs.jury import made_run
from tests.runs.processes import DEADLINE, wait_for_lines

pytestmark = pytest.mark.slow


def command(run: Path, fake: FakeProvider, *more: str) -> list[str]:
    return [sys.executable, "-m", "m3bench", *arguments(run, fake, *more)]


def started(arguments: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "M3BENCH_API_KEY": "a-key-that-nobody-checks"},
    )


def completed(arguments: Sequence[str]) -> tuple[int, str]:
    process = started(arguments)
    try:
        said, _ = process.communicate(timeout=DEADLINE)
    finally:
        process.kill()
        process.communicate()
    assert "Traceback" not in said, said
    return process.returncode, said


def test_a_judging_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    run, cases = made_run(tmp_path, 6), 6
    with FakeProvider(answer) as fake:
        judging = command(run, fake, "--no-cache", "--concurrency", "3")
        process = started(judging)
        try:
            assert wait_for_lines(run / FILE, 12, process), process.communicate()[0]
            process.send_signal(signal.SIGKILL)
        finally:
            process.kill()
            process.communicate()
        before = keys(run)
        assert 11 <= len(before) < cases * ONE_CASE
        code, said = completed(judging)
        asked = len(fake.seen)
    assert code == 0, said
    assert f"{len(before)} of {cases * ONE_CASE} judgements are already done" in said
    assert len(keys(run)) == cases * ONE_CASE
    assert set(keys(run).values()) == {1}
    # What was in flight when it died, and only that, was asked twice.
    assert cases * ONE_CASE <= asked <= cases * ONE_CASE + 3


def interrupted(run: Path, sent: signal.Signals, release: Callable[[FakeProvider], None]) -> tuple[int, str]:
    """What comes of it when a signal arrives while two judgements are under way."""
    with FakeProvider(lambda seen: Stall(answer(seen))) as fake:
        process = started(command(run, fake, "--no-cache", "--concurrency", "2"))
        try:
            fake.wait_until_seen(2, DEADLINE)
            process.send_signal(sent)
            release(fake)
            said, _ = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()
            process.communicate()
    return process.returncode, said


def test_ctrl_c_finishes_what_is_under_way(tmp_path: Path) -> None:
    run = made_run(tmp_path, 2)
    code, said = interrupted(run, signal.SIGINT, lambda fake: threading.Timer(0.3, fake.release).start())
    assert code == 130, said
    assert "Run the same command again to continue" in said
    assert len(judgements(run)) == 2


def test_sigterm_breaks_off(tmp_path: Path) -> None:
    run = made_run(tmp_path, 2)
    code, said = interrupted(run, signal.SIGTERM, lambda _: None)
    assert code == 130, said
    assert judgements(run) == []
