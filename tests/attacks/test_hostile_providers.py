"""Providers that are not there, refuse, break off, lie or never end: what a user reads, who is blamed."""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.checks import PictureShows, write_checks
from m3bench.core import Status as Ended
from m3bench.core import Usage
from m3bench.formats import write
from m3bench.models.endpoint import Wire
from m3bench.runs import RunFolder, final_attempts, read_run
from m3bench.runs.store.limits import limit_changes
from m3bench.testing.provider import (
    BreakOff,
    Drip,
    Empty,
    Endless,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    Reset,
    SeenRequest,
    Stall,
    Status,
    TooLong,
    rate_limit,
)
from tests.attacks.memory import forget_peak, peak_kilobytes
from tests.attacks.providers import (
    ANSWER,
    KEY,
    CommandLine,
    after_probe,
    asked,
    files_with,
    storm,
    tasks_file,
)
from tests.runs.sums import sums_task

SECONDS = 15.0
"""In which a run that cannot work must have said so, on a busy machine."""
IMPATIENT = ("--provider-wait", "0.3", "--retries", "1")


@pytest.fixture
def m3bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> CommandLine:
    return CommandLine(tmp_path, monkeypatch, capfd)


def test_closed_port(tmp_path: Path) -> None:
    """nobody listens at the address"""
    suite = str(tasks_file(tmp_path / "tasks.jsonl", 2))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listened on
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        command = [sys.executable, "-m", "m3bench", "run", suite, "--agent", "caller", "--model", "x/y"]
        done = subprocess.run(
            [*command, "--base-url", url, "--out", str(tmp_path / "run")],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert f"error: Cannot connect to {url} (x/y):" in done.stderr
    assert "Check that the server is running and the address is correct." in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("wire", ["openai", "anthropic", "google"])
def test_wrong_key(wire: Wire, m3bench: CommandLine) -> None:
    """the key is refused, and quoted"""
    line = Status(401, message=f"Incorrect API key provided: {KEY}")
    with FakeProvider(lambda _: line) as fake:
        told = m3bench.run(fake.url(wire), model=f"{wire}/some")
        assert len(fake.seen) == 1
    assert (told.code, "Check that the key in M3BENCH_API_KEY is valid" in told.text) == (2, True)
    assert told.seconds < SECONDS
    assert not m3bench.out.exists()


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, {"error": {"message": "The model `some` does not exist", "code": "model_not_found"}}),
        (404, {"error": {"message": 'model "some" not found, try pulling it first'}}),
        (400, {"error": {"message": "some is not a valid model ID", "code": 400}}),
        (400, {"message": "Invalid model: some", "type": "invalid_model"}),
    ],
)
def test_wrong_model(status: int, body: Any, m3bench: CommandLine) -> None:
    """the model's name is not known there"""
    with FakeProvider(lambda _: Status(status, body=body)) as fake:
        told = m3bench.run(fake.url())
        assert len(fake.seen) == 1
    assert (told.code, "Check the model name 'some'" in told.text) == (2, True)
    assert told.seconds < SECONDS


NO_PATH: dict[str, Line] = {
    "Ollama": Status(404, {"Content-Type": "text/plain"}, "404 page not found"),
    "FastAPI": Status(404, body={"detail": "Not Found"}),
    "nginx": Status(405, {"Content-Type": "text/html"}, "<html>405 Not Allowed</html>"),
}


@pytest.mark.parametrize("kind", NO_PATH)
def test_wrong_path(kind: str, m3bench: CommandLine) -> None:
    """the address has a path it does not exist"""
    with FakeProvider(lambda _: NO_PATH[kind]) as fake:
        told = m3bench.run(fake.url())
        assert len(fake.seen) == 1
    assert (told.code, "The path does not exist at" in told.text) == (2, True)
    assert told.seconds < SECONDS


NO_REPLIES: dict[str, Line] = {
    "a web page": Garbage(),
    "a web page with a login": Status(200, {"Content-Type": "text/html"}, "<form>Log in</form>"),
    "nothing": Empty(),
    "half of a JSON": Status(200, body='{"choices": [{"mess'),
    "an empty object": Status(200, body={}),
    "no choices": Status(200, body={"id": "1", "object": "chat.completion", "model": "m", "choices": []}),
    "JSON as plain text": Status(200, {"Content-Type": "text/plain"}, '{"choices": null}'),
    "a number": Status(200, body="17"),
    "packed garbage": Status(200, {"Content-Encoding": "gzip"}, b"this was never packed"),
    "a hang-up": HangUp(),
    "a reset in the middle": Reset(),
    "half a reply": BreakOff(),
}


@pytest.mark.parametrize("kind", NO_REPLIES)
def test_no_model(kind: str, m3bench: CommandLine) -> None:
    """what answers is not a model"""
    with FakeProvider(lambda _: NO_REPLIES[kind]) as fake:
        told = m3bench.run(fake.url())
        assert len(fake.seen) <= 3
    assert told.code == 2, told.text
    assert "invalid answer" in told.text or "closed the connection" in told.text
    assert "--no-probe" in told.text
    assert told.seconds < SECONDS
    assert not m3bench.out.exists()


