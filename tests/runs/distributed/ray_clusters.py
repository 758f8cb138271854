"""A Ray cluster on this machine, for tests."""

from __future__ import annotations

import gc
import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

SECONDS_TO_END = 20.0
TOKEN = secrets.token_hex(32)
"""One for the whole process: Ray reads it once."""


@contextmanager
def local_cluster(cpus: int) -> Iterator[Any]:
    """Yield the module `ray`, connected to a new cluster. Skips the test where there is none."""
    ray = pytest.importorskip("ray", reason="the extra ray is not installed")
    with pytest.MonkeyPatch.context() as patch:
        # Otherwise Ray writes a token to the user's home.
        patch.setenv("RAY_AUTH_TOKEN", TOKEN)
        try:
            ray.init(num_cpus=cpus, log_to_driver=False, include_dashboard=False, logging_level="ERROR")
        except (OSError, RuntimeError) as error:
            pytest.skip(f"Ray does not start here: {error}")
        yield ray
        ray.shutdown()
        _await_processes()


def _await_processes() -> None:
    """Ray ends its processes without waiting for them, of which Python warns in whatever test comes next."""
    for each in gc.get_objects():
        if isinstance(each, subprocess.Popen) and type(each).__module__.startswith("ray."):
            each.wait(SECONDS_TO_END)
