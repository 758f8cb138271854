"""Limits of models in whole runs over HTTP: pictures, the length and time of replies, and the context."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Media, Text, Usage
from m3bench.core import Status as Ended
from m3bench.models import ModelIncapable, ModelRef, Reply, Request, ToolUse, User
from m3bench.runs import (
    FinishedAttempt,
    RunLimits,
    SilentWatcher,
    final_attempts,
    read_run,
    run_settings,
    start_run,
)
from m3bench.runs.attempt_facts import DropReason
from m3bench.runs.models import open_wrapped_model
from m3bench.suites import make_suite
from m3bench.testing.provider import Endless, FakeProvider, Line, Script, SeenRequest, Stall, Status, TooLong
from m3bench_world import World
from tests.models.wires import HELLO, PNG
from tests.runs.puppet import Puppet
from tests.runs.sums import sums_file

pytestmark = pytest.mark.anyio

LOOK = Request((User((Text("What is this?"), Media(media_type="image/png", data=PNG, uri="map.png"))),))
ANSWER = Reply("It cannot be done.", usage=Usage(10, 5, 1, None))
TICKS = "tick, and then the same again, " * 40
WRITING = Endless(b'data: {"choices":[{"index":0,"delta":{"content":"tick "}}]}\n\n', pause=0.01)
SECONDS = 1.2
NO_PICTURES = {
    "error": {
        "code": 500,
        "message": "image input is not supported - hint: if this is unexpected, you may need to provide the "
        "mmproj",
        "type": "server_error",
    }
}
"""Recorded from llama.cpp's server."""


class Listener(SilentWatcher):
    def __init__(self) -> None:
        self.heard: list[str] = []

    def said(self, text: str) -> None:
        self.heard.append(text)


async def run(
    path: Path, script: Script | list[Line], limits: RunLimits | None = None, **options: Any
) -> tuple[list[FinishedAttempt], FakeProvider, list[str]]:
    """The attempts of a run, what the provider saw, and what was said."""
    watcher = Listener()
    chosen = {"suite": str(sums_file(path / "tasks.jsonl", 1)), "agent": "caller", **options}
    with FakeProvider(script) as fake:
        settings = run_settings(model="openai/some", base_url=fake.url(), **chosen)
        halt = await start_run(settings, path / "run", limits=limits or RunLimits(), watcher=watcher)
    assert halt is None
    return list(final_attempts(path / "run" / "journal.jsonl")), fake, watcher.heard


def text_only(status: int, body: object) -> Script:
    """A server of text, before a model that solves the smoke tasks."""
    puppet = Puppet(make_suite("smoke", World()).tasks)
    return lambda seen: Status(status, body=body) if seen.media else puppet(seen)


async def test_refused_pictures_cost_one_request() -> None:
    heard: list[str] = []
    with FakeProvider(lambda seen: Status(500, body=NO_PICTURES) if seen.media else ANSWER) as fake:
        ref = ModelRef(name="openai/some", base_url=fake.url())
        async with open_wrapped_model(ref, RunLimits(), say=heard.append, blinds=True) as model:
            replies = [await model.ask(LOOK), await model.ask(LOOK), await model.ask(HELLO)]
        assert [len(seen.media) for seen in fake.seen] == [1, 0, 0, 0]
        assert "[picture: map.png]" in fake.seen[1].conversation
    assert [reply.blind for reply in replies] == [True, True, False]
    (said,) = heard
    assert "notes replace pictures" in said


async def test_a_judge_that_cannot_see_is_refused() -> None:
    with FakeProvider([Status(500, body=NO_PICTURES)]) as fake:
        ref = ModelRef(name="openai/some", base_url=fake.url())
        async with open_wrapped_model(ref, RunLimits(), say=print) as model:
            with pytest.raises(ModelIncapable):
                await model.ask(LOOK)
        assert len(fake.seen) == 1


