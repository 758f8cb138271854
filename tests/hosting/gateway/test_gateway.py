"""One attempt of an outside agent: what it is shown, what comes back, and what is put on record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import anyio
import mcp_types as types
import msgspec
import pytest
from mcp import Client

from m3bench.core import (
    AnswerField,
    AnswerForm,
    Call,
    Content,
    Data,
    FieldType,
    FormatError,
    Media,
    Outcome,
    Result,
    Status,
    Step,
    Text,
    Trajectory,
)
from m3bench.hosting import Reply, ServerFault, Tool
from m3bench.hosting.gateway.content import call_result
from m3bench.hosting.gateway.gateway import Assignment, Gateway, Recorder
from m3bench.hosting.gateway.sdk import GET_TASK, SUBMIT_ANSWER, TASK_URI, make_server
from m3bench.hosting.gateway.steps import Arrival
from m3bench.hosting.toolbox.toolbox import Toolbox

PNG = Media(media_type="image/png", data=b"\x89PNG")
TEXT_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TASK = Assignment(id="t1", request="What is on the picture?", attachments=(PNG,), family="pictures")


class FakeHost:
    """Tools whose answers the test decides on; `gate` holds back those of `wait`."""

    def __init__(self, answers: dict[str, tuple[Content, ...]] | None = None) -> None:
        self.answers = answers or {}
        self.faults: dict[str, str] = {}
        self.gate = anyio.Event()
        self.waiting = anyio.Event()

    async def tools(self) -> Sequence[Tool]:
        names = ("echo", "wait", "fail", *self.answers)
        return [
            Tool(server="lab", name=name, description=f"Does {name}.", input_schema=TEXT_SCHEMA)
            for name in names
        ]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        if tool.name == "wait":
            self.waiting.set()
            await self.gate.wait()
        if tool.name == "fail":
            raise ServerFault("lab", "fell over")
        return Reply(self.answers.get(tool.name, (Text(arguments["text"]),)))


class Ticks:
    """A clock that moves on by one with each look at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Scene:
    """A gateway over a fake host, with all that it recorded."""

    def __init__(self, host: FakeHost, gateway: Gateway, recorded: list[Trajectory]) -> None:
        self.host, self.gateway, self.recorded = host, gateway, recorded


def on_stage(
    play: Callable[[Scene], Awaitable[None]],
    *,
    task: Assignment | None = TASK,
    answers: dict[str, tuple[Content, ...]] | None = None,
    record: Recorder | None = None,
) -> None:
    async def staged() -> None:
        with anyio.fail_after(20):
            host = FakeHost(answers)
            recorded: list[Trajectory] = []
            toolbox = await Toolbox.mount(host)
            await play(
                Scene(host, Gateway(toolbox, task, record or recorded.append, clock=Ticks()), recorded)
            )

    anyio.run(staged)


def shape(trajectory: Trajectory) -> list[list[Any]]:
    """The texts that were sent, step by step."""
    return [[call.arguments["text"] for call in step.calls] for step in trajectory.steps]


def test_calls_one_after_another_are_steps_and_each_is_on_record_before_it_is_answered() -> None:
    async def play(scene: Scene) -> None:
        for number in range(3):
            done = await scene.gateway.call("lab__echo", {"text": str(number)})
            assert done.result == Result((Text(str(number)),))
            assert scene.recorded[-1].steps[-1] == Step((done,))
        assert shape(scene.recorded[-1]) == [["0"], ["1"], ["2"]]
        assert [len(each.steps) for each in scene.recorded] == [1, 2, 3]

    on_stage(play)


