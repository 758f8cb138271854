"""Names of files as text: reversible, encodable, and on one line for people."""

from __future__ import annotations

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.text import name_from_record, recorded_name, shown_name


@given(st.binary())
def test_every_name_is_recorded_reversibly(name: bytes) -> None:
    recorded = recorded_name(os.fsdecode(name))
    recorded.encode()
    assert os.fsencode(name_from_record(recorded)) == name


@given(
    st.text(st.characters(categories=None, exclude_categories=()) | st.sampled_from("\\xuU89adfcDC\udcff"))
)
def test_every_text_is_recorded_reversibly(text: str) -> None:
    recorded = recorded_name(text)
    recorded.encode()
    assert name_from_record(recorded) == text


@given(st.text(st.characters(exclude_characters="\\", exclude_categories=["Cs"])))
def test_ordinary_names_stay(name: str) -> None:
    assert recorded_name(name) == name
    assert name_from_record(name) == name


@given(st.binary(), st.binary())
def test_different_names_have_different_records(one: bytes, other: bytes) -> None:
    assert (recorded_name(os.fsdecode(one)) == recorded_name(os.fsdecode(other))) == (one == other)


@pytest.mark.parametrize(
    ("name", "recorded"),
    [
        (b"\xff.txt", r"\xff.txt"),
        (b"\\xff.txt", r"\\xff.txt"),
        (b"a\\b", r"a\\b"),
        (b"caf\xc3\xa9", "café"),
        (b"a\nb\x1b[2J", "a\nb\x1b[2J"),
    ],
)
def test_examples(name: bytes, recorded: str) -> None:
    assert recorded_name(os.fsdecode(name)) == recorded


@pytest.mark.parametrize(
    "text", [r"docs\report.txt", r"\x2e\x2e\x2fsecret", r"\x00", r"\u0041", r"\xFF", "\\"]
)
def test_other_escapes_mean_nothing(text: str) -> None:
    assert name_from_record(text) == text


@given(st.text())
def test_shown_names_have_one_line_and_no_controls(name: str) -> None:
    shown = shown_name(recorded_name(name))
    assert len(shown.splitlines()) <= 1
    assert not [letter for letter in shown if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")]
    assert not set(shown) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
