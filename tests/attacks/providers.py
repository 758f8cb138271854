"""Helpers for attacks by providers: the command line in this process, and scripts of outages."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.cli import main
from m3bench.core import Task, Usage
from m3bench.formats import write
from m3bench.models import Reply
from m3bench.testing.provider import FakeProvider, Line, Script, SeenRequest
from tests.attacks.command_line import deadline
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_task

KEY = "sk-attack-key-0123456789abcdef"
ANSWER = Reply("It cannot be done.", usage=Usage(10, 5, 1, None))
PROBE = "Reply with the word ok."
IMPATIENT = ("--provider-wait", "0.3", "--retries", "1")


class CommandResult(msgspec.Struct, frozen=True):
    """Exit code and output of a command."""

    code: int
    text: str
    """The whole output on one line."""


class CommandLine:
    """`m3bench …` as a user types it, in this process."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        self.folder, self._patch, self._capture = folder, monkeypatch, capfd
        monkeypatch.setenv("M3BENCH_API_KEY", KEY)
        self.out = folder / "run"

    def __call__(self, *arguments: str) -> CommandResult:
        self._patch.setattr(sys, "argv", ["m3bench", *arguments])
        self._capture.readouterr()
        code = 0
        with deadline(HANG_SECONDS):
            try:
                main()
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        printed = "".join(self._capture.readouterr())
        assert "Traceback" not in printed
        assert KEY not in printed
        return CommandResult(code, " ".join(printed.split()))

    def run(self, url: str, *more: str, tasks: int = 2, model: str = "openai/some") -> CommandResult:
        """Run the agent `caller` on a few sums."""
        suite = str(tasks_file(self.folder / "tasks.jsonl", tasks))
        named = ["--agent", "caller", "--model", model, "--base-url", url, "--out", str(self.out)]
        return self("run", suite, *named, *more)

    def resume(self, *more: str) -> CommandResult:
        return self("run", "--resume", str(self.out), *more)


def tasks_file(path: Path, count: int) -> Path:
    """Write sums without references, so that nothing has to be encoded."""
    tasks: list[Task] = [msgspec.structs.replace(sums_task(index), references=()) for index in range(count)]
    write(path, tasks, format="jsonl")
    return path


def is_probe(seen: SeenRequest) -> bool:
    return PROBE in seen.conversation


def after_probe(line: Line | Callable[[SeenRequest], Line]) -> Script:
    """Return a script that answers the probe, and everything else with this line."""

    def script(seen: SeenRequest) -> Line:
        if is_probe(seen):
            return ANSWER
        return line(seen) if callable(line) else line

    return script


def storm(seconds: float, line: Line) -> Script:
    """Return a script that sends the line for some seconds after the first task request, then answers."""
    began: list[float] = []
    lock = threading.Lock()

    def script(_: SeenRequest) -> Line:
        with lock:
            began.append(time.monotonic())
            return line if time.monotonic() - began[0] < seconds else ANSWER

    return after_probe(script)


def task_requests(fake: FakeProvider) -> list[SeenRequest]:
    """Return the requests of tasks, without probes."""
    return [seen for seen in fake.seen if not is_probe(seen)]


def files_with(folder: Path, secret: str) -> list[Path]:
    paths: Iterable[Path] = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in paths if secret.encode() in path.read_bytes()]


def completion(message: dict[str, Any], into: int = 10, out: int = 5) -> dict[str, Any]:
    """Return a reply of the chat completions API."""
    usage = {"prompt_tokens": into, "completion_tokens": out, "total_tokens": into + out}
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}
    head = {"id": "1", "object": "chat.completion", "created": 1, "model": "some"}
    return {**head, "choices": [choice], "usage": usage}
