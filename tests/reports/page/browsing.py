"""A reader of a report, with a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_LONGEST_WAIT = 10_000


class Reader:
    """Opens a page from disk. What it asks for, and anything that it complains about, is kept."""

    def __init__(self, browser: Browser, path: Path, *, width: int = 1280, dark: bool = False) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(_LONGEST_WAIT)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(path.as_uri())

    def _note(self, address: str) -> None:
        if not address.startswith("data:"):
            self.requests.append(address)

    def names(self, table: str = "leaderboard") -> list[str]:
        """Of the rows that can be seen, from above."""
        rows = self.page.locator(f"#table-{table} > .frame tbody tr:visible th")
        return rows.all_inner_texts()

    def unfold(self) -> None:
        """Open all that is folded."""
        self.page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")

    def cut(self) -> list[str]:
        """The tables and charts that are wider than their frames, of those that can be seen."""
        problems: list[str] = self.page.evaluate(
            """[...document.querySelectorAll(".frame, .chart")].filter(
            frame => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
            .map(frame => frame.getAttribute("aria-label"))"""
        )
        return problems

    def height(self) -> int:
        tall: int = self.page.evaluate("document.documentElement.scrollHeight")
        return tall

    def overflow(self) -> int:
        """How many pixels the page is wider than its window."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide
