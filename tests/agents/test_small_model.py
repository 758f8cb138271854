"""What Qwen2.5-Coder-0.5B wrote about `smoke/warmth` when these prompts were tried with it, in every loop.

Recorded at temperature 0 behind llama.cpp's server. Only the end of `react`, which went on for some turns, is
shortened. The calls must be made and succeed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.agents import make_agent
from m3bench.core import AnswerField, AnswerForm, FieldType, Outcome, Status, Task
from m3bench.runs import BundledHost
from m3bench.testing import ScriptedModel
from m3bench_world import World
from tests.agents.workplace import solve

TASK = Task(
    id="smoke/warmth",
    family="weather",
    request="What is the temperature in Shantou, China right now, in metric units?",
    servers=("weather",),
    form=AnswerForm((AnswerField("temperature", FieldType.NUMBER, "how warm it is now", "°C"),)),
)
SHANTOU = {"location": "Shantou, China", "units": "metric"}
CALL = '{"name": "weather/get_weather", "arguments": {"location": "Shantou, China", "units": "metric"}}'
WRITTEN = CALL.replace("/", "__")
REPLIES = {
    "caller:prompted": (f"[{CALL}]", '{"temperature": 27.1}'),
    "caller:native": (f"```json\n{WRITTEN}\n```", '{"temperature": "27.1", "units": "°C", "wind": "km/h"}'),
    "executor": (
        '{"plan": "Get the current temperature in Shantou, China", "tools": ["weather/get_weather"]}',
        f'{{"tool_calls": [{CALL}]}}',
        "Yes",
        '{\n  "temperature": 18.7\n}',
    ),
    "planner": (
        (
            '{"reasoning": "The task is solved by the weather/get_weather tool call.", "continue": false, '
            f'"tool_calls": [{CALL}]}}'
        ),
        '{\n  "temperature": 27.1\n}',
    ),
    "react:native": (
        WRITTEN,
        '{"name": "claim_done", "arguments": {"answer": "It is 27.1 °C.", "fields": {"temperature": 27.1}}}',
    ),
}


@pytest.mark.parametrize("agent", REPLIES)
def test_its_calls_are_made_in_every_loop(agent: str, tmp_path: Path) -> None:
    model = ScriptedModel(REPLIES[agent])
    host = BundledHost(("weather",), World(7), tmp_path)
    ending, attempt = solve(make_agent(agent), tmp_path, model, task=TASK, host=host)
    (call,) = (call for step in attempt.steps for call in step.calls)
    assert (call.name, call.arguments, call.outcome) == ("weather/get_weather", SHANTOU, Outcome.SUCCESS)
    assert ending.status is Status.COMPLETED
    assert ending.fields is not None
    assert float(ending.fields["temperature"]) in (18.7, 27.1)
    assert call.repairs == (("written_call",) if agent.endswith("native") else ())
    assert len(model.requests) == len(REPLIES[agent])


def test_a_form_that_is_filled_in_at_once_is_an_answer_without_a_call(tmp_path: Path) -> None:
    """So it was with the form as JSON before the work: the model made up a temperature."""
    host = BundledHost(("weather",), World(7), tmp_path)
    model = ScriptedModel(['{\n  "temperature": 25.0\n}'])
    ending, attempt = solve(make_agent("caller:prompted"), tmp_path, model, task=TASK, host=host)
    assert (ending.fields, attempt.steps) == ({"temperature": 25.0}, [])
    told = str(model.requests[0].messages)
    assert "- temperature: how warm it is now (in °C)" in told
    assert '"temperature"' not in told
