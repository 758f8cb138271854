"""Providers that refuse tools or pictures, lie, or reply with nonsense."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from m3bench.checks import PictureShows, write_checks
from m3bench.core import Status as Ended
from m3bench.core import Usage
from m3bench.formats import write
from m3bench.runs import RunFolder, final_attempts, read_run
from m3bench.testing.provider import (
    FakeProvider,
    Status,
    TooLong,
)
from tests.attacks.providers import (
    ANSWER,
    IMPATIENT,
    KEY,
    CommandLine,
    after_probe,
    completion,
    files_with,
    task_requests,
)
from tests.runs.sums import sums_task

NO_TOOLS: list[tuple[int, Any]] = [
    (400, {"error": {"message": "registry.ollama.ai/library/gemma:2b does not support tools"}}),
    (404, {"error": {"message": "No endpoints found that support tool use.", "code": 404}}),
    (400, {"message": '"auto" tool choice requires --enable-auto-tool-choice', "type": "BadRequestError"}),
    (500, {"error": {"message": "tools param requires --jinja flag", "code": 500}}),
    (400, {"error": {"message": "Unsupported.", "code": "unsupported_parameter", "param": "tools"}}),
]


@pytest.mark.parametrize(("status", "body"), NO_TOOLS)
def test_no_tools(status: int, body: Any, m3bench: CommandLine) -> None:
    """the model takes no tools, in the words of five servers"""
    with FakeProvider(after_probe(Status(status, body=body))) as fake:
        done = m3bench.run(fake.url(), "--concurrency", "1", tasks=4)
        assert len(task_requests(fake)) == 1
    assert (done.code, "caller:prompted" in done.text) == (3, True), done.text
    assert read_run(m3bench.out).open == 4


NO_PICTURES: list[tuple[int, Any]] = [
    (500, {"error": {"message": "image input is not supported - hint: provide the mmproj", "code": 500}}),
    (404, {"error": {"message": "No endpoints found that support image input", "code": 404}}),
    (400, {"detail": "/model-storage/DeepSeek-V3 is not a multimodal model"}),
    (422, {"error": {"message": "unknown variant `image_url`, expected `text`"}}),
]


@pytest.mark.parametrize(("status", "body"), NO_PICTURES)
def test_no_pictures(status: int, body: Any, m3bench: CommandLine) -> None:
    """the model takes no pictures, in the words of four servers"""
    with FakeProvider(lambda seen: Status(status, body=body) if seen.media else ANSWER) as fake:
        model = ["--agent", "caller", "--model", "openai/some", "--base-url", fake.url()]
        done = m3bench("run", "smoke", "--family", "pictures", *model, "--out", str(m3bench.out))
        assert sum(bool(seen.media) for seen in task_requests(fake)) == 1
    assert (done.code, "notes replace pictures" in done.text) == (0, True), done.text
    assert read_run(m3bench.out).statuses == {"completed": 1}


def test_small_context(m3bench: CommandLine) -> None:
    """the server's context is too small for the first request of any task"""
    with FakeProvider(after_probe(TooLong())) as fake:
        done = m3bench.run(fake.url(), "--concurrency", "1", tasks=9)
    assert (done.code, "--max-model-len" in done.text) == (3, True), done.text
    assert "5 tries in a row did not fit into the model" in done.text
    assert read_run(m3bench.out).statuses == {"does_not_fit": 5}


@pytest.mark.parametrize(("into", "out"), [(-100, 5), (10, -100), (10**15, 5), (10**30, 10**30)])
@pytest.mark.filterwarnings("ignore::pydantic_ai.exceptions.UsageExtractionFailedWarning")
def test_lies_about_usage(into: int, out: int, m3bench: CommandLine) -> None:
    """counts of tokens that no request can have, under a limit on tokens"""
    lie = Status(200, body=completion({"content": "It cannot be done."}, into, out))
    with FakeProvider(lambda _: lie) as fake:
        done = m3bench.run(fake.url(), "--max-tokens", "1000")
        assert len(fake.seen) == 1
        assert (done.code, "does not report its token usage" in done.text) == (2, True), done.text
        done = m3bench.run(fake.url())
    assert done.code == 0, done.text
    assert read_run(m3bench.out).usage == Usage(None, None, 3, None)


