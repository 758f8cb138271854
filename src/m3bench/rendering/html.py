"""HTML pages as pictures, and what is to be seen on them, in Chromium."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from urllib.parse import quote, unquote, urlsplit

import msgspec

from m3bench.rendering.chromium import Page, Request, Response, start_browser
from m3bench.rendering.errors import RenderingUnavailable

_ADDRESS = "https://page.invalid/"
MOST_HEIGHT = 8_000
_HEIGHT = "document.documentElement.scrollHeight"

Reader = Callable[[str], bytes | None]
"""Returns the content of a file of a page's folder, None if there is none."""


@dataclass(frozen=True)
class HtmlPicture:
    """A page as PNG."""

    data: bytes
    shown: float
    """How much of the height of the page it shows, from 0 to 1."""


class HtmlText(msgspec.Struct, frozen=True):
    """A text on a page."""

    text: str
    size: float
    """Of the letters, in pixels."""
    shown: bool
    """Whether all of it is to be seen: nothing covers it or cuts it off."""


class HtmlImage(msgspec.Struct, frozen=True):
    """A picture on a page."""

    source: str
    """Its file, relative to the folder of the page."""
    loaded: bool
    box: tuple[float, float, float, float]
    """Left, top, right and bottom in pixels."""
    distorted: bool


class HtmlLayout(msgspec.Struct, frozen=True):
    """What is to be seen on a page in a window."""

    window: float
    """The width of the window."""
    wide: float
    """The width that the page takes: if it is larger, people have to scroll sideways."""
    words: str
    texts: tuple[HtmlText, ...]
    images: tuple[HtmlImage, ...]


def html_picture(
    path: str, read: Reader, *, width: int, zoom: float = 1.0, whole: bool = True
) -> HtmlPicture:
    """Return an HTML file as a picture. What it refers to is read with it; there is no network.

    Args:
        path: The file, relative to the folder that `read` reads from.
        read: Returns the content of a file of the folder.
        width: Of the window, in pixels.
        zoom: 2 draws everything twice as large.
        whole: The whole page, at most `MOST_HEIGHT` pixels; else what the window shows.

    Raises:
        RenderingUnavailable: Chromium is missing or fails.
    """
    with _opened(path, read, width, zoom) as page:
        height = max(1, int(page.evaluate(_HEIGHT) or 1))
        visible = min(height, MOST_HEIGHT if whole else _window_height(width))
        return HtmlPicture(page.screenshot((0, 0, width, visible)), visible / height)


def html_layout(path: str, read: Reader, *, width: int) -> HtmlLayout:
    """Measure what is to be seen on an HTML page. Its scripts do not run, so that they cannot deceive.

    Args:
        path: The file, relative to the folder that `read` reads from.
        read: Returns the content of a file of the folder.
        width: Of the window, in pixels.

    Raises:
        RenderingUnavailable: Chromium is missing or fails.
    """
    script = files("m3bench.rendering").joinpath("html_layout.js").read_text("utf-8")
    with _opened(path, read, width, scripts=False) as page:
        measured = page.evaluate(script)
    try:
        layout = msgspec.convert(measured, HtmlLayout)
    except msgspec.ValidationError as error:
        raise RenderingUnavailable(f"the page cannot be measured: {error}") from None
    images = tuple(
        msgspec.structs.replace(image, source=unquote(image.source.removeprefix(_ADDRESS)))
        for image in layout.images
    )
    return msgspec.structs.replace(layout, images=images)


@contextmanager
def _opened(
    path: str, read: Reader, width: int, zoom: float = 1.0, *, scripts: bool = True
) -> Iterator[Page]:
    """Open a page in a browser of its own."""

    def answer(request: Request) -> Response | None:
        if request.method != "GET" or not request.url.startswith(_ADDRESS):
            return None
        name = unquote(urlsplit(request.url).path).lstrip("/")
        data = read(name)
        kind = mimetypes.guess_type(name, strict=False)[0] or "application/octet-stream"
        return None if data is None else Response(data, "text/html" if name == path else kind)

    browser = start_browser()
    try:
        page = browser.new_page(answer, width, _window_height(width))
        page.resize(width, _window_height(width), zoom)
        if not scripts:
            page.disable_scripts()
        page.open(_ADDRESS + quote(path))
        yield page
    finally:
        browser.close()


def _window_height(width: int) -> int:
    return max(200, width * 5 // 8)
