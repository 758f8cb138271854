"""YAML and TOML are parsed with a deadline."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.workers import DocumentError, parse_structured, structured


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("yaml", "a: [1, 2.5, x, null, true]", {"a": [1, 2.5, "x", None, True]}),
        ("yaml", "no: off\n2: 2026-05-05\ntrue: ~", {"no": "off", "2": "2026-05-05", "true": None}),
        (
            "yaml",
            "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}",
            {"a": {"b": 1}, "c": {"b": 1}, "d": {"b": 1, "e": 2}},
        ),
        ("yaml", "", None),
        ("toml", "a.b = 1\n[[c]]\nd = 07:30:00", {"a": {"b": 1}, "c": [{"d": "07:30:00"}]}),
    ],
)
def test_values_are_those_of_json(kind: str, text: str, value: Any) -> None:
    assert parse_structured(text, kind) == value


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        ("yaml", "a: [", "is not valid YAML"),
        ("yaml", "a: &x [*x]", "contains itself"),
        ("yaml", "!!python/name:os.system x", "is not valid YAML"),
        ("toml", "a = ", "is not valid TOML"),
        ("toml", "x" + ".x" * 100_000 + " = 1", "exceeded its time limit"),
    ],
)
def test_other_texts_are_refused(kind: str, text: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structured, "SECONDS", 5.0 if "x.x" not in text else 0.5)
    with pytest.raises(DocumentError, match=words):
        parse_structured(text, kind)
