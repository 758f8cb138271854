"""The process of Chromium, and the pipe to it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

from m3bench.rendering.chromium.launch import Launch
from m3bench.rendering.chromium.options import OPTIONS
from m3bench.rendering.errors import RenderingUnavailable

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The protocol is spoken on descriptors 3 and 4, which the starter puts in place.
_STARTER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(each), fcntl.F_DUPFD, 20) for each in sys.argv[1:3]]
for end, place in zip(ends, (3, 4)):
    os.dup2(end, place)
    os.close(end)
os.execv(sys.argv[3], sys.argv[3:])
"""
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "FONTCONFIG_PATH")
_LARGEST_MESSAGE = 64 * 2**20
_CHUNK = 2**16
_LONGEST_FOLDER = 30


def find_chromium() -> str | None:
    """Return the path of Chromium, if it is installed."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


class ChromiumProcess:
    """A running Chromium. It ends when its pipe is closed, also if this process is killed."""

    def __init__(self, program: str, launch: Launch) -> None:
        self._folder = os.path.realpath(tempfile.mkdtemp(prefix="m3bench-chromium-", dir=_short_folder()))
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        self._in, self._out = ours_in, ours_out
        command = launch.command([program, *OPTIONS, f"--user-data-dir={self._folder}"], Path(self._folder))
        starter = [sys.executable, "-I", "-S", "-c", _STARTER, str(theirs_in), str(theirs_out)]
        given = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        try:
            self._process = subprocess.Popen(
                [*starter, *command],
                env={**given, "HOME": self._folder, "TMPDIR": self._folder, "LANG": "C.UTF-8", "TZ": "UTC"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs_in, theirs_out),
                start_new_session=True,
            )
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        for end in (self._in, self._out):
            os.set_blocking(end, False)
        self._buffer = bytearray()
        self._received: deque[dict[str, Any]] = deque()

    def send(self, message: dict[str, Any], deadline: float) -> None:
        """Send a message before the deadline, a time of `time.monotonic`."""
        view = memoryview(json.dumps(message).encode() + b"\0")
        while view:
            self._wait(self._out, select.POLLOUT, deadline)
            try:
                view = view[os.write(self._out, view[:_CHUNK]) :]
            except OSError:
                raise RenderingUnavailable("Chromium has ended") from None

    def receive(self, deadline: float) -> dict[str, Any]:
        """Return the next message."""
        while not self._received:
            self._wait(self._in, select.POLLIN, deadline)
            part = os.read(self._in, _CHUNK)
            if not part:
                raise RenderingUnavailable("Chromium has ended")
            self._buffer += part
            if len(self._buffer) > _LARGEST_MESSAGE:
                raise RenderingUnavailable("Chromium sent too much")
            *messages, rest = self._buffer.split(b"\0") if b"\0" in part else [self._buffer]
            self._buffer = bytearray(rest)
            self._received.extend(json.loads(message) for message in messages)
        return self._received.popleft()

    def close(self) -> None:
        """End Chromium and all its processes, and delete its profile."""
        for end in (self._in, self._out):
            with contextlib.suppress(OSError):
                os.close(end)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        _remove(self._folder)

    @staticmethod
    def _wait(end: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(end, event)
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1_000):
            raise RenderingUnavailable("Chromium did not answer in time")


def _short_folder() -> str:
    """Return a folder for temporary files with a short path: Chromium puts a socket into its profile, and the
    paths of sockets are limited."""
    usual = tempfile.gettempdir()
    return "/tmp" if len(usual) > _LONGEST_FOLDER and os.access("/tmp", os.W_OK) else usual  # noqa: S108


def _remove(folder: str) -> None:
    """Delete the profile; processes that are being killed may still write to it for a moment."""
    for _ in range(10):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.lexists(folder):
            return
        time.sleep(0.05)
