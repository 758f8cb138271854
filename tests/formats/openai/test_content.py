from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Content, Data, Media, Result, Text
from m3bench.formats import trajectories_from


def result_of(content: Any) -> Result | None:
    asks = {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "a"}}]}
    tells = {"role": "tool", "tool_call_id": "1", "content": content}
    return trajectories_from([asks, tells])[0].steps[0].calls[0].result


def picture(url: Any) -> dict[str, Any]:
    return {"type": "image_url", "image_url": url}


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ({"type": "text", "text": "x"}, Text("x")),
        (picture({"url": "data:image/png;base64,AAE="}), Media(media_type="image/png", data=b"\0\1")),
        (picture("data:,a%20b"), Media(media_type="image/*", data=b"a b")),
        (
            picture({"url": "http://x/y.png", "detail": "low"}),
            Media(media_type="image/*", uri="http://x/y.png"),
        ),
        (picture("data:image/png;base64,?"), Media(media_type="image/*", uri="data:image/png;base64,?")),
        (picture("data:nothing"), Media(media_type="image/*", uri="data:nothing")),
        (
            {"type": "input_audio", "input_audio": {"data": "AAE=", "format": "wav"}},
            Media(media_type="audio/wav", data=b"\0\1"),
        ),
    ],
)
def test_parts_keep_their_type(part: Any, content: Content) -> None:
    assert result_of([part]) == Result((content,))


@pytest.mark.parametrize(
    "part",
    [
        3,
        {},
        {"type": []},
        {"type": "file", "file": {}},
        {"type": "text"},
        picture(None),
        picture({"url": 3}),
        {"type": "input_audio"},
        {"type": "input_audio", "input_audio": {"data": "AAE="}},
        {"type": "input_audio", "input_audio": {"data": "!", "format": "wav"}},
    ],
)
def test_other_parts_are_kept_as_the_values_they_are(part: Any) -> None:
    assert result_of([{"type": "text", "text": "x"}, part]) == Result((Text("x"), Data(part)))


def test_content_that_is_no_list() -> None:
    assert result_of("x") == Result((Text("x"),))
    assert result_of(None) == Result()
    assert result_of({"a": 1}) == Result((Data({"a": 1}),))
