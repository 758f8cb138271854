from __future__ import annotations

import json

import pytest

from m3bench.core import MAX_DEPTH, FormatError, is_too_deep
from m3bench.formats.io.jsontext import DuplicateKeys, dump, parse


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: expected JSON, found an empty text"),
        (" \n", "f: expected JSON, found an empty text"),
        ("\ufeff[]", "f: starts with a byte order mark; save it as UTF-8 without one"),
        ("[1,\n2", "f, line 2, column 2: truncated: the JSON ends in the middle (expecting ',' delimiter)"),
        (
            '{"a": "x',
            "f, line 1, column 7: truncated: the JSON ends in the middle (unterminated string starting at)",
        ),
        ("[tru", "f, line 1, column 2: truncated: the JSON ends in the middle (expecting value)"),
        ("[1 2, 3]", "f, line 1, column 4: not valid JSON: expecting ',' delimiter"),
        ("[] []", "f, line 1, column 4: not valid JSON: extra data"),
        ("[" * 100_000, f"f: nested more than {MAX_DEPTH} levels deep"),
        ("[" * 300 + "]" * 300, f"f: nested more than {MAX_DEPTH} levels deep"),
        ("[" + "1" * 5000 + "]", "f: a number has too many digits"),
    ],
)
def test_broken_text_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text, file="f")
    assert str(caught.value) == message


def test_a_line_of_a_file_has_its_own_number() -> None:
    with pytest.raises(FormatError) as caught:
        parse("[1 2, 3]", file="f", record="#6", line=7)
    assert str(caught.value) == "f, record #6, line 7, column 4: not valid JSON: expecting ',' delimiter"


def test_nan_and_half_surrogate_pairs_pass() -> None:
    assert repr(parse('[NaN, -Infinity, "\\ud800"]', file="f")) == "[nan, -inf, '\\ud800']"


def test_repeated_keys_are_noticed() -> None:
    value = parse('{"a": 1, "b": 2, "a": 3}', file="f")
    assert isinstance(value, DuplicateKeys)
    assert value == {"a": 3, "b": 2}
    assert value.pairs == (("a", 1), ("b", 2), ("a", 3))
    assert value.duplicate_keys == ["a"]


def test_wide_is_not_deep() -> None:
    assert not is_too_deep([[] for _ in range(MAX_DEPTH * 2)])
    assert parse(json.dumps([[]] * 1000), file="f") == [[]] * 1000


def test_text_is_valid_utf8_and_escapes_only_what_it_must() -> None:
    value = ["ü\ud800", "😀"]
    assert dump(value) == '["ü\\ud800", "😀"]\n'.encode()
    assert dump(value, pretty=True) == '[\n "ü\\ud800",\n "😀"\n]\n'.encode()
    assert json.loads(dump(value)) == value