async def test_other_errors_about_images_are_retried_with_the_picture() -> None:
    lines: list[Line] = [Status(500, message="the image of the database is not supported"), ANSWER]
    with FakeProvider(lines) as fake:
        ref = ModelRef(name="openai/some", base_url=fake.url())
        async with open_wrapped_model(ref, RunLimits(), say=print, blinds=True) as model:
            assert not (await model.ask(LOOK)).blind
        assert [len(seen.media) for seen in fake.seen] == [1, 1]


@pytest.mark.slow
async def test_refused_pictures_become_notes_in_a_run(tmp_path: Path) -> None:
    attempts, fake, heard = await run(
        tmp_path, text_only(500, NO_PICTURES), RunLimits(concurrency=1),
        suite="smoke", families=("pictures",), epochs=2,
    )  # fmt: skip
    assert [attempt.trajectory.status for attempt in attempts] == [Ended.COMPLETED] * 2
    assert sum(bool(seen.media) for seen in fake.seen) == 1, "the first request, and none after it"
    assert "[picture: " in fake.seen[1].conversation
    assert sum("notes replace pictures" in text for text in heard) == 1
    for attempt in attempts:
        assert attempt.number == 1
        assert attempt.trajectory.extra["limits_met"]["pictures_as_notes"] >= 1
        assert {media["form"] for media in attempt.trajectory.extra["media"]} == {"note"}
    assert read_run(tmp_path / "run").limits_met == {"pictures_as_notes": 2}


@pytest.mark.slow
async def test_other_errors_of_a_server_are_still_retried(tmp_path: Path) -> None:
    failed: list[SeenRequest] = []
    puppet = Puppet(make_suite("smoke", World()).tasks)

    def script(seen: SeenRequest) -> Line:
        if not failed:
            failed.append(seen)
            return Status(500, message="internal error: the image of the database is not supported")
        return puppet(seen)

    (attempt,), fake, _ = await run(tmp_path, script, suite="smoke", families=("pictures",))
    assert attempt.trajectory.status is Ended.COMPLETED
    assert "limits_met" not in attempt.trajectory.extra
    assert fake.seen[1].media == failed[0].media != ()


async def test_a_cut_reply_is_no_answer_and_the_model_may_be_brief(tmp_path: Path) -> None:
    cut = Reply("First, I have to say a few words about sums, which", finish_reason="length")
    (attempt,), fake, _ = await run(tmp_path, [cut, ANSWER])
    assert (attempt.trajectory.status, attempt.trajectory.answer) == (Ended.COMPLETED, ANSWER.text)
    assert attempt.trajectory.extra["limits_met"] == {"cut_replies": 1}
    assert "Your reply was cut off" in fake.seen[1].latest


async def test_endless_repetition_is_the_agents_and_is_not_retried(tmp_path: Path) -> None:
    endless = Reply(TICKS, finish_reason="length")
    (attempt,), fake, _ = await run(tmp_path, lambda _: endless)
    assert (attempt.trajectory.status, attempt.number, len(fake.seen)) == (Ended.COMPLETED, 1, 2)
    assert attempt.trajectory.extra["limits_met"] == {"cut_replies": 2, "repeating_replies": 2}
    assert len(read_run(tmp_path / "run").tasks) == 1, "it is scored"


async def test_cut_calls_are_carried_out_as_far_as_they_can_be_read(tmp_path: Path) -> None:
    broken = ToolUse("c", "math__sum", '{"numbers": [1, 2')
    (attempt,), fake, _ = await run(tmp_path, [Reply(calls=(broken,), finish_reason="length"), ANSWER])
    ((call,),) = (step.calls for step in attempt.trajectory.steps)
    assert call.outcome is not None
    assert call.outcome.blames_agent
    assert len(fake.seen) == 2


async def test_replies_are_limited_as_the_run_says(tmp_path: Path) -> None:
    _, fake, _ = await run(tmp_path, [ANSWER], max_reply_tokens=77)
    assert fake.seen[0].request.settings.max_tokens == 77
    assert read_run(tmp_path / "run").settings.model.settings.max_tokens == 77


