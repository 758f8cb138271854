"""Descriptions of sounds, films and documents for models that do not take them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from PIL import Image

from m3bench.agents import Description
from m3bench.core import Content, Media, Text
from m3bench.media import BrokenMedia, MediaPackageMissing, Sound, read_sound
from m3bench.media.film import Film, Frame
from m3bench.media.speech import Word, recognize
from m3bench.models import plain_type
from m3bench.workers import OFFICE_SUFFIXES, DocumentError, office_text, page_texts

_MOST_PAGES = 20
_MOST_CHARACTERS = 20_000
_MOST_FRAMES = 8
_MOST_SECONDS = 600.0
_LONGEST_PAUSE = 1.0
"""In seconds. A longer pause begins a new line of a transcript."""
_OFFICE_TYPES = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}


def describe_media(media: Media) -> Description | None:
    """Return what a model gets in place of a sound, film or document; None if it cannot be described."""
    describe = _DESCRIBERS.get(media.kind)
    return describe(media, media.data or b"") if describe is not None else None


def _document(media: Media, data: bytes) -> Description | None:
    try:
        if plain_type(media.media_type) == "application/pdf":
            return _pdf(media, data)
        suffix = _OFFICE_TYPES.get(plain_type(media.media_type)) or PurePosixPath(media.uri or "").suffix
        if suffix not in OFFICE_SUFFIXES:
            return None
        return _text(media, [office_text(data, suffix, most_characters=_MOST_CHARACTERS)])
    except DocumentError:
        return None


def _pdf(media: Media, data: bytes) -> Description:
    share = _MOST_CHARACTERS // _MOST_PAGES
    total, texts = page_texts(data, most_pages=_MOST_PAGES, most_characters=share)
    pages = [f"Page {number} of {total}:\n{text.strip()}" for number, text in enumerate(texts, 1)]
    return _text(media, pages)


def _text(media: Media, parts: Sequence[str]) -> Description:
    head = Text(f"[The text of {media.uri or 'a document'}; its layout and pictures are not shown:]")
    content: list[Content] = [head, *map(Text, filter(None, parts))]
    return Description("text", tuple(content))


def _sound(media: Media, data: bytes) -> Description | None:
    try:
        sound = read_sound(data, _MOST_SECONDS)
        return Description("transcript", (Text(_transcript(sound, media.uri or "a sound")),))
    except (BrokenMedia, MediaPackageMissing):
        return None


def _transcript(sound: Sound, name: str) -> str:
    lines = "\n".join(_lines(recognize(sound))) or "(no speech was recognized)"
    return f"[What is said in {name}, {sound.seconds:.1f} s, as a recognizer heard it:]\n{lines}"


def _lines(words: Sequence[Word]) -> Iterator[str]:
    """Yield a line for each stretch of speech, after the time of its beginning."""
    line: list[Word] = []
    for word in words:
        if line and word.start - line[-1].end > _LONGEST_PAUSE:
            yield _line(line)
            line = []
        line.append(word)
    if line:
        yield _line(line)


def _line(words: Sequence[Word]) -> str:
    return f"{words[0].start:.1f} s: {' '.join(word.text for word in words)}"


def _film(media: Media, data: bytes) -> Description | None:
    name = media.uri or "a film"
    try:
        film = Film(data)
        seconds = film.info.seconds
        count = min(_MOST_FRAMES, len(film.frame_times))
        frames = film.frames_at([(index + 0.5) * seconds / count for index in range(count)])
        said = [] if film.sound is None else [Text(_transcript(film.sound, f"the sound of {name}"))]
    except (BrokenMedia, MediaPackageMissing):
        return None
    head = Text(f"[{count} frames of {name}, {seconds:.1f} s:]")
    shown = [part for frame in frames for part in _frame(name, frame)]
    return Description("frames", (head, *shown, *said))


def _frame(name: str, frame: Frame) -> tuple[Content, ...]:
    written = io.BytesIO()
    Image.fromarray(frame.pixels).save(written, "PNG")
    picture = Media(media_type="image/png", data=written.getvalue(), uri=f"{name} at {frame.seconds:.1f} s")
    return Text(f"{frame.seconds:.1f} s:"), picture


_DESCRIBERS: dict[str, Callable[[Media, bytes], Description | None]] = {
    "application": _document,
    "audio": _sound,
    "video": _film,
}
