from __future__ import annotations

import io

from rich.console import Console

from m3bench.core import Call, Status, Step, Trajectory, Usage
from m3bench.reports import LiveRun
from m3bench.runs import FinishedAttempt, Key


def attempted(
    task_id: str, status: Status = Status.COMPLETED, *, final: bool = True, **extra: str
) -> FinishedAttempt:
    steps = (Step((Call("a/b"), Call("a/b"))),)
    trajectory = Trajectory(task_id=task_id, status=status, steps=steps, extra=extra)
    return FinishedAttempt(task_id=task_id, final=final, seconds=1.25, trajectory=trajectory)


def watched(*, terminal: bool) -> tuple[LiveRun, io.StringIO, list[float]]:
    file, now = io.StringIO(), [0.0]
    console = Console(file=file, force_terminal=terminal, width=120, color_system=None)
    return LiveRun(console, "smoke · caller", clock=lambda: now[0]), file, now


def test_without_a_terminal_every_attempt_is_a_line() -> None:
    live, file, _ = watched(terminal=False)
    with live:
        live.began(3, 1)
        live.started(Key("x", 1), 1)
        live.ended(attempted("x"))
        live.started(Key("y", 1), 1)
        live.ended(attempted("y", Status.SERVER_FAILURE, final=False, reason="it died"))
        live.started(Key("y", 1), 2)
        live.ended(attempted("y", Status.SERVER_FAILURE, reason="it died again"))
    assert file.getvalue().splitlines() == [
        "1 of 4 attempts are already done",
        "[2/4] x: completed (1 step, 2 calls, 1.2 s)",
        "y: server failure (1 step, 2 calls, 1.2 s): it died; retrying",
        "[3/4] y: server failure (1 step, 2 calls, 1.2 s): it died again",
    ]
    assert live.tally.line() == "1 completed, 1 server failure, 1 retried"


def test_a_terminal_shows_what_is_going_on() -> None:
    live, _, now = watched(terminal=True)
    live.began(4, 0)
    live.started(Key("first", 1), 1)
    live.started(Key("second", 2), 3)
    live.calling(Key("first", 1), 2, ["weather/get_weather", "weather/get_weather", "math/add", ""])
    live.thinking(Key("second", 2), 1)
    live.spent(Usage(1_000, 234, 3, 0.0125))
    live.started(Key("third", 1), 1)
    now[0] = 10.0
    live.ended(attempted("third"))
    screen = io.StringIO()
    Console(file=screen, width=120).print(live._shown())
    text = screen.getvalue()
    assert "1/4, about 30 s left" in text
    assert "step 2: weather/get_weather, math/add, (unreadable)" in text
    assert "second (epoch 2) (try 3) step 1: asking the model" in " ".join(text.split())
    assert "1 completed, 1,234 tokens, $0.0125" in text


def test_what_is_unknown_is_called_unknown() -> None:
    live, _, _ = watched(terminal=False)
    live.spent(Usage(None, None, 2, None))
    assert live.tally.line() == "tokens unknown, cost unknown"
    live.spent(Usage(0, 0, 0, 0.0))
    assert live.tally.line() == ""
