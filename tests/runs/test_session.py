"""Whole runs over the bundled server `math`, in process: what is on record, and what happens on failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from m3bench.agents import Agent, Attempt, Ending
from m3bench.core import Call, Status, Text, Usage, UsageError
from m3bench.models import ModelMisconfigured, ModelUnavailable, Reply, RequestRefused, RequestTooLong, User
from m3bench.runs import (
    FinishedAttempt,
    HaltKind,
    Key,
    RunFolder,
    RunLimits,
    RunSettings,
    final_attempts,
    read_journal,
    read_run,
    resume_run,
    run_agent,
    run_settings,
    start_run,
)
from m3bench.runs.store.records import ParkedAttempt
from m3bench.testing import ScriptedModel
from tests.runs.sums import sums_file

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("own_servers")]


class Improvised:
    """An agent that is a function."""

    name = "improvised"

    def __init__(self, solve: Callable[[Attempt], object], *, needs_model: bool = False) -> None:
        self._solve, self.needs_model = solve, needs_model

    async def solve(self, attempt: Attempt) -> Ending:
        ending = self._solve(attempt)
        if hasattr(ending, "__await__"):
            ending = await ending
        assert isinstance(ending, Ending)
        return ending


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[Agent], None]:
    """Makes an agent the one that runs get, whatever they ask for."""
    return lambda agent: monkeypatch.setattr(run_agent, "make_agent", lambda _: agent)


def settings(path: Path, count: int = 4, **more: object) -> RunSettings:
    return run_settings(suite=str(sums_file(path / "tasks.jsonl", count)), **{"agent": "reference", **more})  # type: ignore[arg-type]


async def test_a_run_has_every_attempt_in_its_journal(tmp_path: Path) -> None:
    assert await start_run(settings(tmp_path), tmp_path / "run") is None
    attempts = list(final_attempts(tmp_path / "run" / "journal.jsonl"))
    assert Counter(attempt.key for attempt in attempts) == {
        Key(f"sum-{number:04}", 1): 1 for number in range(4)
    }
    assert {attempt.trajectory.status for attempt in attempts} == {Status.COMPLETED}
    assert {attempt.trajectory.call_count for attempt in attempts} == {4}
    assert not (tmp_path / "run" / "scratch").exists()


async def test_the_manifest_says_what_was_run(tmp_path: Path) -> None:
    wanted = settings(tmp_path, limit=3, epochs=2, seed=5)
    await start_run(wanted, tmp_path / "run")
    manifest = RunFolder.open(tmp_path / "run").manifest
    assert manifest.settings == wanted
    assert manifest.tasks == 3
    assert manifest.servers["math"].tools
    assert {"m3bench", "python", "platform", "mcp"} <= manifest.versions.keys()


async def test_epochs_families_and_limits_choose_attempts(tmp_path: Path) -> None:
    await start_run(settings(tmp_path, 9, epochs=2, families=("odd",), limit=3), tmp_path / "run")
    done = sorted(attempt.key for attempt in final_attempts(tmp_path / "run" / "journal.jsonl"))
    assert done == sorted(Key(f"sum-{number:04}", epoch) for number in (1, 3, 5) for epoch in (1, 2))
    result = read_run(tmp_path / "run")
    assert [task.id for task in result.tasks][:4] == ["sum-0001#1", "sum-0003#1", "sum-0005#1", "sum-0001#2"]


async def test_a_family_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no family 'prime'"):
        await start_run(settings(tmp_path, families=("prime",)), tmp_path / "run")
    assert not (tmp_path / "run").exists()


async def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not empty"):
        await start_run(settings(tmp_path), tmp_path)


async def test_a_second_process_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    await start_run(settings(tmp_path), tmp_path / "run")
    with RunFolder.open(tmp_path / "run").lock(), pytest.raises(UsageError, match="Another process"):
        await resume_run(tmp_path / "run")


async def test_a_complete_run_that_is_resumed_does_nothing(tmp_path: Path) -> None:
    await start_run(settings(tmp_path), tmp_path / "run")
    before = (tmp_path / "run" / "journal.jsonl").read_bytes()
    assert await resume_run(tmp_path / "run") is None
    assert (tmp_path / "run" / "journal.jsonl").read_bytes() == before


async def test_a_suite_that_has_changed_is_refused(tmp_path: Path) -> None:
    await start_run(settings(tmp_path), tmp_path / "run")
    sums_file(tmp_path / "tasks.jsonl", 5)
    with pytest.raises(UsageError, match="has changed since run"):
        await resume_run(tmp_path / "run")


async def test_a_failure_that_is_another_one_each_time_is_tried_as_often_as_allowed(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    tries: Counter[str] = Counter()

    def solve(attempt: Attempt) -> Ending:
        tries[attempt.task.id] += 1
        raise ZeroDivisionError(f"bug number {tries[attempt.task.id]}")

    use(Improvised(solve))
    await start_run(settings(tmp_path, limit=1), tmp_path / "run", limits=RunLimits(retries=3))
    assert tries == {"sum-0000": 4}


async def test_failures_of_the_harness_are_tried_again_and_then_listed(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    tries: Counter[str] = Counter()

    def solve(attempt: Attempt) -> Ending:
        tries[attempt.task.id] += 1
        if attempt.task.id == "sum-0001" or (attempt.task.id == "sum-0002" and tries["sum-0002"] == 1):
            raise ZeroDivisionError("a bug")
        return Ending("done")

    use(Improvised(solve))
    assert await start_run(settings(tmp_path), tmp_path / "run", limits=RunLimits(retries=2)) is None
    assert tries == {"sum-0000": 1, "sum-0001": 2, "sum-0002": 2, "sum-0003": 1}
    result = read_run(tmp_path / "run")
    assert [task.id for task in result.tasks] == ["sum-0000", "sum-0002", "sum-0003"]
    (left_out,) = result.unscored
    assert (left_out.id, left_out.status) == ("sum-0001", Status.HARNESS_FAILURE)
    assert "ZeroDivisionError: a bug" in left_out.reason
    everything = list(read_journal(tmp_path / "run" / "journal.jsonl"))
    assert sum(isinstance(record, FinishedAttempt) and not record.final for record in everything) == 2


async def test_what_failed_is_made_again_when_the_run_goes_on(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    broken = True

    def solve(attempt: Attempt) -> Ending:
        if broken and attempt.task.id == "sum-0001":
            raise RuntimeError
        return Ending("done")

    use(Improvised(solve))
    await start_run(settings(tmp_path), tmp_path / "run", limits=RunLimits(retries=0))
    assert [attempt.id for attempt in read_run(tmp_path / "run").unscored] == ["sum-0001"]
    broken = False
    assert await resume_run(tmp_path / "run") is None
    result = read_run(tmp_path / "run")
    assert (len(result.tasks), result.unscored, result.open) == (4, (), 0)


async def test_an_agent_that_takes_too_long_keeps_its_steps(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    async def solve(attempt: Attempt) -> Ending:
        await attempt.call([Call("math/add", {"firstNumber": 1, "secondNumber": 2})])
        await anyio.sleep_forever()
        raise AssertionError

    use(Improvised(solve))
    limits = RunLimits(task_timeout=2)
    assert await start_run(settings(tmp_path, 1), tmp_path / "run", limits=limits) is None
    (attempt,) = final_attempts(tmp_path / "run" / "journal.jsonl")
    assert attempt.trajectory.status is Status.OUT_OF_BUDGET
    assert attempt.trajectory.call_count == 1
    assert "--task-timeout" in attempt.trajectory.extra["reason"]


async def asking(attempt: Attempt) -> Ending:
    reply = await attempt.ask([User((Text(attempt.request),))])
    return Ending(reply.text)


async def asking_twice(attempt: Attempt) -> Ending:
    await asking(attempt)
    return await asking(attempt)


async def test_a_conversation_that_is_too_long_is_the_agents(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    use(Improvised(asking_twice, needs_model=True))
    model = ScriptedModel([Reply("go on"), RequestTooLong("too long")])
    await start_run(settings(tmp_path, 1), tmp_path / "run", model=model)
    assert read_run(tmp_path / "run").statuses == {"agent_failure": 1}


async def test_first_requests_that_do_not_fit_end_the_run(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    use(Improvised(asking, needs_model=True))
    model = ScriptedModel(lambda _: RequestTooLong("4096 tokens at most."))
    halt = await start_run(settings(tmp_path, 9), tmp_path / "run", model=model)
    assert halt is not None
    assert halt.kind is HaltKind.PROVIDER
    assert "5 tries in a row did not fit into the model: 4096 tokens at most." in halt.reason
    result = read_run(tmp_path / "run")
    assert len(result.unscored) + result.open == 9
    assert {attempt.status for attempt in result.unscored} == {Status.DOES_NOT_FIT}


async def test_a_task_that_does_not_fit_where_others_do_is_not_scored(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    use(Improvised(asking, needs_model=True))
    model = ScriptedModel([Reply("fine"), RequestTooLong("too long"), Reply("fine"), Reply("fine")])
    limits = RunLimits(concurrency=1)
    assert await start_run(settings(tmp_path, 4), tmp_path / "run", limits=limits, model=model) is None
    assert read_run(tmp_path / "run").statuses == {"completed": 3, "does_not_fit": 1}


async def test_a_wrong_key_ends_the_run_at_once(tmp_path: Path, use: Callable[[Agent], None]) -> None:
    use(Improvised(asking, needs_model=True))
    model = ScriptedModel(lambda _: ModelMisconfigured("the key is wrong"))
    halt = await start_run(settings(tmp_path, 50), tmp_path / "run", model=model)
    assert halt is not None
    assert (halt.kind, halt.reason) == (HaltKind.ERROR, "the key is wrong")
    assert len(model.requests) <= RunLimits().concurrency
    assert read_run(tmp_path / "run").open == 50


async def test_a_dead_provider_ends_the_run_and_a_living_one_finishes_it(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    use(Improvised(asking, needs_model=True))
    dead = ScriptedModel(lambda _: ModelUnavailable("nobody answers"))
    halt = await start_run(settings(tmp_path, 30), tmp_path / "run", model=dead)
    assert halt is not None
    assert halt.kind is HaltKind.PROVIDER
    assert "nobody answers" in halt.reason
    assert len(dead.requests) < 20
    assert read_run(tmp_path / "run").tasks == []
    living = ScriptedModel(lambda _: Reply("fine", usage=Usage(1, 1, 1, 0.5)))
    assert await resume_run(tmp_path / "run", model=living) is None
    result = read_run(tmp_path / "run")
    assert (len(result.tasks), result.unscored, result.open) == (30, (), 0)


async def test_a_provider_that_refuses_everything_ends_the_run(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    """In words that nobody knows: it is noticed by the fifth."""
    use(Improvised(asking, needs_model=True))
    model = ScriptedModel(lambda _: RequestRefused("not on Sundays"))
    halt = await start_run(settings(tmp_path, 30), tmp_path / "run", model=model)
    assert halt is not None
    assert (halt.kind, halt.reason) == (HaltKind.PROVIDER, "5 tries in a row were refused: not on Sundays")
    assert read_run(tmp_path / "run").tasks == []


async def test_a_budget_is_kept_over_sessions(tmp_path: Path, use: Callable[[Agent], None]) -> None:
    use(Improvised(asking_twice, needs_model=True))
    model = ScriptedModel(lambda _: Reply("fine", usage=Usage(10, 0, 1, 1.0)))
    tight = RunLimits(concurrency=1, max_cost=5)
    halt = await start_run(settings(tmp_path, 4), tmp_path / "run", limits=tight, model=model)
    assert halt is not None
    assert halt.kind is HaltKind.BUDGET
    assert len(model.requests) == 5
    parked = [
        record
        for record in read_journal(tmp_path / "run" / "journal.jsonl")
        if isinstance(record, ParkedAttempt)
    ]
    assert [record.usage for record in parked] == [Usage(10, 0, 1, 1.0)]
    assert (len(read_run(tmp_path / "run").tasks), read_run(tmp_path / "run").open) == (2, 2)
    still = await resume_run(tmp_path / "run", model=model)
    assert still is not None
    assert len(model.requests) == 5
    assert await resume_run(tmp_path / "run", limits=RunLimits(), model=model) is None
    assert len(model.requests) == 9
    assert read_run(tmp_path / "run").usage.cost == 9.0


async def test_what_servers_write_is_kept_and_the_rest_is_not(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    def solve(attempt: Attempt) -> Ending:
        if attempt.task.id == "sum-0001":
            (attempt.workspace / "made.txt").write_text(f"in {attempt.workspace}")
        return Ending(f"see {attempt.workspace}/made.txt")

    use(Improvised(solve))
    await start_run(settings(tmp_path, 2), tmp_path / "run")
    by_id = {attempt.task_id: attempt for attempt in final_attempts(tmp_path / "run" / "journal.jsonl")}
    assert by_id["sum-0000"].workspace is None
    made = by_id["sum-0001"]
    assert made.changes.added == ("made.txt",)
    assert made.workspace is not None
    assert (tmp_path / "run" / made.workspace / "made.txt").exists()
    assert made.trajectory.answer == "see ${WORKSPACE}/made.txt"
    assert [path.name for path in (tmp_path / "run" / "workspaces").iterdir()] == ["sum-0001-1"]


async def test_recorded_answers_replace_the_servers(tmp_path: Path) -> None:
    taken = settings(tmp_path, record=str(tmp_path / "tapes"))
    await start_run(taken, tmp_path / "live")
    await start_run(settings(tmp_path, replay=str(tmp_path / "tapes")), tmp_path / "replayed")

    def outcomes(run: str) -> list[object]:
        attempts = sorted(final_attempts(tmp_path / run / "journal.jsonl"), key=lambda attempt: attempt.key)
        return [[(c.outcome, c.result) for _, c in attempt.trajectory.calls()] for attempt in attempts]

    assert outcomes("replayed") == outcomes("live")


async def test_a_call_that_was_not_recorded_is_no_fault_of_the_agents(
    tmp_path: Path, use: Callable[[Agent], None]
) -> None:
    await start_run(settings(tmp_path, 1, record=str(tmp_path / "tapes")), tmp_path / "live")

    async def strays(attempt: Attempt) -> Ending:
        await attempt.call([Call("math/add", {"firstNumber": 7, "secondNumber": 8})])
        return Ending("15")

    use(Improvised(strays))
    replayed = settings(tmp_path, 1, replay=str(tmp_path / "tapes"))
    await start_run(replayed, tmp_path / "replayed", limits=RunLimits(retries=0))
    (left_out,) = read_run(tmp_path / "replayed").unscored
    assert left_out.status is Status.HARNESS_FAILURE


async def test_more_is_mounted_with_distractors(tmp_path: Path, use: Callable[[Agent], None]) -> None:
    seen: list[set[str]] = []

    def solve(attempt: Attempt) -> Ending:
        seen.append({tool.server for tool in attempt.toolbox.tools})
        return Ending()

    use(Improvised(solve))
    await start_run(settings(tmp_path, 2, mode="oracle+3", seed=1), tmp_path / "run")
    assert [len(servers) for servers in seen] == [4, 4]
    assert all("math" in servers for servers in seen)


async def test_retrieval_asks_the_model_what_it_needs(tmp_path: Path, use: Callable[[Agent], None]) -> None:
    seen: list[list[str]] = []

    def solve(attempt: Attempt) -> Ending:
        seen.append(sorted({tool.server for tool in attempt.toolbox.tools}))
        return Ending()

    use(Improvised(solve, needs_model=True))
    model = ScriptedModel(lambda _: '```json\n["add and multiply numbers, arithmetic"]\n```')
    retrieving = settings(tmp_path, 1, mode="retrieve:1", encoder="hashing")
    await start_run(retrieving, tmp_path / "run", model=model)
    assert seen == [["math"]]
    assert len(model.requests) == 1
