"""The server `OpenAPI Explorer`: every operation of an overview can be cut out, as a valid document."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "OpenAPI Explorer"
LINE = re.compile(r"^- ([A-Z]+) (/\S*) \((.+?)\): ", re.MULTILINE)


def operation(ask: Asking, api: str, name: str) -> dict[str, Any]:
    """The only operation of the answer."""
    document = ask("getApiOperation", id=api, operationIdOrRoute=name).data
    ((only,),) = [methods.values() for methods in document["paths"].values()]
    found: dict[str, Any] = only
    return found


def required(body: dict[str, Any]) -> list[str]:
    (content,) = body["content"].values()
    names: list[str] = content["schema"].get("required", [])
    return names


def test_the_overview_lists_operations_and_security(ask: Asking) -> None:
    heard = ask("getApiOverview", id="github")
    rows = LINE.findall(heard.text)
    assert f"## Operations ({len(rows)})" in heard.text
    assert len([path for _, path, _ in rows if path.startswith("/repos")]) > 60
    assert "type oauth2, flow authorizationCode" in heard.text
    assert "type http, scheme bearer" in ask("getApiOverview", id="openai").text
    assert "name X-Auth-Key" in ask("getApiOverview", id="Cloudflare API").text
    assert heard.sources == {"apis": "invented"}


def test_an_operation_can_be_named_by_id_route_or_example(ask: Asking) -> None:
    by_id = ask("getApiOperation", id="github", operationIdOrRoute="issues/list-for-repo").text
    assert (
        ask("getApiOperation", id="github", operationIdOrRoute="GET /repos/{owner}/{repo}/issues").text
        == by_id
    )
    both = ask("getApiOperation", id="github", operationIdOrRoute="/repos/octo/hello/issues").data
    ((path, methods),) = both["paths"].items()
    assert (path, sorted(methods)) == ("/repos/{owner}/{repo}/issues", ["get", "post"])


def test_known_requirements(ask: Asking) -> None:
    """As the public documentation of the services states them."""
    assert required(operation(ask, "openai", "createChatCompletion")["requestBody"]) == ["model", "messages"]
    assert required(operation(ask, "openai", "createSpeech")["requestBody"]) == ["model", "input", "voice"]
    assert required(operation(ask, "github", "git/create-tag")["requestBody"]) == [
        "tag",
        "message",
        "object",
        "type",
    ]
    search = {
        parameter["name"]: parameter for parameter in operation(ask, "github", "search/repos")["parameters"]
    }
    assert search["q"]["required"]
    assert search["per_page"]["schema"]["default"] == 30
    items = {
        parameter["name"] for parameter in operation(ask, "cloudflare", "lists-get-list-items")["parameters"]
    }
    assert {"cursor", "per_page", "search"} <= items


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"id": "githib"}, "github"),
        ({"id": "something else"}, "parcelway"),
        ({"id": ""}, "id"),
        ({"id": "openai", "operationIdOrRoute": "createChatCompletions"}, "createChatCompletion"),
        ({"id": "openai", "operationIdOrRoute": "DELETE /models"}, "Not found"),
    ],
)
def test_mistakes_are_explained(ask: Asking, arguments: dict[str, str], words: str) -> None:
    heard = ask("getApiOperation" if len(arguments) > 1 else "getApiOverview", **arguments)
    assert heard.is_error
    assert words in heard.text


def test_every_cut_is_whole(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    for api in ("openai", "coinpath", "ticketwell"):
        for method, path, name in LINE.findall(ask("getApiOverview", id=api).text):
            text = ask("getApiOperation", id=api, operationIdOrRoute=name).text
            document = json.loads(text)
            assert document["paths"][path][method.lower()]["operationId"] == name
            named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
            assert named == set(document["components"]["schemas"])


def test_overviews_are_wrong_about_some_versions_and_marks(tmp_path: Path) -> None:
    ask, errata = InProcess(SERVER, tmp_path), World().errata
    wrong, versions = set(), set()
    for api in ("parcelway", "ticketwell", "newsdesk", "skyfare", "coinpath", "openai"):
        overview = ask("getApiOverview", id=api).text
        lines = [line for line in overview.splitlines() if LINE.match(line)]
        for line in lines:
            name = LINE.findall(line)[0][2]
            document = ask("getApiOperation", id=api, operationIdOrRoute=name).data
            ((only,),) = [methods.values() for methods in document["paths"].values()]
            if only.get("deprecated", False) != ("deprecated" in line.partition("[")[2]):
                wrong.add((api, name))
        agrees = f"Version {document['info']['version']}," in overview
        assert agrees != (api != "openai" and errata.has("api overviews", api))
        versions.add(agrees)
    assert versions == {True, False}
    assert 0 < len(wrong) < 20
    assert all(errata.has("api marks", f"{api} {name}") for api, name in wrong)
    assert "openai" not in {api for api, _ in wrong}


def test_another_seed_pages_and_authenticates_otherwise(tmp_path: Path) -> None:
    texts = {
        InProcess(SERVER, tmp_path, World(seed))("getApiOverview", id="parcelway").text for seed in (7, 8, 9)
    }
    assert len(texts) == 3
