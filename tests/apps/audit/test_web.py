from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
import pytest

from m3bench.apps.audit import AuditSession
from m3bench.apps.audit.pictures import load_picture
from m3bench.apps.audit.web import audit_app
from m3bench.apps.web.responses import picture_type
from m3bench.core import M3BenchError
from m3bench.suites.file_suite import FileSuite
from tests.apps.audit.samples import HOSTILE, PLAIN, TOOLS, TRIP, picture, session_of
from tests.apps.audit.serving import TOKEN, served
from tests.hanging import HANG_SECONDS


class Client:
    """Requests word for word, as a browser, a script or an enemy would send them."""

    def __init__(self, address: str, session: AuditSession) -> None:
        self.address = urlsplit(address)
        self.session = session

    def send(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None, method: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(
            str(self.address.hostname), self.address.port, timeout=HANG_SECONDS
        )
        try:
            connection.request(method or ("POST" if body is not None else "GET"), path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def get(self, what: str, **headers: str) -> tuple[int, Any]:
        status, _, body = self.send(f"/{TOKEN}/{what}", headers=headers)
        return status, json.loads(body)

    def post(self, what: str, value: Any, **headers: str) -> tuple[int, Any]:
        sent = value if isinstance(value, bytes) else json.dumps(value).encode()
        given = {
            "Content-Type": "application/json",
            **{key.replace("_", "-"): headers[key] for key in headers},
        }
        status, _, body = self.send(f"/{TOKEN}/api/{what}", sent, given)
        return status, json.loads(body) if body.startswith(b"{") else body.decode()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    session = session_of(tmp_path, TRIP, HOSTILE, PLAIN)
    with served(audit_app(session, TOKEN)) as address:
        yield Client(address, session)


def seen(client: Client, item: int = 0, person: str = "Ann") -> str:
    status, view = client.get(f"api/item?item={item}&person={person}")
    assert status == 200
    return str(view["seen"])


def test_the_page_and_all_its_parts_are_served(client: Client) -> None:
    status, headers, page = client.send(f"/{TOKEN}/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    parts = re.findall(rb'(?:href|src)="([^"]+)"', page)
    scripts = [
        path.name
        for room in ("m3bench.apps.audit", "m3bench.apps.web")
        for path in files(room).joinpath("page").iterdir()
        if path.name != "index.html"
    ]
    assert {part.decode() for part in parts} <= set(scripts)
    for name in scripts:
        assert client.send(f"/{TOKEN}/{name}")[0] == 200


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_read_as_markup() -> None:
    for path in files("m3bench.apps.audit").joinpath("page").iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[a-z]+\.[a-z]", text), path.name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|srcdoc", text), (
            path.name
        )


def test_headers_forbid_what_the_page_does_not_need(client: Client) -> None:
    for path in (f"/{TOKEN}/", f"/{TOKEN}/api/picture?item=0", "/elsewhere"):
        _, headers, _ = client.send(path)
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/overview",
        "/wrong/",
        f"/{TOKEN}",
        f"/{TOKEN[:-1]}/",
        f"/{TOKEN}x/",
        "//",
        f"/x/{TOKEN}/",
        "/%ff/",
    ],
)
def test_without_the_token_nothing_is_said(client: Client, path: str) -> None:
    for body in (None, b"{}"):
        status, _, said = client.send(path, body)
        assert status == 403
        assert TOKEN.encode() not in said


def test_other_names_for_this_machine_are_refused(client: Client) -> None:
    port = client.address.port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example", ""):
        assert client.send(f"/{TOKEN}/", headers={"Host": host})[0] in (400, 403)
    assert client.send(f"/{TOKEN}/", headers={"Host": f"localhost:{port}"})[0] == 200


def test_a_websocket_is_refused_in_words(client: Client) -> None:
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    status, _, said = client.send(f"/{TOKEN}/", headers={**upgrade, "Sec-WebSocket-Key": "eA=="})
    assert (status, said) == (403, b"This page is served over HTTP, not over WebSocket.")


def test_other_pages_cannot_decide(client: Client) -> None:
    verdict = {"person": "Ann", "item": 0, "seen": seen(client), "verdict": "approved"}
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{(client.address.port or 0) + 1}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Host": "evil.example"},
    ):
        assert client.post("decide", verdict, **headers)[0] == 403
    assert client.post("decide", verdict, Content_Type="text/plain")[0] == 422
    assert client.session.people() == []
    own = f"http://127.0.0.1:{client.address.port}"
    assert client.post("decide", verdict, Origin=own, Sec_Fetch_Site="same-origin")[0] == 200
    assert client.session.people() == ["Ann"]


def test_an_audit_from_edit_to_verdict(client: Client) -> None:
    before = seen(client)
    status, view = client.post(
        "change", {"person": "Ann", "item": 0, "seen": before, "change": {"type": "merge", "step": 1}}
    )
    assert (status, len(view["steps"]), view["edited"]) == (200, 2, True)
    status, refused = client.post(
        "change", {"person": "Ann", "item": 0, "seen": before, "change": {"type": "undo"}}
    )
    assert (status, refused["problem"]) == (409, "This was changed in another window.")
    status, refused = client.post(
        "change", {"person": "Ann", "item": 0, "seen": view["seen"], "change": {"type": "merge", "step": 0}}
    )
    assert status == 422
    assert "needs what call 1" in refused["problem"]
    verdict = {"person": " ann ", "item": 0, "seen": view["seen"], "verdict": "approved"}
    assert client.post("decide", verdict)[1]["verdict"] == "approved"
    assert client.get("api/overview?person=ANN")[1]["items"][0]["verdict"] == "approved"
    assert client.post("decide", {**verdict, "verdict": "open"})[1]["verdict"] == "open"
    assert client.session.people() == ["Ann"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"[" * 100_000,
        b"\xff",
        {"person": "Ann", "item": 99, "seen": "", "verdict": "approved"},
        {"person": "Ann", "item": -1, "seen": "", "verdict": "approved"},
        {"person": "", "item": 0, "seen": "", "verdict": "approved"},
        {"person": "Ann", "item": 0, "seen": "", "verdict": "splendid"},
        {"person": "Ann", "item": 0, "seen": "", "verdict": "approved", "more": 1},
        {"person": "Ann", "item": 0, "seen": "", "verdict": "rejected", "reason": "x" * 3_000_000},
    ],
)
def test_nonsense_is_refused_with_a_sentence(client: Client, body: Any) -> None:
    status, said = client.post("decide", body)
    assert status == 422
    assert said["problem"]