def test_calls_that_overlap_are_one_step() -> None:
    async def play(scene: Scene) -> None:
        answered: list[str] = []

        async def send(order: int, name: str, text: str) -> None:
            await scene.gateway.call(name, {"text": text}, Arrival(order=order))
            answered.append(text)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(send, 1, "lab__wait", "long")
            await scene.host.waiting.wait()
            tasks.start_soon(send, 2, "lab__echo", "first")
            tasks.start_soon(send, 3, "lab__fail", "second")
            while len(scene.recorded) < 2:
                await anyio.sleep(0.001)
            # What finished is on record while the long one is under way, and nobody has an answer.
            (step,) = scene.recorded[-1].steps
            assert [call.outcome for call in step.calls] == [None, Outcome.SUCCESS, Outcome.SERVER_FAULT]
            assert answered == []
            scene.host.gate.set()
        assert sorted(answered) == ["first", "long", "second"]
        await scene.gateway.call("lab__echo", {"text": "after"})
        trajectory = scene.recorded[-1]
        assert shape(trajectory) == [["long", "first", "second"], ["after"]]
        assert all(call.outcome and call.timing for _, call in trajectory.calls())

    on_stage(play)


def test_calls_with_the_id_of_a_step_are_that_step_and_are_answered_at_once() -> None:
    async def play(scene: Scene) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(scene.gateway.call, "lab__wait", {"text": "long"}, Arrival(order=9, step="a"))
            await scene.host.waiting.wait()
            for number, step in enumerate("abac"):
                await scene.gateway.call("lab__echo", {"text": number}, Arrival(order=number, step=step))
            assert shape(scene.gateway.trajectory()) == [[0, 2, "long"], [1], [3]]
            scene.host.gate.set()

    on_stage(play)


def test_a_call_that_the_agent_gives_up_stays_on_record_without_a_result() -> None:
    async def play(scene: Scene) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(scene.gateway.call, "lab__wait", {"text": "given up"})
            await scene.host.waiting.wait()
            tasks.cancel_scope.cancel()
        await scene.gateway.call("lab__echo", {"text": "after"})
        trajectory = scene.recorded[-1]
        assert shape(trajectory) == [["given up"], ["after"]]
        assert trajectory.steps[0].calls[0] == Call("lab/wait", {"text": "given up"})

    on_stage(play)


@pytest.mark.parametrize(
    ("name", "arguments", "outcome", "recorded_as"),
    [
        ("lab__echo", {"text": 5}, Outcome.INVALID_ARGUMENTS, "lab/echo"),
        ("lab__echo", [1], Outcome.ILLEGAL_FORMAT, "lab/echo"),
        ("lab__ecko", {}, Outcome.UNKNOWN_TOOL, "lab__ecko"),
        ("lab/echo", {"text": "by its full name"}, Outcome.SUCCESS, "lab/echo"),
        ("lab__fail", {"text": ""}, Outcome.SERVER_FAULT, "lab/fail"),
    ],
)
def test_whatever_is_called_ends_in_an_outcome(
    name: str, arguments: Any, outcome: Outcome, recorded_as: str
) -> None:
    async def play(scene: Scene) -> None:
        done = await scene.gateway.call(name, arguments)
        assert (done.name, done.arguments, done.outcome) == (recorded_as, arguments, outcome)
        assert scene.recorded[-1].steps == (Step((done,)),)
        assert call_result(done).is_error is not outcome.executed
        assert call_result(done).content

    on_stage(play)


def test_the_last_answer_counts_and_completes_the_trajectory() -> None:
    async def play(scene: Scene) -> None:
        scene.gateway.register_client("agent", "2")
        scene.gateway.register_client("another", "3")
        await scene.gateway.save()
        assert scene.recorded[-1].status is Status.UNKNOWN
        await scene.gateway.submit("a cat")
        await scene.gateway.submit("a dog")
        assert scene.recorded[-1] == Trajectory(
            task_id="t1",
            family="pictures",
            request="What is on the picture?",
            answer="a dog",
            agent="agent",
            status=Status.COMPLETED,
            extra={"agent_version": "2", "answered_after_steps": 0},
        )

    on_stage(play)


def test_a_record_that_cannot_be_written_is_told_and_the_call_is_answered() -> None:
    error = FormatError("cannot be written: No space left on device", file="out.jsonl")

    def full(_: Trajectory) -> None:
        raise error

    async def play(scene: Scene) -> None:
        assert (await scene.gateway.call("lab__echo", {"text": "a"})).outcome is Outcome.SUCCESS
        assert scene.gateway.broken.is_set()
        assert scene.gateway.failure is error

    on_stage(play, record=full)


