"""The page's server: who may ask, what can be asked for, and that nothing is ever written."""

from __future__ import annotations

import hashlib
import http.client
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from m3bench.apps.viewer.web import viewer_app
from m3bench.runs import RunFolder
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.samples import (
    LATER,
    PLAIN,
    TRIP,
    api_over,
    append,
    attempt_of,
    picture,
    plain_attempt,
    town_run,
)
from tests.hanging import HANG_SECONDS

Answer = tuple[int, dict[str, str], bytes]


class Client:
    """Requests word for word."""

    def __init__(self, address: str) -> None:
        self._place = urlsplit(address).netloc

    def send(self, path: str, method: str = "GET", headers: dict[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection(self._place, timeout=HANG_SECONDS)
        try:
            connection.request(method, path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def get(self, what: str, known: str = "", **parameters: str) -> Answer:
        headers = {"If-None-Match": known} if known else {}
        return self.send(f"/{TOKEN}/api/{what}?{urlencode(parameters)}", headers=headers)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    town_run(tmp_path / "runs" / "town")
    library, api = api_over(tmp_path / "runs")
    with served(viewer_app(api, TOKEN)) as address:
        yield Client(address)
    library.close()


TRIP_OF = {"run": "town", "task": TRIP.id}


def test_only_who_has_the_address_may_read_and_nobody_may_write(client: Client) -> None:
    assert client.send("/api/runs")[0] == 403
    assert client.send(f"/{TOKEN[:-1]}x/api/runs")[0] == 403
    assert client.send(f"/{TOKEN}/api/runs", headers={"Host": "evil.example"})[0] == 403
    assert client.send(f"/{TOKEN}/api/runs", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert client.send(f"/{TOKEN}/api/runs", method)[0] == 405
    status, headers, _ = client.send(f"/{TOKEN}/")
    assert status == 200
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"


def test_every_file_of_the_page_is_served_and_every_import_is_there(client: Client) -> None:
    page = files("m3bench.apps.viewer").joinpath("page")
    names = {item.name for item in page.iterdir()}
    for name in names:
        assert client.send(f"/{TOKEN}/{name}")[0] == 200, name
    imported = {
        line.split('"./')[1].partition('"')[0]
        for name in names
        if name.endswith(".js")
        for line in page.joinpath(name).read_text(encoding="utf-8").splitlines()
        if line.startswith("import") and '"./' in line
    }
    for name in imported:
        assert client.send(f"/{TOKEN}/{name}")[1]["content-type"].startswith("text/javascript"), name


def test_nothing_is_sent_twice_until_something_is_new(client: Client, tmp_path: Path) -> None:
    status, headers, _ = client.get("attempts", run="town")
    assert status == 200
    known = headers["etag"]
    assert client.get("attempts", known, run="town")[0] == 304
    attempt = client.get("attempt", **TRIP_OF)[1]["etag"]
    runs = client.get("runs")[1]["etag"]
    append(RunFolder.open(tmp_path / "runs" / "town"), attempt_of(LATER))
    status, _, body = client.get("attempts", known, run="town")
    assert status == 200
    assert json.loads(body)["run"]["attempts"] == 3
    assert client.get("runs", runs)[0] == 200
    assert client.get("attempt", attempt, **TRIP_OF)[0] == 304


def test_bytes_are_served_by_their_hash_and_only_pictures_are_shown(client: Client, tmp_path: Path) -> None:
    digest = hashlib.sha256(picture()).hexdigest()
    status, headers, body = client.get("blob", run="town", digest=digest)
    assert (status, headers["content-type"], body) == (200, "image/png", picture())
    for wrong in ("../../manifest.json", digest.upper(), digest[:-1], "0" * 64, ""):
        assert client.get("blob", run="town", digest=wrong)[0] == 422
    status, headers, body = client.get("file", **TRIP_OF, path="notes.svg")
    assert (status, headers["content-type"]) == (200, "application/octet-stream")
    assert headers["content-disposition"] == 'attachment; filename="notes.svg"'


@pytest.mark.parametrize("path", ["secret.txt", "../../manifest.json", "/etc/passwd", "", "report.xlsx/.."])
def test_only_files_that_the_attempt_changed_can_be_had(client: Client, path: str) -> None:
    assert client.get("file", **TRIP_OF, path=path)[0] == 422
    assert client.get("rendered", **TRIP_OF, path=path)[0] == 422


def test_a_link_out_of_the_workspace_is_not_followed(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "runs" / "town" / "workspaces" / "trip" / "report.xlsx"
    file.unlink()
    file.symlink_to(tmp_path / "runs" / "town" / "manifest.json")
    assert client.get("file", **TRIP_OF, path="report.xlsx")[0] == 422


@pytest.mark.parametrize(
    ("what", "parameters"),
    [
        ("attempts", {"run": "absent"}),
        ("attempt", {"run": "town", "task": "absent"}),
        ("attempt", {"run": "town", "task": PLAIN.id, "epoch": "2"}),
        ("call", {**TRIP_OF, "call": "99"}),
        ("call", {**TRIP_OF, "call": "0", "reference": "7"}),
        ("call", {**TRIP_OF, "call": "-1"}),
        ("picture", {**TRIP_OF, "picture": "0"}),
    ],
)
def test_what_is_not_there_is_refused_with_a_sentence(
    client: Client, what: str, parameters: dict[str, str]
) -> None:
    status, _, body = client.get(what, **parameters)
    assert status == 422
    assert json.loads(body)["problem"].endswith(".")


@pytest.mark.parametrize("number", ["x", "9" * 40, "-5", "1e3", ""])
def test_numbers_that_are_none_do_no_harm(client: Client, number: str) -> None:
    assert client.get("attempts", run="town", page=number)[0] == 200
    assert client.get("text", **TRIP_OF, call="0", part=number, **{"from": number})[0] == 200


def test_a_run_that_begins_later_shows_up(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("m3bench.apps.viewer.library._RESCAN_SECONDS", 0.0)
    append(town_run(tmp_path / "runs" / "second"), plain_attempt())
    names = [run["name"] for run in json.loads(client.get("runs")[2])["runs"]]
    assert names == ["second", "town"]
