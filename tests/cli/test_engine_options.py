"""`--workers` and `--ray`: the same words and errors for every command."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner, Result

from m3bench.cli.app import app
from m3bench.core import MissingExtraError, UsageError
from m3bench.runs import run_settings, start_run
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from tests.processes import is_running
from tests.runs.distributed.holding import workers_of
from tests.runs.models.test_vision_reviewer import JUDGE, cutting, says, suite

COMMANDS = {
    "run": ("run", "smoke", "--agent", "reference", "--out", "OUT"),
    "check": ("judge", "undecided", "RUN"),
    "replay": ("replay", "RUN"),
    "judge": ("judge", "run", "RUN", "--judges", "openai/a,openai/b,openai/c"),
    "suite build": ("suite", "build", "OUT"),
    "suite verify": ("suite", "verify", "smoke"),
    "forge references": ("forge", "references", "smoke", "--out", "OUT"),
    "forge tasks": ("forge", "tasks", "--servers", "math", "--out", "OUT"),
}
DEADLINE = 100.0


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command that would do something, had it valid options."""
    places = {"OUT": str(tmp_path / "out"), "RUN": str(tmp_path / "run")}
    return [places.get(word, word) for word in COMMANDS[request.param]]


def invoked(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "200"})


def test_the_words_are_the_same(command: list[str]) -> None:
    subject = [word for word in command[:2] if word.isalpha() and word != "smoke"]
    told = re.sub(r"[│\s]+", " ", invoked(*subject, "--help-all").output)
    assert "Number of processes that share the work." in told
    assert "Run on a Ray cluster: its address, auto, or new for one made here." in told


@pytest.mark.parametrize("workers", ["0", "-1", "many"])
def test_a_wrong_number_of_workers_is_refused(command: list[str], workers: str, tmp_path: Path) -> None:
    done = invoked(*command, "--workers", workers)
    assert done.exit_code == 2
    assert "Invalid value for '--workers'" in done.output
    assert not (tmp_path / "out").exists()


def test_the_missing_extra_is_named(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'm3bench\[ray\]'"):
        invoked(*command, "--ray", "new")
    assert not (tmp_path / "out").exists()


def test_a_cluster_that_is_not_there_is_named(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("m3bench.runs.distributed.ray_cluster.import_ray", lambda: None)
    with pytest.raises(UsageError, match=r"There is no Ray cluster at 127\.0\.0\.1:1: Connection refused"):
        invoked(*command, "--ray", "127.0.0.1:1")
    assert not (tmp_path / "out").exists()


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "m3bench", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def wait_until(is_so: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + DEADLINE
    while not is_so():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture(scope="module")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cut")
    name = suite(folder, *(cutting(number) for number in range(3)))
    anyio.run(start_run, run_settings(suite=name, agent="reference"), folder / "run")
    return folder / "run"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        (("replay", "RUN"), "stopped; nothing was written\n"),
        (("suite", "verify", "smoke"), "stopped; nothing was written\n"),
        (("suite", "build", "OUT"), "stopped; nothing was written\n"),
        (("forge", "tasks", "--servers", "google-maps,weather", "--out", "OUT"), "continues from there\n"),
        (("score", "RUN"), "continues from there\n"),
    ],
)
def test_ctrl_c_ends_a_command_and_its_workers(
    arguments: tuple[str, ...], ending: str, finished_run: Path, tmp_path: Path
) -> None:
    places = {"RUN": str(finished_run), "OUT": str(tmp_path / "out")}
    process = started(*(places.get(argument, argument) for argument in arguments), "--workers", "2")
    wait_until(lambda: len(workers_of(process.pid)) == 2, process)
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=DEADLINE)
    assert process.returncode == 130
    assert said.endswith(ending)
    assert "Traceback" not in said
    assert not any(map(is_running, workers))


@pytest.mark.slow
def test_ctrl_c_twice_ends_a_check_that_waits_for_its_judge(
    finished_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    ended = threading.Event()

    def script(_: SeenRequest) -> Line:
        ended.wait(DEADLINE)
        return says(1, 1)

    before = (finished_run / "journal.jsonl").read_bytes()
    with FakeProvider(script) as fake:
        judge = f"{JUDGE}@{fake.url('openai')}"
        process = started("judge", "undecided", str(finished_run), "--judge", judge, "--workers", "2")
        wait_until(lambda: bool(fake.seen), process)
        workers = workers_of(process.pid)
        assert workers
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert any("Ctrl-C again cancels them" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=DEADLINE)
        ended.set()
    assert process.returncode == 130, said
    assert "Run the same command again to continue." in said
    assert "Traceback" not in said
    assert not any(map(is_running, workers))
    assert (finished_run / "journal.jsonl").read_bytes() == before
