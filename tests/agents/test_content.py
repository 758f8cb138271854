"""Content that a model does not take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anyio
import pytest

from m3bench.agents.content import ContentFitter, Description, media_tokens
from m3bench.core import Content, Media, Text
from m3bench.models import Message, System, ToolReturn, User

SOUND = Media(media_type="audio/x-wav", data=b"RIFF", uri="call.wav")
FILM = Media(media_type="video/mp4", data=b"film", uri="clip.mp4")
PICTURE = Media(media_type="image/png", data=b"\x89PNG", uri="a.png")
PDF = Media(media_type="application/pdf", data=b"%PDF", uri="form.pdf")


class Describer:
    """Describes everything but PDFs, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str | None] = []

    def __call__(self, media: Media) -> Description | None:
        self.asked.append(media.uri)
        return None if media is PDF else Description("transcript", (Text(f"words of {media.uri}"),))


def fit(fitter: ContentFitter, *parts: Content) -> tuple[Sequence[Content], dict[str, Any]]:
    notes: dict[str, Any] = {}
    messages: list[Message] = [System("s"), User(parts)]
    fitted = anyio.run(fitter.fit, messages, notes)
    assert fitted[0] == System("s")
    assert isinstance(fitted[1], User)
    return fitted[1].content, notes


def test_accepted_content_is_sent_as_it_is() -> None:
    content, notes = fit(ContentFitter(frozenset({"audio/wav"}), Describer()), Text("listen"), SOUND)
    assert content == (Text("listen"), SOUND)
    assert notes == {
        "media": [{"media_type": "audio/x-wav", "bytes": 4, "form": "itself", "path": "call.wav"}]
    }


def test_other_content_is_described_once() -> None:
    describer = Describer()
    fitter = ContentFitter(frozenset({"audio/wav"}), describer)
    for _ in range(2):
        content, notes = fit(fitter, FILM, SOUND)
        assert content == (Text("words of clip.mp4"), SOUND)
        assert [note["form"] for note in notes["media"]] == ["transcript", "itself"]
    assert describer.asked == ["clip.mp4"]


@pytest.mark.parametrize("describer", [None, Describer()])
def test_what_cannot_be_described_is_named(describer: Describer | None) -> None:
    (note,), notes = fit(ContentFitter(frozenset(), describer), PDF)
    assert isinstance(note, Text)
    assert "form.pdf" in note.text
    assert "Use a tool" in note.text
    assert notes["media"][0]["form"] == "note"


def test_pictures_are_left_to_the_adapter() -> None:
    content, notes = fit(ContentFitter(frozenset(), Describer()), PICTURE)
    assert content == (PICTURE,)
    assert notes["media"][0]["form"] == "note"


def test_results_of_tools_are_fitted_and_text_files_kept() -> None:
    plain = Media(media_type="text/csv", data=b"a,b")
    message = ToolReturn("1", "play", (SOUND, plain))
    (fitted,) = anyio.run(ContentFitter(frozenset(), Describer()).fit, [message], {})
    assert fitted == ToolReturn("1", "play", (Text("words of call.wav"), plain))


def test_without_a_list_everything_is_accepted() -> None:
    content, _ = fit(ContentFitter(), SOUND, FILM, PDF)
    assert content == (SOUND, FILM, PDF)


def test_descriptions_are_bounded() -> None:
    describer = Describer()
    fitter = ContentFitter(frozenset(), describer)
    sounds = [Media(media_type="audio/wav", data=b"%d" % number) for number in range(70)]
    fit(fitter, *sounds)
    fit(fitter, *sounds[-60:])
    assert len(describer.asked) == 70
    fit(fitter, sounds[0])
    assert len(describer.asked) == 71


def test_tokens_grow_with_sounds_films_and_documents() -> None:
    assert media_tokens(PICTURE) == 1_000
    for kind in ("audio/wav", "video/mp4", "application/pdf"):
        small, large = (Media(media_type=kind, data=bytes(size)) for size in (100, 1_000_000))
        assert 0 < media_tokens(small) < media_tokens(large)
