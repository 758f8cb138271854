"""Measure the latency of the viewer with ten thousand trajectories, its export, and long lists of runs.

Every request goes over HTTP, as from the page, and is compared with a small static file of the same server.
Requests that the page waits for must take at most 300 ms (p95). Scores and explanations load later and are
listed separately.

    python benchmarks/viewer.py [--attempts 10000] [--exported 1000] [--runs 1000]
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from m3bench.checks import Verdict, Verdicts
from m3bench.core import Call, Outcome, Reference, Result, Status, Step, Task, Text, Timing, Trajectory
from m3bench.runs import FinishedAttempt, RunFolder, RunManifest, record_of, run_settings
from m3bench.runs.store.chain import START, link_record

ATTEMPTS, FAMILIES, ROUNDS = 10_000, 28, 40
EXPORTED, RUNS = 1_000, 1_000
STEPS, CALLS, RESULT_WORDS = 4, 3, 60
MOST_MILLISECONDS = 300.0
WORDS = "harbour lantern orchard granite meadow violin saffron glacier compass willow ember quartz".split()
RUN, RARE = "large", "needle-in-the-hay"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--attempts", type=int, default=ATTEMPTS)
    parser.add_argument("--exported", type=int, default=EXPORTED)
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    count = options.attempts
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = _make_run(folder / RUN, count)
        print(f"{count:,} attempts, journal of {size / 1e6:.0f} MB")
        with _viewer(folder) as address:
            _measure(address, count)
    if options.exported:
        _measure_export(options.exported)
    if options.runs:
        _measure_runs(options.runs)


def _measure_export(count: int) -> None:
    """Export a run as pages, in a process of its own, with the encoder that needs no model."""
    with tempfile.TemporaryDirectory() as name:
        _make_run(Path(name) / "runs" / RUN, count)
        out = Path(name) / "site"
        command = [sys.executable, "-m", "m3bench", "view", str(Path(name) / "runs"), "--export", str(out)]
        began = time.perf_counter()
        subprocess.run([*command, "--encoder", "hashing"], check=True, capture_output=True)
        seconds = time.perf_counter() - began
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(
        f"export of {count:,} attempts in {seconds:.1f} s, {1000 * seconds / count:.0f} ms each, "
        f"{size / 1e6:.0f} MB"
    )


def _measure_runs(count: int) -> None:
    """List many runs of two attempts."""
    with tempfile.TemporaryDirectory() as name:
        for number in range(count):
            _make_run(Path(name) / f"study{number % 10}" / f"run{number:04}", 2)
        with _viewer(Path(name)) as address:
            client = _Client(address)
            began = time.perf_counter()
            first, answer = client.timed("api/runs")
            while any(run.get("pending") for run in answer["runs"]):
                answer = client.timed("api/runs")[1]
            whole = time.perf_counter() - began
            again = _p50([client.timed("api/runs")[0] for _ in range(10)])
    print(
        f"list of {count:,} runs: the first answer in {1000 * first:.0f} ms, all runs in {whole:.1f} s, "
        f"later {1000 * again:.0f} ms"
    )


def _measure(address: str, count: int) -> None:
    client = _Client(address)
    began = time.perf_counter()
    answers: list[tuple[float, Any]] = []
    while not answers or answers[-1][1]["run"]["unread"]:
        answers.append(client.timed("api/attempts", run=RUN))
    slowest = max(seconds for seconds, _ in answers)
    print(
        f"read for the first time in {time.perf_counter() - began:.1f} s, meanwhile each of "
        f"{len(answers)} answers came within {1000 * slowest:.0f} ms"
    )
    bare = _p50([client.timed("icon.svg")[0] for _ in range(ROUNDS)])
    print(f"{'a bare answer':<44} {1000 * bare:7.1f} ms")
    late = [title for title, ask in _pages(client, count).items() if not _line(title, ask, bare)]
    for title, ask in _late_parts(client, count).items():
        _line(title, ask, bare)
    print(
        f"p95 of every page at most {MOST_MILLISECONDS:g} ms: {'no, ' + ', '.join(late) if late else 'yes'}"
    )
    if late:
        sys.exit(1)


def _pages(client: _Client, count: int) -> dict[str, Callable[[int], float]]:
    """Return the requests that users wait for. Their parameters vary with each round."""

    def attempts(**wanted: Any) -> Callable[[int], float]:
        return lambda turn: client.timed("api/attempts", run=RUN, **_turned(wanted, turn))[0]

    def attempt(what: str, **more: Any) -> Callable[[int], float]:
        return lambda turn: client.timed(what, run=RUN, task=_task_id(turn * 97 % count), **more)[0]

    return {
        "runs": lambda _: client.timed("api/runs")[0],
        "list, first page": attempts(),
        "list, any page": attempts(page=lambda turn: turn * 5),
        "list, by time": attempts(sort="-seconds"),
        "list, by outcome": attempts(outcome="invalid_arguments"),
        "list, by family and status": attempts(family="family 3", status="completed"),
        "search, a word that is nowhere": attempts(query=lambda turn: f"absent{turn}"),
        "search, one attempt": attempts(query=lambda turn: f"{RARE}-{turn * 97 % count} "),
        "search, two words that are everywhere": attempts(query=lambda turn: " ".join(_two(turn))),
        "an attempt": attempt("api/attempt"),
        "a call of it": attempt("api/call", call=5),
        "its neighbours in a search": attempt("api/neighbours", query="granite"),
        "where its values came from": attempt("api/origins"),
        "its record": attempt("api/record"),
    }


def _late_parts(client: _Client, count: int) -> dict[str, Callable[[int], float]]:
    """Return the requests for late content, which is computed first and cached later."""
    explained = lambda turn: client.timed("api/explanation", run=RUN, task=_task_id(turn * 97 % count))[0]  # noqa: E731
    return {"explanation, first time": explained, "explanation, again": explained}


def _line(title: str, ask: Callable[[int], float], bare: float) -> bool:
    found = sorted(ask(turn) for turn in range(ROUNDS))
    p50, p95 = _p50(found), found[int(0.95 * len(found))]
    print(
        f"{title:<44} {1000 * p50:7.1f} ms p50 {1000 * p95:7.1f} ms p95 {p50 / bare:7.1f} × bare", flush=True
    )
    return 1000 * p95 <= MOST_MILLISECONDS


def _p50(found: list[float]) -> float:
    return statistics.median(found)


def _turned(wanted: dict[str, Any], turn: int) -> dict[str, Any]:
    return {name: value(turn) if callable(value) else value for name, value in wanted.items()}


def _two(turn: int) -> tuple[str, str]:
    return WORDS[turn % len(WORDS)], WORDS[(turn * 5 + 1) % len(WORDS)]


class _Client:
    """One persistent connection, like a browser's."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._connection = http.client.HTTPConnection(parts.netloc, timeout=60)
        self._path = parts.path

    def timed(self, what: str, **parameters: Any) -> tuple[float, Any]:
        """Return the seconds until the response is complete, and its content."""
        began = time.perf_counter()
        self._connection.request("GET", f"{self._path}{quote(what)}?{urlencode(parameters)}")
        answer = self._connection.getresponse()
        data = answer.read()
        seconds = time.perf_counter() - began
        if answer.status != 200:
            sys.exit(f"{what} {parameters}: {answer.status} {data[:200]!r}")
        return seconds, json.loads(data) if what.startswith("api/") else None


