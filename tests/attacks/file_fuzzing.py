"""Give damaged files of a kind to all of its readers, in a process with limits.

Prints a line of JSON for each finding, and one with counts at the end.

python -m tests.attacks.file_fuzzing KIND FIRST COUNT SEED FOLDER [KEEP]
"""

from __future__ import annotations

import json
import math
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from m3bench.media.speech import recognition
from m3bench_world.servers.ocr import engine
from tests.attacks.file_mutation import mutate_file
from tests.attacks.file_readers import KINDS, REFUSALS, Place, Reader, make_place, readers
from tests.attacks.memory import peak_kilobytes, reset_peak

MOST_ADDRESSES = 3 * 2**30
"""Address space of the process in bytes."""
MOST_KILOBYTES = 700_000
"""Memory that one reader may take for one file, beyond what the process had."""
MOST_SECONDS = 10
"""CPU seconds of one reader for one file."""
MOST_ERRORS = 20_000
"""Bytes that one reader may write to stderr for one file."""
PROGRESS = "progress.json"


def main() -> None:
    kind, first, count, seed, place = (
        sys.argv[1],
        int(sys.argv[2]),
        int(sys.argv[3]),
        int(sys.argv[4]),
        Path(sys.argv[5]),
    )
    # What is said or written is found in samples and pixels, not in files, and takes seconds.
    recognition._recognized = lambda samples: []
    engine._lines = lambda image, alphabet: []
    fuzz = Fuzzing(kind, place, Path(sys.argv[6]) if len(sys.argv) > 6 else None)
    for number in range(first, first + count):
        fuzz.read(number, seed)
    print(json.dumps(fuzz.summary()), flush=True)


class Fuzzing:
    """Damaged files of one kind and their readers."""

    def __init__(self, kind: str, folder: Path, keep: Path | None) -> None:
        self.name, self.kind, self.keep = kind, KINDS[kind], keep
        self.folder = folder
        self.place: Place = make_place(folder)
        self.readers = readers(self.kind, self.place)
        self.seeds = self.kind.seeds(self.place.evidence.workspace)
        self.bombs = self.kind.bombs(self.seeds)
        self.counts: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.progress = os.open(folder / PROGRESS, os.O_CREAT | os.O_WRONLY)
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        tempfile.tempdir = str(self.temporary)
        sys.addaudithook(self._audit)
        # Not the hard limit: workers set their own.
        resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self.tools = set(self.place.tools.rglob("*"))
        self.whole = {path: path.read_bytes() for path in self.tools if path.is_file()}

    def data(self, number: int, seed: int) -> bytes:
        """Return a damaged file: first those that were made by hand."""
        if number < len(self.bombs):
            return self.bombs[number]
        draw = random.Random(f"{seed} {self.name} {number}")
        data = draw.choice(self.seeds)
        while data in self.seeds:
            data = mutate_file(data, draw)
        return data

    def read(self, number: int, seed: int) -> None:
        """Give one file to all readers."""
        data = self.data(number, seed)
        for reader in self.readers:
            os.pwrite(self.progress, json.dumps([number, reader.name]).ljust(200).encode(), 0)
            self._try(reader, number, data)
        self.counts["files"] += 1
        self._clean()

    def _try(self, reader: Reader, number: int, data: bytes) -> None:
        used = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used) + 3 * MOST_SECONDS, resource.RLIM_INFINITY))
        kilobytes, errors, began = reset_peak(), os.fstat(2).st_size, time.monotonic()
        try:
            passed = reader.read(data) is not None
        except REFUSALS:
            passed = False
        except BaseException as error:  # noqa: BLE001 - every one of them is a finding
            passed = False
            words = "".join(traceback.format_exception(error))
            self._found(number, reader, f"{type(error).__name__}: {words[-1_200:]}", data)
        self.counts["read" if passed else "refused"] += 1
        self.passed[reader.name] += passed
        self.seconds[reader.name] += time.monotonic() - began
        self._measure(reader, number, data, (used, kilobytes, errors))

    def _measure(self, reader: Reader, number: int, data: bytes, before: tuple[float, int, int]) -> None:
        used, kilobytes, errors = before
        if (seconds := time.process_time() - used) > MOST_SECONDS:
            self._found(number, reader, f"slow: {seconds:.1f} CPU seconds", data)
        if (more := peak_kilobytes() - kilobytes) > MOST_KILOBYTES:
            self._found(number, reader, f"memory: {more // 1024} MB", data)
        if (more := os.fstat(2).st_size - errors) > MOST_ERRORS:
            self._found(number, reader, f"stderr: {more} bytes", data)
        os.ftruncate(2, 0)
        if any(self.temporary.iterdir()):
            self._found(number, reader, f"left {[path.name for path in self.temporary.iterdir()]}", data)
            shutil.rmtree(self.temporary)
            self.temporary.mkdir()

    def _found(self, number: int, reader: Reader, problem: str, data: bytes) -> None:
        self.counts["findings"] += 1
        if self.keep is not None:
            (self.keep / f"{self.name}-{number}").write_bytes(data)
        print(
            json.dumps({"kind": self.name, "number": number, "reader": reader.name, "problem": problem}),
            flush=True,
        )

    def _clean(self) -> None:
        """Restore the workspace of the tools."""
        for path in set(self.place.tools.rglob("*")) - self.tools:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
        for path, data in self.whole.items():
            if not path.is_file() or path.read_bytes() != data:
                path.write_bytes(data)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.connect" and not isinstance(arguments[1], str | bytes):
            raise AssertionError(f"a connection to {arguments[1]}")

    def summary(self) -> dict[str, Any]:
        """Return how many files were read and refused, and the readers that never read one."""
        names = sorted(self.seconds, key=self.seconds.__getitem__, reverse=True)[:4]
        slowest = {name: round(self.seconds[name], 1) for name in names}
        never = [reader.name for reader in self.readers if not self.passed[reader.name]]
        return {**self.counts, "readers": len(self.readers), "never": never, "slowest": slowest}


if __name__ == "__main__":
    main()
