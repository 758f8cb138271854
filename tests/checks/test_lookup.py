"""Calls at check time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.checks import Evidence, LiveCall, LiveFields, LiveValue, remember_calls
from m3bench.core import AnswerField, AnswerForm, FieldType, Result, Task, Text, Trajectory

_FORM = AnswerForm(tuple(AnswerField(name, FieldType.NUMBER, name) for name in ("high", "low", "double")))
_READ = LiveCall("weather/read", {"place": "Rome"})
_LIVE = LiveFields(
    {
        "high": LiveValue((_READ,), "[0].high"),
        "low": LiveValue((_READ,), "[0].low"),
        "double": LiveValue((_READ, LiveCall("math/double", {"number": {"$": "[0].low"}})), "[1]"),
    }
)


def _evidence(made: list[tuple[str, dict[str, Any]]]) -> Evidence:
    def ask(tool: str, arguments: dict[str, Any]) -> Result:
        made.append((tool, arguments))
        return Result((Text('{"high": 21, "low": 4}' if tool == "weather/read" else "8"),))

    trajectory = Trajectory(task_id="t", fields={"high": 21, "low": 4, "double": 8})
    return Evidence(Task(id="t", form=_FORM), trajectory, Path(), {}, ask)


def test_all_fields_of_a_check_share_their_calls() -> None:
    made: list[tuple[str, dict[str, Any]]] = []
    assert _LIVE.evaluate(_evidence(made)).passed
    assert made == [("weather/read", {"place": "Rome"}), ("math/double", {"number": 4})]
    assert _LIVE.evaluate(_evidence(made)).passed
    assert len(made) == 4


def test_remembered_calls_are_made_once() -> None:
    made: list[tuple[str, dict[str, Any]]] = []
    evidence = remember_calls(_evidence(made))
    assert _LIVE.evaluate(evidence).passed
    assert _LIVE.evaluate(evidence).passed
    assert len(made) == 2
    assert evidence.ask is not None
    evidence.ask("weather/read", {"place": "Oslo"})
    assert len(made) == 3


def test_without_servers_nothing_is_remembered() -> None:
    evidence = Evidence(Task(id="t"), Trajectory(task_id="t"), Path(), {})
    assert remember_calls(evidence) is evidence
