"""Bodies and events of HTTP answers."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator
from itertools import pairwise

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.hosting.session import http_bodies
from m3bench.hosting.session.http_bodies import (
    BrokenBody,
    Event,
    EventSplitter,
    unpacked,
    whole_body,
)


async def chunked(data: bytes, size: int = 7) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def body(data: bytes, coding: str) -> bytearray:
    async def read() -> bytearray:
        return await whole_body(unpacked(chunked(data), coding), 5)

    return anyio.run(read)


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("", b"text"),
        ("identity", b"text"),
        ("gzip", gzip.compress(b"text", mtime=0)),
        ("deflate", zlib.compress(b"text")),
    ],
)
def test_bodies_are_unpacked(coding: str, packed: bytes) -> None:
    assert body(packed, coding) == b"text"


@pytest.mark.parametrize(("coding", "data"), [("br", b"x"), ("gzip", b"no gzip"), ("gzip, gzip", b"x")])
def test_what_cannot_be_unpacked_is_told(coding: str, data: bytes) -> None:
    with pytest.raises(BrokenBody):
        body(data, coding)


def test_a_body_is_bounded_after_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_bodies, "MAX_MESSAGE_BYTES", 2**20)
    assert len(body(gzip.compress(b" " * 2**20), "gzip")) == 2**20
    with pytest.raises(BrokenBody, match="larger than 1 MB"):
        body(gzip.compress(b" " * (2**20 + 1)), "gzip")


def test_a_body_must_end_in_time() -> None:
    async def dripping() -> AsyncIterator[bytes]:
        yield b"{"
        await anyio.sleep_forever()

    with pytest.raises(BrokenBody, match="to send a response body"):
        anyio.run(whole_body, dripping(), 0.05)


EVENTS = b": hello\n\nevent: message\r\ndata: one\r\ndata: two\r\n\r\nid: 3\rdata:three\r\rdata: unfinished"


@given(st.lists(st.integers(0, len(EVENTS))))
def test_events_are_the_same_however_they_are_cut(cuts: list[int]) -> None:
    splitter = EventSplitter()
    places = [0, *sorted(cuts), len(EVENTS)]
    events = [event for start, end in pairwise(places) for event in splitter.feed(EVENTS[start:end])]
    assert [event.data for event in events] == [b"", b"one\ntwo", b"three"]
    assert [event.kind for event in events] == [b"message"] * 3
    assert [event.fields for event in events] == [{}, {b"event": b"message"}, {b"id": b"3"}]
    assert splitter.has_begun


LINES = st.lists(
    st.sampled_from(
        [b"data: a", b"data:b", b"data:", b"data", b"data:  c", b"id: 1", b"retry: 9", b": x", b"more"]
    )
)


@given(LINES, st.integers(1, 9))
def test_an_event_is_written_as_it_came(lines: list[bytes], size: int) -> None:
    text = b"".join(line + b"\n" for line in lines) + b"\n"
    first, second = events(text, size), []
    for event in first:
        second += events(event.written(event.data), 1_000)
    assert [said(event) for event in first if any(said(event))] == [
        said(event) for event in second if any(said(event))
    ]
    data = [line[5:].removeprefix(b" ") for line in lines if line.startswith(b"data")]
    assert [event.data for event in first] == ([b"\n".join(data)] if lines else [])


def said(event: Event) -> tuple[bytearray, dict[bytes, bytes]]:
    return event.data, event.fields


def events(text: bytes, size: int) -> list[Event]:
    splitter = EventSplitter()
    return [
        event for start in range(0, len(text), size) for event in splitter.feed(text[start : start + size])
    ]
