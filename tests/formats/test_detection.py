from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import FormatError
from m3bench.formats import FORMATS, detect

if TYPE_CHECKING:
    from tests.formats.conftest import Save

M3, CHAT = {"id": "a", "steps": []}, {"id": "a", "messages": []}
OURS = {"m3bench": 1, "kind": "task", "id": "a"}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ([M3], "m3"),
        ({"a": M3}, "m3"),
        ([{"id": "a", "question": "?"}], "m3"),
        ([{**M3, "messages": []}], "m3"),
        ({"server_tasks": []}, "mcp_bench"),
        ([{"role": "user", "content": "x"}], "openai"),
        (CHAT, "openai"),
        ([CHAT], "openai"),
        (OURS, "jsonl"),
        ([OURS], "jsonl"),
        ([3, M3], "m3"),
    ],
)
def test_json_is_told_by_its_content_whatever_the_name(save: Save, data: Any, name: str) -> None:
    assert detect(data) == name
    assert detect(save("file.csv", data)) == name
    assert detect(str(save("file", data))) == name


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("x.json", '{"m3bench": 1, "kind": "task"}\n{"m3', "jsonl"),
        ("x.json", '\n{"messages": []}\n{"messages": []}\n', "openai"),
        ("x", "\ufeffquestion_id,MCP,other\n", "mcpverse"),
        ("x.csv", "something,else\n", "mcpverse"),
    ],
)
def test_text_is_told_by_its_first_line(save: Save, name: str, text: str, expected: str) -> None:
    assert detect(save(name, text)) == expected


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "no known keys"),
        ({}, "no known keys"),
        ([{"id": "a"}], "no known keys"),
        ({"a": CHAT}, "no known keys"),
        ([M3, CHAT], "it may be m3 or openai"),
    ],
)
def test_what_cannot_be_told_must_be_said(save: Save, data: Any, problem: str) -> None:
    path = save("x.json", data)
    with pytest.raises(FormatError) as caught:
        detect(path)
    hint = f"Pass the format: one of {', '.join(FORMATS)}."
    assert str(caught.value) == f"{path}: cannot detect the format: {problem}\n{hint}"


def test_broken_json_is_said_to_be_broken(save: Save) -> None:
    with pytest.raises(FormatError, match="line 1, column 9: truncated"):
        detect(save("x.json", '[{"id": "a'))
    with pytest.raises(FormatError, match="line 1, column 1: not valid JSON: expecting value"):
        detect(save("x.json", "hello, world"))


def test_the_registry_says_what_formats_hold() -> None:
    assert {name: known.holds for name, known in FORMATS.items()} == {
        "m3": ("tasks", "trajectories"),
        "mcp_bench": ("tasks",),
        "mcpverse": ("tasks",),
        "openai": ("trajectories",),
        "inspect": ("trajectories",),
        "otel": ("trajectories",),
        "atif": ("trajectories",),
        "jsonl": ("tasks", "trajectories"),
        "parquet": ("tasks", "trajectories"),
    }
    assert all(known.description and known.extensions for known in FORMATS.values())
