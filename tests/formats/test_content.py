from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Call, Content, Data, Media, Result, Step, Text, Trajectory
from m3bench.formats import read_trajectories, trajectories_from, write


def read(raw: Any) -> Trajectory:
    return trajectories_from([{"id": "a", "steps": [[{"name": "a/b", "result": raw}]]}])[0]


def result_of(raw: Any) -> Result | None:
    return read(raw).steps[0].calls[0].result


@pytest.mark.parametrize("value", [{"a": 1}, [1, 2], [], {}, 3, False, [{"type": "text", "text": "x"}, 3]])
def test_any_json_value_is_kept_as_data(value: Any) -> None:
    assert result_of(value) == Result((Data(value),))


def test_text_is_text_and_null_is_no_result() -> None:
    assert result_of("found") == Result((Text("found"),))
    assert result_of(None) is None


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ({"type": "text", "text": "hello"}, Text("hello")),
        (
            {"type": "image", "data": "AAE=", "mimeType": "image/png"},
            Media(media_type="image/png", data=b"\0\1"),
        ),
        ({"type": "image", "data": "AA\nE="}, Media(media_type="image/*", data=b"\0\1")),
        (
            {"type": "audio", "data": "AAE=", "mimeType": "audio/wav"},
            Media(media_type="audio/wav", data=b"\0\1"),
        ),
        (
            {"type": "resource", "resource": {"uri": "file:///a", "mimeType": "text/csv", "text": "a,b"}},
            Media(media_type="text/csv", data=b"a,b", uri="file:///a"),
        ),
        (
            {"type": "resource", "resource": {"uri": "file:///a", "blob": "AAE="}},
            Media(data=b"\0\1", uri="file:///a"),
        ),
        (
            {"type": "resource_link", "uri": "http://x/y.png", "mimeType": "image/png"},
            Media(media_type="image/png", uri="http://x/y.png"),
        ),
        ({"type": "data", "value": [1]}, Data([1])),
        (
            {"type": "media", "media_type": "video/mp4", "digest": "d"},
            Media(media_type="video/mp4", digest="d"),
        ),
    ],
)
def test_parts_keep_their_type(part: dict[str, Any], content: Content) -> None:
    assert result_of([part]) == Result((content,))
    assert result_of({"content": [part], "isError": True}) == Result((content,), is_error=True)


@pytest.mark.parametrize(
    "part",
    [
        {"type": "text"},
        {"type": "text", "text": 3},
        {"type": "image", "data": "not base64!"},
        {"type": "image", "data": "ü"},
        {"type": "image"},
        {"type": "resource", "resource": "x"},
        {"type": "resource", "resource": {"uri": "u"}},
        {"type": "resource", "resource": {"uri": "u", "text": "\ud800"}},
        {"type": "resource_link"},
        {"type": "data"},
        {"type": "media", "data": "!"},
        {"type": "media", "data": "\ud800"},
        {"type": "media", "surprise": 1},
    ],
)
def test_a_broken_part_is_kept_as_the_value_it_is(part: dict[str, Any]) -> None:
    assert result_of([{"type": "text", "text": "x"}, part]) == Result((Text("x"), Data(part)))


def test_structured_content_follows_the_parts() -> None:
    raw = {"content": [{"type": "text", "text": "3"}], "structuredContent": {"sum": 3}}
    assert result_of(raw) == Result((Text("3"), Data({"sum": 3})))
    assert result_of({"content": []}) == Result()


@pytest.mark.parametrize(
    "raw", [{"content": [1]}, {"content": "x"}, {"content": [], "page": 1}, {"isError": 1}]
)
def test_an_object_that_only_resembles_a_result_is_data(raw: Any) -> None:
    assert result_of(raw) == Result((Data(raw),))


def test_annotations_are_kept_by_place() -> None:
    raw = {
        "content": [{"type": "text", "text": "x", "annotations": {"audience": ["user"]}}],
        "_meta": {"a": 1},
    }
    assert read(raw).extra["unread"] == {
        "steps[0][0].result._meta": {"a": 1},
        "steps[0][0].result.content[0].annotations": {"audience": ["user"]},
    }


@pytest.mark.parametrize(
    "result",
    [
        Result(),
        Result(is_error=True),
        Result((Text("x"),)),
        Result((Text("x"),), is_error=True),
        Result((Data("x"),)),
        Result((Data(None),)),
        Result((Data({"content": []}),)),
        Result((Data([{"type": "text", "text": "x"}]),)),
        Result((Text("a"), Data({"b": 1}), Media(media_type="image/png", data=b"x"))),
        Result((Media(media_type="image/png", data=b"x", uri="u", digest="d"), Media(digest="e"))),
        Result((Media(media_type="audio/wav", data=b""), Media(media_type="text/plain", data=b"x", uri="u"))),
    ],
)
def test_every_result_survives(tmp_path: Path, result: Result) -> None:
    trajectory = Trajectory(task_id="a", steps=(Step((Call("a/b", result=result),)),))
    write(tmp_path / "p.json", [trajectory], format="m3")
    assert read_trajectories(tmp_path / "p.json") == [trajectory]
    assert "m3bench" not in (tmp_path / "p.json").read_text(encoding="utf-8")
