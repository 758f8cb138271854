"""A Ray cluster on this machine, for tests."""

from __future__ import annotations

import gc
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from m3bench.core import UsageError
from m3bench.runs.distributed.ray_cluster import connect

SECONDS_TO_END = 20.0


@contextmanager
def local_cluster(cpus: int) -> Iterator[Any]:
    """Yield the module `ray`, connected to a new cluster. Skips the test where there is none."""
    pytest.importorskip("ray", reason="the extra ray is not installed")
    try:
        with connect(None, cpus) as ray:
            yield ray
    except UsageError as error:
        pytest.skip(str(error))
    await_processes()


def await_processes() -> None:
    """Ray ends its processes without waiting for them, of which Python warns in whatever test comes next."""
    for process in gc.get_objects():
        if isinstance(process, subprocess.Popen) and type(process).__module__.startswith("ray."):
            process.wait(SECONDS_TO_END)