@pytest.mark.parametrize("query", ["", "item=x", "item=99", "item=-1", f"item={'9' * 50}", "item=²"])
def test_items_that_are_not_there_are_told(client: Client, query: str) -> None:
    assert client.get(f"api/item?person=Ann&{quote(query, safe='=')}")[0] == 422
    assert client.get(f"api/picture?{quote(query, safe='=')}")[0] == 422


def test_pictures_are_what_their_bytes_are(client: Client) -> None:
    status, headers, data = client.send(f"/{TOKEN}/api/picture?item=0&picture=0")
    assert (status, headers["content-type"], data) == (200, "image/png", picture())
    assert client.get("api/picture?item=0&picture=1")[0] == 422
    assert picture_type(b"RIFF0000WEBPVP8 ") == "image/webp"
    assert picture_type(b"\xff\xd8\xff\xe0") == "image/jpeg"
    assert picture_type(b"<svg onload=alert(1)>") == "application/octet-stream"


def test_a_picture_that_is_missing_or_huge_is_told_and_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "there.png").write_bytes(picture())
    with (tmp_path / "huge.png").open("wb") as file:
        file.truncate((1 << 26) + 1)
    task = msgspec.structs.replace(TRIP, images=("there.png", "gone.png", "huge.png", "../out.png"))
    suite = FileSuite("town", tmp_path, [task])
    assert load_picture(suite, task, 0) == (picture(), "image/png")
    for index, sentence in ((1, "'gone.png' does not exist"), (2, "are not shown"), (3, "leads out of")):
        with pytest.raises(M3BenchError, match=sentence):
            load_picture(suite, task, index)


def test_tools_and_what_speaks_against_a_call_are_told(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP, tools=TOOLS)
    with served(audit_app(session, TOKEN)) as address:
        client = Client(address, session)
        status, told = client.get("api/tools?item=0&person=Ann")
        assert (status, told["unknown"]) == (200, [])
        assert {
            "name": "town/find",
            "description": "Does find.",
            "parameters": "city (required, string)",
        } in told["tools"]
        typed = {"person": "Ann", "item": 0, "name": "town/find", "text": '{"city": 1}'}
        assert "does not take" in client.post("check", typed)[1]["objections"][0]
        assert client.post("check", {**typed, "text": '{"city": "Oslo"}'})[1] == {"objections": []}
        assert client.post("check", {**typed, "item": 1})[0] == 422
        change = {"type": "call", "call": 0, "name": "town/time", "text": '{"zone": 1}'}
        body = {"person": "Ann", "item": 0, "seen": seen(client), "change": change}
        status, view = client.post("change", body)
        assert (status, [len(call_problems) for call_problems in view["doubts"]]) == (200, [1, 0, 0, 0])
        assert (view["steps"][0]["calls"][0]["name"], view["verdict"]) == ("town/time", "open")


def test_what_others_wrote_comes_as_text(client: Client) -> None:
    _, view = client.get("api/item?item=1&person=Ann")
    assert view["request"] == HOSTILE.request
    assert len(view["steps"][0]["calls"][0]["arguments"]) > 90_000
