"""`m3bench forge tasks --model` as a user runs it, against a provider over HTTP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from m3bench.forge.tasks.tasks import PlanResult
from m3bench.formats import read_tasks
from m3bench.testing.provider import FakeProvider, Line, SeenRequest, Stall, rate_limit
from tests.forge.authors import MODEL, author, kind_of, reply
from tests.runs.processes import DEADLINE

SERVERS = "amazon,metmuseum-mcp"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")


def arguments(out: Path, fake: FakeProvider, *more: str) -> list[str]:
    model = ["--model", MODEL, "--base-url", fake.url("openai")]
    return ["forge", "tasks", "--servers", SERVERS, "--out", str(out), "--count", "2", *model, *more]


def forged(out: Path, fake: FakeProvider, *more: str) -> Result:
    from m3bench.cli.app import app

    return CliRunner().invoke(app, arguments(out, fake, *more))


def journal(out: Path) -> list[PlanResult]:
    lines = out.with_name(f"{out.name}.journal.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=PlanResult) for line in lines]


def but(kind: str, *lines: Line) -> Callable[[SeenRequest], Line]:
    """The author, but for the first questions of a kind."""
    left = list(lines)

    def answer(seen: SeenRequest) -> Line:
        return left.pop(0) if left and kind_of(seen) == kind else author(seen)

    return answer


@pytest.mark.slow
def test_what_a_model_wrote_runs_and_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with a storm of refusals at first, and a reply that has to be repaired."""
    from m3bench.cli.app import app

    monkeypatch.chdir(tmp_path)
    lines: list[Line] = [rate_limit(0.01), rate_limit(0.01), reply("Certainly! Here is a request.")]
    with FakeProvider(but("write", *lines)) as fake:
        done = forged(tmp_path / "t.jsonl", fake)
        kinds = Counter(map(kind_of, fake.seen))
    assert done.exit_code == 0, done.output
    assert (kinds["repair"], kinds["write"] >= 4) == (1, True)
    tasks = read_tasks(tmp_path / "t.jsonl")
    assert [task.extra["forge"]["written_by"] for task in tasks] == [MODEL] * 2
    assert all(task.fuzzy_request and task.fuzzy_request.startswith("I wonder") for task in tasks)
    ran = CliRunner().invoke(app, ["run", "t.jsonl", "--agent", "reference", "--out", "run"])
    total = next(line for line in ran.output.splitlines() if line.startswith("Total"))
    assert set(total.split()[1:-1]) == {"1.000"}


@pytest.mark.parametrize(
    ("marks", "passes"),
    [((9, 5), True), ((10, 10), True), ((8.9, 10), False), ((10, 4.9), False)],
)
def test_marks_decide_on_both_sides(tmp_path: Path, marks: tuple[float, float], passes: bool) -> None:
    said = {"reason": "so", "solvability": marks[0], "utility": marks[1]}
    with FakeProvider(but("filter", reply(said))) as fake:
        forged(tmp_path / "t.jsonl", fake)
    first = next(made for made in journal(tmp_path / "t.jsonl") if made.usage.requests)
    assert (first.task is not None) is passes
    if not passes:
        assert f"solvability {marks[0]:g}, utility {marks[1]:g}" in first.reason


def _leaking(seen: SeenRequest) -> dict[str, Any]:
    named = "get_product" if "amazon" in json.dumps(seen.body) else "search products"
    return {"request": f"Use {named} and get museum object for it."}


def test_a_leak_is_asked_for_again_and_then_dropped(tmp_path: Path) -> None:
    def leaking(seen: SeenRequest) -> Line:
        return reply(_leaking(seen)) if kind_of(seen) in ("fuzzy", "again") else author(seen)

    with FakeProvider(leaking) as fake:
        done = forged(tmp_path / "t.jsonl", fake)
        kinds = Counter(map(kind_of, fake.seen))
    assert done.exit_code == 1
    assert "0 tasks" in done.output
    assert kinds["again"] == 2 * kinds["fuzzy"] > 0
    asked = [made for made in journal(tmp_path / "t.jsonl") if made.usage.requests]
    assert all(made.reason.startswith("not fuzzy: it names the tool") for made in asked)


def test_the_limit_on_cost_holds_over_sessions(tmp_path: Path) -> None:
    """A question costs 2.1 cents; the fourth would begin the second task."""
    out = tmp_path / "t.jsonl"
    with FakeProvider(author) as fake:
        first = forged(out, fake, "--max-cost", "0.08")
        asked = len(fake.seen)
        second = forged(out, fake, "--max-cost", "0.08")
        assert (asked, len(fake.seen)) == (4, 4)
        third = forged(out, fake)
    assert [session.exit_code for session in (first, second, third)] == [1, 1, 0]
    assert "--max-cost 0.08 is reached" in first.output
    spent = sum(made.usage.requests or 0 for made in journal(out))
    assert (len(read_tasks(out)), spent) == (2, len(fake.seen))


@pytest.mark.slow
def test_a_killed_session_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "t.jsonl"
    lines = out.with_name("t.jsonl.journal.jsonl")
    stalled: list[SeenRequest] = []

    def second_stalls(seen: SeenRequest) -> Line:
        stalled.append(seen)
        return Stall(author(seen)) if len(stalled) > 3 else author(seen)

    with FakeProvider(second_stalls) as fake:
        command = [sys.executable, "-m", "m3bench", *arguments(out, fake)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ}
        )
        try:
            fake.wait_until_seen(4, DEADLINE)
            process.send_signal(signal.SIGKILL)
        finally:
            process.kill()
            process.communicate()
    before = lines.read_bytes()
    kept = [made for made in journal(out) if made.task is not None]
    with FakeProvider(author) as fake:
        done = forged(out, fake)
        assert len(fake.seen) == 3
    assert done.exit_code == 0, done.output
    assert len(kept) == 1
    assert lines.read_bytes().startswith(before)
    assert read_tasks(out)[0] == kept[0].task
