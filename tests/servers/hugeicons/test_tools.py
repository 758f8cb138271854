"""Icons are listed, found, drawn and explained."""

from __future__ import annotations

import pytest

from m3bench.servers import load
from m3bench_world import World
from m3bench_world.icons import STYLES
from tests.servers.asking import Asking, InProcess

SERVER = "hugeicons-mcp"
TOOLS = {"list_icons", "search_icons", "get_platform_usage", "get_icon_glyphs", "get_icon_glyph_by_style"}
PLATFORMS = {
    "react": "jsx",
    "vue": "template",
    "angular": "[icon]",
    "svelte": "script",
    "react-native": "svg",
}
PLATFORMS |= {"flutter": "HugeIcons.", "html": "<i class"}


def test_every_tool_is_tested() -> None:
    assert set(load(SERVER).tools) == TOOLS


def test_the_list_is_complete_and_bounded(ask: Asking) -> None:
    heard = ask("list_icons")
    names = [name for listed in heard.data["categories"].values() for name in listed]
    assert len(names) == len(set(names)) == heard.data["count"] > 3_500
    assert len(heard.text) < 60_000
    assert heard.sources == {"icons": "invented"}
    for name in names[::400]:
        assert ask("get_icon_glyphs", icon_name=name).data["name"] == name


def test_the_list_stays_bounded_in_other_worlds(tmp_path_factory: pytest.TempPathFactory) -> None:
    for seed in range(5):
        ask = InProcess(SERVER, tmp_path_factory.getbasetemp(), World(seed))
        assert len(ask("list_icons").text) < 60_000


@pytest.mark.parametrize("query", ["tree", "Laptop", "coffee", "basket", "desk", "building"])
def test_search_ranks_names_before_tags(ask: Asking, query: str) -> None:
    answer = ask("search_icons", query=query).data
    assert answer["icons"][0]["name"] == query.lower()
    assert answer["count"] == len(answer["icons"]) == min(50, answer["total"])
    named = [query.lower() in icon["name"] for icon in answer["icons"]]
    assert named == sorted(named, reverse=True)
    for icon in answer["icons"]:
        assert query.lower() in icon["name"] or query.lower() in icon["tags"]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_platform_is_explained(ask: Asking, platform: str) -> None:
    answer = ask("get_platform_usage", platform=platform).data
    assert answer["platform"] == platform
    assert answer["notes"]
    assert all(package in answer["install"] or platform == "html" for package in answer["packages"])
    assert "coffee" in answer["example"].lower()
    text = str(answer)
    assert PLATFORMS[platform] in text or platform == "react"


def test_glyphs_agree_with_those_by_style(ask: Asking) -> None:
    answer = ask("get_icon_glyphs", icon_name="Coffee 01").data
    drawn = {glyph["style"]: glyph for glyph in answer["glyphs"]}
    for style in STYLES:
        heard = ask("get_icon_glyph_by_style", icon_name="coffee-01", style=style)
        if style not in drawn:
            assert heard.is_error
            assert "stroke-rounded" in heard.text
            continue
        assert {"name": "coffee-01", **drawn[style]} == heard.data
        assert chr(heard.data["decimal"]) == heard.data["character"]
        assert heard.data["code_point"] == f"U+{heard.data['decimal']:X}"
    assert len({glyph["decimal"] for glyph in drawn.values()}) == len(drawn)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search_icons", {"query": "casttle"}, ["Not found", "castle"]),
        ("search_icons", {"query": ""}, ["query"]),
        ("get_icon_glyphs", {"icon_name": "coffe-01"}, ["Not found", "coffee"]),
        ("get_icon_glyph_by_style", {"icon_name": "tree", "style": "wobbly"}, ["style"]),
        ("get_platform_usage", {"platform": "cobol"}, ["platform"]),
    ],
)
def test_what_cannot_be_answered(
    ask: Asking, tool: str, arguments: dict[str, object], words: list[str]
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    for word in words:
        assert word in heard.text
