"""Transcripts of attempts in whole runs: what was asked and replied is kept, verified and the same again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.core import Call, Reference, Status, Step, Task, Usage
from m3bench.formats import write
from m3bench.models import (
    ChatModel,
    Exchange,
    ModelUnavailable,
    Reply,
    Request,
    Settings,
    System,
    ToolReturn,
    ToolUse,
    User,
    current_exchange,
    note_exchange,
)
from m3bench.models.wrappers import RetryingModel, RetryPolicy, assembled
from m3bench.runs import FinishedAttempt, RunFolder, resume_run, run_settings, start_run
from m3bench.runs.distributed.messages import ModelRequest
from m3bench.runs.distributed.remote import RemoteModel, answer_model
from m3bench.runs.models import RecordedModel, Recorder
from m3bench.runs.store import (
    Blobs,
    ReadExchange,
    check_run,
    counted_attempts,
    final_attempts,
    read_transcript,
    repair_run,
)
from m3bench.testing import ScriptedModel

CALL = Call("math/add", {"firstNumber": 2, "secondNumber": 3})
ADD = ToolUse("a", "math__add", '{"firstNumber": 2, "secondNumber": 3}')
TASK = Task(
    id="sum", request="Add 2 and 3.", answer="5", servers=("math",),
    references=(Reference(steps=(Step((CALL,)),), answer="5"),),
)  # fmt: skip
FIRST = Reply("", (ADD,), Usage(100, 9, 1, 0.0), "tool_calls", "I add.", 64, {"choices": []})


def made(folder: Path, model: ChatModel | None = None, agent: str = "caller:native") -> Path:
    folder.mkdir(exist_ok=True)
    write(folder / "tasks.jsonl", [TASK], format="jsonl")
    settings = run_settings(str(folder / "tasks.jsonl"), agent)
    anyio.run(partial(start_run, settings, folder / "run", model=model or ScriptedModel([FIRST, "It is 5."])))
    return folder / "run"


def attempt_of(run: Path) -> FinishedAttempt:
    (attempt,) = final_attempts(RunFolder.open(run).journal)
    return attempt


def exchanges(run: Path) -> list[ReadExchange]:
    return read_transcript(RunFolder.open(run).blobs, attempt_of(run).transcript or "")


def test_requests_and_replies_are_kept_with_the_attempt(tmp_path: Path) -> None:
    run = made(tmp_path)
    first, second = exchanges(run)
    assert first.reply == FIRST
    assert [type(message) for message in first.request.messages] == [System, User]
    assert "math__add" in {tool.name for tool in first.request.tools}
    assert (second.same, second.by, second.model) == (2, "agent", "scripted")
    assert isinstance(second.request.messages[-1], ToolReturn)
    assert second.reply is not None
    assert second.reply.text == "It is 5."
    attempt = attempt_of(run)
    assert len(attempt.reply_seconds) == 2
    (call,) = attempt.trajectory.steps[0].calls
    assert (call.arguments, call.oddity) == ({"firstNumber": 2, "secondNumber": 3}, None)


def test_the_same_run_has_the_same_transcript_and_another_reply_another(tmp_path: Path) -> None:
    first, same = made(tmp_path / "a"), made(tmp_path / "b")
    other = made(tmp_path / "c", ScriptedModel([FIRST, "It is five."]))
    assert attempt_of(first).transcript == attempt_of(same).transcript != attempt_of(other).transcript


def test_attempts_without_a_model_have_none(tmp_path: Path) -> None:
    write(tmp_path / "tasks.jsonl", [TASK], format="jsonl")
    anyio.run(partial(start_run, run_settings(str(tmp_path / "tasks.jsonl"), "reference"), tmp_path / "run"))
    attempt = attempt_of(tmp_path / "run")
    assert (attempt.transcript, attempt.reply_seconds) == (None, ())
    assert b"transcript" not in (tmp_path / "run" / "journal.jsonl").read_bytes()


def test_a_request_that_failed_is_kept_with_its_reason(tmp_path: Path) -> None:
    run = made(tmp_path, ScriptedModel(lambda _: ModelUnavailable("down for repairs")))
    assert attempt_of(run).trajectory.status is Status.HARNESS_FAILURE
    (only,) = exchanges(run)
    assert (only.reply, only.error) == (None, "down for repairs")


def test_an_edited_transcript_is_named_and_repaired_and_scores_do_not_depend_on_it(tmp_path: Path) -> None:
    run = made(tmp_path)
    folder = RunFolder.open(run)
    assert check_run(folder).damages == ()
    blob = folder.blobs.path(attempt_of(run).transcript or "")
    blob.write_bytes(blob.read_bytes()[:-1] + b"x")
    (damage,) = check_run(folder).damages
    assert (damage.file, damage.task_id) == (blob.relative_to(run).as_posix(), "sum")
    assert "SHA-256" in damage.problem
    assert counted_attempts(folder)[1].damages == ()
    assert [key.task_id for key in repair_run(run).attempts] == ["sum"]
    anyio.run(partial(resume_run, run, model=ScriptedModel([FIRST, "It is 5."])))
    assert check_run(folder).damages == ()
    assert len(exchanges(run)) == 2


async def _ask(model: ChatModel, request: Request) -> tuple[Reply, Exchange]:
    with note_exchange() as notes:
        return await model.ask(request), notes


HELLO = Request((User(()),))


def test_failed_tries_and_cached_replies_are_noted(tmp_path: Path) -> None:
    async def nothing(_: float) -> None: ...

    bare = ScriptedModel([ModelUnavailable("503"), "hi"])
    _, notes = anyio.run(_ask, RetryingModel(bare, RetryPolicy(tries=3), sleep=nothing), HELLO)
    assert (notes.failed_tries, notes.cached) == (["503"], False)
    model = assembled(ScriptedModel(["hi"]), cache=tmp_path)
    assert [anyio.run(_ask, model, HELLO)[1].cached for _ in range(2)] == [False, True]


class _Sending:
    """A model that sends another request than it was given."""

    name = "sending"

    def __init__(self, **changes: Any) -> None:
        self.changes = changes

    async def ask(self, request: Request) -> Reply:
        current_exchange().sent = msgspec.structs.replace(request, **self.changes)
        current_exchange().failed_tries.append("429")
        return Reply("hi")


class _Run:
    """The run's side of a channel."""

    def __init__(self, model: ChatModel) -> None:
        self.model = model
        self.answers: list[Any] = []

    async def request(self, body: ModelRequest) -> Any:
        self.answers.append(await answer_model(self.model, body))
        return self.answers[-1]


