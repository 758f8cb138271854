"""Random schemas, tools and messages: no traceback, no hang, little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS
from tests.volume import volume

ROOT = Path(__file__).parents[2]
LONGEST = 0.5
MOST_KILOBYTES = 500 * 1024


@pytest.mark.parametrize(
    ("kind", "count", "seed"),
    [("schemas", volume(40_000), 16), ("tools", volume(2_000), 17), ("messages", volume(10_000), 18)],
)
def test_random_input(kind: str, count: int, seed: int) -> None:
    """A server sends random schemas, tools and messages."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks.fuzzing_servers", kind, str(count), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    found = json.loads(done.stdout)
    assert found["count"] == count
    assert found["longest"] < LONGEST
    assert found["kilobytes"] < MOST_KILOBYTES
