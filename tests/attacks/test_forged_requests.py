"""Another site, open in the same browser, against the pages of the audit and the viewer."""

from __future__ import annotations

import http.client
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import pytest

from m3bench.apps.audit.web import audit_app
from m3bench.apps.viewer.api import ViewerApi
from m3bench.apps.viewer.web import viewer_app
from m3bench.encoders import load_encoder
from m3bench.scoring import Scorer
from tests.apps.audit.browsing import browser
from tests.apps.audit.samples import TRIP, session_of
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.samples import TRIP as VIEWED
from tests.apps.viewer.samples import api_over, town_run
from tests.hanging import HANG_SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Site(msgspec.Struct):
    """A page of ours, what it writes, and a request that changes it."""

    address: str
    folder: Path
    action: str
    body: dict[str, Any]
    readable: str

    def state(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


class Foreign(msgspec.Struct):
    """A window with a page of another site, and both of our pages."""

    page: Page
    sites: dict[str, Site]


class _Empty(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>another site</title>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Foreign]:
    audit, runs = tmp_path_factory.mktemp("audit"), tmp_path_factory.mktemp("runs")
    town_run(runs / "town")
    library, _ = api_over(runs)
    api = ViewerApi(library, lambda: Scorer(encoder=load_encoder("hashing")), "Ann")
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Empty)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    with (
        browser() as chromium,
        served(audit_app(session_of(audit, TRIP), TOKEN)) as audited,
        served(viewer_app(api, TOKEN)) as viewed,
    ):
        page = chromium.new_page()
        page.set_default_timeout(15_000)
        page.goto(f"http://127.0.0.1:{other.server_address[1]}/")
        item = json.loads(_raw(audited, "GET", "api/item?person=Ann&item=0")[1])
        decision = {"person": "Ann", "item": 0, "seen": item["seen"], "verdict": "approved"}
        note = {"run": "town", "task": VIEWED.id, "epoch": 1, "errors": [{"error": "misread_detail"}]}
        yield Foreign(
            page,
            {
                "audit": Site(audited, audit, "api/decide", decision, "api/overview?person=Ann"),
                "viewer": Site(viewed, runs / "town", "api/annotate", note, "api/runs"),
            },
        )
    other.shutdown()
    other.server_close()
    library.close()


def _raw(address: str, method: str, path: str, body: str = "", **headers: str) -> tuple[int, bytes]:
    place = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", place.port or 80, timeout=HANG_SECONDS)
    try:
        connection.putrequest(method, place.path + path, skip_host="Host" in headers)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(body.encode())
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


FETCH = "fetch(url, {method: 'POST', %s, body}).then(r => r.type === 'opaque' ? '' : r.text())"
FORM = """new Promise(done => { const frame = document.createElement('iframe'); frame.name = 'f';
  frame.onload = () => done(''); document.body.append(frame);
  const form = document.createElement('form'); form.method = 'POST';
  form.action = url; form.target = 'f'; form.enctype = '%s'; const field = document.createElement('input');
  field.name = body.slice(0, -1) + ',"x":"'; field.value = '"}'; form.append(field);
  document.body.append(form); form.submit(); setTimeout(() => done(''), 1500); })"""
CHANGING = {
    "JSON": FETCH % "headers: {'Content-Type': 'application/json'}",
    "JSON with cookies": FETCH % "credentials: 'include', headers: {'Content-Type': 'application/json'}",
    "JSON without CORS": FETCH % "mode: 'no-cors', headers: {'Content-Type': 'application/json'}",
    "text without CORS": FETCH % "mode: 'no-cors', headers: {'Content-Type': 'text/plain'}",
    "no type without CORS": FETCH % "mode: 'no-cors'",
    "another method": "fetch(url, {method: 'PUT', body}).then(r => r.text())",
    "kept alive": FETCH % "mode: 'no-cors', keepalive: true",
    "without a referrer": FETCH % "mode: 'no-cors', referrerPolicy: 'no-referrer'",
    "a beacon": """new Promise(done => {
      navigator.sendBeacon(url, new Blob([body], {type: 'text/plain'}));
      setTimeout(() => done(''), 500); })""",
    "a form of text": FORM % "text/plain",
    "a form": FORM % "application/x-www-form-urlencoded",
    "a form of parts": FORM % "multipart/form-data",
    "a request of old": """new Promise(done => { const request = new XMLHttpRequest();
      request.open('POST', url); request.onloadend = () => done(request.responseText);
      request.send(body); })""",
}
ELEMENT = """new Promise(done => { const part = document.createElement('%s'); part.%s = url;
  part.onload = () => done(part.contentDocument ? part.contentDocument.body.textContent : '');
  part.onerror = () => done(''); document.body.append(part); setTimeout(() => done(''), 1500); })"""
