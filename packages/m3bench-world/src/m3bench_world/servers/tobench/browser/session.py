"""What a visitor of the world's web has open: one page of a workspace, in Chromium once something is done
on it."""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from urllib.parse import parse_qsl

from m3bench.core import near_misses
from m3bench.rendering import RenderingUnavailable
from m3bench.rendering.chromium import Browser, Page, Request, Response, start_browser
from m3bench.servers.kit import BadArgument, NotFound, Unavailable
from m3bench_world.servers.context import ToolContext
from m3bench_world.web import FormError

WIDTH, HEIGHT = 1024, 720
TABLE = "web_submissions"
_MOST_SESSIONS = 8
_MOST_HISTORY = 50
_IDLE_SECONDS = 120.0
_LONGEST_URL = 2_000


class Session:
    """The open page, and the way to it."""

    def __init__(self) -> None:
        self.history: list[str] = []
        self.replies: dict[str, str] = {}
        """Pages that answered a form, by address."""
        self.page: Page | None = None
        self.context: ToolContext | None = None
        self.submitted: list[str] = []

    @property
    def url(self) -> str:
        if not self.history:
            raise BadArgument("url", "no page is open; call open_page first")
        return self.history[-1]

    def visit(self, url: str) -> None:
        """Note that a page was opened."""
        if not self.history or self.history[-1] != url:
            self.history = [*self.history[-_MOST_HISTORY:], url]

    def html(self, context: ToolContext) -> str:
        """Return the page as it is now."""
        if self.page is not None:
            return str(self.page.evaluate("document.documentElement.outerHTML"))
        return self._source(context, self.url)

    def live(self, context: ToolContext) -> Page:
        """Return the page in Chromium, which is started if need be."""
        url = self.url
        self.context = context
        if self.page is None:
            self.page = _POOL.browser().new_page(self._answer, WIDTH, HEIGHT)
            self.page.open(url)
        return self.page

    def follow(self, page: Page) -> None:
        """Wait for what an action led to, and note where it led."""
        page.settle()
        self.visit(str(page.evaluate("location.href")))

    def drop(self) -> None:
        """Close the page in Chromium; it is opened again when it is needed."""
        page, self.page = self.page, None
        if page is not None:
            page.close()

    def _source(self, context: ToolContext, url: str) -> str:
        if url in self.replies:
            return self.replies[url]
        return find_page(context, url)

    def _answer(self, request: Request) -> Response | None:
        context = self.context
        if context is None or not request.is_page:
            return None
        if request.method == "POST":
            return self._submit(context, request)
        try:
            return Response(self._source(context, request.url).encode())
        except NotFound:
            return Response(
                b"<!doctype html><title>Not found</title><p>There is no such page.</p>", status=404
            )

    def _submit(self, context: ToolContext, request: Request) -> Response:
        web = context.world.web
        values = dict(parse_qsl(request.body, keep_blank_values=True))
        try:
            accepted = web.accept(request.url, values)
        except FormError as problem:
            reply = "Not accepted" if request.url in web.forms else None
            if reply is None:
                return Response(b"<!doctype html><title>Not found</title>", status=404)
            page = web.reply(request.url, reply, f"Not accepted: {problem}.")
        else:
            form = web.forms[request.url]
            number = f"{form.name}-{len(context.records.all(TABLE, {})) + 1:04d}"
            record = {"number": number, "form": form.name, "address": request.url, "values": accepted}
            context.change_records({(TABLE, number): record})
            self.submitted.append(number)
            page = web.reply(request.url, "Received", f"Thank you. Your number is {number}.")
        self.replies[request.url] = page.html
        return Response(page.html.encode())


def find_page(context: ToolContext, url: str) -> str:
    """Return the HTML of a page of the world."""
    if len(url) > _LONGEST_URL:
        raise BadArgument("url", f"it has {len(url):,} characters; the maximum is {_LONGEST_URL:,}")
    page = context.world.web.page(url.strip())
    if page is None:
        near = near_misses(url[:200], list(context.world.web.pages))
        raise NotFound(f"no page at '{url[:200]}'", near)
    return page.html


class _Pool:
    """The sessions of workspaces, and the browser that they share, which ends when it is idle."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._browser: Browser | None = None
        self._timer: threading.Timer | None = None

    def session(self, context: ToolContext) -> Session:
        key = str(context.files.root)
        session = self._sessions.setdefault(key, Session())
        self._sessions.move_to_end(key)
        while len(self._sessions) > _MOST_SESSIONS:
            _, old = self._sessions.popitem(last=False)
            old.drop()
        return session

    def browser(self) -> Browser:
        if self._browser is None:
            self._browser = start_browser()
        return self._browser

    def rest(self) -> None:
        """End the browser later, unless it is used again."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if self._browser is not None:
            self._timer = threading.Timer(_IDLE_SECONDS, self.close)
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """End the browser. Sessions keep their place."""
        with self.lock:
            browser, self._browser = self._browser, None
            timer, self._timer = self._timer, None
            if timer is not None:
                timer.cancel()
            for session in self._sessions.values():
                session.page = None
            if browser is not None:
                browser.close()


_POOL = _Pool()
close_browser = _POOL.close
atexit.register(close_browser)


class Visit:
    """The session of a call, used by one call at a time: `with Visit(context) as session`."""

    def __init__(self, context: ToolContext) -> None:
        self._context = context

    def __enter__(self) -> Session:
        _POOL.lock.acquire()
        session = _POOL.session(self._context)
        session.context, session.submitted = self._context, []
        return session

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if isinstance(error, RenderingUnavailable):
                _POOL.close()  # it may be in any state
                raise Unavailable(error.message[:600]) from None
            _POOL.rest()
        finally:
            _POOL.lock.release()
