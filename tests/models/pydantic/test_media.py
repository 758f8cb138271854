"""What each provider can be shown, and the notes in place of the rest."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_ai.messages import BinaryContent, DocumentUrl, ImageUrl, UploadedFile

from m3bench.core import Content, Data, Media, Text
from m3bench.models.defaults import ModelDefaults
from m3bench.models.endpoint import Wire
from m3bench.models.pydantic.media import MediaSupport
from tests.models.wires import PNG, WIRES

ALL = ModelDefaults(pictures=True, audio=True, video=True, documents=True)


def showing(wire: Wire, defaults: ModelDefaults = ALL) -> MediaSupport:
    return MediaSupport.of(wire, defaults)


@pytest.mark.parametrize("wire", WIRES)
def test_pictures_go_as_they_are(wire: Wire) -> None:
    assert showing(wire).show([Media(media_type="image/png", data=PNG)]) == [
        BinaryContent(PNG, media_type="image/png")
    ]


@pytest.mark.parametrize(
    ("declared", "data", "true"),
    [
        ("image/jpg", b"\xff\xd8\xff\xe0...", "image/jpeg"),
        ("image/jpeg", PNG, "image/png"),
        ("application/octet-stream", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        ("IMAGE/PNG; charset=binary", PNG, "image/png"),
    ],
)
def test_a_picture_is_what_its_bytes_say(declared: str, data: bytes, true: str) -> None:
    (shown,) = showing("anthropic").show([Media(media_type=declared, data=data)])
    assert isinstance(shown, BinaryContent)
    assert shown.media_type == true


@pytest.mark.parametrize(
    ("wire", "media_type", "taken"),
    [
        ("openai", "audio/x-wav", True),
        ("openai", "audio/ogg", False),
        ("anthropic", "audio/wav", False),
        ("google", "audio/ogg", True),
        ("google", "video/mp4", True),
        ("openai", "video/mp4", False),
        ("openai", "application/pdf", True),
        ("anthropic", "application/pdf", True),
        ("google", "application/zip", False),
        ("openai", "image/tiff", False),
    ],
)
def test_sounds_films_and_files_go_where_they_are_taken(wire: Wire, media_type: str, taken: bool) -> None:
    (shown,) = showing(wire).show([Media(media_type=media_type, data=b"bytes")])
    assert isinstance(shown, BinaryContent) is taken
    if not taken:
        assert "cannot be shown" in str(shown)
        assert media_type in str(shown)
        assert "5 bytes" in str(shown)


@pytest.mark.parametrize("wire", WIRES)
def test_a_model_that_sees_nothing_is_told_so(wire: Wire) -> None:
    blind = showing(wire, ModelDefaults(pictures=False))
    assert blind.show([Media(media_type="image/png", data=PNG)]) == [
        f"[A picture that cannot be shown here: image/png, {len(PNG)} bytes]"
    ]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("media_type", ["text/csv", "application/json", "image/svg+xml"])
def test_files_of_text_are_read_out(wire: Wire, media_type: str) -> None:
    assert showing(wire).show([Media(media_type=media_type, data=b"a,b\n\xff")]) == ["a,b\n\ufffd"]


def test_pictures_at_an_address_are_fetched_by_the_provider() -> None:
    picture = Media(media_type="image/png", uri="https://example.org/a.png")
    assert showing("openai").show([picture]) == [ImageUrl(picture.uri or "", media_type="image/png")]
    assert showing("anthropic").show([picture]) == [ImageUrl(picture.uri or "", media_type="image/png")]
    (google,) = showing("google").show([picture])
    assert isinstance(google, UploadedFile)
    assert google.file_id == picture.uri


def test_documents_at_an_address_go_to_who_fetches_them() -> None:
    document = Media(media_type="application/pdf", uri="https://example.org/a.pdf")
    assert isinstance(showing("anthropic").show([document])[0], DocumentUrl)
    assert showing("openai").show([document]) == [
        "[A file that cannot be shown here: application/pdf, at https://example.org/a.pdf]"
    ]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("address", [None, "file:///tmp/a.png", "picture://1", "gs://b/a.png"])
def test_what_is_only_named_becomes_a_note(wire: Wire, address: str | None) -> None:
    (note,) = showing(wire).show([Media(media_type="image/png", uri=address, digest="abc")])
    assert str(note).startswith("[A picture that cannot be shown here: image/png")
    assert (address or "image/png") in str(note)


@pytest.mark.parametrize("wire", WIRES)
def test_text_and_data_are_text_and_blanks_are_left_out(wire: Wire) -> None:
    content: list[Content] = [
        Text("one"),
        Text(" \n"),
        Text(""),
        Data({"name": "Zoë", "n": [1, None]}),
        Data(float("nan")),
    ]
    assert showing(wire).show(content) == ["one", '{"name": "Zoë", "n": [1, null]}', "NaN"]


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.lists(
        st.builds(Text, st.text(st.characters()))
        | st.builds(Data, st.recursive(st.none() | st.floats() | st.text(), st.lists))
        | st.builds(
            Media,
            media_type=st.text()
            | st.sampled_from(["image/png", "text/plain", "audio/wav", "application/pdf"]),
            data=st.none() | st.binary(),
            uri=st.none() | st.text() | st.just("https://example.org/x"),
        )
    ),
    st.sampled_from(WIRES),
)
def test_whatever_comes_can_be_sent(content: list[Content], wire: Wire) -> None:
    for shown in showing(wire).show(content):
        assert shown if isinstance(shown, str) else shown.media_type
        if isinstance(shown, str):
            shown.encode()
