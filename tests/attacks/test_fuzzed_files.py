"""Spoiled files through every reader and the command line: a result or a message, soon, in little memory."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import FormatError
from tests import preloaded
from tests.attacks.fuzzing import Reader, damaged_commands, fuzz_reader
from tests.attacks.mutation import mutate
from tests.hanging import HANG_SECONDS
from tests.volume import volume

FILES, COMMANDS, PROCESSES = volume(20_000), volume(500), volume(12)
MOST_MEGABYTES = 500
SEED = 16


def fuzzed(what: str, count: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.attacks.fuzzing", what, str(count), str(SEED)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(("what", "count"), [("files", FILES), ("commands", COMMANDS)])
def test_spoiled_files_are_read_or_refused(what: str, count: int) -> None:
    """Spoiled files through every reader and the command line."""
    found = fuzzed(what, count)
    assert found["failures"] == []
    assert found["files"] >= count * 0.99
    assert found["megabytes"] < MOST_MEGABYTES
    assert found["slowest"] < 2
    if what == "files":
        # Neither all refused nor all read: the spoiling is neither blunt nor idle.
        assert 0.3 < found["refused"] / found["files"] < 0.95
        assert len(found["by_reader"]) == 20


def test_spoiled_files_in_processes_of_their_own(tmp_path: Path) -> None:
    """Spoiled files given to real processes."""
    for number, arguments in enumerate(damaged_commands(tmp_path, COMMANDS, SEED + 1)):
        if number % (COMMANDS // PROCESSES) != 7:
            continue
        done = preloaded.run(arguments, timeout=HANG_SECONDS)
        assert done.returncode in (0, 1, 2), (arguments, done.stderr[-2000:])
        assert "Traceback" not in done.stderr + done.stdout, (arguments, done.stderr[-2000:])
        assert done.returncode == 0 or done.stderr + done.stdout, arguments


@pytest.mark.parametrize("fault", ["ValueError", "loop"])
def test_the_fuzzing_itself_finds_faults(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """the other side: a reader with a bug, and one that hangs, are found."""
    monkeypatch.setattr("tests.attacks.fuzzing.MOST_SECONDS", 0.2)

    def read(path: Path) -> None:
        data = path.read_bytes()
        try:
            json.loads(data)
        except ValueError as error:
            if fault == "ValueError":
                raise
            while b"\0" in data:  # for ever
                pass
            raise FormatError("no JSON") from error

    found: dict[str, Any] = {"files": 0, "refused": 0, "failures": [], "slowest": 0.0}
    reader = Reader("buggy", 1, (b'{"a": [1, 2, 3]}',), ".json", read)
    fuzz_reader(reader, 40, random.Random(1), tmp_path, found)
    assert found["failures"]
    assert ("Slow" if fault == "loop" else "JSONDecodeError") in found["failures"][0]


def test_the_same_seed_spoils_in_the_same_way() -> None:
    """the other side: what was found can be found again."""
    data = b'{"a": [1, 2, {"b": null}]}\n' * 5
    first, second = ([mutate(data, random.Random(n)) for n in range(50)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 40
