"""Transcripts: what is written is read again, each part once, and what was changed is noticed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Data, Media, Text, Usage
from m3bench.core.redaction import isolated_secrets, protect
from m3bench.models import (
    Assistant,
    Message,
    Reply,
    Request,
    Settings,
    System,
    ToolOffer,
    ToolReturn,
    ToolUse,
    User,
)
from m3bench.runs.store import (
    Blobs,
    MadeExchange,
    TranscriptError,
    media_bytes,
    read_transcript,
    write_transcript,
)
from m3bench.runs.store.transcript import transcript_digests

PICTURE = Media(media_type="image/png", data=b"\x89PNG" + bytes(range(256)), uri="map.png")
TOOLS = tuple(ToolOffer(f"tool_{n}", "Finds places. " * 20, {"type": "object"}) for n in range(10))
OPENING = (System("Be brief. " * 300), User((Text("What is this?"), PICTURE)))
CALL = Assistant("Looking.", (ToolUse("1", "tool_0", {"q": "lake"}),))
RETURN = ToolReturn("1", "tool_0", (Text("two\nlines"), Data({"k": [1, None]})), is_error=True)


def made(*messages: Message, reply: Reply | None = None, by: str = "agent", **more: Any) -> MadeExchange:
    request = Request(messages, TOOLS, Settings(temperature=0.1))
    return MadeExchange(by=by, model="m/m", request=request, reply=reply or Reply("ok"), **more)


def written(folder: Path, *exchanges: MadeExchange, **more: Any) -> tuple[Blobs, str]:
    (folder / "blobs").mkdir(exist_ok=True)
    blobs = Blobs(folder / "blobs")
    digest = write_transcript(exchanges, blobs, **more)
    assert digest is not None
    return blobs, digest


def lines(blobs: Blobs, digest: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(blobs.get(digest)).splitlines()]


def test_a_conversation_comes_back_with_its_pictures(tmp_path: Path) -> None:
    first = Reply("", CALL.calls, Usage(10, 2, 1, 0.5), "tool_calls", "hm", 4, {"choices": []})
    blobs, digest = written(
        tmp_path,
        made(*OPENING, reply=first),
        made(*OPENING, CALL, RETURN, failed_tries=("503",), cached=True),
    )
    former, latter = read_transcript(blobs, digest)
    assert (former.reply, former.same, former.request.tools) == (first, 0, TOOLS)
    assert (latter.same, latter.failed_tries, latter.cached, latter.model) == (2, ("503",), True, "m/m")
    assert tuple(media_bytes(blobs, message) for message in latter.request.messages) == (
        *OPENING,
        CALL,
        RETURN,
    )
    assert latter.request.settings == Settings(temperature=0.1)


def test_every_part_is_stored_once_and_long_shared_ones_as_blobs(tmp_path: Path) -> None:
    again = tuple(msgspec.structs.replace(message) for message in (*OPENING, CALL))  # equal, not identical
    blobs, digest = written(tmp_path, made(*OPENING), made(*again), made(*again, RETURN))
    parts = [line for line in lines(blobs, digest) if line["kind"] == "part"]
    assert len({part["sha256"] for part in parts}) == len(parts) == 6
    assert [part for part in parts if "blob" in part] == [parts[0], parts[2]]  # system, tools
    exchanges = [line for line in lines(blobs, digest) if line["kind"] == "exchange"]
    assert [(line.get("same", 0), len(line["messages"])) for line in exchanges] == [(0, 2), (2, 1), (3, 1)]


def test_the_same_exchanges_give_the_same_bytes_and_others_do_not(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    _, digest = written(tmp_path, made(*OPENING))
    _, same = written(tmp_path / "b", made(*OPENING))
    _, other = written(tmp_path, made(*OPENING, RETURN))
    assert digest == same != other


def test_askers_have_prefixes_of_their_own(tmp_path: Path) -> None:
    blobs, digest = written(tmp_path, made(*OPENING), made(RETURN, by="user"), made(*OPENING, CALL))
    assert [exchange.same for exchange in read_transcript(blobs, digest)] == [0, 0, 2]


def test_without_requests_there_is_no_transcript(tmp_path: Path) -> None:
    assert write_transcript([], Blobs(tmp_path / "blobs")) is None
    assert list(tmp_path.iterdir()) == []


def test_secrets_and_the_workspace_are_left_out(tmp_path: Path) -> None:
    with isolated_secrets():
        protect(["sk-abcdef1234567890"])
        reply = Reply("the key is sk-abcdef1234567890", raw={"path": "/tmp/w1/map.png"})
        seen = User(
            (Text("see /tmp/w1/map.png"), Media(media_type="text/plain", data=b"sk-abcdef1234567890"))
        )
        blobs, digest = written(tmp_path, made(seen, reply=reply), workspace=Path("/tmp/w1"))
    everything = b"".join(path.read_bytes() for path in (tmp_path / "blobs").rglob("*") if path.is_file())
    text = everything + gzip.decompress(blobs.get(digest))
    assert b"sk-abcdef1234567890" not in text
    assert b"/tmp/w1" not in text
    (read,) = read_transcript(blobs, digest)
    assert read.reply == Reply("the key is ${SECRET}", raw={"path": "${WORKSPACE}/map.png"})


def test_what_is_too_long_is_left_out_and_counted(tmp_path: Path) -> None:
    long = User((Text("x" * 5_000),))
    blobs, digest = written(tmp_path, made(CALL, long, RETURN), most=4_000)
    (read,) = read_transcript(blobs, digest)
    assert (read.request.messages, read.left_out) == ((CALL, RETURN), 1)
    assert [line["left_out"] for line in lines(blobs, digest) if "left_out" in line] == [5_053]


def test_what_json_cannot_hold_does_not_cost_the_attempt(tmp_path: Path) -> None:
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"a": deep}
    odd_reply = Reply("fine", (ToolUse("1", "f", {"what": object(), "big": 10**30, "half": "\ud800"}),))
    blobs, digest = written(
        tmp_path,
        made(CALL, RETURN, reply=Reply("", (ToolUse("1", "f", deep),))),
        made(CALL, RETURN, reply=odd_reply),
    )
    first, second = read_transcript(blobs, digest)
    assert (first.reply, first.left_out, first.request.messages) == (None, 1, (CALL, RETURN))
    assert second.reply is not None
    assert second.reply.calls[0].arguments == {"what": "[object]", "big": 10**30, "half": "\ud800"}


@pytest.mark.parametrize("which", ["transcript", "tools", "picture"])
def test_an_edited_blob_is_noticed_and_named(tmp_path: Path, which: str) -> None:
    blobs, digest = written(tmp_path, made(*OPENING))
    named = transcript_digests(blobs, digest)
    picture = next(digest for digest in named if blobs.get(digest) == PICTURE.data)
    tools = next(line["blob"] for line in lines(blobs, digest)[2:] if "blob" in line)
    assert len(named) == 4
    edited = blobs.path({"transcript": digest, "tools": tools, "picture": picture}[which])
    edited.write_bytes(edited.read_bytes() + b" ")
    with pytest.raises(Exception, match="does not match its SHA-256") as caught:
        [media_bytes(blobs, message) for message in read_transcript(blobs, digest)[0].request.messages]
    assert isinstance(caught.value, TranscriptError) == (which != "picture")
    assert str(edited) in str(caught.value)


def test_a_part_that_was_exchanged_inside_is_noticed(tmp_path: Path) -> None:
    blobs, digest = written(tmp_path, made(CALL, RETURN))
    text = gzip.decompress(blobs.get(digest)).replace(b"Looking.", b"Sleeping")
    forged = blobs.put(gzip.compress(text, mtime=0))
    with pytest.raises(TranscriptError, match=r"part [0-9a-f]{12}…: it does not match its SHA-256") as caught:
        read_transcript(blobs, forged)
    assert caught.value.file == str(blobs.path(forged))


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{}", b"no json", b'{"kind":"transcript","format":"other"}',
        b'{"kind":"transcript","format":"m3bench-transcript-1"}\n{"kind":"exchange","by":"a","model":"m","reply":"ab"}',
        b'{"kind":"transcript","format":"m3bench-transcript-1"}\n' + b"[" * 100_000,
    ],
)  # fmt: skip
def test_files_that_are_no_transcripts_are_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "blobs").mkdir()
    blobs = Blobs(tmp_path / "blobs")
    for data in (gzip.compress(text, mtime=0), text, gzip.compress(text, mtime=0)[:-4]):
        digest = blobs.put(data)
        if text or data != gzip.compress(b"", mtime=0):
            with pytest.raises(TranscriptError):
                read_transcript(blobs, digest)
        assert transcript_digests(blobs, digest) == {digest}


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
odd = st.text(st.characters(exclude_categories=()), max_size=20)  # with lone surrogates
content = st.lists(
    st.builds(Text, odd)
    | st.builds(Data, values)
    | st.builds(lambda data: Media(media_type="image/png", data=data), st.binary(max_size=50)),
    max_size=3,
).map(tuple)
uses = st.lists(st.builds(ToolUse, odd, odd, values | odd), max_size=2).map(tuple)
messages = (
    st.builds(System, odd) | st.builds(User, content) | st.builds(Assistant, odd, uses)
    | st.builds(ToolReturn, odd, odd, content, st.booleans())
)  # fmt: skip
replies = st.builds(
    Reply,
    odd,
    uses,
    st.just(Usage(1, 2, 1, None)),
    st.none() | odd,
    odd,
    st.none() | st.integers(0, 9),
    values,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.lists(messages, max_size=4).map(tuple), replies), min_size=1, max_size=3))
def test_any_request_and_reply_come_back(said: list[tuple[tuple[Message, ...], Reply]]) -> None:
    with TemporaryDirectory() as folder:
        exchanges = [made(*messages, reply=reply) for messages, reply in said]
        blobs, digest = written(Path(folder), *exchanges)
        read = read_transcript(blobs, digest)
        back = [
            tuple(media_bytes(blobs, message) for message in exchange.request.messages) for exchange in read
        ]
    assert back == [messages for messages, _ in said]
    assert [exchange.reply for exchange in read] == [reply for _, reply in said]
