"""Long JSON texts are read in pieces, with the same result as in one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from m3bench.hosting import long_json
from m3bench.hosting.long_json import MOST_VALUES

REFUSED = "refused"
SMALL_WINDOWS = st.integers(16, 40)
CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\\n\x00é€😀u/{[,')
STRINGS = st.text(CHARACTERS, max_size=300) | st.sampled_from(["long-0", "x" * 64, "x" * 65, "😀" * 70])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | STRINGS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(STRINGS, inner, max_size=5),
    max_leaves=12,
)
WRITTEN = st.builds(
    lambda value, ascii_only, indent: json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode(),
    VALUES,
    st.booleans(),
    st.sampled_from([None, 7]),
)
SOUND = [b"\\n", b'\\"', b"\\\\", b"\\/", b"\\ud83d\\ude00", b"\\u00E9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80"]
UNSOUND = [
    b"\\ud83d",
    b"\\ude00",
    b"\\uD83Dx",
    b"\\x",
    b"\\u12",
    b"\\u12g4",
    b"\\",
    b"\xff",
    b"\xc3",
    b"\xa9",
]
PLAIN = [b'"', b"a", b"ud83d", b"x" * 15, b"y" * 64]
ESCAPES = st.sampled_from([*SOUND, *UNSOUND, *PLAIN, b"\xed\xa0\x80", b"\xf0\x9f", b"\x01", b"\n"])
BROKEN = st.lists(ESCAPES, max_size=40).map(lambda parts: b'["' + b"".join(parts) + b'"]')


def whole(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return REFUSED


def in_pieces(text: bytes, window: int) -> Any:
    try:
        return long_json.decode(bytearray(text), MOST_VALUES, window)
    except (ValueError, RecursionError):
        return REFUSED


def ordered(value: Any) -> str:
    return json.dumps(value)


@given(WRITTEN, SMALL_WINDOWS)
@example(b'"\\\\ud83d' + b"x" * 100 + b'"', 16)
@example(b'{"' + b"k" * 90 + b'":1,"' + b"k" * 90 + b'":2}', 16)
def test_sound_texts_are_read_as_in_one_piece(text: bytes, window: int) -> None:
    assert ordered(in_pieces(text, window)) == ordered(whole(text))


@given(BROKEN, SMALL_WINDOWS)
def test_strings_with_broken_parts_are_read_or_refused_as_in_one_piece(text: bytes, window: int) -> None:
    assert in_pieces(text, window) == whole(text)


@given(WRITTEN, st.data(), SMALL_WINDOWS)
def test_damaged_texts_are_read_or_refused_as_in_one_piece(text: bytes, data: Any, window: int) -> None:
    position = data.draw(st.integers(0, len(text)))
    damaged = (
        text[:position] + data.draw(st.binary(max_size=3)) + text[position + data.draw(st.integers(0, 3)) :]
    )
    assert ordered(in_pieces(damaged, window)) == ordered(whole(damaged))


@given(st.binary(max_size=100), SMALL_WINDOWS)
def test_arbitrary_bytes_are_read_or_refused_as_in_one_piece(text: bytes, window: int) -> None:
    assert ordered(in_pieces(text, window)) == ordered(whole(text))


def test_a_server_that_knew_the_mark_of_another_text_gains_nothing() -> None:
    value = [f"long-{'0' * 32}-0", "x" * 100, "long-0"]
    assert in_pieces(json.dumps(value).encode(), 16) == value


@pytest.mark.parametrize("text", [b"[1,2,3]", b'["","",""]', b'""' * 8])
def test_values_are_counted(text: bytes) -> None:
    with pytest.raises(long_json.TooManyValues):
        long_json.decode(text, 3)


def test_commas_in_strings_are_no_values() -> None:
    assert long_json.decode(b'[",,,[[[{{{", "' + b"," * 100 + b'"]', 3) == [",,,[[[{{{", "," * 100]


def test_strings_that_take_too_much_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_json, "LARGEST_STRING", 400)
    assert long_json.decode(b'"' + b"x" * 400 + b'"', 1) == "x" * 400
    for wide in ("x" * 399 + "é", "x" * 401, "x" * 100 + "😀"):
        with pytest.raises(long_json.StringTooLarge):
            long_json.decode(f'"{wide}"'.encode(), 1, 16)


def test_a_number_of_many_megabytes_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        long_json.decode(b"0." + b"1" * 20_000_000, 1)


def test_blanks_of_many_megabytes_are_passed_over() -> None:
    assert long_json.decode(b"[1," + b" " * 20_000_000 + b"2]", 3) == [1, 2]


@given(VALUES)
def test_values_are_written_as_in_one_piece(value: Any) -> None:
    assert "".join(long_json.json_pieces(value)) == json.dumps(value, ensure_ascii=False)


@given(st.lists(ESCAPES).map(b"".join), SMALL_WINDOWS)
def test_the_first_byte_that_is_not_utf8_is_found(text: bytes, window: int) -> None:
    assert long_json.not_utf8_at(text, window) == bad_byte(text)


def bad_byte(text: bytes) -> int | None:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None
