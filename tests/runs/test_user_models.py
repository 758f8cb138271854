"""A model as user in whole runs over HTTP: its usage, its outages, its limits, and runs that are resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from m3bench.core import Call as ToolCall
from m3bench.core import Reference, SimulatedUser, Step, Task, Turns, Usage, UserFact, user_turns
from m3bench.core import Status as Ended
from m3bench.formats import write
from m3bench.models import ModelMisconfigured, Reply, ToolUse
from m3bench.runs import (
    FinishedAttempt,
    HaltKind,
    RunFolder,
    RunLimits,
    RunSettings,
    final_attempts,
    read_journal,
    read_run,
    resume_run,
    run_settings,
    start_run,
)
from m3bench.runs.store import read_transcript
from m3bench.testing.provider import FakeProvider, Line, SeenRequest, Status
from tests.runs.processes import completed, lines_in, started, wait_for_lines

pytestmark = pytest.mark.anyio

QUESTION = "Which number should I add to 2?"
USAGE, USER_USAGE = Usage(100, 20, 1, None), Usage(7, 3, 1, None)
TASK = Task(
    id="t1",
    request="Add my number to 2.",
    user=SimulatedUser(persona="Ann Bold", facts=(UserFact("number", "Add 3.", ("number to add",)),)),
    turns=Turns.DIALOGUE,
    servers=("math",),
    references=(Reference(steps=(Step((ToolCall("math/sum", {"numbers": [2, 3]}),)),)),),
)


def agent_line(seen: SeenRequest) -> Line:
    """Ask in plain text, add, answer: for loops with native calls."""
    if "Reply with the word ok" in seen.conversation:
        return Reply("ok", usage=USAGE)
    if "3" not in seen.conversation.replace("m3bench", ""):
        return Reply(QUESTION, usage=USAGE)
    if len(seen.request.messages) > 0 and any("5" in text for text in seen.latest.splitlines()):
        done = ToolUse("c", "claim_done", {"answer": "It is 5."})
        claims = any(tool.name == "claim_done" for tool in seen.request.tools)
        return Reply("" if claims else "It is 5.", (done,) if claims else (), usage=USAGE)
    return Reply("", (ToolUse("b", "math__sum", {"numbers": [2, 3]}),), usage=USAGE)


def script(person: Callable[[SeenRequest], Line]) -> Callable[[SeenRequest], Line]:
    return lambda seen: person(seen) if seen.model == "person" else agent_line(seen)


def says(text: str) -> Callable[[SeenRequest], Line]:
    return lambda _: Reply(text, usage=USER_USAGE)


def suite_file(folder: Path, tasks: int = 1) -> str:
    made = [msgspec.structs.replace(TASK, id=f"t{number}") for number in range(1, tasks + 1)]
    write(folder / "tasks.jsonl", made, format="jsonl")
    return str(folder / "tasks.jsonl")


def settings(folder: Path, fake: FakeProvider, agent: str = "caller", tasks: int = 1) -> RunSettings:
    return run_settings(
        suite_file(folder, tasks), agent, model="openai/some", base_url=fake.url(),
        user=f"openai/person@{fake.url()}",
    )  # fmt: skip


def attempts(folder: Path) -> list[FinishedAttempt]:
    return list(final_attempts(RunFolder.open(folder / "run").journal))


@pytest.mark.parametrize("agent", ["caller", pytest.param("react", marks=pytest.mark.slow)])
async def test_its_reply_reaches_the_agent_and_its_usage_is_kept(agent: str, tmp_path: Path) -> None:
    with FakeProvider(script(says("Please add 3, will you?"))) as fake:
        run = settings(tmp_path, fake, agent)
        assert await start_run(run, tmp_path / "run", probe=True) is None
    (attempt,) = attempts(tmp_path)
    assert (attempt.trajectory.status, attempt.trajectory.answer) == (Ended.COMPLETED, "It is 5.")
    (turn,) = user_turns(attempt.trajectory.steps)
    assert (turn.reply, turn.guarded, turn.topics) == ("Please add 3, will you?", False, ("number",))
    assert attempt.trajectory.extra["user_model"]["usage"]["input_tokens"] == 7
    transcript = read_transcript(RunFolder.open(tmp_path / "run").blobs, attempt.transcript or "")
    assert [(exchange.by, exchange.model) for exchange in transcript if exchange.by != "agent"] == [
        ("user", "openai/person")
    ]
    asked = [seen.model for seen in fake.seen]
    assert asked[:2] == ["some", "person"]  # the probes
    assert asked.count("person") == 2
    total = read_run(tmp_path / "run").usage
    assert total.requests == len(fake.seen)
    assert total.input_tokens == 100 * asked.count("some") + 7 * asked.count("person")


async def test_a_name_that_the_provider_does_not_know_ends_the_run_before_it_begins(tmp_path: Path) -> None:
    with FakeProvider(script(lambda _: Status(404))) as fake, pytest.raises(ModelMisconfigured):
        await start_run(settings(tmp_path, fake), tmp_path / "run", probe=True)
    assert not (tmp_path / "run" / "manifest.json").exists()


@pytest.mark.slow
async def test_an_outage_is_no_failure_of_the_agent_and_is_repeated(tmp_path: Path) -> None:
    limits = RunLimits(retries=0, provider_wait=0.0)
    with FakeProvider(script(lambda _: Status(503))) as fake:
        await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits)
        (attempt,) = attempts(tmp_path)
        assert attempt.trajectory.status is Ended.HARNESS_FAILURE
        assert attempt.trajectory.extra["provider"] is True
        assert "the user did not reply" in attempt.trajectory.extra["reason"]
        port = int(fake.url().split(":")[2].split("/")[0])
    with FakeProvider(script(says("Add 3.")), port=port) as fake:
        assert await resume_run(tmp_path / "run") is None
        assert "person" in {seen.model for seen in fake.seen}
    (attempt,) = attempts(tmp_path)
    assert attempt.trajectory.status is Ended.COMPLETED


@pytest.mark.slow
async def test_its_tokens_count_toward_the_limit_also_of_a_resumed_run(tmp_path: Path) -> None:
    many = Usage(5_000, 1, 1, None)
    with FakeProvider(script(lambda _: Reply("Add 3.", usage=many))) as fake:
        run = settings(tmp_path, fake, tasks=2)
        limits = RunLimits(max_tokens=4_000, concurrency=1)
        halt = await start_run(run, tmp_path / "run", limits=limits)
        assert halt is not None
        assert halt.kind is HaltKind.BUDGET
        asked = len(fake.seen)
        assert read_run(tmp_path / "run").usage.requests == asked
        again = await resume_run(tmp_path / "run")
        assert again is not None
        assert again.kind is HaltKind.BUDGET
        assert len(fake.seen) == asked
    assert len(list(read_journal(tmp_path / "run" / "journal.jsonl"))) == 1


@pytest.mark.slow
async def test_a_suite_without_users_does_not_ask_it(tmp_path: Path) -> None:
    with FakeProvider(script(lambda _: Status(404))) as fake:
        run = settings(tmp_path, fake)
        write(tmp_path / "tasks.jsonl", [msgspec.structs.replace(TASK, user=None)], format="jsonl")
        assert await start_run(run, tmp_path / "run", probe=True) is None
    assert {seen.model for seen in fake.seen} == {"some"}
    assert "user_model" not in attempts(tmp_path)[0].trajectory.extra


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["caller", "react"])
def test_a_killed_run_goes_on_with_its_user(agent: str, tmp_path: Path) -> None:
    key = {"M3BENCH_API_KEY": "a-key-that-nobody-checks"}
    journal = tmp_path / "run" / "journal.jsonl"
    with FakeProvider(script(says("Add 3."))) as fake:
        words = [suite_file(tmp_path, 6), "--agent", agent, "--model", "openai/some", "--no-probe"]
        words += ["--base-url", fake.url(), "--user", f"openai/person@{fake.url()}", "--concurrency", "1"]
        process = started([*words, "--out", str(tmp_path / "run")], key)
        try:
            assert wait_for_lines(journal, 2, process)
        finally:
            process.kill()
            process.communicate()
        before = lines_in(journal)
        code, said = completed(["--resume", str(tmp_path / "run")], key)
    assert code == 0, said
    assert 2 <= before <= 6
    made = attempts(tmp_path)
    assert len(made) == 6
    assert all(attempt.trajectory.extra["user_model"]["usage"]["requests"] == 1 for attempt in made)
    assert all(attempt.trajectory.answer == "It is 5." for attempt in made)