DEEP = "[" * 100_000 + "]" * 100_000

ABSURD: dict[str, list[dict[str, Any]]] = {
    "arguments that are no JSON": [{"name": "math__add", "arguments": "{'a': rm -rf"}],
    "arguments that are a list": [{"name": "math__add", "arguments": "[1, 2]"}],
    "arguments that nest 100,000 deep": [{"name": "math__add", "arguments": f'{{"firstNumber": {DEEP}}}'}],
    "arguments of two megabytes": [{"name": "math__add", "arguments": json.dumps({"x": "y" * 2_000_000})}],
    "not a number": [{"name": "math__add", "arguments": '{"firstNumber": NaN, "secondNumber": 1e999}'}],
    "half a surrogate pair": [{"name": "math__add", "arguments": '{"firstNumber": "\\ud800"}'}],
    "no name": [{"name": "", "arguments": "{}"}],
    "a name with escape codes": [{"name": "\x1b[2J\x1b]0;gone\x07math__add", "arguments": "{}"}],
    "a name of 100,000 letters": [{"name": "x" * 100_000, "arguments": "{}"}],
    "one id for all": [{"name": "math__add", "arguments": "{}", "id": "same"}] * 5,
    "no ids": [{"name": "math__add", "arguments": "{}", "id": ""}] * 3,
    "300 calls at once": [{"name": "math__add", "arguments": "{}"}] * 300,
}


@pytest.mark.parametrize("kind", ABSURD)
def test_absurd_calls(kind: str, m3bench: CommandLine) -> None:
    """calls of tools that make no sense"""
    calls = [
        {
            "id": each.get("id", f"call_{index}"),
            "type": "function",
            "function": {k: each[k] for k in ("name", "arguments")},
        }
        for index, each in enumerate(ABSURD[kind])
    ]
    turns = iter([Status(200, body=completion({"content": None, "tool_calls": calls}))])
    with FakeProvider(after_probe(lambda _: next(turns, ANSWER))) as fake:
        done = m3bench.run(fake.url(), tasks=1)
        assert fake.refused == []
    assert done.code == 0, done.text
    (attempt,) = final_attempts(RunFolder(m3bench.out).journal)
    assert attempt.trajectory.status is Ended.COMPLETED, done.text
    assert attempt.trajectory.call_count >= 1
    assert "\x1b" not in done.text


def test_key_in_an_answer(m3bench: CommandLine) -> None:
    """an error in the middle of a run quotes the key"""
    with FakeProvider(after_probe(Status(400, message=f"Bad header: Bearer {KEY}"))) as fake:
        done = m3bench.run(fake.url(), *IMPATIENT)
    assert "not scored: 2 of 2 attempts: 2 harness failure" in done.text
    assert files_with(m3bench.out, KEY) == []


@pytest.mark.parametrize("kind", ["closed port", "blind"])
def test_judge_that_cannot_look(kind: str, m3bench: CommandLine) -> None:
    """the judge of pictures is not there, or does not see"""
    checks = write_checks((PictureShows("*.png", {"red": "It is red."}),))
    suite = m3bench.folder / "look.jsonl"
    write(suite, [msgspec.structs.replace(sums_task(1), extra={"checks": checks})], format="jsonl")
    with FakeProvider(lambda _: Status(500, message="image input is not supported")) as fake:
        url = fake.url() if kind == "blind" else "http://127.0.0.1:1/v1"
        done = m3bench(
            "run", str(suite), "--agent", "idle", "--judge", f"x/y@{url}", "--out", str(m3bench.out)
        )
        assert [len(seen.media) for seen in fake.seen] == ([1] if kind == "blind" else [])
    words = "A judge of pictures must accept images" if kind == "blind" else "Cannot connect to"
    assert (done.code, words in done.text) == (2, True), done.text
    assert not m3bench.out.exists()
