"""Damaged files, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

_SCRAPS = (
    b"\0", b"\0" * 300, b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"null", b"true", b"-1", b"1e999",
    b"9" * 400, b"NaN", b"-Infinity", b"[" * 2_000, b'{"a":' * 500, b'"', b"\\", b"{}", b"[]", b"\n", b"\r\n",
    b"\x1b[2J", b"../../../etc/passwd", b"\xef\xbb\xbf", b'"kind":"attempt",', b"0.1e-999999",
    b"PK\x05\x06",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1e308, "", "\0", "x" * 5_000, [], {}, [[]], [None], {"": None}, "../..",
    "/etc/passwd", "2026-99-99", "\ud800", ["a"] * 200, -0.0, "1", [{"a": {"b": [1]}}], 2**63, float("nan"),
)  # fmt: skip


def mutate(data: bytes, draw: random.Random) -> bytes:
    """Return the bytes with up to four defects. JSON may get a value of another type."""
    if draw.random() < 0.5:
        data = _other_value(data, draw)
    for _ in range(draw.choice((0, 1, 1, 2, 4)) if data else 1):
        data = draw.choice(_WAYS)(data, draw)
    return data


def _flip(data: bytes, draw: random.Random) -> bytes:
    flipped = bytearray(data)
    for _ in range(draw.choice((1, 1, 8))):
        if flipped:
            flipped[draw.randrange(len(flipped))] ^= 1 << draw.randrange(8)
    return bytes(flipped)


def _cut(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def _insert(data: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + draw.choice(_SCRAPS) + data[place:]


def _remove(data: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + data[place + draw.choice((1, 3, 40)) :]


def _repeat(data: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(data) + 1)
    piece = data[place : place + draw.choice((1, 30, 900))]
    return data[:place] + piece * draw.choice((1, 2, 30)) + data[place:]


def _swap_lines(data: bytes, draw: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    draw.shuffle(lines)
    return b"".join(lines[: draw.randrange(len(lines) + 1)])


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip, _cut, _insert, _insert, _remove, _repeat, _swap_lines,
)  # fmt: skip


def _other_value(data: bytes, draw: random.Random) -> bytes:
    """Replace or remove a random value of the JSON. Other data is returned unchanged."""
    lines = data.split(b"\n")
    place = draw.randrange(len(lines))
    for piece, put in ((data, lambda new: new), (lines[place], lambda new: _with_line(lines, place, new))):
        try:
            value = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        changed = _changed(value, draw)
        return put(json.dumps(changed).encode("utf-8", "backslashreplace"))
    return data


def _with_line(lines: list[bytes], place: int, line: bytes) -> bytes:
    return b"\n".join([*lines[:place], line, *lines[place + 1 :]])


def _changed(value: Any, draw: random.Random, depth: int = 0) -> Any:
    if depth > 12 or draw.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return draw.choice(_VALUES)
    if isinstance(value, list):
        place = draw.randrange(len(value))
        return [*value[:place], _changed(value[place], draw, depth + 1), *value[place + 1 :]]
    key = draw.choice(sorted(value))
    if draw.random() < 0.1:
        return {name: each for name, each in value.items() if name != key}
    return {**value, key: _changed(value[key], draw, depth + 1)}
