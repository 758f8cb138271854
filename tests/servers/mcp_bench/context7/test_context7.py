"""The server `Context7`: ids are resolved, and documentation is consistent over topics and versions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Context7"
ID = re.compile(r"library ID: (\S+)")


def titles(text: str) -> list[str]:
    return re.findall(r"^TITLE: (.*)$", text, re.MULTILINE)


def ids(ask: Asking, name: str) -> list[str]:
    return ID.findall(ask("resolve-library-id", libraryName=name).text)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("next.js", "/vercel/next.js"),
        ("gatsby", "/gatsbyjs/gatsby"),
        ("Flask", "/pallets/flask"),
        ("mongodb", "/mongodb/docs"),
        ("parcelway", "/parcelway/parcelway-python"),
    ],
)
def test_names_are_resolved(ask: Asking, name: str, expected: str) -> None:
    assert ids(ask, name)[0] == expected


def test_a_description_finds_several_libraries(ask: Asking) -> None:
    heard = ask("resolve-library-id", libraryName="JavaScript frontend framework")
    trust = [float(score) for score in re.findall(r"Trust Score: (\S+)", heard.text)]
    assert len(trust) >= 6
    assert trust == sorted(trust, reverse=True)
    assert heard.sources == {"manuals": "invented"}


def test_topics_are_consistent(ask: Asking) -> None:
    for library in ("/vercel/next.js", "/gatsbyjs/gatsby", "/pallets/flask"):
        narrow = titles(
            ask("get-library-docs", context7CompatibleLibraryID=library, topic="dynamic routing").text
        )
        wide = titles(ask("get-library-docs", context7CompatibleLibraryID=library, topic="routing").text)
        assert set(narrow) < set(wide)
        assert len(wide) == len(set(wide))


def test_the_number_of_snippets_is_that_of_the_whole(ask: Asking) -> None:
    stated = int(re.findall(r"Code Snippets: (\d+)", ask("resolve-library-id", libraryName="pytest").text)[0])
    whole = ask("get-library-docs", context7CompatibleLibraryID="/pytest-dev/pytest", tokens=40_000).text
    assert len(titles(whole)) == stated


def test_answers_are_bounded_by_tokens(ask: Asking) -> None:
    library = {"context7CompatibleLibraryID": "/lanternlight/lantern.js"}
    least = ask("get-library-docs", **library).text
    assert len(least) <= 40_000
    assert ask("get-library-docs", **library, tokens=500).text == least
    assert titles(ask("get-library-docs", **library, tokens=1e9).text)[: len(titles(least))] == titles(least)


def test_older_versions_have_less(ask: Asking) -> None:
    text = ask("resolve-library-id", libraryName="lantern.js").text
    newest, *_, oldest = re.findall(r"Versions: (.*)", text)[0].split(", ")
    counts = [
        len(
            titles(
                ask(
                    "get-library-docs", context7CompatibleLibraryID=f"/lanternlight/lantern.js/{version}"
                ).text
            )
        )
        for version in (oldest, newest)
    ]
    assert counts == sorted(counts)
    unknown = ask("get-library-docs", context7CompatibleLibraryID="/lanternlight/lantern.js/v0.0.0")
    assert newest in unknown.text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"context7CompatibleLibraryID": "/pallets/flak"}, "/pallets/flask"),
        ({"context7CompatibleLibraryID": "flask"}, "resolve-library-id"),
        ({"context7CompatibleLibraryID": "/pallets/flask", "topic": "quantum"}, "routing"),
        ({"context7CompatibleLibraryID": "/pallets/flask", "tokens": -5}, "tokens"),
        ({"context7CompatibleLibraryID": "/pallets/flask", "page": 2}, "page"),
    ],
)
def test_mistakes_are_explained(ask: Asking, arguments: dict[str, object], words: str) -> None:
    heard = ask("get-library-docs", **arguments)
    assert heard.is_error
    assert words in heard.text
    assert ask("resolve-library-id", libraryName="flaskk").is_error


def test_other_servers_say_the_same(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    nix = InProcess("nixos", tmp_path)
    newest = nix("nixhub_package_versions", package_name="flask", limit=1).data["versions"][0]["version"]
    assert f"/blob/v{newest}/" in ask("get-library-docs", context7CompatibleLibraryID="/pallets/flask").text
    client = ask(
        "get-library-docs", context7CompatibleLibraryID="/parcelway/parcelway-python", topic="shipments"
    ).text
    overview = InProcess("OpenAPI Explorer", tmp_path)("getApiOverview", id="parcelway").text
    named = re.findall(r"\(operation (\w+)\)", client)
    assert "createShipment" in named
    assert all(f"({name})" in overview for name in named)
    docs = ask(
        "get-library-docs", context7CompatibleLibraryID="/huggingface/transformers", topic="training"
    ).text
    model = re.findall(r"TITLE: Fine-tune (\S+) on", docs)[0]
    assert not InProcess("Hugging Face", tmp_path)("get-model-info", model_id=model).is_error


def test_lists_lack_the_newest_version_of_some_libraries(ask: Asking) -> None:
    errata = World().errata
    entries = ask("resolve-library-id", libraryName="JavaScript frontend framework").text.split("- Title: ")[
        1:
    ]
    stale = set()
    for entry in entries:
        (library,), (first,) = ID.findall(entry), re.findall(r"Versions: v([\d.]+)", entry)
        docs = ask("get-library-docs", context7CompatibleLibraryID=library, topic="routing").text
        newest = re.findall(r"/blob/v([\d.]+)/", docs)[0]
        assert (first != newest) == errata.has("manual lists", library)
        stale.add(first != newest)
    assert stale == {True, False}


def test_manuals_of_clients_state_some_sizes_of_pages_wrongly(tmp_path: Path) -> None:
    ask, apis, errata = InProcess(SERVER, tmp_path), InProcess("OpenAPI Explorer", tmp_path), World().errata
    wrong = set()
    for api in ("parcelway", "ticketwell", "newsdesk"):
        library = f"/{api}/{api}-python"
        docs = ask("get-library-docs", context7CompatibleLibraryID=library, topic="pagination").text
        for name, size in re.findall(r"Pages of (\w+) .*(?:limit|per_page) \(default (\d+)\)", docs):
            document = apis("getApiOperation", id=api, operationIdOrRoute=name).text
            right = re.search(r'"(?:limit|per_page)"[^}]*"default": (\d+)', document)
            assert right
            assert (right[1] != size) == errata.has("client manuals", f"{api} {name}")
            wrong.add(right[1] != size)
    assert wrong == {True, False}


def test_another_seed_has_other_documentation(tmp_path: Path) -> None:
    texts = {
        InProcess(SERVER, tmp_path, World(seed))(
            "get-library-docs", context7CompatibleLibraryID="/vercel/next.js", topic="routing"
        ).text
        for seed in (7, 8, 9)
    }
    assert len(texts) == 3
