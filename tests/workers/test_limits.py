"""Memory limits, and systems that have none."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from m3bench.workers import limit_memory

HUNGRY = """
import sys
from m3bench.workers import limit_memory
limit_memory(400 * 2**20)
try: bytearray(800 * 2**20)
except MemoryError: sys.exit(7)
"""


def refuse(kind: int, limits: tuple[int, int]) -> None:
    raise ValueError("current limit exceeds maximum limit")


def test_the_limit_holds() -> None:
    assert subprocess.run([sys.executable, "-c", HUNGRY], check=False).returncode == 7


def test_macos_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "setrlimit", refuse)
    monkeypatch.setattr(sys, "platform", "darwin")
    limit_memory(2**30)


def test_elsewhere_a_refusal_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "setrlimit", refuse)
    with pytest.raises(ValueError, match="current limit"):
        limit_memory(2**30)
