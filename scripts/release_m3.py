"""Put a built set of M³ tasks into the package as the released one, and print its digest.

m3bench suite build built.jsonl && python scripts/release_m3.py built.jsonl

Put the digest into `m3bench.suites.m3.released` and `m3bench.suites.registry`.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import msgspec

from m3bench.formats import read_tasks
from m3bench.suites.m3.released import RELEASED
from m3bench.suites.stored_suite import StoredSuite
from m3bench.world import World

TARGET = Path(__file__).resolve().parent.parent / "src" / "m3bench" / "suites" / "m3" / RELEASED


def main() -> None:
    tasks = read_tasks(sys.argv[1])
    lines = b"".join(msgspec.json.encode(task) + b"\n" for task in tasks)
    TARGET.write_bytes(lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME))
    suite = StoredSuite("m3", World(), tasks)
    print(f"{len(tasks)} tasks, {TARGET.stat().st_size:,} bytes, digest {suite.digest}")


if __name__ == "__main__":
    main()
