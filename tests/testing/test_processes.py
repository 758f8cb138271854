"""What a process holds is read from the system."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from m3bench.testing import (
    child_processes,
    command_of,
    listening_ports,
    open_descriptors,
    processes_with_variable,
    resident_bytes,
    worker_processes,
)


def test_children_are_found_until_somebody_waited_for_them() -> None:
    program = "print(); input()"
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SOME_MARK": "17"},
    )
    assert child.stdout is not None
    # Its variables cannot be read before it has started.
    child.stdout.readline()
    try:
        assert child.pid in child_processes()
        assert processes_with_variable("SOME_MARK", "17") == [child.pid]
        assert processes_with_variable("SOME_MARK", "1") == []
        assert command_of(child.pid).endswith(f"-c {program}")
        assert resident_bytes(child.pid) > 0
    finally:
        child.communicate()
    assert child.pid not in child_processes()
    assert command_of(child.pid) == ""
    assert resident_bytes(child.pid) == 0


def test_other_children_are_not_workers() -> None:
    assert worker_processes() == []


def test_ports_are_those_of_this_process() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        port = server.getsockname()[1]
        client.connect(("127.0.0.1", port))
        assert port in listening_ports()
        assert client.getsockname()[1] not in listening_ports()
    assert port not in listening_ports()


def test_descriptors_say_what_is_open(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        assert open_descriptors()[file.fileno()] == str(tmp_path / "file")
    assert str(tmp_path / "file") not in open_descriptors().values()
