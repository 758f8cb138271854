"""Follow-up requests start with the request before them, in every loop, so that prompt caches apply."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Media, Text
from m3bench.models import Reply, Request
from m3bench.runs import BundledHost
from m3bench.testing import ScriptedModel
from tests.agents.smoke_runs import SERVERS, smoke, task_called, world
from tests.agents.workplace import an_attempt, run
from tests.conftest import REPOSITORY

LOOPS = ("caller:native", "caller:prompted", "react:native", "react:prompted", "executor", "planner")


@pytest.fixture
def prompts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    import prompts

    return prompts


def conversation(prompts: Any, agent: str, task: str, folder: Path) -> list[Request]:
    """The requests of a loop about a smoke task."""
    found = task_called(task)

    async def work() -> Any:
        host = BundledHost(found.servers, world(), folder)
        return await prompts.converse(agent, smoke(), found, host, folder)

    requests: list[Request] = run(work)
    return requests


@pytest.mark.parametrize("agent", LOOPS)
def test_a_follow_up_repeats_the_request_before_it(prompts: Any, agent: str, tmp_path: Path) -> None:
    requests = conversation(prompts, agent, "warmth", tmp_path)
    found = prompts.shares([requests])
    assert found.follow_ups >= 1
    assert found.kept == 1
    changed = [requests[-1], *requests[:-1]]
    assert prompts.shares([changed]).kept < 1


@pytest.mark.parametrize("agent", LOOPS)
def test_it_does_so_after_replies_that_could_not_be_read(
    prompts: Any, agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play: Callable[..., Callable[[Request], Reply]] = prompts.play

    def stumble(*arguments: Any) -> Callable[[Request], Reply]:
        right, asked = play(*arguments), iter(range(100))
        return lambda request: Reply('[{"na') if next(asked) % 3 == 0 else right(request)

    monkeypatch.setattr(prompts, "play", stumble)
    found = prompts.shares([conversation(prompts, agent, "warmth", tmp_path)])
    assert found.follow_ups >= 1
    assert found.kept == 1


@pytest.mark.slow
@pytest.mark.parametrize("agent", LOOPS)
def test_nine_tenths_of_follow_ups_are_cached(prompts: Any, agent: str) -> None:
    found = prompts.measure(agent, smoke(), world(), SERVERS)
    assert found.follow_ups >= len(smoke().tasks)
    assert found.kept == 1
    assert found.cached >= 0.9


def rounds(prompts: Any, folder: Path, content: Callable[[int], Any], **limits: int) -> list[float]:
    """For each round of a long conversation, how much of its request the next one starts with."""
    from m3bench.agents.shared import Conversation

    model = ScriptedModel(lambda _: "I see.")

    async def work() -> None:
        talk = Conversation(await an_attempt(folder, model=model), "Be brief.", [Text("A task.")], **limits)
        for number in range(40):
            await talk.ask("What next?")
            talk.add(content(number))

    run(work)
    pairs = prompts.follow_ups(model.requests)
    return [prompts.common(earlier, later) / len(earlier) for earlier, later in pairs]


def test_most_requests_are_repeated_even_where_older_rounds_are_shortened(
    prompts: Any, tmp_path: Path
) -> None:
    def long_text(number: int) -> list[Text]:
        return [Text(f"{number} word " * 100)]

    kept = rounds(prompts, tmp_path, long_text, context_tokens=3_000, most_pictures=8)
    assert 1 <= sum(share < 1 for share in kept) <= len(kept) / 3


def test_pictures_are_replaced_several_at_once(prompts: Any, tmp_path: Path) -> None:
    def picture(number: int) -> list[Media]:
        return [Media(media_type="image/png", data=b"%d" % number, uri=f"{number}.png")]

    kept = rounds(prompts, tmp_path, picture, context_tokens=1_000_000, most_pictures=8)
    assert 1 <= sum(share < 1 for share in kept) <= len(kept) / 4
