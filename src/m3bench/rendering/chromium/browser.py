"""A browser: one process of Chromium with any number of pages, each with cookies and storage of its own."""

from __future__ import annotations

import threading
import time
from typing import Any

from m3bench.rendering.chromium.launch import launches, why_not_started
from m3bench.rendering.chromium.page import Answering, Page
from m3bench.rendering.chromium.process import ChromiumProcess, find_chromium
from m3bench.rendering.errors import RenderingUnavailable

_START_SECONDS = 20.0
CHROMIUM_MISSING = "Chromium is not installed (Debian and Ubuntu: apt-get install chromium)"


class Browser:
    """Chromium. Not for several threads at once: take `lock` for each use."""

    def __init__(self, process: ChromiumProcess) -> None:
        self.lock = threading.RLock()
        self._process = process
        self._last = 0
        self._pages: dict[str, Page] = {}

    def command(
        self, method: str, deadline: float, session: str | None = None, **parameters: Any
    ) -> dict[str, Any]:
        """Send a command and wait for its result. Events meanwhile go to their pages."""
        number = self._send(method, deadline, session, parameters)
        while True:
            received = self._process.receive(deadline)
            if received.get("id") == number:
                if "error" in received:
                    raise RenderingUnavailable(f"Chromium refuses {method}: {received['error']['message']}")
                result: dict[str, Any] = received["result"]
                return result
            self._dispatch(received, deadline)

    def tell(self, method: str, deadline: float, session: str, **parameters: Any) -> None:
        """Send a command without waiting for its result."""
        self._send(method, deadline, session, parameters)

    def _send(self, method: str, deadline: float, session: str | None, parameters: dict[str, Any]) -> int:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        self._process.send(message | ({"sessionId": session} if session else {}), deadline)
        return self._last

    def pump(self, deadline: float) -> None:
        """Wait for one event."""
        self._dispatch(self._process.receive(deadline), deadline)

    def new_page(self, answer: Answering, width: int, height: int) -> Page:
        """Open an empty page, in a window of this size. All its requests are answered by `answer`."""
        deadline = time.monotonic() + _START_SECONDS
        context = self.command("Target.createBrowserContext", deadline)["browserContextId"]
        made = self.command("Target.createTarget", deadline, url="about:blank", browserContextId=context)
        attached = self.command("Target.attachToTarget", deadline, targetId=made["targetId"], flatten=True)
        page = Page(self, attached["sessionId"], context, answer)
        self._pages[page.session] = page
        page.prepare(width, height, deadline)
        return page

    def forget(self, page: Page) -> None:
        self._pages.pop(page.session, None)

    def close(self) -> None:
        """End Chromium."""
        self._pages.clear()
        self._process.close()

    def _dispatch(self, message: dict[str, Any], deadline: float) -> None:
        page = self._pages.get(message.get("sessionId", ""))
        if page is not None and "method" in message:
            page.handle(message["method"], message["params"], deadline)


def start_browser() -> Browser:
    """Start Chromium.

    Raises:
        RenderingUnavailable: It is not installed, or does not start.
    """
    program = find_chromium()
    if program is None:
        raise RenderingUnavailable(CHROMIUM_MISSING)
    for launch in launches():
        browser = Browser(ChromiumProcess(program, launch))
        try:
            browser.command("Browser.getVersion", time.monotonic() + _START_SECONDS)
        except RenderingUnavailable:
            browser.close()
        else:
            return browser
    raise RenderingUnavailable(f"{program} does not start: {why_not_started()}")
