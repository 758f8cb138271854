"""What the process of a soak holds, before and after."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from m3bench.testing import (
    child_processes,
    command_of,
    listening_ports,
    open_descriptors,
    processes_with_variable,
)

_VARIABLE = "TMPDIR"
_POLL_SECONDS = 0.1
_SHOWN_CHARACTERS = 160


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """Processes, ports, file descriptors and temporary files at one moment."""

    processes: dict[int, str] = {}
    """Command lines by process id: children, and all that inherited the folder for temporary files."""
    ports: tuple[int, ...] = ()
    descriptors: dict[int, str] = {}
    files: tuple[str, ...] = ()
    """Names in the folder for temporary files."""

    def beyond(self, earlier: Holdings) -> Holdings:
        return Holdings(
            processes={pid: name for pid, name in self.processes.items() if pid not in earlier.processes},
            ports=tuple(port for port in self.ports if port not in earlier.ports),
            descriptors={
                number: target
                for number, target in self.descriptors.items()
                if earlier.descriptors.get(number) != target
            },
            files=tuple(name for name in self.files if name not in earlier.files),
        )

    def __bool__(self) -> bool:
        return bool(self.processes or self.ports or self.descriptors or self.files)


def take_stock(temporary: Path) -> Holdings:
    gc.collect()
    pids = {*child_processes(), *processes_with_variable(_VARIABLE, str(temporary))}
    descriptors = open_descriptors()
    return Holdings(
        processes={pid: command_of(pid)[:_SHOWN_CHARACTERS] for pid in sorted(pids)},
        ports=tuple(listening_ports(descriptors.values())),
        descriptors=descriptors,
        files=tuple(sorted(path.name for path in temporary.iterdir())),
    )


def leaked(earlier: Holdings, temporary: Path, *, grace: float) -> Holdings:
    """Return what is left of the time after `earlier`. What ends within `grace` seconds is not left."""
    deadline = time.monotonic() + grace
    while True:
        left = take_stock(temporary).beyond(earlier)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(_POLL_SECONDS)


@contextmanager
def own_temporary_folder() -> Iterator[Path]:
    """Have this process and all that it starts use a new folder for temporary files. Yields the folder."""
    before = os.environ.get(_VARIABLE)
    folder = Path(tempfile.mkdtemp(prefix="m3bench-soak-")).resolve()
    os.environ[_VARIABLE] = tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = None
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
        shutil.rmtree(folder, ignore_errors=True)
