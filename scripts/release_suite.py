"""Put a built set of tasks into the package as the released one, and print its digest.

m3bench suite build built.jsonl --suite verse && python scripts/release_suite.py verse built.jsonl

The tasks released before stay under their number, `verse@1.jsonl.xz`. Put what is printed into
`m3bench_suites.entries`.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import msgspec

from m3bench.formats import read_tasks
from m3bench.suites import StoredSuite
from m3bench_suites.entries import SUITES
from m3bench_world import World

RELEASED = Path(__file__).resolve().parent.parent / "packages/m3bench-suites/src/m3bench_suites/released"


def main() -> None:
    name, built = sys.argv[1:]
    tasks, target = read_tasks(built), RELEASED / f"{name}.jsonl.xz"
    before = SUITES[name]
    target.rename(RELEASED / f"{name}@{before.release}.jsonl.xz")
    lines = b"".join(msgspec.json.encode(task.to_dict()) + b"\n" for task in tasks)
    target.write_bytes(lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME))
    suite = StoredSuite(name, World(), tasks)
    print(f"{len(tasks)} tasks, {target.stat().st_size:,} bytes")
    print(f'digest="{suite.digest}",\nrelease={before.release + 1},')
    print(f"earlier={dict(before.earlier) | {before.release: before.digest}},")


if __name__ == "__main__":
    main()
