"""The check of a given picture put on a page, such as the signature of the right person."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.documents.pdf_corruption import Change, changed_pdfs, draw_on
from m3bench.checks.files import FileCheck, made_file, original, relative

if TYPE_CHECKING:
    from m3bench.checks.documents.pdf_pictures import Pixels

_DOTS = 3.0
_CLEAR = 40
"""Difference in shade, of 255, of a pixel that shows something."""
_COMPARED = 120
"""Width at which the pictures are compared, in pixels."""
_HIGHEST = 10 * _COMPARED
_LEAST_LIKENESS = 0.8


class PdfPicture(FileCheck, frozen=True):
    """What the page shows in the area and the source does not is compared with the picture, in shades of
    grey, without the empty margins of both. It may have any size; nothing else may be there."""

    about = "what was put into an area of a PDF page is a given picture, and not another one"

    page: int
    area: tuple[float, float, float, float]
    """Left, top, width and height in points, from the upper left corner of the page as it is shown."""
    source: str
    """The document as it was given."""
    picture: str
    """A given picture of the workspace."""
    unlike: tuple[str, ...] = ()
    """Given pictures that must be less like what is there."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for path in (self.source, self.picture, *self.unlike):
            relative(path)
        left, top, width, height = self.area
        if not (width >= 1 and height >= 1 and left >= 0 and top >= 0 and self.page >= 1):
            raise ValueError("the area has no size, or is not on the page")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        put = self._put(data, path, original(evidence, self.source))
        where = f"{path}, page {self.page}"
        if put is None:
            return self.verdict(False, f"{where}: nothing was put into the area")
        names = (self.picture, *self.unlike)
        likeness = {name: _likeness(_picture(evidence, name), put) for name in names}
        best = max(names, key=likeness.__getitem__)
        right = likeness[self.picture]
        reason = f"{where}: what was put there is {self.picture} with a correlation of {right:.2f}"
        if best != self.picture:
            reason += f", {best} with one of {likeness[best]:.2f}"
        passed = best == self.picture and likeness[best] >= _LEAST_LIKENESS
        return self.verdict(passed, reason if passed else f"{reason}; expected at least {_LEAST_LIKENESS:g}")

    def _put(self, data: bytes, path: str, source: bytes) -> Pixels | None:
        """Return the pixels of what is new in the area; None if nothing is."""
        shown, before = self._cut(data, path), self._cut(source, self.source)
        return _trimmed(shown, abs(shown - before) > _CLEAR)

    def _cut(self, data: bytes, path: str) -> Pixels:
        from m3bench.checks.documents.pdf_pictures import page_pixels  # noqa: PLC0415 - heavy

        (page,) = page_pixels(data, path, [self.page], _DOTS)
        left, top, width, height = (round(side * _DOTS) for side in self.area)
        if page.shape[0] < top + height or page.shape[1] < left + width:
            raise CheckFailed(f"{path}: the area is not on page {self.page}")
        return page[top : top + height, left : left + width]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        pictures = {f"{name} there": original(evidence, name) for name in self.unlike}
        changes: list[tuple[str, Change]] = [
            ("painted over", self._covering(None)),
            *((words, self._covering(picture)) for words, picture in pictures.items()),
        ]
        return changed_pdfs(evidence, self.path, changes, scratch)

    def _covering(self, picture: bytes | None) -> Change:
        """Return what covers the area in black, or in white with another picture on it."""
        left, top, width, height = self.area

        def draw(pdf: Any) -> None:
            shade = 0 if picture is None else 255
            pdf.set_fill_color(shade, shade, shade)
            pdf.rect(left, top, width, height, style="F")
            if picture is not None:
                pdf.image(io.BytesIO(picture), x=left, y=top, h=height)

        return lambda writer: draw_on(writer, self.page, draw)


def _picture(evidence: Evidence, name: str) -> Pixels:
    """Return a picture without its empty margins."""
    import numpy as np  # noqa: PLC0415 - heavy
    from PIL import Image  # noqa: PLC0415 - heavy

    from m3bench.checks.pictures import read_picture  # noqa: PLC0415 - heavy

    colours = read_picture(original(evidence, name), name)
    pixels = np.asarray(Image.fromarray(colours).convert("L"), dtype=np.int16)
    trimmed = _trimmed(pixels, abs(pixels - np.median(pixels)) > _CLEAR)
    return pixels if trimmed is None else trimmed


def _trimmed(pixels: Pixels, shows: Any) -> Pixels | None:
    """Return the smallest part with all pixels that show something."""
    import numpy as np  # noqa: PLC0415 - heavy

    rows, columns = np.nonzero(shows)
    if not len(rows):
        return None
    return pixels[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _likeness(picture: Pixels, put: Pixels) -> float:
    """Return the correlation of two pictures in the same size."""
    import numpy as np  # noqa: PLC0415 - heavy
    from PIL import Image  # noqa: PLC0415 - heavy

    height = round(_COMPARED * picture.shape[0] / picture.shape[1])
    size = _COMPARED, min(max(8, height), _HIGHEST)
    one, two = (
        np.asarray(Image.fromarray(pixels.astype(np.uint8)).resize(size, Image.Resampling.BOX), dtype=float)
        for pixels in (picture, put)
    )
    one, two = one - one.mean(), two - two.mean()
    spread = float(one.std() * two.std())
    return float((one * two).mean()) / spread if spread > 1 else 0.0
