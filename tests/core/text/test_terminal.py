from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.text.terminal import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ä 漢字 🙂 a\tb\n", "plain ä 漢字 🙂 a\tb\n"),
        ("\x1b]0;x\x07", r"\x1b]0;x\x07"),
        ("\x9b2J\x7f\r", r"\x9b2J\x7f\x0d"),
        ("\u202egnp.exe\u2066", r"\u202egnp.exe\u2066"),
        ("\u200fabc\u200e\u061c", r"\u200fabc\u200e\u061c"),
        ("a\u2028b\ufeff", r"a\u2028b\ufeff"),
        ("\ud800 \udcff", r"\ud800 \udcff"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text())
def test_nothing_is_left_that_is_a_control_and_nothing_else_is_changed(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    assert not [
        letter for letter in shown if unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t"
    ]
    if text.isascii() and text.isprintable():
        assert shown == text