READING = {
    "a request": "fetch(url).then(r => r.text())",
    "a request without CORS": "fetch(url, {mode: 'no-cors'}).then(r => r.text())",
    "a request with cookies": "fetch(url, {credentials: 'include'}).then(r => r.text())",
    "a script": ELEMENT % ("script", "src"),
    "a picture": ELEMENT % ("img", "src"),
    "a style": ELEMENT % ("link", "href"),
    "a frame": ELEMENT % ("iframe", "src"),
    "an object": ELEMENT % ("object", "data"),
    "an embedded page": ELEMENT % ("embed", "src"),
    "events": """new Promise(done => { const events = new EventSource(url);
      events.onmessage = event => done(event.data);
      events.onerror = () => { events.close(); done(''); }; })""",
    "a socket": """new Promise(done => { const socket = new WebSocket(url.replace('http', 'ws'));
      socket.onopen = () => done('opened'); socket.onerror = () => done('');
      socket.onmessage = e => done(e.data); })""",
    "a worker": """new Promise(done => { const made = new Blob([`importScripts('${url}')`]);
      const worker = new Worker(URL.createObjectURL(made)); worker.onerror = () => done('');
      setTimeout(() => done(''), 1500); })""",
    "a module": "import(url).then(found => JSON.stringify(found))",
}


@pytest.mark.parametrize("place", ["audit", "viewer"])
@pytest.mark.parametrize("way", CHANGING)
def test_changing(way: str, place: str, foreign: Foreign) -> None:
    """Another site sends a request that would change something, and knows the whole address."""
    site = foreign.sites[place]
    before = site.state()
    code = f"([url, body]) => ({CHANGING[way]}).catch(() => '')"
    read = foreign.page.evaluate(code, [site.address + site.action, json.dumps(site.body)])
    assert site.state() == before
    assert "verdict" not in read
    assert read in ("", "Requests from other sites are refused.")


@pytest.mark.parametrize("place", ["audit", "viewer"])
@pytest.mark.parametrize("way", READING)
def test_reading(way: str, place: str, foreign: Foreign) -> None:
    """Another site loads an address of ours, and would like to see what comes back."""
    site = foreign.sites[place]
    read = foreign.page.evaluate(f"url => ({READING[way]}).catch(() => '')", site.address + site.readable)
    assert read == ""


@pytest.mark.parametrize("place", ["audit", "viewer"])
def test_framing(place: str, foreign: Foreign) -> None:
    """Another site shows our page in a frame, to have its buttons clicked."""
    site = foreign.sites[place]
    foreign.page.evaluate(
        """url => new Promise(done => { const frame = document.createElement('iframe'); frame.src = url;
        frame.onload = () => done(); document.body.append(frame); setTimeout(done, 3000); })""",
        site.address,
    )
    framed = [frame for frame in foreign.page.frames if frame.url.startswith(site.address)]
    assert all("m3bench" not in frame.content() for frame in framed)


@pytest.mark.parametrize("place", ["audit", "viewer"])
def test_opening(place: str, foreign: Foreign) -> None:
    """Another site opens our page in a window, and would like to hold on to it."""
    site = foreign.sites[place]
    with foreign.page.expect_popup() as opened:
        foreign.page.evaluate("url => { window.held = window.open(url); }", site.address)
    opened.value.wait_for_load_state()
    held = "() => { try { return window.held.document.body.textContent } catch { return '' } }"
    assert foreign.page.evaluate("() => window.held.closed") is True
    assert foreign.page.evaluate(held) == ""
    assert opened.value.evaluate("window.opener") is None
    opened.value.close()


HOSTS = {
    "another name": "evil.example:PORT",
    "a name that begins like ours": "127.0.0.1.nip.io:PORT",
    "a name that ends like ours": "evil.localhost:PORT",
    "another port": "127.0.0.1:1",
    "no port": "127.0.0.1",
    "a user": "127.0.0.1:PORT@evil.example",
    "two names": "127.0.0.1:PORT, evil.example",
    "an address of this network": "0.0.0.0:PORT",
    "the number of the address": "2130706433:PORT",
    "nothing": "",
    "control characters": "127.0.0.1:PORT\t",
    "a dot": "localhost.:PORT",
}


@pytest.mark.parametrize("place", ["audit", "viewer"])
@pytest.mark.parametrize("name", HOSTS)
def test_rebinding(name: str, place: str, foreign: Foreign) -> None:
    """A name of another site points at this machine (DNS rebinding)."""
    site = foreign.sites[place]
    host = HOSTS[name].replace("PORT", str(urlsplit(site.address).port))
    before = site.state()
    for method, path, body in (
        ("GET", "", ""),
        ("GET", site.readable, ""),
        ("POST", site.action, json.dumps(site.body)),
    ):
        status, answer = _raw(site.address, method, path, body, Host=host, Content_Type="application/json")
        if name == "control characters" and status == 200:  # spaces around a value are no part of it
            assert path != site.action
            return
        assert status in (400, 403), answer
        assert TOKEN.encode() not in answer
    assert site.state() == before


@pytest.mark.parametrize("place", ["audit", "viewer"])
def test_our_own_page(place: str, foreign: Foreign) -> None:
    """No attack: the page itself may do all that."""
    site = foreign.sites[place]
    page = foreign.page.context.browser.new_page()  # type: ignore[union-attr]
    page.goto(site.address)
    before = site.state()
    sent = CHANGING["JSON"].replace("r.text()", "(r.ok ? 'ok' : r.text())")
    code = f"([url, body]) => ({sent})"
    assert page.evaluate(code, [site.address + site.action, json.dumps(site.body)]) == "ok"
    assert site.state() != before
    page.close()