@pytest.mark.parametrize("changes", [{"settings": Settings(seed=7)}, {"messages": (System("other"),)}])
def test_workers_learn_what_was_sent(changes: dict[str, Any]) -> None:
    side = _Run(_Sending(**changes))
    _, notes = anyio.run(_ask, RemoteModel(side, "sending"), HELLO)
    assert notes.sent == msgspec.structs.replace(HELLO, **changes)
    assert notes.failed_tries == ["429"]
    assert (side.answers[0].exchange.sent.messages == ()) is ("messages" not in changes)


def test_only_what_is_asked_inside_is_recorded_and_a_cancelled_request_is_too(tmp_path: Path) -> None:
    class Slow:
        name = "slow"

        async def ask(self, _: Request) -> Reply:
            await anyio.sleep_forever()
            raise AssertionError

    async def work() -> Recorder:
        recorder = Recorder(clock=iter(range(9)).__next__)
        await RecordedModel(ScriptedModel(["outside"]), "agent").ask(HELLO)
        with recorder.recording():
            await RecordedModel(ScriptedModel(["hi"]), "judge").ask(HELLO)
            with anyio.move_on_after(0):
                await RecordedModel(Slow(), "user").ask(HELLO)
        return recorder

    recorder = anyio.run(work)
    assert recorder.seconds == (1, 1)
    (tmp_path / "blobs").mkdir()
    blobs = Blobs(tmp_path / "blobs")
    read = read_transcript(blobs, recorder.store(blobs) or "")
    assert [(exchange.by, exchange.error) for exchange in read] == [("judge", None), ("user", "cancelled")]
