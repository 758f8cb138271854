"""Descriptions of sounds, films and documents for models that do not take them."""

from __future__ import annotations

import io

import docx
import fpdf
import numpy as np
import pytest

from m3bench.core import Media, Text
from m3bench.media import Sound, write_sound
from m3bench.media.film import write_film
from m3bench.media.speech import synthesize
from m3bench.runs.models import describe_media

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


SILENCE = Sound(np.zeros((800, 1), np.float32), 8_000)


def letter() -> bytes:
    document = docx.Document()
    document.add_paragraph("Dear Ada")
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def invoice() -> bytes:
    pdf = fpdf.FPDF()
    pdf.set_font("helvetica")
    for text in ("Invoice 17", "Total 12 EUR"):
        pdf.add_page()
        pdf.cell(text=text)
    return bytes(pdf.output())


def words(media: Media) -> str:
    description = describe_media(media)
    assert description is not None
    assert description.form == "text"
    return "\n".join(part.text for part in description.content if isinstance(part, Text))


def test_the_text_of_documents_stands_for_them() -> None:
    text = words(Media(media_type="application/pdf", data=invoice(), uri="invoice.pdf"))
    assert "The text of invoice.pdf" in text
    assert "Page 2 of 2:\nTotal 12 EUR" in text
    assert "Dear Ada" in words(Media(media_type=WORD, data=letter()))
    assert "Dear Ada" in words(Media(media_type="application/octet-stream", data=letter(), uri="a.docx"))


@pytest.mark.slow
def test_a_transcript_stands_for_a_sound() -> None:
    sound = write_sound(synthesize("Please call me back about the broken lamp.").sound, ".wav")
    description = describe_media(Media(media_type="audio/wav", data=sound, uri="voicemail.wav"))
    assert description is not None
    assert description.form == "transcript"
    (text,) = description.content
    assert isinstance(text, Text)
    assert "voicemail.wav" in text.text
    assert "broken lamp" in text.text


def test_frames_stand_for_a_film() -> None:
    colours = [(200, 30, 30), (30, 200, 30)]
    frames = [np.full((90, 160, 3), colours[number // 5], np.uint8) for number in range(10)]
    silent = write_film(frames, 10)
    description = describe_media(Media(media_type="video/mp4", data=silent, uri="clip.mp4"))
    assert description is not None
    assert description.form == "frames"
    pictures = [part for part in description.content if isinstance(part, Media)]
    assert len(pictures) == 8
    assert all(picture.media_type == "image/png" for picture in pictures)
    assert not any("said" in part.text for part in description.content if isinstance(part, Text))


@pytest.mark.parametrize(
    "media",
    [
        Media(media_type="application/pdf", data=b"%PDF-broken"),
        Media(media_type=WORD, data=b"PK"),
        Media(media_type="application/zip", data=b"PK", uri="a.zip"),
        Media(media_type="font/ttf", data=b"1"),
        Media(media_type="audio/wav", data=b"RIFF"),
        Media(media_type="video/mp4", data=write_sound(SILENCE, ".wav")),
    ],
)
def test_what_cannot_be_read_is_not_described(media: Media) -> None:
    assert describe_media(media) is None
