"""Errors that nobody foresaw in one attempt: the attempt fails, the other attempts are made."""

from __future__ import annotations

import errno
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Status, UsageError
from m3bench.core.redaction import protect
from m3bench.hosting import Workspace
from m3bench.runs import (
    FinishedAttempt,
    Halt,
    RunLimits,
    read_journal,
    resume_run,
    run_settings,
    start_run,
)
from m3bench.runs.engine import attempt_runner, checks, workspaces
from m3bench.runs.engine.events import SilentWatcher
from m3bench.runs.models import Recorder
from m3bench.runs.serving import ServerSet
from m3bench.runs.store import Key, journal
from m3bench.runs.store.records import ParkedAttempt
from tests.attacks.command_line import Command
from tests.attacks.run_folders import PICTURED

TRIES = 2
KEY = "sk-of-a-provider-1234"
FAILING = Key(PICTURED, 1)
"""One of four attempts; others follow."""
LIMITS = RunLimits(concurrency=1, retries=TRIES - 1)

PLACES: dict[str, tuple[Any, str]] = {
    "leasing servers": (ServerSet, "open_lease"),
    "filling the workspace": (attempt_runner, "fill_workspace"),
    "hashing files": (Workspace, "manifest"),
    "recording the calls": (attempt_runner, "clean_trajectory"),
    "checking": (checks, "run_checks"),
    "removing secrets": (workspaces, "redact_workspace"),
    "keeping the workspace": (workspaces, "keep_workspace"),
    "storing the transcript": (Recorder, "store"),
    "encoding the record": (journal, "_encode"),
}
ERRORS: dict[str, Callable[[], Exception]] = {
    "RuntimeError": lambda: RuntimeError(f"injected with {KEY}"),
    "RecursionError": lambda: RecursionError("injected"),
    "UnicodeEncodeError": lambda: UnicodeEncodeError("utf-8", "injected \udcff", 9, 10, "surrogates"),
    "MemoryError": lambda: MemoryError("injected"),
    "PermissionError": lambda: PermissionError(errno.EACCES, "injected", "/some/file"),
    "ExceptionGroup": lambda: ExceptionGroup("injected", [ValueError("one"), KeyError("two")]),
}


class Injection(SilentWatcher):
    """Raises an error wherever it is put, but only in one attempt."""

    def __init__(self, patch: pytest.MonkeyPatch, error: Callable[[], Exception]) -> None:
        self._patch, self._error = patch, error
        self.key: Key | None = None
        self.words: list[str] = []

    def put(self, place: str) -> None:
        holder, name = PLACES[place]
        real = getattr(holder, name)

        def failing(*arguments: Any, **options: Any) -> Any:
            if self.key == FAILING and not _is_about_a_failure(arguments):
                raise self._error()
            return real(*arguments, **options)

        self._patch.setattr(holder, name, failing)

    def started(self, key: Key, number: int) -> None:
        self.key = key

    def said(self, text: str) -> None:
        self.words.append(text)


def _is_about_a_failure(arguments: tuple[Any, ...]) -> bool:
    """Whether the journal is to write that the attempt failed, or what it spent."""
    record = arguments[0] if arguments else None
    if isinstance(record, FinishedAttempt):
        return record.trajectory.status is Status.HARNESS_FAILURE
    return isinstance(record, ParkedAttempt)


def made_run(path: Path, watcher: Injection) -> Halt | None:
    async def work() -> Halt | None:
        settings = run_settings("smoke", "reference", tasks=[PICTURED, "smoke/warmth"], epochs=2)
        return await start_run(settings, path, limits=LIMITS, watcher=watcher)

    return anyio.run(work)


def attempts_of(run: Path) -> list[FinishedAttempt]:
    return [record for record in read_journal(run / "journal.jsonl") if isinstance(record, FinishedAttempt)]


@pytest.mark.parametrize(("place", "kind"), [*zip(PLACES, cycle(ERRORS), strict=False)])
def test_the_run_goes_on(
    place: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """an error in recording, checking or hashing one attempt ends the run."""
    protect([KEY])
    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        injection = Injection(patch, ERRORS[kind])
        injection.put(place)
        assert made_run(run, injection) is None, injection.words
    others = [attempt for attempt in attempts_of(run) if attempt.key != FAILING]
    failed = [attempt for attempt in attempts_of(run) if attempt.key == FAILING]
    assert {attempt.trajectory.status for attempt in others} == {Status.COMPLETED}
    assert len(others) == 3
    tries = 1 if place == "encoding the record" else TRIES  # there, the attempt itself had succeeded
    assert [attempt.trajectory.status for attempt in failed] == [Status.HARNESS_FAILURE] * tries
    for attempt in failed:
        reason = str(attempt.trajectory.extra["reason"])
        file = run / reason.partition("(traceback: ")[2].rstrip(")")
        assert kind in reason
        assert file.parent == run / "errors"
        assert "injected" in file.read_text() or kind == "UnicodeEncodeError"
        assert KEY not in file.read_text() + reason
    assert command("runs", "verify", run).code == 0
    assert anyio.run(lambda: resume_run(run, limits=LIMITS)) is None
    assert attempts_of(run)[-1].key == FAILING
    assert attempts_of(run)[-1].trajectory.status is Status.COMPLETED


@pytest.mark.parametrize("place", ["hashing files", "keeping the workspace", "checking"])
def test_what_the_agent_did_is_kept(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """an error after the agent's work loses the calls and the answer of the agent."""
    injection = Injection(monkeypatch, ERRORS["RuntimeError"])
    if place == "hashing files":  # only after the work of the agent, as a full workspace would
        real, seen = Workspace.manifest, set()

        def manifest(workspace: Workspace, *options: Any) -> Any:
            if workspace.path in seen and injection.key == FAILING:
                raise RuntimeError("injected")
            seen.add(workspace.path)
            return real(workspace, *options)

        monkeypatch.setattr(Workspace, "manifest", manifest)
    else:
        injection.put(place)
    assert made_run(tmp_path / "run", injection) is None
    (first, _) = (attempt for attempt in attempts_of(tmp_path / "run") if attempt.key == FAILING)
    assert first.trajectory.call_count
    assert first.trajectory.answer


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EROFS, "Read-only file system"),
        UsageError("A wrong option."),
    ],
    ids=lambda error: getattr(error, "strerror", None) or "usage",
)
def test_what_concerns_all_attempts(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """the other side: a full disk or a wrong option ends the run, which can be resumed."""
    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        injection = Injection(patch, lambda: error)
        injection.put("keeping the workspace")
        halt = made_run(run, injection)
    assert halt is not None
    assert str(getattr(error, "strerror", None) or error) in halt.reason
    assert not (run / "errors").exists()
    assert FAILING not in {attempt.key for attempt in attempts_of(run)}
    assert anyio.run(lambda: resume_run(run, limits=LIMITS)) is None
    assert len(attempts_of(run)) == 4
