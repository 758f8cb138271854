"""HTML pages as pictures, in Chromium."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from m3bench.rendering.chromium import Request, Response, start_browser

_ADDRESS = "https://page.invalid/"
MOST_HEIGHT = 8_000
_HEIGHT = "document.documentElement.scrollHeight"


@dataclass(frozen=True)
class HtmlPicture:
    """A page as PNG."""

    data: bytes
    shown: float
    """How much of the height of the page it shows, from 0 to 1."""


def html_picture(
    path: str, read: Callable[[str], bytes | None], *, width: int, zoom: float = 1.0, whole: bool = True
) -> HtmlPicture:
    """Return an HTML file as a picture. What it refers to is read with it; there is no network.

    Args:
        path: The file, relative to the folder that `read` reads from.
        read: Returns the content of a file of the folder, None if there is none.
        width: Of the window, in pixels.
        zoom: 2 draws everything twice as large.
        whole: The whole page, at most `MOST_HEIGHT` pixels; else what the window shows.

    Raises:
        RenderingUnavailable: Chromium is missing or fails.
    """

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
        page.open(_ADDRESS + quote(path))
        height = max(1, int(page.evaluate(_HEIGHT) or 1))
        visible = min(height, MOST_HEIGHT if whole else _window_height(width))
        return HtmlPicture(page.screenshot((0, 0, width, visible)), visible / height)
    finally:
        browser.close()


def _window_height(width: int) -> int:
    return max(200, width * 5 // 8)
