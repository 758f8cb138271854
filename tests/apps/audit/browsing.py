"""A real browser, where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_LONGEST_WAIT = 10_000
# Not shown to people, and told by the browser for every refusal of ours.
_REFUSED = "Failed to load resource: the server responded with a status of"


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium without a window, driven by Playwright; the test is skipped where one of them is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        opened: Browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()


class Visitor:
    """A person with a browser profile of their own. Anything that the page complains about is kept."""

    def __init__(
        self, browser: Browser, address: str, name: str, *, width: int = 1280, dark: bool = False
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(_LONGEST_WAIT)
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._note(message.text, message.type))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)
        self.page.get_by_label("Your name").fill(name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".call-card")

    def _note(self, text: str, kind: str) -> None:
        if kind in ("error", "warning") and not text.startswith(_REFUSED):
            self.complaints.append(text)

    def shows(self, steps: list[list[str]]) -> None:
        """Wait until the page shows these steps."""
        self.page.wait_for_function(
            """wanted => JSON.stringify([...document.querySelectorAll('li.step')].map(step =>
               [...step.querySelectorAll('h4')].map(name => name.textContent.split('/').pop())
               )) === JSON.stringify(wanted)""",
            arg=steps,
        )

    def verdict(self, word: str) -> None:
        """Wait until the page shows this verdict."""
        self.page.locator("#verdict", has_text=word).wait_for()

    def at(self, name: str) -> None:
        """Wait until the page shows this item."""
        self.page.locator("h1", has_text=name).wait_for()

    def told(self) -> str:
        """What the page refuses, in its own words."""
        self.page.locator("#notice").wait_for(state="visible")
        return self.page.inner_text("#notice")

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide
