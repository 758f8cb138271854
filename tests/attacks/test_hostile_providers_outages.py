"""Providers that fail, hang or die during a run, and limits that hold over sessions."""

from __future__ import annotations

import pytest

from m3bench.core import Status as Ended
from m3bench.runs import RunFolder, final_attempts, read_run
from m3bench.runs.store.limits import limit_changes
from m3bench.testing.provider import (
    Drip,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    Reset,
    SeenRequest,
    Stall,
    Status,
    rate_limit,
)
from tests.attacks.providers import (
    ANSWER,
    IMPATIENT,
    CommandLine,
    after_probe,
    storm,
)

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
        done = m3bench.run(fake.url(), "--task-timeout", "1", "--concurrency", "2")
    assert done.code == 0, done.text
    result = read_run(m3bench.out)
    assert result.statuses == {"completed": 2}, done.text
    assert result.waited > 1.5
    assert "waited for the provider:" in done.text


def test_hanging_connection(m3bench: CommandLine) -> None:
    """the first connection of each task hangs for longer than the task's time"""
    seen: set[str] = set()

    def script(each: SeenRequest) -> Line:
        first = each.conversation not in seen
        seen.add(each.conversation)
        return Stall() if first else ANSWER

    with FakeProvider(after_probe(script)) as fake:
        done = m3bench.run(fake.url(), "--task-timeout", "1", "--model-timeout", "1.5")
    assert done.code == 0, done.text
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
        done = m3bench.run(fake.url(), *IMPATIENT, "--model-timeout", "0.5", "--task-timeout", "0.3")
        assert "not scored: 2 of 2 attempts: 2 harness failure" in done.text
        assert words in done.text
        failed = list(final_attempts(RunFolder(m3bench.out).journal))
        assert [each.trajectory.status for each in failed] == [Ended.HARNESS_FAILURE] * 2
        assert all(each.trajectory.extra["provider"] for each in failed)
        alive = True
        done = m3bench.resume("--task-timeout", "60")
    assert done.code == 0, done.text
    assert read_run(m3bench.out).statuses == {"completed": 2}


def test_limits_over_sessions(m3bench: CommandLine) -> None:
    """a run is gone on with to get round its limit"""
    with FakeProvider(lambda _: ANSWER) as fake:
        done = m3bench.run(fake.url(), "--max-tokens", "40", "--concurrency", "1", tasks=6)
        assert (done.code, "--max-tokens 40 is reached" in done.text) == (3, True), done.text
        before = len(fake.seen)
        for _ in range(3):
            done = m3bench.resume()
            assert (done.code, "--max-tokens 40 is reached" in done.text) == (3, True)
        assert len(fake.seen) == before
        done = m3bench.resume("--max-tokens", "900")
        assert done.code == 0, done.text
    assert "limit changed: --max-tokens 40 → 900 by " in done.text
    assert "limits: --task-timeout 600, --retries 2, --max-tokens 900 changed: --max-tokens 40" in done.text
    (change,) = limit_changes(RunFolder(m3bench.out))
    assert change.changes == {"max_tokens": (40, 900)}
