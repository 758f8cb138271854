"""Input files of a task as Inspect content, for models that support their type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from inspect_ai.model import Content, ContentAudio, ContentDocument, ContentText

from m3bench.agents import InputFile
from m3bench.core import Media
from m3bench.formats.openai import address_of
from m3bench.models import defaults_for

_SOUNDS: dict[str, Literal["wav", "mp3"]] = {
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
}


def file_content(files: Iterable[InputFile], model: str) -> Iterator[Content]:
    """Yield the files that the model supports, each after its name. Tools can read the others."""
    known = defaults_for(model)
    for file in files:
        media = file.media
        shown = _shown(media, documents=known.documents, audio=known.audio) if media is not None else None
        if shown is not None:
            yield ContentText(text=f"The file {file.label}:")
            yield shown


def _shown(media: Media, *, documents: bool, audio: bool) -> Content | None:
    if media.kind == "text":
        return ContentText(text=(media.data or b"").decode("utf-8", "replace"))
    if media.media_type == "application/pdf" and documents:
        name = media.uri or ""
        return ContentDocument(document=address_of(media), filename=name, mime_type=media.media_type)
    if media.media_type in _SOUNDS and audio:
        return ContentAudio(audio=address_of(media), format=_SOUNDS[media.media_type])
    return None