async def test_who_is_still_writing_when_time_is_over_fails(tmp_path: Path) -> None:
    limits = RunLimits(model_timeout=SECONDS)
    (attempt,), fake, _ = await run(tmp_path, lambda _: WRITING, limits)
    assert (attempt.trajectory.status, attempt.number) == (Ended.AGENT_FAILURE, 1)
    assert "was still writing" in attempt.trajectory.extra["reason"]
    assert fake.seen[-1].stream


@pytest.mark.slow
@pytest.mark.parametrize("line", [Stall(), Endless(b": wait\n\n", pause=0.01), Status(503), Status(429)])
async def test_a_provider_that_does_not_answer_is_to_blame(line: Line, tmp_path: Path) -> None:
    limits = RunLimits(model_timeout=SECONDS, provider_wait=0.2, retries=0)
    (attempt,), _, _ = await run(tmp_path, lambda _: line, limits)
    assert attempt.trajectory.status is Ended.HARNESS_FAILURE
    assert attempt.trajectory.extra["provider"] is True
    assert len(read_run(tmp_path / "run").unscored) == 1


@pytest.mark.slow
async def test_a_slow_reply_that_is_streamed_in_time_counts(tmp_path: Path) -> None:
    def script(seen: SeenRequest) -> Line:
        return ANSWER if seen.stream else Stall()

    (attempt,), fake, _ = await run(tmp_path, script, RunLimits(model_timeout=SECONDS))
    assert (attempt.trajectory.status, attempt.trajectory.answer) == (Ended.COMPLETED, ANSWER.text)
    assert len(fake.seen) == 2


async def test_a_task_that_does_not_fit_is_not_scored(tmp_path: Path) -> None:
    (attempt,), fake, heard = await run(tmp_path, lambda _: TooLong())
    assert (attempt.trajectory.status, attempt.number) == (Ended.DOES_NOT_FIT, 1)
    assert "first request of a task" in attempt.trajectory.extra["reason"]
    assert 1 < len(fake.seen) <= 7
    assert sum("does not fit into the model" in text for text in heard) == 1
    result = read_run(tmp_path / "run")
    assert (result.tasks, result.statuses) == ([], {"does_not_fit": 1})
    ((why, detail),) = ((attempt.why, attempt.detail) for attempt in result.dropped)
    assert (why, detail) == (DropReason.DOES_NOT_FIT, attempt.trajectory.extra["reason"])


async def test_a_given_context_is_respected_before_anything_is_asked(tmp_path: Path) -> None:
    (attempt,), fake, heard = await run(tmp_path, lambda _: ANSWER, context=1_000)
    assert attempt.trajectory.status is Ended.COMPLETED
    assert attempt.trajectory.extra["tools_shown"].startswith(("short", "nearest"))
    assert any("openai/some has room for 500: " in text for text in heard)
    assert len(fake.seen) == 1
    assert read_run(tmp_path / "run").settings.model.context == 1_000


async def test_a_refusal_teaches_the_whole_run(tmp_path: Path) -> None:
    """As llama.cpp refuses; every further attempt starts with tools that fit."""
    body = {
        "error": {
            "code": 400,
            "message": "request (9030 tokens) exceeds the available context size (1024 tokens)",
            "type": "exceed_context_size_error",
            "n_prompt_tokens": 9030,
            "n_ctx": 1024,
        }
    }

    def script(seen: SeenRequest) -> Line:
        return Status(400, body=body) if len(str(seen.request.tools)) > 2_500 else ANSWER

    attempts, fake, _ = await run(tmp_path, script, RunLimits(concurrency=1), epochs=3)
    assert [attempt.trajectory.status for attempt in attempts] == [Ended.COMPLETED] * 3
    assert len(fake.seen) <= 3 + 2
    assert sum(read_run(tmp_path / "run").limits_met.values()) == 3
