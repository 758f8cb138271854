"""The agent on a real task, with a scripted model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from m3bench_example_agent import REVIEW, make

import m3bench
from m3bench.models import Reply, Request, ToolReturn, ToolUse, User
from m3bench.testing import ScriptedModel


def words(request: Request) -> list[str]:
    return [
        part.text for message in request.messages if isinstance(message, User) for part in message.content
    ]


def model(request: Request) -> Reply:
    """Asks for the weather, guesses, and says what the tool said once it is asked to review."""
    returned = [message for message in request.messages if isinstance(message, ToolReturn)]
    if not returned:
        place = words(request)[0].split(" in ", 1)[1].split(" right now")[0]
        return Reply(calls=(ToolUse("1", "weather__get_weather", {"location": place, "units": "metric"}),))
    if REVIEW not in words(request):
        return Reply("It is warm.")
    now = json.loads(returned[0].content[0].text)["current"]
    fields = {"temperature": now["temperature"], "humidity": now["humidity_percent"]}
    return Reply(f"It is {now['temperature']} °C.\n{json.dumps(fields)}")


def test_it_reviews_its_answer_and_passes(tmp_path: Path) -> None:
    result = m3bench.run("smoke", make("5"), model=ScriptedModel(model), limit=1, out=tmp_path / "run")
    (trajectory,) = result.trajectories
    assert trajectory.agent == "checked:5"
    assert [call.name for _, call in trajectory.calls()] == ["weather/get_weather"]
    assert "°C" in (trajectory.answer or "")
    assert result.success == 1.0


def test_a_wrong_number_of_steps_is_refused() -> None:
    with pytest.raises(m3bench.M3BenchError, match="not a number of steps"):
        make("many")