def test_redirect(m3bench: CommandLine) -> None:
    """the provider sends the client, and its key, elsewhere"""
    with FakeProvider(lambda _: ANSWER) as thief:
        line = Status(307, {"Location": f"{thief.url()}/chat/completions"})
        with FakeProvider(lambda _: line) as fake:
            told = m3bench.run(fake.url())
        assert thief.seen == []
    assert (told.code, "Redirects are not followed" in told.text) == (2, True)


def test_tls_on_a_plain_port(m3bench: CommandLine) -> None:
    """https is asked of a server that speaks plain HTTP"""
    with FakeProvider(lambda _: ANSWER) as fake:
        told = m3bench.run(fake.url().replace("http://", "https://"))
    assert (told.code, "If the server uses plain HTTP" in told.text) == (2, True)
    assert told.seconds < SECONDS


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(Endless(b" " * 1_000_000), id="endless"),
        pytest.param(
            Status(200, {"Content-Encoding": "gzip"}, gzip.compress(b" " * 400_000_000, 1)), id="packed"
        ),
    ],
)
def test_huge_answer(line: Line, m3bench: CommandLine) -> None:
    """an answer that does not end, or unpacks to hundreds of megabytes"""
    before = forget_peak()
    with FakeProvider(lambda _: line) as fake:
        told = m3bench.run(fake.url(), "--model-timeout", "20")
    assert (told.code, "exceeds 64000000 bytes" in told.text) == (2, True), told.text
    assert peak_kilobytes() - before < 500_000


STORMS: dict[str, Line] = {
    "429": Status(429),
    "429 with a wait": rate_limit(1),
    "500": Status(500),
    "529": Status(529),
    "resets": Reset(),
    "hang-ups": HangUp(),
    "garbage": Garbage(),
    "half JSON": Status(200, body='{"half": '),
}


@pytest.mark.parametrize("kind", STORMS)
def test_storm(kind: str, m3bench: CommandLine) -> None:
    """an outage of two seconds, with one second to work on a task"""
    with FakeProvider(storm(2.0, STORMS[kind])) as fake:
        told = m3bench.run(fake.url(), "--task-timeout", "1", "--concurrency", "2")
    assert told.code == 0, told.text
    result = read_run(m3bench.out)
    assert result.statuses == {"completed": 2}, told.text
    assert result.waited > 1.5
    assert "waited for the provider:" in told.text


def test_hanging_connection(m3bench: CommandLine) -> None:
    """the first connection of each task hangs for longer than the task's time"""
    seen: set[str] = set()

    def script(each: SeenRequest) -> Line:
        first = each.conversation not in seen
        seen.add(each.conversation)
        return Stall() if first else ANSWER

    with FakeProvider(after_probe(script)) as fake:
        told = m3bench.run(fake.url(), "--task-timeout", "1", "--model-timeout", "1.5")
    assert told.code == 0, told.text
    assert read_run(m3bench.out).statuses == {"completed": 2}


DEATHS: dict[str, tuple[Line, str]] = {
    "503": (Status(503), "answered 503"),
    "resets": (Reset(), "closed the connection"),
    "silence": (Stall(), "did not reply within 0.5 s"),
    "a slow drip": (Drip(ANSWER, pause=0.4, size=20), "did not reply within 0.5 s"),
}


@pytest.mark.parametrize("kind", DEATHS)
def test_death(kind: str, m3bench: CommandLine) -> None:
    """the provider dies after its first word, and comes back for the next session"""
    line, words = DEATHS[kind]
    dead = after_probe(line)
    with FakeProvider(lambda seen: ANSWER if alive else dead(seen)) as fake:
        alive = False
        told = m3bench.run(fake.url(), *IMPATIENT, "--model-timeout", "0.5", "--task-timeout", "0.3")
        assert "not scored: 2 of 2 attempts: 2 harness failure" in told.text
        assert words in told.text
        failed = list(final_attempts(RunFolder(m3bench.out).journal))
        assert [each.trajectory.status for each in failed] == [Ended.HARNESS_FAILURE] * 2
        assert all(each.trajectory.extra["provider"] for each in failed)
        alive = True
        told = m3bench.resume("--task-timeout", "60")
    assert told.code == 0, told.text
    assert read_run(m3bench.out).statuses == {"completed": 2}


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
        told = m3bench.run(fake.url(), "--concurrency", "1", tasks=4)
        assert len(asked(fake)) == 1
    assert (told.code, "caller:prompted" in told.text) == (1, True), told.text
    assert told.seconds < SECONDS
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
    with FakeProvider(after_probe(Status(status, body=body))) as fake:
        model = ["--agent", "caller", "--model", "openai/some", "--base-url", fake.url()]
        told = m3bench("run", "smoke", "--family", "pictures", *model, "--out", str(m3bench.out))
        assert len(asked(fake)) == 1
    assert (told.code, "--text-only" in told.text) == (1, True), told.text
    assert told.seconds < SECONDS


