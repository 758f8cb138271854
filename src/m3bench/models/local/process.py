"""The process that runs a local model."""

from __future__ import annotations

import os
import secrets
import select
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from m3bench.models import ModelMisconfigured, ModelUnavailable
from m3bench.models.local.entries import LocalEntry
from m3bench.models.local.store import StoredModel

START_SECONDS = 120.0
STOP_SECONDS = 5.0
_PROGRAM = Path(__file__).with_name("llama_server.py")
_MOST_THREADS = 8
"""More threads do not speed up a small model."""
_LAST_BYTES = 600
_LONGEST_ANSWER = 10_000


class _Answer(msgspec.Struct):
    address: str


class ServingProcess:
    """Runs until `end`, or until this process exits or is killed."""

    def __init__(self, entry: LocalEntry, fetched: StoredModel, seconds: float = START_SECONDS) -> None:
        """Start the process and wait until it listens. Blocks. Raises `ModelError`."""
        self._name = entry.full_name
        self.key = secrets.token_hex(16)
        # A file, not a pipe, which someone would have to read.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self._process = self._started()
        try:
            self._order(entry, fetched)
            self.address = self._answer(seconds)
        except BaseException:
            self.end()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """Stop the process, if it is running."""
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):
                if stream is not None:
                    stream.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._said.close()

    def has_ended(self, seconds: float) -> bool:
        """Return whether it exits within that time: a connection breaks just before its process exits."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def ending(self) -> str:
        status = self._process.poll() or 0
        how = f"was killed by signal {-status}" if status < 0 else f"exited with code {status}"
        return f"its process {how}"

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", str(_PROGRAM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                # Ctrl-C is for the harness, which may still need answers.
                start_new_session=True,
            )
        except OSError as error:
            self._said.close()
            raise ModelUnavailable(f"Cannot start {self._name}: {error.strerror}.") from None

    def _order(self, entry: LocalEntry, fetched: StoredModel) -> None:
        order = {
            "name": entry.name,
            "engine": str(fetched.engine),
            "weights": str(fetched.weights),
            "key": self.key,
            "context": entry.context,
            "longest_reply": entry.longest_reply,
            "takes_tools": entry.takes_tools,
            "reading_threads": min(_cores(), _MOST_THREADS),
            # Threads synchronize hundreds of times per token. One that waits for a core, while servers and
            # the harness use the machine, delays all others.
            "writing_threads": min(max(1, _cores() // 2), _MOST_THREADS),
        }
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._process.wait(STOP_SECONDS)
            raise self._failed() from None

    def _answer(self, seconds: float) -> str:
        assert self._process.stdout is not None
        pipe, deadline, answer = self._process.stdout.fileno(), time.monotonic() + seconds, b""
        while not answer.endswith(b"\n"):
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise ModelUnavailable(f"{self._name} was not ready within {seconds:g} s.")
            part = os.read(pipe, _LONGEST_ANSWER)
            if not part:
                self._process.wait(STOP_SECONDS)
                raise self._failed()
            answer += part
        return msgspec.json.decode(answer, type=_Answer).address

    def _failed(self) -> ModelMisconfigured:
        again = f"m3bench install models {self._name.rpartition('/')[2]} --again"
        return ModelMisconfigured(
            f"{self._name} failed to start: {self.ending()}{self._log_end()}", f"Fetch it again: {again}"
        )

    def _log_end(self) -> str:
        size = self._said.seek(0, os.SEEK_END)
        self._said.seek(max(0, size - _LAST_BYTES))
        message = " ".join(self._said.read().decode("utf-8", "replace").split())
        return f": {message}" if message else "."


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
