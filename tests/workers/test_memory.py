"""Freed memory is given back, and memory is limited; there are systems that have no limits."""

from __future__ import annotations

import ctypes
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.workers import limit_memory, memory

GLIBC = hasattr(ctypes.CDLL(None), "malloc_trim") and Path("/proc/self/status").exists()
needs_glibc = pytest.mark.skipif(not GLIBC, reason="needs glibc on Linux")

_RESIDENT = """
import re, threading
from pathlib import Path
from m3bench.workers import tune_malloc, release_memory

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

"""
# Every second block stays, so that the C library cannot return the rest by itself.
_SMALL = "blocks = [bytearray(100_000) for _ in range(2_000)]; del blocks[::2]\n"
# The first free raises the limit of glibc: what is below it then stays.
_LARGE = "bytearray(31 * 2**20); blocks = [bytearray(8 * 2**20) for _ in range(30)]; del blocks[:-1]\n"


def resident_after(program: str) -> int:
    """Return the megabytes of a new process at the end of a program."""
    code = f"{_RESIDENT}{program}print(resident())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)


@needs_glibc
def test_freed_blocks_between_used_ones_are_returned() -> None:
    kept = resident_after(_SMALL)
    assert resident_after(f"{_SMALL}assert release_memory()\n") < kept - 60


@needs_glibc
def test_large_blocks_are_returned_when_they_are_freed() -> None:
    kept = resident_after(_LARGE)
    assert resident_after(f"assert tune_malloc()\n{_LARGE}") < kept - 100


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_another_c_library_is_left_alone(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> object:
        raise error

    memory._function.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", refuse)
    try:
        assert not memory.release_memory()
        assert not memory.tune_malloc()
    finally:
        memory._function.cache_clear()


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
