"""Prompts as data."""

from __future__ import annotations

import re
from typing import Any

import pytest

from m3bench.judges import Case, get_judge, prompt
from m3bench.judges.kinds.rubric import AXES
from m3bench.judges.prompt import fill, load_prompt
from m3bench.models import Settings, System

NAMES = ["completion", "grounding", "outcome", "rubric", "vision"]
CRITERIA = {"title": "The title can be read."}


@pytest.mark.parametrize("name", NAMES)
def test_prompts_are_known_by_name_and_hash(name: str) -> None:
    judge = get_judge(name, criteria=CRITERIA)
    assert re.fullmatch(rf"{name}@[0-9a-f]{{12}}", judge.prompt)
    assert judge.prompt == get_judge(name, criteria=CRITERIA).prompt


@pytest.mark.parametrize("name", NAMES)
def test_no_blank_is_left_and_every_part_is_a_field(name: str) -> None:
    case = Case(id="c", request="r", reference="s", expected="e")
    (system, _) = get_judge(name, criteria=CRITERIA).question(case).messages
    assert isinstance(system, System)
    assert "{{" not in system.text
    assert "evidence about the work" in system.text
    assert set(load_prompt(name).parts) <= set(Case.__struct_fields__)


def test_another_word_is_another_hash() -> None:
    prompt = load_prompt("completion")
    assert prompt.identity() != prompt.identity(1) != prompt.identity(2)
    assert len({load_prompt(name).digest for name in NAMES}) == len(NAMES)


def test_another_temperature_is_another_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was judged at another temperature, or with less room for a reply, is not taken for the same."""
    read = prompt._read

    def warmer(name: str) -> dict[str, Any]:
        found = read(name)
        return {**found, "settings": {"temperature": 1.0}} if name == "shared" else found

    before = load_prompt("completion")
    monkeypatch.setattr(prompt, "_read", warmer)
    after = load_prompt.__wrapped__("completion")
    assert (before.settings, after.settings) == (
        Settings(temperature=0.0, max_tokens=8192),
        Settings(temperature=1.0),
    )
    assert before.identity() != after.identity()
    assert before.system == after.system


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert fill("a {{b}} {{c}}", b="{{c}}", c="d") == "a {{c}} d"


def test_the_rubric_has_words_for_all_that_is_scored() -> None:
    axes = load_prompt("rubric").extra["axes"]
    assert {axis: tuple(axes[axis]["dimensions"]) for axis in axes} == AXES
