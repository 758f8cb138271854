"""The check of what is written in a picture."""

from __future__ import annotations

from pathlib import Path

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, joined, made_file, only_file, original, relative
from m3bench.checks.pictures.corruption import blank_image, painted_over, picture_of, with_pictures
from m3bench.checks.pictures.pictures import Box, require_boxes


class PictureTexts(FileCheck, frozen=True):
    """The bundled server `ocr` reads the picture at check time. Case and lines do not matter, nor do single
    letters that are misread; digits do."""

    about = "a picture has these texts, as they are read, and says nothing else"

    texts: tuple[str, ...]
    source: str | None = None
    """A given picture, whose words may be there as well."""
    box: Box | None = None
    """Where the texts are, in pixels; anywhere if None."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.texts or not all(text.strip() for text in self.texts):
            raise ValueError("texts is empty")
        if self.source is not None:
            relative(self.source)
        if self.box is not None:
            require_boxes([self.box], "box")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.writing import lacking, read_writing, strangers  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        whole = read_picture(data, path)
        left, top, right, bottom = map(round, self.box or (0, 0, whole.shape[1], whole.shape[0]))
        part = whole[max(0, top) : bottom, max(0, left) : right]
        if not part.size:
            raise CheckFailed(f"{path} ends before the place of its texts")
        read = read_writing(evidence, part)
        faults = [f"{text!r} cannot be read" for text in lacking(self.texts, read)]
        if not faults:
            everything = read if self.box is None else read_writing(evidence, whole)
            given = () if self.source is None else (self._given(evidence, self.source),)
            faults = [f"it also says {word!r}" for word in strangers((*self.texts, *given), everything)]
        return self.verdict_on(path, faults, f"{path} says {joined([repr(text) for text in self.texts])}")

    def _given(self, evidence: Evidence, source: str) -> str:
        from m3bench.checks.pictures.reading import read_picture  # noqa: PLC0415 - heavy
        from m3bench.checks.pictures.writing import read_writing  # noqa: PLC0415 - heavy

        return read_writing(evidence, read_picture(original(evidence, source), source))

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        image = picture_of(evidence, path)
        _, (words, written) = painted_over(image, (0, 0, image.width, image.height))
        images = [("a blank picture", blank_image(image.size)), (f"{words} over it", written)]
        if self.source is not None:
            images.append(("the source", picture_of(evidence, self.source)))
        return with_pictures(evidence, path, images, scratch)
