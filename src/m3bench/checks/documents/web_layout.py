"""The check of web pages as a browser shows them, in windows of several widths."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from m3bench.checks.check import CheckFailed, CheckUndecided, Corruptions, Evidence, Verdict
from m3bench.checks.data import shown_value
from m3bench.checks.files import FileCheck, content, made_file, only_file, relative, with_contents
from m3bench.checks.reading import spaced

if TYPE_CHECKING:
    from m3bench.rendering import HtmlImage, HtmlLayout

Box = tuple[float, float, float, float]
_SUFFIXES = (".html", ".htm")
_NARROWEST, _WIDEST = 200, 2_000
_LEAST_SIDE = 24.0
_SIDEWAYS = 1.0
_WIDE = '<p style="width: 4000px; white-space: nowrap">A line that is too wide</p>'
_COVER = (
    '<div style="position: absolute; z-index: 99999; left: 0; top: 0; width: 100%; height: 100%; '
    'min-height: 20000px; background: white"></div>'
)
_FAINT = "<style>body * { color: #fdfdfd !important; background: #ffffff !important }</style>"


class WebLayout(FileCheck, frozen=True):
    """The page is opened in Chromium with the files of its folder, without a network and without scripts."""

    about = "a web page shows these texts and pictures in windows of these widths, and nothing is cut off"

    texts: tuple[str, ...]
    """Texts that are to be read on the page. Case and the number of spaces do not matter."""
    pictures: tuple[str, ...] = ()
    """Files that it shows, in their proportions; relative to the workspace."""
    widths: tuple[int, ...] = (1280, 390)
    """Of windows, in pixels. In none of them people have to scroll sideways."""
    smallest: float | None = None
    """The smallest font size in pixels."""
    lacks: tuple[str, ...] = ()
    """Texts that it must not have."""
    ordered: bool = False
    """Whether each picture is below the one before it, or to the right of it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if PurePosixPath(self.path).suffix.lower() not in _SUFFIXES:
            raise ValueError(f"{self.path!r} must end in .html")
        if not self.texts or not all(text.strip() for text in self.texts):
            raise ValueError("texts is empty")
        if not self.widths or not all(_NARROWEST <= width <= _WIDEST for width in self.widths):
            raise ValueError(f"widths must be from {_NARROWEST} to {_WIDEST} pixels")

    @property
    def programs(self) -> tuple[str, ...]:
        from m3bench.rendering import CHROMIUM  # noqa: PLC0415 - heavy

        return (CHROMIUM,)

    def look(self, evidence: Evidence) -> Verdict:
        path, _ = made_file(evidence, self.path)
        faults = []
        for width in self.widths:
            layout = _layout(evidence, path, width)
            faults += [f"{width} pixels wide: {fault}" for fault in self._faults(layout, path)]
        return self.verdict_on(
            path, faults, f"{path}: everything is to be seen at {', '.join(map(str, self.widths))}"
        )

    def _faults(self, layout: HtmlLayout, path: str) -> list[str]:
        words = spaced(layout.words).casefold()
        faults = [
            f"{shown_value(text)} is not there" for text in self.texts if spaced(text).casefold() not in words
        ]
        faults += [f"{shown_value(text)} is there" for text in self.lacks if spaced(text).casefold() in words]
        if layout.wide > layout.window + _SIDEWAYS:
            faults.append(f"it takes {layout.wide:g} pixels, so people have to scroll sideways")
        faults += [
            f"{shown_value(text.text)} is covered, cut off, tiny or too faint"
            for text in layout.texts
            if not text.shown
        ]
        if self.smallest is not None:
            faults += [
                f"{shown_value(text.text)} has {text.size:g} pixels, less than {self.smallest:g}"
                for text in layout.texts
                if text.size < self.smallest - 0.01
            ]
        folder = PurePosixPath(path).parent
        shown = {str(folder / image.source): image for image in layout.images if _visible(image, layout)}
        faults += [f"{name} is not shown" for name in self.pictures if relative(name) not in shown]
        faults += [f"{name} is distorted" for name, image in shown.items() if image.distorted]
        boxes = [shown[name].box for name in map(relative, self.pictures) if name in shown]
        if self.ordered and not all(map(_follows, boxes[1:], boxes)):
            faults.append("the pictures are in another order")
        return faults

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        page = content(evidence.workspace, path).decode("utf-8", "replace")
        contents = {
            "a line that is too wide": page + _WIDE,
            "everything is covered": page + _COVER,
            "texts in the colour of what is behind": page + _FAINT,
            "an empty page": "<!doctype html><title>Empty</title><p>Nothing</p>",
        }
        if self.pictures:
            contents["no pictures"] = page.replace("<img", "<span")
        if self.ordered and len(self.pictures) > 1:
            first, last = (PurePosixPath(name).name for name in (self.pictures[0], self.pictures[-1]))
            swapped = page.replace(first, "\0").replace(last, first).replace("\0", last)
            contents["pictures in another order"] = swapped
        if self.smallest is not None:
            contents["a tiny text"] = page + f'<p style="font-size: {self.smallest / 2}px">Tiny</p>'
        if self.lacks:
            contents["a text that must not be there"] = page + f"<p>{self.lacks[0]}</p>"
        encoded = [(words, data.encode()) for words, data in contents.items()]
        return with_contents(evidence, self.path, encoded, scratch)


def _layout(evidence: Evidence, path: str, width: int) -> HtmlLayout:
    from m3bench.rendering import RenderingUnavailable, html_layout  # noqa: PLC0415 - heavy

    folder = PurePosixPath(path).parent

    def read(name: str) -> bytes | None:
        if not name or ".." in PurePosixPath(name).parts or PurePosixPath(name).is_absolute():
            return None
        try:
            return content(evidence.workspace, str(folder / name))
        except CheckFailed:
            return None

    try:
        return html_layout(PurePosixPath(path).name, read, width=width)
    except RenderingUnavailable as problem:
        raise CheckUndecided(f"{path} cannot be opened: {problem}") from None


def _follows(box: Box, before: Box) -> bool:
    """Return whether a picture is below another one, or to the right of it."""
    return box[1] >= before[3] - 1 or (box[0] >= before[2] - 1 and box[3] > before[1])


def _visible(image: HtmlImage, layout: HtmlLayout) -> bool:
    left, top, right, bottom = image.box
    inside = left >= -1 and right <= layout.window + _SIDEWAYS and bottom > 0
    return image.loaded and inside and min(right - left, bottom - top) >= _LEAST_SIDE
