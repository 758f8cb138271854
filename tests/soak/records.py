"""Records of tries as a soak leaves them."""

from __future__ import annotations

from typing import Any

from m3bench.core import Call, Outcome, Result, Status, Step, Text, Trajectory, Usage
from m3bench.runs import FinishedAttempt

TASK = "smoke/warmth"


def call(call_id: str, outcome: Outcome = Outcome.SUCCESS, text: str = "12 °C") -> Call:
    result = Result((Text(text),), is_error=outcome is not Outcome.SUCCESS)
    return Call("weather/get_weather", {"location": "Oslo"}, call_id, result, outcome)


def attempt(
    *calls: Call, status: Status = Status.COMPLETED, waited: float = 0.0, requests: int = 0, **extra: Any
) -> FinishedAttempt:
    trajectory = Trajectory(
        task_id=TASK,
        steps=tuple(Step((each,)) for each in calls),
        status=status,
        usage=Usage(100 * requests, 10 * requests, requests, None),
        extra=extra,
    )
    return FinishedAttempt(task_id=TASK, trajectory=trajectory, waited=waited)
