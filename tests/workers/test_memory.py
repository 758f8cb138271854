"""Freed memory is given back."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.workers import memory

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
