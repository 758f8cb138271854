"""`m3bench` in a process of its own, forked from one that has imported it, which takes most of the time.

For commands that run to their end. Tests that signal, kill or limit a process start one anew. So do tests
that look for a variable in `/proc/PID/environ`: a forked process has that of its parent there.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
LONGEST_REQUEST = 150_000
"""In bytes, for arguments and environment."""
_NEEDED = (
    "m3bench.cli.running.run",
    "m3bench.cli.running.runs",
    "m3bench.cli.scoring.report",
    "m3bench.cli.scoring.score",
    "m3bench.cli.server_commands.servers",
    "m3bench.hosting.session",
)


def run(
    arguments: Sequence[str | bytes],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    given: str = "",
    timeout: float = 120.0,
) -> subprocess.CompletedProcess[str]:
    """Run `m3bench` with arguments, as `subprocess.run` does."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given.encode())
        stdin.seek(0)
        code = run_on((stdin, out, err), arguments, environment=environment, folder=folder, timeout=timeout)
        texts = [_all(file).decode("utf-8", "surrogateescape") for file in (out, err)]
    return subprocess.CompletedProcess(list(arguments), code, *texts)


def run_on(
    streams: tuple[IO[bytes] | int, IO[bytes] | int, IO[bytes] | int],
    arguments: Sequence[str | bytes],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    timeout: float = 120.0,
) -> int:
    """Run `m3bench` on open files as its input, output and errors. Return its exit code.

    Variables that Python itself reads, such as `PYTHONPATH`, come too late and have no effect.
    """
    request = json.dumps(
        {
            "arguments": [os.fsdecode(argument) for argument in arguments],
            "environment": dict(os.environ if environment is None else environment),
            "folder": str(folder or Path.cwd()),
        }
    ).encode()
    assert len(request) <= LONGEST_REQUEST
    ending, report = os.pipe()
    try:
        files = [stream if isinstance(stream, int) else stream.fileno() for stream in streams]
        socket.send_fds(_parent(os.getpid()), [request], [*files, report])
        os.close(report)
        return _exit_code(ending, timeout)
    finally:
        os.close(ending)


def _exit_code(ending: int, timeout: float) -> int:
    """Read the number of the process, then its exit code. Kill a process that takes too long."""
    pid = int(os.read(ending, 20))
    if not select.select([ending], [], [], timeout)[0]:
        os.kill(pid, signal.SIGKILL)
        os.read(ending, 20)
        raise TimeoutError(f"m3bench did not end within {timeout} s")
    return int(os.read(ending, 20))


def _all(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


@cache
def _parent(_: int) -> socket.socket:
    """Start the process that is forked. It ends when this one does, because its socket is closed then."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        subprocess.Popen(
            [sys.executable, "-m", "tests.preloaded", str(theirs.fileno())],
            cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True,
        ).returncode = 0  # it is not waited for  # fmt: skip
    return ours


def serve(requests: socket.socket) -> None:
    """Fork a process for each request. Only such a process returns."""
    for module in _NEEDED:
        import_module(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait for commands
    while True:
        data, files, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 4)
        if not data:
            os._exit(0)
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.close()
            _wait_for_command(json.loads(data), files)
            return
        for file in files:
            os.close(file)


def _wait_for_command(request: dict[str, Any], files: list[int]) -> None:
    """Fork the command, which returns, and report its exit code."""
    *streams, report = files
    command = os.fork()
    if command:
        os.write(report, f"{command}".encode().ljust(20))
        os.write(report, f"{os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])}".encode().ljust(20))
        os._exit(0)
    os.close(report)
    for number, file in enumerate(streams):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = ["m3bench", *request["arguments"]]
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("m3bench", run_name="__main__")
