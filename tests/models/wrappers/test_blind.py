from __future__ import annotations

from functools import partial

import anyio
import pytest

from m3bench.core import Content, Data, Media, Text
from m3bench.models import Assistant, Reply, Request, System, ToolReturn, User
from m3bench.models.messages import Message
from m3bench.models.wrappers.blind import BlindModel
from m3bench.testing import ScriptedModel


def seen(*messages: Message) -> tuple[Message, ...]:
    """What reaches the model behind."""
    behind = ScriptedModel(["fine"])
    reply: Reply = anyio.run(partial(BlindModel(behind).ask, Request(messages)))
    assert reply.text == "fine"
    return behind.requests[0].messages


@pytest.mark.parametrize(
    ("media", "note"),
    [
        (Media(media_type="image/png", data=b"1234", uri="out/map.png"), "[picture: out/map.png]"),
        (Media(media_type="image/png", uri="https://x.example/a.png"), "[picture: https://x.example/a.png]"),
        (Media(media_type="image/png", data=b"1234"), "[picture: image/png, 4 bytes]"),
        (Media(media_type="image/jpeg", digest="ab12"), "[picture: image/jpeg]"),
        (
            Media(media_type="image/gif", data=b"", uri="data:image/gif;base64,AAAA"),
            "[picture: image/gif, 0 bytes]",
        ),
        (Media(media_type="audio/wav", uri="hello.wav"), "[sound: hello.wav]"),
        (Media(media_type="video/mp4", uri="walk.mp4"), "[film: walk.mp4]"),
        (Media(media_type="application/pdf", uri="a.pdf"), "[file: a.pdf]"),
        (Media(), "[file: application/octet-stream]"),
    ],
)
def test_media_become_notes(media: Media, note: str) -> None:
    assert seen(User((Text("look"), media))) == (User((Text("look"), Text(note))),)


def test_what_tools_return_keeps_its_place_and_the_rest_stays() -> None:
    picture = Media(media_type="image/png", uri="a.png")
    parts: tuple[Content, ...] = (Data({"a": 1}), picture, Text("end"))
    messages = (System("be brief"), Assistant("yes"), ToolReturn("1", "draw", parts, is_error=True))
    noted = ToolReturn("1", "draw", (Data({"a": 1}), Text("[picture: a.png]"), Text("end")), is_error=True)
    assert seen(*messages) == (System("be brief"), Assistant("yes"), noted)


def test_files_of_text_stay() -> None:
    message = User((Media(media_type="text/csv", data=b"a,b"),))
    assert seen(message) == (message,)


def test_a_place_is_not_endless() -> None:
    (message,) = seen(User((Media(media_type="image/png", uri="x" * 100_000),)))
    assert isinstance(message, User)
    assert isinstance(message.content[0], Text)
    assert len(message.content[0].text) < 400


def test_it_is_called_what_the_model_is_called() -> None:
    assert BlindModel(ScriptedModel([], name="local/smollm2")).name == "local/smollm2"
