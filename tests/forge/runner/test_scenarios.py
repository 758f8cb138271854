"""Forging scenarios with a scripted model: drafts are tried, corrected, and refused with reasons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Difficulty, UsageError
from m3bench.forge.runner import ScenarioForgeSettings, forge_scenarios
from m3bench.forge.scenarios import ForgedScenario, describe_assets, describe_checks
from m3bench.models import ModelError
from m3bench.testing import ScriptedModel
from m3bench_world import World

SCENARIO = {
    "name": "Sum up",
    "need": "A shopkeeper wants a total.",
    "role": "You are a bookkeeper.",
    "servers": ["sheets"],
}
CHECKS = {
    "table": {"check": "sheet_cells", "path": "prices.xlsx", "cells": {"B4": 30}},
    "file": {"check": "file_exists", "path": "prices.xlsx"},
    "read": {"check": "called", "tool": "sheets/read_range"},
}


def draft(**changes: Any) -> dict[str, Any]:
    """A task that works, with changes."""
    return {
        "name": "Total",
        "request": "Please put the total of my prices below the list in prices.xlsx.",
        "fuzzy_request": "What do my prices come to? Put it into prices.xlsx.",
        "role": "You are a bookkeeper.",
        "rules": ["The total stands right below the last price."],
        "servers": ["sheets"],
        "assets": [
            {
                "name": "prices.xlsx",
                "kind": "xlsx",
                "content": {"Prices": [["Article", "Price"], ["Lamp", 10], ["Chair", 20]]},
            }
        ],
        "steps": [
            [{"tool": "sheets/read_range", "arguments": {"path": "prices.xlsx"}}],
            [
                {
                    "tool": "sheets/write_range",
                    "arguments": {"path": "prices.xlsx", "start": "A4", "rows": [["Total", 30]]},
                }
            ],
        ],
        "points": [
            {"text": "The file was changed.", "kind": "format", "checks": [CHECKS["file"]]},
            {"text": "The total is right.", "kind": "tool", "checks": [CHECKS["table"]]},
            {"text": "The prices were read.", "kind": "tool", "checks": [CHECKS["read"]]},
        ],
        "answer": "The total is 30.",
        **changes,
    }


def forged(folder: Path, *replies: Any, rounds: int = 3, scenarios: int = 1) -> list[ForgedScenario]:
    settings = ScenarioForgeSettings(
        slice="book keeping",
        area="service",
        servers=("sheets",),
        scenarios=scenarios,
        difficulties=(Difficulty.EASY,),
        rounds=rounds,
        model="scripted",
        world_seed=7,
        world_now=World().now.isoformat(),
        encoder="hashing",
    )
    model = ScriptedModel([json.dumps(reply) if isinstance(reply, dict) else reply for reply in replies])
    return anyio.run(lambda: forge_scenarios(settings, folder / "tasks.jsonl", model=model))


def test_a_draft_is_corrected_until_it_can_be_used(tmp_path: Path) -> None:
    wrong = draft(steps=[[{"tool": "sheets/read_cells", "arguments": {"path": "prices.xlsx"}}]])
    (result,) = forged(tmp_path, {"scenarios": [SCENARIO]}, wrong, draft())
    assert result.problems == ()
    assert result.rounds == 2
    assert result.task is not None
    assert [point.checks for point in result.task.points] == [(0,), (1,), (2,)]
    assert [call.name for _, call in result.task.references[0].calls()] == [
        "sheets/read_range",
        "sheets/write_range",
    ]
    assert (result.task.kind, result.task.difficulty, result.task.family) == (
        "service",
        "easy",
        "book keeping",
    )


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"servers": ["sheet"]}, "there is no server 'sheet'. Did you mean sheets?"),
        ({"request": "Use read_range on prices.xlsx."}, "names the tool"),
        ({"points": draft()["points"][:1]}, "at least 3 are needed"),
        ({"assets": [{"name": "../x", "kind": "text", "content": "a"}]}, "file name"),
        ({"assets": [{"name": "a.zip", "kind": "rar", "content": "a"}]}, "no kind of file called 'rar'"),
        (
            {"steps": [[{"tool": "sheets/read_range", "arguments": {"path": 5}}]]},
            "ended in invalid_arguments",
        ),
        (
            {
                "steps": [
                    [{"tool": "sheets/read_range", "arguments": {"path": {"$result": [4, "a"]}}}],
                ]
            },
            "is not [number of an earlier call",
        ),
        ({"steps": draft()["steps"][:1]}, "the reference fails"),
        (
            {
                "points": [
                    *draft()["points"][:2],
                    {"text": "x", "kind": "tool", "checks": [{"check": "unheard_of"}]},
                ]
            },
            "unknown check",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(
    tmp_path: Path, changes: dict[str, Any], problem: str
) -> None:
    (result,) = forged(tmp_path, {"scenarios": [SCENARIO]}, draft(**changes), rounds=1)
    assert result.task is None
    assert problem in " ".join(result.problems)


def test_values_of_results_become_real(tmp_path: Path) -> None:
    taken = draft(
        steps=[
            [{"tool": "sheets/read_range", "arguments": {"path": "prices.xlsx"}}],
            [
                {
                    "tool": "sheets/write_range",
                    "arguments": {
                        "path": "prices.xlsx",
                        "sheet": {"$result": [0, "sheet"]},
                        "start": "A4",
                        "rows": [["Total", 30]],
                    },
                }
            ],
        ]
    )
    (result,) = forged(tmp_path, {"scenarios": [SCENARIO]}, taken)
    assert result.task is not None, result.problems
    (reference,) = result.task.references
    assert [call.arguments.get("sheet") for _, call in reference.calls()] == [None, "Prices"]
    assert [(edge.source, edge.target) for edge in reference.edges] == [(0, 1)]


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    two = {"scenarios": [SCENARIO, {**SCENARIO, "name": "Again"}]}
    with pytest.raises(ModelError):
        forged(tmp_path, two, draft(), scenarios=2)
    results = forged(tmp_path, draft(), scenarios=2)
    assert [result.scenario.name for result in results] == ["Sum up", "Again"]
    assert all(result.task is not None for result in results)
    with pytest.raises(UsageError, match="different settings"):
        forged(tmp_path, rounds=1, scenarios=2)


def test_unreadable_replies_end_with_a_message(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no scenarios"):
        forged(tmp_path, "I would rather not.", "No.")
    (result,) = forged(tmp_path, {"scenarios": [SCENARIO]}, "Hm.", "No.")
    assert result.problems == ("the model gave no draft that can be read",)


def test_the_model_is_told_of_every_check_and_file() -> None:
    assert "record_unchanged(" in describe_checks()
    assert '"source": "speech"' in describe_assets()
