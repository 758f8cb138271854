"""Paths of exported pages: stable, safe and different for different names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.runs.pages import attempt_path, run_path

PATH = re.compile(r"runs/[a-z0-9_-]+/[a-z0-9_-]+(\.[0-9]+)?\.html")


def test_plain_names_stay_as_they_are() -> None:
    assert run_path("react") == "runs/react/"
    assert attempt_path("react", "warmth") == "runs/react/warmth.html"
    assert attempt_path("react", "warmth", 2) == "runs/react/warmth.2.html"


def test_other_names_get_a_part_of_their_hash() -> None:
    assert attempt_path("react", "smoke/warmth") == "runs/react/smoke-warmth-c517ce0280.html"


@pytest.mark.parametrize(
    "name", ["../x", "..", ".", "", "a/../../b", "C:\\x", "con", "index", "\0", "\ud800", "x" * 9999]
)
def test_hostile_names_stay_inside(name: str) -> None:
    assert PATH.fullmatch(attempt_path(name, name))
    assert attempt_path("run", name) != "runs/run/index.html"
    assert len(attempt_path(name, name)) < 220


@given(st.text(), st.text(), st.integers(1, 99))
def test_different_tasks_have_different_pages(task: str, other: str, epoch: int) -> None:
    assert PATH.fullmatch(attempt_path(task, other, epoch))
    assert (attempt_path("r", task) == attempt_path("r", other, epoch)) == ((task, 1) == (other, epoch))
