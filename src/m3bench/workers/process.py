"""Worker processes: reused for further jobs, killed if they exceed a limit."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import subprocess
import sys
import threading
import time

from m3bench.workers.worker import ANSWER, DONE, JOB, LACKING, READY

MOST_MEGABYTES = 1_024
MOST_ANSWER = 256 * 2**20
_MOST_IDLE = 2
_CHUNK = 2**20
_STARTING_SECONDS = 60.0
"""For the start of a process, which takes a fraction of a second where nothing else runs."""
_PASSED_ON = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")


class LimitExceeded(Exception):
    """Why a job was aborted: out of time or memory, or its process died."""


class WorkerDied(LimitExceeded):
    """The process of a job died: of the limits of its memory or processor time, or of the job itself."""


class JobFailed(Exception):
    """The error of a job, as text."""


class _Worker:
    """One worker process."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-s", "-m", "m3bench.workers.worker", str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            # Ctrl-C is for the parent: a worker exits when its input ends.
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._is_ready = False

    def run(self, job: bytes, seconds: float) -> tuple[int, bytes]:
        """Run a job and return its status and result. Raises `LimitExceeded`."""
        if not self._is_ready:
            self._read(len(READY), time.monotonic() + _STARTING_SECONDS)
            self._is_ready = True
        deadline = time.monotonic() + seconds
        self._write(JOB.pack(len(job), seconds) + job, deadline)
        status, length = ANSWER.unpack(self._read(ANSWER.size, deadline))
        if length > MOST_ANSWER:
            raise LimitExceeded("returned too much data")
        return status, self._read(length, deadline)

    def end(self) -> None:
        """Kill the process and wait for it."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()
        self._process.wait()

    def _write(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        while view:
            self._wait(self._in, select.POLLOUT, deadline)
            try:
                view = view[os.write(self._in, view[:_CHUNK]) :]
            except BrokenPipeError:
                raise WorkerDied("died before the job was done") from None

    def _read(self, length: int, deadline: float) -> bytes:
        parts: list[bytes] = []
        while length > 0:
            self._wait(self._out, select.POLLIN, deadline)
            part = os.read(self._out, min(length, _CHUNK))
            if not part:
                raise WorkerDied("died before the job was done; it may have run out of memory")
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _wait(self, stream: int, event: int, deadline: float) -> None:
        left = deadline - time.monotonic()
        # Not select(), which fails for high descriptor numbers.
        poll = select.poll()
        poll.register(stream, event)
        if left <= 0 or not poll.poll(left * 1_000):
            raise LimitExceeded("exceeded its time limit")


class ProcessPool:
    """A pool of idle worker processes. Thread-safe."""

    def __init__(self, megabytes: int = MOST_MEGABYTES) -> None:
        self._megabytes = megabytes
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._owner = os.getpid()

    def run(self, function: str, payload: bytes, *, seconds: float) -> bytes:
        """Call a function in a worker process.

        Args:
            function: `module:function`, which takes and returns bytes.
            payload: Its argument.
            seconds: The time limit.

        Raises:
            LimitExceeded: The job exceeded a limit.
            JobFailed: The function raised an error.
            ModuleNotFoundError: A package that the function needs is not installed.
        """
        worker = self._take()
        try:
            status, answer = worker.run(function.encode() + b"\0" + payload, seconds)
        except BaseException:
            worker.end()
            raise
        self._put_back(worker)
        text = "" if status == DONE else answer.decode("utf-8", "replace")
        if status == LACKING:
            raise ModuleNotFoundError(f"No module named {text!r}", name=text)
        if status != DONE:
            raise JobFailed(text)
        return answer

    def close(self) -> None:
        """Kill all idle workers."""
        with self._lock:
            idle, self._idle = self._idle, []
        if self._owner == os.getpid():
            for worker in idle:
                worker.end()

    def _take(self) -> _Worker:
        with self._lock:
            if self._owner != os.getpid():  # after a fork, the processes belong to the parent
                self._idle, self._owner = [], os.getpid()
            if self._idle:
                return self._idle.pop()
        return _Worker(self._megabytes)

    def _put_back(self, worker: _Worker) -> None:
        with self._lock:
            if len(self._idle) < _MOST_IDLE:
                self._idle.append(worker)
                return
        worker.end()


_POOL = ProcessPool()
atexit.register(_POOL.close)


def run_limited(function: str, payload: bytes, *, seconds: float) -> bytes:
    """Call `ProcessPool.run` on the pool of this process."""
    return _POOL.run(function, payload, seconds=seconds)