def test_small_context(m3bench: CommandLine) -> None:
    """the server's context is too small for the first request of any task"""
    with FakeProvider(after_probe(TooLong())) as fake:
        told = m3bench.run(fake.url(), "--concurrency", "1", tasks=4)
        assert len(asked(fake)) == 1
    assert (told.code, "--max-model-len" in told.text) == (1, True), told.text
    assert read_run(m3bench.out).open == 4


@pytest.mark.parametrize(("into", "out"), [(-100, 5), (10, -100), (10**15, 5), (10**30, 10**30)])
@pytest.mark.filterwarnings("ignore::pydantic_ai.exceptions.UsageExtractionFailedWarning")
def test_lies_about_usage(into: int, out: int, m3bench: CommandLine) -> None:
    """counts of tokens that no request can have, under a limit on tokens"""
    lie = Status(200, body=completion({"content": "It cannot be done."}, into, out))
    with FakeProvider(lambda _: lie) as fake:
        told = m3bench.run(fake.url(), "--max-tokens", "1000")
        assert len(fake.seen) == 1
        assert (told.code, "does not report its token usage" in told.text) == (2, True), told.text
        told = m3bench.run(fake.url())
    assert told.code == 0, told.text
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
            "id": each.get("id", f"call_{place}"),
            "type": "function",
            "function": {k: each[k] for k in ("name", "arguments")},
        }
        for place, each in enumerate(ABSURD[kind])
    ]
    turns = iter([Status(200, body=completion({"content": None, "tool_calls": calls}))])
    with FakeProvider(after_probe(lambda _: next(turns, ANSWER))) as fake:
        told = m3bench.run(fake.url(), tasks=1)
        assert fake.refused == []
    assert told.code == 0, told.text
    (attempt,) = final_attempts(RunFolder(m3bench.out).journal)
    assert attempt.trajectory.status is Ended.COMPLETED, told.text
    assert attempt.trajectory.call_count >= 1
    assert "\x1b" not in told.text


def test_key_in_an_answer(m3bench: CommandLine) -> None:
    """an error in the middle of a run quotes the key"""
    with FakeProvider(after_probe(Status(400, message=f"Bad header: Bearer {KEY}"))) as fake:
        told = m3bench.run(fake.url(), *IMPATIENT)
    assert "not scored: 2 of 2 attempts: 2 harness failure" in told.text
    assert files_with(m3bench.out, KEY) == []


@pytest.mark.parametrize("kind", ["closed port", "blind"])
def test_judge_that_cannot_look(kind: str, m3bench: CommandLine) -> None:
    """the judge of pictures is not there, or does not see"""
    checks = write_checks((PictureShows("*.png", {"red": "It is red."}),))
    suite = m3bench.folder / "look.jsonl"
    write(suite, [msgspec.structs.replace(sums_task(1), extra={"checks": checks})], format="jsonl")
    with FakeProvider(lambda _: Status(500, message="image input is not supported")) as fake:
        url = fake.url() if kind == "blind" else "http://127.0.0.1:1/v1"
        told = m3bench(
            "run", str(suite), "--agent", "idle", "--judge", f"x/y@{url}", "--out", str(m3bench.out)
        )
        assert [len(seen.media) for seen in fake.seen] == ([1] if kind == "blind" else [])
    words = "A judge of pictures must see" if kind == "blind" else "Cannot connect to"
    assert (told.code, words in told.text) == (2, True), told.text
    assert not m3bench.out.exists()


def test_limits_over_sessions(m3bench: CommandLine) -> None:
    """a run is gone on with to get round its limit"""
    with FakeProvider(lambda _: ANSWER) as fake:
        told = m3bench.run(fake.url(), "--max-tokens", "40", "--concurrency", "1", tasks=6)
        assert (told.code, "--max-tokens 40 is reached" in told.text) == (1, True), told.text
        before = len(fake.seen)
        for _ in range(3):
            told = m3bench.resume()
            assert (told.code, "--max-tokens 40 is reached" in told.text) == (1, True)
        assert len(fake.seen) == before
        told = m3bench.resume("--max-tokens", "900")
        assert told.code == 0, told.text
    assert "limit changed: --max-tokens 40 → 900 by " in told.text
    assert "limits: --task-timeout 600, --retries 2, --max-tokens 900 changed: --max-tokens 40" in told.text
    (change,) = limit_changes(RunFolder(m3bench.out))
    assert change.changes == {"max_tokens": (40, 900)}


def completion(message: dict[str, Any], into: int = 10, out: int = 5) -> dict[str, Any]:
    """As chat completions answer."""
    usage = {"prompt_tokens": into, "completion_tokens": out, "total_tokens": into + out}
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}
    head = {"id": "1", "object": "chat.completion", "created": 1, "model": "some"}
    return {**head, "choices": [choice], "usage": usage}
