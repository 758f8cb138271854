"""Somebody who looks at runs with a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_LONGEST_WAIT = 15_000
# Told by the browser for every refusal of ours, and for pictures that are none.
_REFUSED = "Failed to load resource: the server responded with a status of"


class Viewer:
    """A window of the viewer. Anything that the page complains about is kept, and what it asks others for."""

    def __init__(
        self, browser: Browser, address: str, place: str = "#/", *, width: int = 1400, dark: bool = False
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(_LONGEST_WAIT)
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.page.on("console", lambda message: self._note(message.text, message.type))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url, address))
        self.page.goto(address + place)

    def close(self) -> None:
        self.context.close()

    def at(self, title: str) -> None:
        """Wait until the heading says this."""
        self.page.locator("h1", has_text=title).first.wait_for()

    def explained(self) -> None:
        """Wait until the score is worked out."""
        self.page.locator("#why .average").wait_for(state="attached")

    def tab(self, title: str) -> None:
        """Choose a tab of an attempt."""
        self.page.get_by_role("tab", name=title).click()

    def panel(self, title: str) -> None:
        """Wait until the panel shows this call, with all that it brought."""
        self.page.locator("#panel h2", has_text=title).wait_for()
        self.page.locator("#panel h3", has_text="Arguments").wait_for()

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide

    def _note(self, text: str, kind: str) -> None:
        if kind in ("error", "warning") and not text.startswith(_REFUSED):
            self.complaints.append(text)

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith(address):
            self.strangers.append(url)


def link(run: str, task: str, *more: object) -> str:
    """The address of an attempt behind the page's."""
    return "/".join(["#/run", quote(run, safe=""), "task", quote(task, safe=""), "1", *map(str, more)])
