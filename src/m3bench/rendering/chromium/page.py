"""A page in Chromium."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from m3bench.rendering.errors import RenderingUnavailable

if TYPE_CHECKING:
    from m3bench.rendering.chromium.browser import Browser

SECONDS = 15.0
_QUIET_SECONDS = 0.15


@dataclass(frozen=True)
class Request:
    """What a page asks for."""

    method: str
    url: str
    body: str = ""
    """What a form sends."""
    is_page: bool = True
    """Whether it is a page, and not a part of one such as a picture."""


@dataclass(frozen=True)
class Response:
    """What it is given."""

    body: bytes
    media_type: str = "text/html; charset=utf-8"
    status: int = 200


Answering = Callable[[Request], Response | None]
"""Answers a request; None refuses it."""


class Page:
    """A page with its own cookies and storage. Its methods raise `RenderingUnavailable`."""

    def __init__(self, browser: Browser, session: str, context: str, answer: Answering) -> None:
        self.session = session
        self.answer = answer
        self._browser, self._context = browser, context
        self._loading = False
        self._dialogs: list[str] = []

    def prepare(self, width: int, height: int, deadline: float) -> None:
        """Set up a new page."""
        for method in ("Page.enable", "Runtime.enable"):
            self._command(method, deadline)
        self._command("Fetch.enable", deadline, patterns=[{"urlPattern": "*"}])
        self._command("Browser.setDownloadBehavior", deadline, behavior="deny")
        self.resize(width, height)

    def resize(self, width: int, height: int, scale: float = 1.0) -> None:
        """Change the size of the window, in pixels, and the zoom."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self._command("Emulation.setDeviceMetricsOverride", _soon(), **size)

    def disable_scripts(self) -> None:
        """Keep scripts of pages that are opened from now on from running. `evaluate` still works."""
        self._command("Emulation.setScriptExecutionDisabled", _soon(), value=True)

    def open(self, url: str) -> None:
        """Open an address and wait until it is loaded."""
        deadline = _soon()
        self._loading = True
        navigation = self._command("Page.navigate", deadline, url=url)
        if navigation.get("errorText") and "loaderId" not in navigation:
            self._loading = False
        self.settle(deadline)

    def settle(self, deadline: float | None = None) -> None:
        """Wait until nothing has been loaded for a moment."""
        deadline = deadline or _soon()
        while True:
            quiet = time.monotonic() + _QUIET_SECONDS
            try:
                self._browser.pump(deadline if self._loading else min(deadline, quiet))
            except RenderingUnavailable:
                if not self._loading and time.monotonic() < deadline:
                    return
                raise

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript in the page."""
        answer = self._command(
            "Runtime.evaluate", _soon(), expression=expression, returnByValue=True, timeout=SECONDS * 900
        )
        if "exceptionDetails" in answer:
            raise RenderingUnavailable("the page's script fails")
        return answer["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press and release a key."""
        named: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code}
        down = named | ({"text": text} if text else {})
        self._command("Input.dispatchKeyEvent", _soon(), type="keyDown", **down)
        self._command("Input.dispatchKeyEvent", _soon(), type="keyUp", **named)

    def click_at(self, x: float, y: float) -> None:
        """Click with the left button."""
        spot = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self._command("Input.dispatchMouseEvent", _soon(), type=kind, **spot)

    def screenshot(self, clip: tuple[float, float, float, float] | None = None) -> bytes:
        """Return the window, or an area of the page (left, top, width, height), as PNG."""
        area: dict[str, Any] = {}
        if clip is not None:
            left, top, width, height = clip
            shown = {"x": left, "y": top, "width": width, "height": height, "scale": 1}
            area = {"clip": shown, "captureBeyondViewport": True}
        picture = self._command("Page.captureScreenshot", _soon(), format="png", **area)
        return base64.b64decode(picture["data"])

    def close(self) -> None:
        """Close the page, with its cookies and storage."""
        self._browser.forget(self)
        self._browser.command("Target.disposeBrowserContext", _soon(), browserContextId=self._context)

    def handle(self, method: str, event: dict[str, Any], deadline: float) -> None:
        """Handle an event of Chromium."""
        if method == "Fetch.requestPaused":
            self._respond(event, deadline)
        elif method == "Page.frameStartedLoading":
            self._loading = True
        elif method in ("Page.loadEventFired", "Page.frameStoppedLoading"):
            self._loading = False
        elif method == "Page.javascriptDialogOpening":
            self._tell("Page.handleJavaScriptDialog", deadline, accept=True)

    def _respond(self, event: dict[str, Any], deadline: float) -> None:
        asked = event["request"]
        request = Request(
            asked["method"],
            asked["url"] + asked.get("urlFragment", ""),
            asked.get("postData", ""),
            event.get("resourceType") == "Document",
        )
        answer = self.answer(request)
        number = event["requestId"]
        if answer is None:
            self._tell("Fetch.failRequest", deadline, requestId=number, errorReason="Aborted")
            return
        headers = [{"name": "Content-Type", "value": answer.media_type}]
        body = base64.b64encode(answer.body).decode()
        told = {"responseCode": answer.status, "responseHeaders": headers, "body": body}
        self._tell("Fetch.fulfillRequest", deadline, requestId=number, **told)

    def _command(self, method: str, deadline: float, **parameters: Any) -> dict[str, Any]:
        return self._browser.command(method, deadline, self.session, **parameters)

    def _tell(self, method: str, deadline: float, **parameters: Any) -> None:
        self._browser.tell(method, deadline, self.session, **parameters)


def _soon() -> float:
    return time.monotonic() + SECONDS
