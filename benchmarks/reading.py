"""Read many generated replies with every reader: nothing may raise or hang, and reading must stay fast.

    python benchmarks/reading.py [--count N] [--seed N] [--against REVISION]

Generates calls in all the styles of models, damages them, and mixes in answers. Prints the time per reply of
each reader. With --against, the parser of an earlier revision reads the same replies, by turns. Exits with 1
if a reader raises an exception, takes more than a second for a reply, or is slower than before.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from m3bench.agents import parsing  # noqa: E402 - after the path of the tests
from m3bench.core import Call  # noqa: E402
from tests.agents.model_styles import FULL_NAMES, NAMES, STYLES, TOOLS, mutated  # noqa: E402
from tests.agents.plain_answers import an_answer  # noqa: E402

PACKAGE = "src/m3bench/agents/parsing"
BATCH = 500
LONGEST_SECONDS = 1.0
TOLERANCE = 1.05
"""Timings on a busy machine vary by some percent."""

Reader = Callable[[str], Any]


def main() -> int:
    arguments = _arguments()
    now = _readers(parsing, NAMES)
    before = _readers(*_earlier(arguments.against)) if arguments.against else {}
    seconds = dict.fromkeys([*now, *(f"{name} (before)" for name in before)], 0.0)
    slowest, called, dice = 0.0, 0, random.Random(arguments.seed)
    for start in range(0, arguments.count, BATCH):
        replies = [_reply(dice) for _ in range(min(BATCH, arguments.count - start))]
        # By turns, so that a busy moment of the machine hits both.
        turns = [(name, now[name]) for name in now] + [(f"{name} (before)", before[name]) for name in before]
        for name, reader in turns if start // BATCH % 2 else turns[::-1]:
            spent, longest, found = _time(reader, replies)
            seconds[name] += spent
            slowest = max(slowest, longest if name in now else 0.0)
            called += found if name == "calls" else 0
    return _report(arguments.count, seconds, slowest, called)


def _report(count: int, seconds: dict[str, float], slowest: float, called: int) -> int:
    print(f"{count:,} replies, {called / count:.0%} of them with calls; slowest {slowest * 1e3:.0f} ms")
    print(f"{'reader':24}{'µs per reply':>14}")
    for name, spent in seconds.items():
        print(f"{name:24}{spent / count * 1e6:14.1f}")
    shared = [name for name in seconds if f"{name} (before)" in seconds]
    total = sum(seconds[name] for name in shared)
    earlier = sum(seconds[f"{name} (before)"] for name in shared)
    if shared:
        print(f"all readers that both have: {total / earlier:.2f} of the time before")
    return 1 if slowest > LONGEST_SECONDS or total > earlier * TOLERANCE else 0


def _readers(package: Any, names: Any) -> dict[str, Reader]:
    readers: dict[str, Reader] = {
        "calls": lambda text: package.read_calls(text, names),
        "JSON": package.read_json,
        "flag": lambda text: package.read_flag(text, ("done",)),
        "answer": package.read_answer,
        "claimed answer": package.claimed_answer,
    }
    if hasattr(package, "read_written_calls"):
        readers["written calls"] = lambda text: package.read_written_calls(text, names)
    return readers


def _earlier(revision: str) -> tuple[Any, Any]:
    """Import the parser of a revision under another name."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", revision, PACKAGE], capture_output=True, check=True
    ).stdout
    folder = Path(tempfile.mkdtemp(prefix="m3bench-reading-"))
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    moved = folder / "earlier_parsing"
    (folder / PACKAGE).rename(moved)
    for file in moved.glob("*.py"):
        text = file.read_text("utf-8").replace("m3bench.agents.parsing", "earlier_parsing")
        file.write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    package = importlib.import_module("earlier_parsing")
    shutil.rmtree(folder)
    return package, package.ToolNames(TOOLS)


def _time(reader: Reader, replies: list[str]) -> tuple[float, float, int]:
    """Return the seconds for all replies, the longest for one, and how many held calls."""
    gc.collect()
    found = 0
    total = longest = 0.0
    for reply in replies:
        began = time.process_time()
        read = reader(reply)
        spent = time.process_time() - began
        total, longest = total + spent, max(longest, spent)
        found += bool(getattr(read, "calls", ()))
    return total, longest, found


def _reply(dice: random.Random) -> str:
    kind = dice.random()
    if kind < 0.3:
        return an_answer(dice)
    calls = [
        Call(dice.choice(FULL_NAMES), {"a": dice.random(), "note": "it's “so”", "list": [1, None, True]})
        for _ in range(dice.randint(1, 3))
    ]
    written = STYLES[dice.choice(tuple(STYLES))](calls)
    return written if kind < 0.5 else mutated(written, dice)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--against", metavar="REVISION", help="compare with the parser of this revision")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
