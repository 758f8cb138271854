"""The provider of a soak as a process of its own, so that its memory is not that of the run."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from m3bench.core import M3BenchError
from m3bench.formats import read_tasks
from m3bench.soak.fault_log import FaultLog, read_events
from m3bench.soak.faults import FaultPlan
from m3bench.soak.provider import FaultyProvider, ReferenceModel
from m3bench.testing.provider import FakeProvider

_SECONDS_TO_END = 15.0


@contextmanager
def open_provider(tasks: Path, plan: FaultPlan, log: Path, *, port: int = 0) -> Iterator[str]:
    """Start the provider and yield its address. At the end its process has ended.

    Its model follows the references in the file `tasks`. Conversations are numbered after those in the log.
    Raises `M3BenchError` if the process does not start.
    """
    command = [sys.executable, "-P", "-m", "m3bench.soak.provider_process", str(tasks)]
    options = ["--plan", msgspec.json.encode(plan).decode(), "--log", str(log), "--port", str(port)]
    process = subprocess.Popen(
        [*command, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the run
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        if not address:
            raise M3BenchError("The provider of the soak did not start.", "Its error is printed above.")
        yield address
    finally:
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    try:
        process.communicate(timeout=_SECONDS_TO_END)  # it ends when its input closes
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def port_of(address: str) -> int:
    return urlsplit(address).port or 0


def _last_conversation(log: Path) -> int:
    known = (event.conversation or 0 for event in read_events(log)) if log.exists() else ()
    return max(known, default=0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m m3bench.soak.provider_process", description=__doc__)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--plan", type=lambda text: msgspec.json.decode(text, type=FaultPlan), required=True)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    model = ReferenceModel(read_tasks(options.tasks), first=_last_conversation(options.log) + 1)
    with FaultLog(options.log) as log:
        script = FaultyProvider(model, options.plan, log)
        with FakeProvider(script, port=options.port, keep=False) as fake:
            sys.stdout.write(f"{fake.url('openai')}\n")
            sys.stdout.flush()
            sys.stdin.read()


if __name__ == "__main__":
    main()
