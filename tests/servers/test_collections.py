"""Collections of servers: what packages declare, and what is known without loading a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.core import PluginError
from m3bench.servers import (
    INSTALLED,
    ON_REQUEST,
    THIRD_PARTY,
    TWINS,
    collection_of,
    missing_servers,
    servers_by_collection,
)
from m3bench.servers.collections import _collections
from tests.plugins import installed, write_distribution

KITCHEN = """
    from m3bench.servers import Answer, Server, ServerCollection

    kettle = Server("kettle", "Boils.", sources=("arithmetic",))

    @kettle.tool
    def boil() -> Answer:
        '''Boils water.'''
        return Answer("hot")

    kitchen = ServerCollection(targets={"kettle": "kitchen:kettle"}, third_party={"oven": "mcp-oven"})
    broken = {"kettle": "kitchen:kettle"}
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    caches = (_collections, servers_by_collection)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path / "site"
    for cache in caches:
        cache.cache_clear()


def test_the_collections_of_the_world() -> None:
    assert list(INSTALLED) == ["m3-bench", "mcp-bench", "synthetic", "tobench"]
    assert {name: len(found) for name, found in servers_by_collection().items()} == {
        "m3-bench": 27,
        "mcp-bench": 28,
        "tobench": 25,
    }
    assert missing_servers() == ""


def test_names_of_a_collection_are_its_own_and_those_of_the_catalog() -> None:
    assert collection_of("weather") == collection_of("excel") == "m3-bench"
    assert collection_of("Weather Data") == "mcp-bench"
    assert collection_of(THIRD_PARTY["excel"]) is None
    assert TWINS["Weather Data"] == "weather"


def test_servers_on_request_are_in_no_list() -> None:
    assert "crm" in ON_REQUEST
    assert collection_of("crm") is None
    with pytest.raises(KeyError):
        ON_REQUEST["weather"]


def test_a_package_can_bring_a_collection(site: Path) -> None:
    points = {"m3bench.server_collections": "kitchen = kitchen:kitchen"}
    write_distribution(site, "kitchen", points, KITCHEN)
    with installed(site):
        assert servers_by_collection()["kitchen"] == ("kettle", "oven")
        assert collection_of("oven") == "kitchen"


def test_a_broken_collection_is_named_and_left_out(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    points = {"m3bench.server_collections": "kitchen = kitchen:broken"}
    write_distribution(site, "kitchen", points, KITCHEN)
    with installed(site):
        assert "kitchen" not in servers_by_collection()
        assert "of kitchen 1.2 is broken" in caplog.text
        with pytest.raises(PluginError, match=r"kitchen 1\.2 is broken: expected an"):
            INSTALLED["kitchen"]
