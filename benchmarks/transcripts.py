"""What transcripts cost: bytes for each attempt, and the share of a run's time.

    python benchmarks/transcripts.py

The smoke suite is run by `react` with a fake provider, over HTTP. Then a dialogue of 30 steps is written,
with results of about 3 kB and a picture in every fifth. For both, the sizes are

    as sent     all requests and replies as JSON, with pictures in base64
    once        every part once
    stored      the files: parts once and compressed, pictures and lists of tools shared by all attempts
    own         of these, the transcript itself, without what attempts share

The time is the CPU time of recording and writing, as a share of that of the whole run.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import anyio
import msgspec

from m3bench.core import Media, Text
from m3bench.models import Assistant, Message, Reply, Request, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.runs import RunFolder, RunLimits, run_settings, start_run
from m3bench.runs.models import recorded_model
from m3bench.runs.store import (
    Blobs,
    MadeExchange,
    final_attempts,
    media_bytes,
    read_transcript,
    write_transcript,
)
from m3bench.suites import make_suite
from m3bench.testing.provider import FakeProvider
from m3bench_world import World

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.runs.puppet import Puppet

STEPS = 30


class Sizes(msgspec.Struct):
    """Bytes."""

    sent: int = 0
    once: int = 0
    stored: int = 0
    own: int = 0

    def line(self, name: str, attempts: int) -> str:
        each = [f"{size / attempts / 1000:9.1f} kB" for size in (self.sent, self.once, self.stored, self.own)]
        return f"{name:28}{''.join(each)}"


class Timer:
    """Measures the CPU time of a function."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def write(self, *arguments: Any) -> str | None:
        began = time.thread_time()
        try:
            return write_transcript(*arguments)
        finally:
            self.seconds += time.thread_time() - began


def sizes(exchanges: Sequence[tuple[Request, Reply | None]], stored: int, own: int) -> Sizes:
    parts: dict[bytes, int] = {}
    sent = 0
    for request, reply in exchanges:
        every = [*map(msgspec.json.encode, request.messages), msgspec.json.encode(request.tools)]
        every.append(msgspec.json.encode(reply))
        sent += sum(map(len, every))
        parts |= {part: len(part) for part in every}
    return Sizes(sent, sum(parts.values()), stored, own)


def files(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


async def smoke(path: Path) -> tuple[Sizes, int, float]:
    """Run the smoke suite; return sizes, attempts and the share of CPU time."""
    suite, timer = make_suite("smoke", World()), Timer()
    async with FakeProvider(Puppet(suite.tasks)) as fake:
        settings = run_settings(suite="smoke", agent="react", model="openai/some", base_url=fake.url())
        began = time.process_time()
        with mock.patch.object(recorded_model, "write_transcript", timer.write):
            await start_run(settings, path, limits=RunLimits(retries=0, concurrency=1))
        took = time.process_time() - began
    blobs, found, attempts, own = RunFolder.open(path).blobs, [], 0, 0
    for attempt in final_attempts(RunFolder.open(path).journal):
        attempts += 1
        own += len(blobs.get(attempt.transcript or ""))
        for each in read_transcript(blobs, attempt.transcript or ""):
            filled = tuple(media_bytes(blobs, message) for message in each.request.messages)
            found.append((msgspec.structs.replace(each.request, messages=filled), each.reply))
    return sizes(found, files(path / "blobs"), own), attempts, timer.seconds / took


def dialogue() -> list[MadeExchange]:
    dice = random.Random(7)
    tools = tuple(
        ToolOffer(f"tool_{n}", "Finds places near a city. " * 8, {"type": "object"}) for n in range(40)
    )
    messages: list[Message] = [System("You are careful. " * 120), User((Text("Compare the towns."),))]
    made = []
    for step in range(STEPS):
        use = ToolUse(f"c{step}", "tool_1", {"q": f"town {step}"})
        made.append(
            MadeExchange(
                by="agent", model="m/m", request=Request(tuple(messages), tools), reply=Reply("", (use,))
            )
        )
        rows = [
            f'{{"name": "place {dice.randrange(10**6)}", "stars": {dice.random():.3f}}}' for _ in range(70)
        ]
        shown = [Media(media_type="image/png", data=dice.randbytes(200_000))] if step % 5 == 4 else []
        messages += [Assistant("", (use,)), ToolReturn(use.id, use.name, (Text(", ".join(rows)), *shown))]
    return made


def main() -> None:
    print(f"{'':28}{'as sent':>12}{'once':>12}{'stored':>12}{'own':>12}")
    with tempfile.TemporaryDirectory() as folder:
        found, attempts, share = anyio.run(smoke, Path(folder) / "run")
        print(found.line("smoke, react, per attempt", attempts))
        (Path(folder) / "blobs").mkdir()
        exchanges = dialogue()
        began = time.thread_time()
        blobs = Blobs(Path(folder) / "blobs")
        digest = write_transcript(exchanges, blobs)
        took = time.thread_time() - began
        said = [(exchange.request, exchange.reply) for exchange in exchanges]
        long = sizes(said, files(Path(folder) / "blobs"), len(blobs.get(digest or "")))
        print(long.line(f"a dialogue of {STEPS} steps", 1))
    print(f"writing takes {100 * share:.2f} % of the CPU time of the smoke run")
    print(f"writing the dialogue takes {1000 * took:.1f} ms")


if __name__ == "__main__":
    main()
