"""Providers that are not there or are no models: what a user reads before the run starts."""

from __future__ import annotations

import gzip
import socket
from pathlib import Path
from typing import Any

import pytest

from m3bench.models.endpoint import Wire
from m3bench.testing.provider import (
    BreakOff,
    Empty,
    Endless,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    Reset,
    Status,
)
from tests import preloaded
from tests.attacks.memory import peak_kilobytes, reset_peak
from tests.attacks.providers import (
    ANSWER,
    KEY,
    CommandLine,
    tasks_file,
)
from tests.hanging import HANG_SECONDS


def test_closed_port(tmp_path: Path) -> None:
    """nobody listens at the address"""
    suite = str(tasks_file(tmp_path / "tasks.jsonl", 2))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listened on
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        command = ["run", suite, "--agent", "caller", "--model", "x/y", "--base-url", url]
        done = preloaded.run([*command, "--out", str(tmp_path / "run")], timeout=HANG_SECONDS)
    assert done.returncode == 2
    assert f"error: Cannot connect to {url} (x/y):" in done.stderr
    assert "Check that the server is running and the address is correct." in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("wire", ["openai", "anthropic", "google"])
def test_wrong_key(wire: Wire, m3bench: CommandLine) -> None:
    """the key is refused, and quoted"""
    line = Status(401, message=f"Incorrect API key provided: {KEY}")
    with FakeProvider(lambda _: line) as fake:
        done = m3bench.run(fake.url(wire), model=f"{wire}/some")
        assert len(fake.seen) == 1
    assert (done.code, "Check that the key in M3BENCH_API_KEY is valid" in done.text) == (2, True)
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
        done = m3bench.run(fake.url())
        assert len(fake.seen) == 1
    assert (done.code, "Check the model name 'some'" in done.text) == (2, True)


NO_PATH: dict[str, Line] = {
    "Ollama": Status(404, {"Content-Type": "text/plain"}, "404 page not found"),
    "FastAPI": Status(404, body={"detail": "Not Found"}),
    "nginx": Status(405, {"Content-Type": "text/html"}, "<html>405 Not Allowed</html>"),
}


@pytest.mark.parametrize("kind", NO_PATH)
def test_wrong_path(kind: str, m3bench: CommandLine) -> None:
    """the address has a path it does not exist"""
    with FakeProvider(lambda _: NO_PATH[kind]) as fake:
        done = m3bench.run(fake.url())
        assert len(fake.seen) == 1
    assert (done.code, "The path does not exist at" in done.text) == (2, True)


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
        done = m3bench.run(fake.url())
        assert len(fake.seen) <= 3
    assert done.code == 2, done.text
    assert "invalid answer" in done.text or "closed the connection" in done.text
    assert "--no-probe" in done.text
    assert not m3bench.out.exists()


def test_redirect(m3bench: CommandLine) -> None:
    """the provider sends the client, and its key, elsewhere"""
    with FakeProvider(lambda _: ANSWER) as thief:
        line = Status(307, {"Location": f"{thief.url()}/chat/completions"})
        with FakeProvider(lambda _: line) as fake:
            done = m3bench.run(fake.url())
        assert thief.seen == []
    assert (done.code, "Redirects are not followed" in done.text) == (2, True)


def test_tls_on_a_plain_port(m3bench: CommandLine) -> None:
    """https is asked of a server that speaks plain HTTP"""
    with FakeProvider(lambda _: ANSWER) as fake:
        done = m3bench.run(fake.url().replace("http://", "https://"))
    assert (done.code, "If the server uses plain HTTP" in done.text) == (2, True)


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
    before = reset_peak()
    with FakeProvider(lambda _: line) as fake:
        done = m3bench.run(fake.url(), "--model-timeout", "20")
    assert (done.code, "exceeds 64000000 bytes" in done.text) == (2, True), done.text
    assert peak_kilobytes() - before < 500_000
