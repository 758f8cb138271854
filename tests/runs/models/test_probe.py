"""The first request of a session: what ends a run before it begins, and what does not."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from m3bench.core import Usage, UsageError
from m3bench.models import ModelMisconfigured, ModelRef, Reply
from m3bench.runs import (
    ModelProbe,
    RunLimits,
    RunSettings,
    read_journal,
    read_run,
    resume_run,
    run_settings,
    start_run,
)
from m3bench.runs.models.session_start import needs_probe, probe
from m3bench.testing.provider import (
    BreakOff,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    SeenRequest,
    Stall,
    Status,
    rate_limit,
)
from tests.runs.sums import sums_file

pytestmark = pytest.mark.anyio

USAGE = Usage(10, 5, 1, None)
OK = Reply("ok", usage=USAGE)
QUICK = RunLimits(model_timeout=0.3)


def named(url: str, cache: str | None = None) -> ModelRef:
    return ModelRef(name="openai/some", base_url=url, cache=cache)


async def probed(
    line: Line, said: list[str] | None = None, *, sees: bool = False
) -> tuple[Usage | None, int]:
    """What the probe used, and how many requests there were."""
    with FakeProvider(lambda _: line) as fake:
        say: Callable[[str], None] = (said if said is not None else []).append
        usage = await probe(named(fake.url()), QUICK, say=say, sees=sees)
        return usage, len(fake.seen)


async def test_a_model_that_answers_is_asked_once_and_briefly() -> None:
    with FakeProvider([OK]) as fake:
        assert await probe(named(fake.url()), QUICK, say=pytest.fail) == USAGE
        (seen,) = fake.seen
    assert seen.body["max_tokens"] == 16
    assert (seen.media, len(seen.conversation) < 100) == ((), True)


async def test_a_judge_is_shown_a_picture() -> None:
    with FakeProvider([OK]) as fake:
        await probe(named(fake.url()), QUICK, say=pytest.fail, sees=True)
        assert [part.media_type for part in fake.seen[0].media] == ["image/png"]


async def test_a_closed_port_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listened on
        with pytest.raises(ModelMisconfigured, match="Cannot connect to") as caught:
            await probe(named(f"http://127.0.0.1:{taken.getsockname()[1]}/v1"), QUICK, say=pytest.fail)
    assert "server is running" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Status(401), "answered 401"),
        (Status(404, message="The model `some` does not exist."), "does not exist"),
        (Garbage(), "invalid answer"),
        (HangUp(), "closed the connection"),
        (BreakOff(), "closed the connection"),
    ],
)
async def test_what_no_task_could_work_with_is_an_error(line: Line, words: str) -> None:
    with pytest.raises(ModelMisconfigured, match=words):
        await probed(line)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (rate_limit(60), "answered 429"),
        (Status(503), "answered 503"),
        (Status(500, message="image input is not supported"), "answered 500"),
        (Stall(), "did not answer a short request within 0.3 s"),
    ],
)
async def test_who_is_busy_or_slow_is_there(line: Line, words: str) -> None:
    said: list[str] = []
    assert (await probed(line, said))[0] is None
    assert words in " ".join(said)


async def test_a_refusal_of_the_probe_itself_says_nothing_of_the_tasks() -> None:
    said: list[str] = []
    line = Status(400, message="Could not finish the message because max_tokens was reached.")
    assert await probed(line, said) == (None, 1)
    assert said == []


async def test_a_judge_that_is_blind_is_an_error() -> None:
    with pytest.raises(ModelMisconfigured, match="image input is not supported") as caught:
        await probed(Status(500, message="image input is not supported"), sees=True)
    assert "--judge" in (caught.value.hint or "")


def test_local_models_and_caches_with_replies_are_not_probed(tmp_path: Path) -> None:
    empty, full = tmp_path / "empty", tmp_path / "full"
    (full / "ab").mkdir(parents=True)
    (full / "ab" / "abc.json").write_text("{}")
    assert needs_probe(named("http://h/v1"))
    assert needs_probe(named("http://h/v1", cache=str(empty)))
    assert not needs_probe(named("http://h/v1", cache=str(full)))
    assert not needs_probe(ModelRef(name="local/smollm2"))
    assert not needs_probe(ModelRef())


def settings(path: Path, fake: FakeProvider, model: str = "openai/some") -> RunSettings:
    tasks = str(sums_file(path / "tasks.jsonl", 2))
    return run_settings(suite=tasks, agent="caller", model=model, base_url=fake.url())


async def test_the_probe_is_on_record_and_counts(tmp_path: Path) -> None:
    with FakeProvider(lambda _: OK) as fake:
        assert await start_run(settings(tmp_path, fake), tmp_path / "run", probe=True) is None
        assert len(fake.seen) == 3
        assert await resume_run(tmp_path / "run", probe=True) is None
        assert len(fake.seen) == 3  # nothing is left to do, so nobody is asked
    (first, *_) = read_journal(tmp_path / "run" / "journal.jsonl")
    assert first == ModelProbe(model="openai/some", usage=USAGE)
    assert read_run(tmp_path / "run").usage.input_tokens == 30


async def test_a_probe_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    with FakeProvider(lambda _: Status(401)) as fake, pytest.raises(ModelMisconfigured):
        await start_run(settings(tmp_path, fake), tmp_path / "run", probe=True)
    assert not (tmp_path / "run").exists()


async def test_a_limit_that_cannot_be_kept_is_told_before_the_run(tmp_path: Path) -> None:
    limits = RunLimits(max_cost=1.0)
    with FakeProvider(lambda _: OK) as fake, pytest.raises(UsageError, match="price of this model"):
        await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits, probe=True)
    assert not (tmp_path / "run").exists()


async def test_where_the_budget_is_spent_nobody_is_probed(tmp_path: Path) -> None:
    with FakeProvider(lambda _: OK) as fake:
        limits = RunLimits(max_tokens=0)
        halt = await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits, probe=True)
        assert halt is not None
        assert fake.seen == []


async def test_a_probe_counts_against_what_is_left(tmp_path: Path) -> None:
    """Each session pays for its probe: a run cannot be gone on with for nothing."""
    seen: list[SeenRequest] = []

    def script(request: SeenRequest) -> Line:
        seen.append(request)
        return OK

    with FakeProvider(script) as fake:
        limits = RunLimits(max_tokens=15, concurrency=1)
        halt = await start_run(settings(tmp_path, fake), tmp_path / "run", limits=limits, probe=True)
        assert halt is not None
        assert len(seen) == 1
        assert read_run(tmp_path / "run").usage.input_tokens == 10
