"""`m3bench agents check`, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from m3bench.models import Reply
from m3bench.runs.preflight import PROBES
from m3bench.testing.provider import FakeProvider, SeenRequest, Status
from m3bench.testing.provider.lines import Line
from tests.cli.command import run_command
from tests.runs.preflight.checking import CODES
from tests.runs.preflight.reader import Reader

TAKES = ("--accepts", "pictures", "--accepts", "sound", "--accepts", "documents")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.runs.preflight.codes.secrets.token_hex", lambda _: "a seed of tests")
    monkeypatch.setattr(next(probe for probe in PROBES if probe.name == "slow"), "_seconds", 0.02)


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with FakeProvider(Reader(CODES)) as provider:
        yield provider


def arguments(fake: FakeProvider, *more: str, agent: str = "caller") -> list[str]:
    model = ["--model", "openai/some", "--base-url", fake.url("openai")]
    return ["agents", "check", "--agent", agent, *model, *more]


def test_all_that_held_is_shown_and_written(fake: FakeProvider, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    shown = run_command(*arguments(fake, *TAKES, "--json", str(file))).stdout
    assert shown.splitlines()[0].split() == ["Probe", "Verdict", "Why"]
    assert "seen as probe__read_text" in shown
    assert "failed" not in shown
    assert f"14 held, 1 not applicable; 12 attempts and {len(fake.seen)} requests to the model" in shown
    report = json.loads(file.read_text())
    assert {probe["verdict"] for probe in report["probes"]} == {"held", "not applicable"}
    assert report["requests"] == len(fake.seen)


def test_what_the_model_is_known_not_to_take_does_not_apply(fake: FakeProvider) -> None:
    shown = run_command(*arguments(fake, "--blind", "--probe", "text", "--probe", "picture")).stdout
    assert "The model takes no pictures; runs send a note in its place." in " ".join(shown.split())
    assert not any(seen.media for seen in fake.seen)


def test_a_provider_that_drops_pictures_fails_the_check() -> None:
    with FakeProvider(Reader(CODES, sees=False)) as fake:
        done = run_command(*arguments(fake, "--probe", "text", "--probe", "picture"), code=1)
    shown = " ".join(done.stdout.split())
    assert "The picture was sent to the model, but the code did not come back" in shown
    assert "picture: The model or its server ignores pictures." in shown


def test_a_provider_that_refuses_pictures_is_named() -> None:
    def refuse(seen: SeenRequest) -> Line:
        if seen.media:
            return Status(500, message="image input is not supported - hint: provide the mmproj")
        return Reader(CODES)(seen)

    with FakeProvider(refuse) as fake:
        done = run_command(*arguments(fake, "--probe", "text", "--probe", "picture"), code=1)
    assert "image input is not supported" in done.stdout
    assert "--blind" in done.stdout


def _refusing_tools(message: str, status: int = 400) -> Callable[[SeenRequest], Line]:
    """An endpoint that answers, but refuses requests with tools."""

    def answer(seen: SeenRequest) -> Line:
        return Status(status, message=message) if seen.request.tools else Reader(CODES)(seen)

    return answer


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("some does not support tools", 400),
        ('"auto" tool choice requires --enable-auto-tool-choice', 400),
        ("Unrecognized request argument supplied: tools", 400),
        ("extra fields not permitted: tools", 422),
    ],
)
def test_an_endpoint_that_refuses_tools_is_named_once(message: str, status: int, tmp_path: Path) -> None:
    """The check of an endpoint without tools ended in a traceback, and gave the same advice eleven times."""
    file = tmp_path / "report.json"
    with FakeProvider(_refusing_tools(message, status)) as fake:
        done = run_command(*arguments(fake, *TAKES, "--json", str(file)), code=1)
    assert message in " ".join(done.stdout.split())
    advice = {probe["advice"] for probe in json.loads(file.read_text())["probes"] if probe.get("advice")}
    assert advice
    assert all(done.stdout.count(text) == 1 for text in advice)


def test_an_endpoint_without_tools_is_not_asked_twelve_times() -> None:
    with FakeProvider(_refusing_tools("some does not support tools")) as fake:
        done = run_command(*arguments(fake, *TAKES), code=1)
        asked = sum(bool(seen.request.tools) for seen in fake.seen)
    assert asked == 1
    assert "The tools never reached the model: the endpoint refuses them." in " ".join(done.stdout.split())
    assert "tools, text: Describe the tools in the prompt" in done.stdout


def test_an_endpoint_that_ignores_tools_is_told_once() -> None:
    """A model that never sees its tools answers without them: one line says what to do."""
    with FakeProvider(lambda _: Reply("I have no tools.")) as fake:
        done = run_command(*arguments(fake, *TAKES), code=1)
    assert done.stdout.count("the endpoint may ignore tools, or the model does not use them") == 1
    assert "sent as probe__read_text" in " ".join(done.stdout.split())
    assert "text, structured, picture" in done.stdout


def test_an_endpoint_that_does_not_answer_ends_the_check_at_once() -> None:
    with FakeProvider(Reader(CODES)) as fake:
        closed = arguments(fake)
    done = run_command(*closed, code=2)
    assert done.stdout == ""
    assert done.stderr.count("error:") == 1


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (("--agent", "caller", "--model", "openai/some", "--probe", "smell"), "Probes: text, structured"),
        (("--agent", "idle"), "no client that could be checked"),
        (("--agent", "caller"), "needs a model"),
    ],
)
def test_wrong_names_are_refused(given: tuple[str, ...], problem: str) -> None:
    assert problem in run_command("agents", "check", *given, code=2).stderr


def test_agents_are_still_listed() -> None:
    assert "executor" in run_command("list", "agents").stdout