@contextmanager
def _viewer(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "m3bench", "view", str(folder), "--no-cache"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(timeout=20)


def _make_run(path: Path, count: int) -> int:
    draw = random.Random(7)
    tasks = [_task(number) for number in range(count)]
    settings = run_settings(suite="made-up", agent="noisy")
    manifest = RunManifest(
        created=datetime(2026, 1, 1, tzinfo=UTC), recorded=record_of(settings), suite_digest="", tasks=count
    )
    folder = RunFolder.create(path, manifest, tasks)
    previous, identity = START, folder.manifest.id
    with folder.journal.open("wb") as journal:  # without waiting for the disk, as a run does
        for task in tasks:
            line, previous = link_record(msgspec.json.encode(_attempt(task, draw)), identity, previous)
            journal.write(line)
    return folder.journal.stat().st_size


def _task_id(number: int) -> str:
    return f"made-up/{number:05}"


def _task(number: int) -> Task:
    calls = [
        Call(f"server{index % 5}/tool{index}", _arguments(number, index)) for index in range(STEPS * CALLS)
    ]
    steps = tuple(Step(tuple(calls[start : start + CALLS])) for start in range(0, len(calls), CALLS))
    family = f"family {number % FAMILIES}"
    return Task(id=_task_id(number), family=family, request="Find it.", references=(Reference(steps=steps),))


def _arguments(number: int, place: int) -> dict[str, Any]:
    return {"query": f"{WORDS[place % len(WORDS)]} {number}", "limit": place, "name": f"{RARE}-{number} "}


def _attempt(task: Task, draw: random.Random) -> FinishedAttempt:
    steps = tuple(
        Step(tuple(_with_result(call, step, draw) for call in found.calls))
        for step, found in enumerate(task.references[0].steps)
    )
    trajectory = Trajectory(
        task_id=task.id, family=task.family, steps=steps, answer="It was found.", status=Status.COMPLETED
    )
    passed = draw.random() < 0.5
    verdict = Verdict(check="answer_names", kind="answer", passed=passed, reason="as it should be")
    return FinishedAttempt(
        task_id=task.id,
        seconds=draw.random() * 10,
        trajectory=trajectory,
        verdicts=Verdicts(verdicts=(verdict,), passed=passed),
    )


def _with_result(call: Call, step: int, draw: random.Random) -> Call:
    outcome = Outcome.INVALID_ARGUMENTS if draw.random() < 0.05 else Outcome.SUCCESS
    text = json.dumps({"results": [{"title": draw.choice(WORDS), "score": draw.random()} for _ in range(4)]})
    words = " ".join(draw.choices(WORDS, k=RESULT_WORDS))
    arguments = {**call.arguments, "limit": draw.randrange(20)}
    timing = Timing(step + draw.random() / 2, step + 0.5 + draw.random() / 2)
    return Call(
        call.name, arguments, result=Result((Text(text), Text(words))), outcome=outcome, timing=timing
    )


if __name__ == "__main__":
    main()
