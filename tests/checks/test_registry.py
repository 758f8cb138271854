"""Checks as JSON, and what is wrong with those that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import (
    CHECKS,
    AnswerNumber,
    Check,
    Evidence,
    Verdict,
    read_checks,
    register_check,
    write_checks,
)
from m3bench.core import FormatError, UsageError
from tests.checks.outcomes import PASSING, REFUSING


def test_checks_are_the_same_after_a_round_through_json() -> None:
    checks = (*PASSING, REFUSING)
    assert read_checks(json.loads(json.dumps(write_checks(checks))), "task t") == checks


def test_every_check_explains_itself_and_has_a_kind() -> None:
    for name, check in CHECKS.items():
        assert name == check.name()
        assert check.kind in ("answer", "workspace", "trace")
        assert 10 < len(check.about) < 100
    assert write_checks([AnswerNumber(5)]) == ({"check": "answer_number", "value": 5},)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"check": "answer_numbr", "value": 5}, "unknown check 'answer_numbr'"),
        ({"value": 5}, "expected an object with 'check'"),
        (5, "expected an object with 'check'"),
        ({"check": "answer_number"}, "either value or asked"),
        ({"check": "answer_number", "value": "five"}, "checks[0].value"),
        ({"check": "answer_number", "value": 5, "tolerance": {"absolute": -1}}, "at least 0"),
        ({"check": "answer_number", "value": 5, "near_by": []}, "near_by"),
        ({"check": "answer_names"}, "are all empty"),
        ({"check": "answer_json", "fields": {}}, "fields is empty"),
        ({"check": "claims", "claims": []}, "claims is empty"),
        ({"check": "claims", "claims": [{"text": "x"}]}, "needs names or a number"),
        ({"check": "claims", "claims": [{"text": "x", "all_of": ["x"]}], "at_least": 2}, "at_least"),
        ({"check": "answer_must_not", "claims": []}, "claims is empty"),
        ({"check": "file_exists", "path": "../x"}, "leads out"),
        ({"check": "no_stray_files", "allowed": ["/etc/*"]}, "leads out"),
        ({"check": "sheet_cells", "path": "x.xlsx"}, "are all empty"),
        ({"check": "sheet_cells", "path": "x.xlsx", "cells": {"2B": 1}}, "not a cell name"),
        ({"check": "sheet_cells", "path": "x.xlsx", "columns": ["a"], "rows": [[1, 2]]}, "as many values"),
        ({"check": "picture_crop", "path": "x", "source": "y", "boxes": []}, "boxes must be"),
        ({"check": "picture_crop", "path": "x", "source": "y", "boxes": [[5, 5, 5, 9]]}, "boxes must be"),
        (
            {"check": "picture_changed_only", "path": "x", "source": "x", "boxes": [[0, 0, 5, 9]]},
            "must be different files",
        ),
        ({"check": "picture_shows", "path": "x.png", "criteria": {}}, "needs criteria"),
        ({"check": "picture_shows", "path": "x.png", "criteria": {"a b": "x"}}, "needs criteria"),
        ({"check": "picture_shows", "path": "../x", "criteria": {"a": "x"}}, "leads out"),
        ({"check": "picture_shows", "path": "x", "criteria": {"a": "x"}, "at_least": 0}, "above 0"),
        ({"check": "called", "tool": "a/b", "arguments": {"x": {"$regex": "("}}}, "not a regular expression"),
        ({"check": "called", "tool": "a/b", "arguments": {"x": {"$like": "y"}}}, "unknown condition"),
        ({"check": "called", "tool": "a/b", "arguments": {"x": {"$near": "y"}}}, "takes a number"),
        ({"check": "called", "tool": "a/b", "arguments": {"x": {"$one_of": 5}}}, "takes a list"),
        ({"check": "argument_from_picture", "tool": "a", "argument": "b", "values": []}, "at_least"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(raw: Any, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_checks([raw], "task t")
    assert words in str(caught.value)
    assert "task t, checks[0]" in str(caught.value)


def test_the_former_name_of_a_method_is_refused_with_the_new_one() -> None:
    class AnswerPolite(Check, frozen=True):
        kind = "answer"
        about = "says please"

        def judge(self, evidence: Evidence) -> Verdict:
            return self.verdict(evidence.trajectory.answer == "please", "said")

    with pytest.raises(UsageError, match="AnswerPolite defines judge, which is called evaluate now"):
        register_check("answer_polite", AnswerPolite)
    assert "answer_polite" not in CHECKS


def test_a_list_is_expected() -> None:
    with pytest.raises(FormatError, match="expected a list"):
        read_checks("called", "task t")


def test_the_page_has_a_row_for_every_check_with_its_parameters() -> None:
    page = (Path(__file__).parents[2] / "docs" / "checks.md").read_text()
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    assert set(rows) == set(CHECKS)
    for name, check in CHECKS.items():
        assert all(f"`{field}`" in rows[name] for field in check.__struct_fields__), name
