"""Calls of third-party servers whose paths lead out of the workspace are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.hosting.path_guard import PathArgument, PathGuard

ARGUMENTS = (
    PathArgument("file"),
    PathArgument("image", {"kind": "base64"}),
    PathArgument("images.*"),
    PathArgument("slides.*.pictures.*"),
)


@pytest.fixture
def guard(tmp_path: Path) -> PathGuard:
    return PathGuard(tmp_path, ARGUMENTS)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"file": None, "text": "/etc/passwd"},
        {"file": "a.xlsx"},
        {"image": "/9j/4AAQ" + "A" * 2_000, "kind": "base64"},
        {"images": {"main": "a.png"}},
        {"slides": [{"pictures": {"one": "a.png"}}, {"title": "../x"}]},
        {"images": 3, "slides": "no list"},
    ],
)
def test_calls_that_stay_inside(guard: PathGuard, arguments: dict[str, Any]) -> None:
    assert guard.refusal(arguments) is None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"file": "../a.xlsx"}, "file"),
        ({"file": ["a.xlsx", "/etc/passwd"]}, "file"),
        ({"image": "/etc/passwd", "kind": "file"}, "image"),
        ({"images": {"main": "a.png", "other": "../a.png"}}, "images.*"),
        ({"images": json.dumps({"main": "../a.png"})}, "images.*"),
        ({"slides": [{}, {"pictures": {"one": "../a.png"}}]}, "slides.*.pictures.*"),
        ({"slides": json.dumps([{"pictures": {"one": "/etc/passwd"}}])}, "slides.*.pictures.*"),
    ],
)
def test_calls_that_lead_out(guard: PathGuard, arguments: dict[str, Any], named: str) -> None:
    said = guard.refusal(arguments)
    assert said is not None
    assert said.startswith(f"Invalid argument '{named}': ")
    assert "lies outside the workspace; pass a path inside the workspace" in said


def test_a_long_path_is_not_repeated_in_full(guard: PathGuard) -> None:
    assert len(guard.refusal({"file": "x" * 100_000}) or "") < 1_000