def with_client(
    use: Callable[[Client, Scene], Awaitable[None]],
    *,
    task: Assignment | None = TASK,
    answers: dict[str, tuple[Content, ...]] | None = None,
) -> None:
    async def play(scene: Scene) -> None:
        async with Client(make_server(scene.gateway), mode="legacy") as client:
            await use(client, scene)

    on_stage(play, task=task, answers=answers)


def test_the_task_is_a_tool_a_prompt_a_resource_and_in_the_instructions() -> None:
    shown = [
        types.TextContent(type="text", text="What is on the picture?"),
        types.ImageContent(type="image", data="iVBORw==", mime_type="image/png"),
    ]

    async def use(client: Client, scene: Scene) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "lab__echo",
            "lab__wait",
            "lab__fail",
            GET_TASK,
            SUBMIT_ANSWER,
        ]
        assert (await client.call_tool(GET_TASK, {})).content == shown
        (prompt,) = (await client.list_prompts()).prompts
        assert [part.content for part in (await client.get_prompt(prompt.name)).messages] == shown
        (resource,) = (await client.list_resources()).resources
        text, picture = (await client.read_resource(resource.uri)).contents
        assert isinstance(text, types.TextResourceContents)
        assert (text.uri, text.text) == (TASK_URI, "What is on the picture?")
        assert isinstance(picture, types.BlobResourceContents)
        assert "What is on the picture?" in (client.instructions or "")
        # None of this is a step of the agent's.
        assert scene.gateway.trajectory().steps == ()

    with_client(use)


def test_the_answer_is_taken_and_anything_else_is_refused_in_words() -> None:
    async def use(client: Client, scene: Scene) -> None:
        for wrong in ({}, {"answer": 5}, {"reply": "a"}):
            refused = await client.call_tool(SUBMIT_ANSWER, wrong)
            assert refused.is_error
            assert SUBMIT_ANSWER in str(refused.content)
        assert scene.recorded == []
        assert not (await client.call_tool(SUBMIT_ANSWER, {"answer": "a cat"})).is_error
        assert scene.recorded[-1].answer == "a cat"
        assert scene.recorded[-1].steps == ()

    with_client(use)


FORM = AnswerForm(
    (
        AnswerField("animal", FieldType.NAME, "what the picture shows"),
        AnswerField("legs", FieldType.NUMBER, "how many legs it has"),
    )
)
FORM_TASK = msgspec.structs.replace(TASK, form=FORM)
CAT = {"animal": "cat", "legs": 4}


def test_the_form_is_shown_and_is_the_schema_of_the_answer() -> None:
    async def use(client: Client, _: Scene) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        schema = tools[SUBMIT_ANSWER].input_schema
        assert schema["required"] == ["answer", "fields"]
        assert list(schema["properties"]["fields"]["properties"]) == ["animal", "legs"]
        shown = (await client.call_tool(GET_TASK, {})).content[-1]
        assert isinstance(shown, types.TextContent)
        assert '"animal": <what the picture shows>' in shown.text
        assert '"animal"' in (client.instructions or "")
        (text, *_rest) = (await client.read_resource(TASK_URI)).contents
        assert isinstance(text, types.TextResourceContents)
        assert '"legs"' in text.text

    with_client(use, task=FORM_TASK)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"answer": "A cat."}, '"fields": {"animal": …, "legs": …}'),
        ({"fields": CAT}, '"answer": "…"'),
        ({"answer": "A cat.", "fields": "cat"}, "its fields as an object"),
        ({"answer": "A cat.", "fields": {"animal": "cat"}}, '"legs" is a required property'),
        ({"answer": "A cat.", "fields": {**CAT, "legs": "four"}}, 'fields: legs: "four" is not of types'),
        ({"answer": "A cat.", "fields": {**CAT, "legs": [4, 3]}}, "fields: legs: [4,3] is not of types"),
    ],
)
def test_an_answer_that_does_not_fit_the_form_is_refused_and_may_be_repeated(wrong: Any, reason: str) -> None:
    async def use(client: Client, scene: Scene) -> None:
        refused = await client.call_tool(SUBMIT_ANSWER, wrong)
        assert refused.is_error
        (complaint,) = refused.content
        assert isinstance(complaint, types.TextContent)
        assert reason in complaint.text
        assert scene.recorded == []
        taken = await client.call_tool(SUBMIT_ANSWER, {"answer": "A cat.", "fields": CAT})
        assert not taken.is_error
        assert (scene.recorded[-1].answer, scene.recorded[-1].fields) == ("A cat.", CAT)

    with_client(use, task=FORM_TASK)


