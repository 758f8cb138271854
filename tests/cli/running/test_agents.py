"""`m3bench agents check`, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    monkeypatch.setattr(next(each for each in PROBES if each.name == "slow"), "_seconds", 0.02)


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
    assert {each["verdict"] for each in report["probes"]} == {"held", "not applicable"}
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
    assert "executor" in run_command("agents", "list").stdout