@pytest.mark.parametrize(
    "fields",
    [CAT, '{"animal": "cat", "legs": 4}', {"Animal": "cat", "LEGS": 4}, {"animal": None, "legs": None}],
)
def test_a_form_that_fits_is_taken_under_the_names_of_its_fields(fields: Any) -> None:
    async def use(client: Client, scene: Scene) -> None:
        taken = await client.call_tool(SUBMIT_ANSWER, {"answer": "A cat.", "fields": fields})
        assert not taken.is_error
        assert scene.recorded[-1].fields is not None
        assert list(scene.recorded[-1].fields) == ["animal", "legs"]

    with_client(use, task=FORM_TASK)


def test_without_a_task_there_are_the_tools_and_nothing_else() -> None:
    async def use(client: Client, scene: Scene) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "lab__echo",
            "lab__wait",
            "lab__fail",
        ]
        assert client.instructions is None
        assert (await client.call_tool(SUBMIT_ANSWER, {"answer": "a"})).is_error
        assert scene.recorded[-1].task_id == "gateway"
        assert scene.recorded[-1].steps[0].calls[0].outcome is Outcome.UNKNOWN_TOOL

    with_client(use, task=None)


ANSWERS: dict[str, tuple[Content, ...]] = {
    "sound": (Media(media_type="audio/wav", data=b"RIFF"),),
    "file": (Media(media_type="application/pdf", data=b"%PDF", uri="file:///a.pdf"),),
    "note": (Media(media_type="text/plain", data=b"a note", uri="file:///b.txt"),),
    "link": (Media(media_type="text/html", uri="https://example.org/c"),),
    "data": (Data({"n": 1}),),
    "list": (Data([1, 2]),),
    "both": (Text("one"), Data({"n": 1})),
    "half": (Text("a\ud800b"),),
}


def test_results_keep_their_type() -> None:
    async def use(client: Client, scene: Scene) -> None:
        results = {name: await client.call_tool(f"lab__{name}", {"text": ""}) for name in ANSWERS}
        told = {
            name: [part.model_dump(exclude_none=True) for part in each.content]
            for name, each in results.items()
        }
        assert told == {
            "sound": [{"type": "audio", "data": "UklGRg==", "mime_type": "audio/wav"}],
            "file": [
                {
                    "type": "resource",
                    "resource": {"uri": "file:///a.pdf", "mime_type": "application/pdf", "blob": "JVBERg=="},
                }
            ],
            "note": [
                {
                    "type": "resource",
                    "resource": {"uri": "file:///b.txt", "mime_type": "text/plain", "text": "a note"},
                }
            ],
            "link": [
                {
                    "type": "resource_link",
                    "name": "https://example.org/c",
                    "uri": "https://example.org/c",
                    "mime_type": "text/html",
                }
            ],
            "data": [{"type": "text", "text": '{"n":1}'}],
            "list": [{"type": "text", "text": "[1,2]"}],
            "both": [{"type": "text", "text": "one"}],
            "half": [{"type": "text", "text": "a\ufffdb"}],
        }
        structured = {name: each.structured_content for name, each in results.items()}
        assert {name: value for name, value in structured.items() if value} == {
            "data": {"n": 1},
            "both": {"n": 1},
        }
        recorded = scene.recorded[-1]
        assert [call.result.content for _, call in recorded.calls() if call.result] == list(ANSWERS.values())

    with_client(use, answers=ANSWERS)
