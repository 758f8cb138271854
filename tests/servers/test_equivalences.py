"""Every declaration that tools can stand for each other, tried out: both are called, their facts compared."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from m3bench.core import Equivalence, EquivalentTool
from m3bench.servers import Files, ToolFailure, bundled_equivalences, bundled_schemas, load
from m3bench.suites import make_suite
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

GROUPS = {group.name: group for group in bundled_equivalences()}
PICTURE = "sign.png"
SITE = "site.png"

CALLS: dict[str, dict[str, dict[str, Any]]] = {
    "text in a picture": {
        "ocr/perform_ocr": {"input_data": PICTURE},
        "ocr/image_to_data": {"input_data": PICTURE},
        "ocr/perform_batch_ocr": {"inputs": [PICTURE]},
    },
    "glyph of an icon": {
        "hugeicons-mcp/get_icon_glyphs": {"icon_name": "keyboard"},
        "hugeicons-mcp/get_icon_glyph_by_style": {"icon_name": "keyboard", "style": "solid-rounded"},
    },
    "article of a title": {"wiki/summary": {"title": "Quince"}, "wiki/search": {"query": "Quince", "n": 1}},
    "sum of numbers": {
        "math/sum": {"numbers": [3.5, 2]},
        "math/add": {"firstNumber": 2, "secondNumber": 3.5},
    },
    "nutrients of foods": {"food_nutrition_mcp/get_nutrition": {"query": "2 peaches"}},
    "place of a name": {
        "google-maps/places_text_search": {"query": "Taj Mahal"},
        "google-maps/geocode": {"address": "Taj Mahal"},
    },
    "way between two places": {
        "google-maps/compute_route": {
            "origin": {"address": "Belmar, NJ"},
            "destination": {"address": "Newark, NJ"},
            "travelMode": "WALK",
        },
        "google-maps/directions_legacy": {
            "origin": "Belmar, NJ",
            "destination": "Newark, NJ",
            "mode": "walking",
        },
        "google-maps/distance_matrix": {
            "origins": ["Belmar, NJ"],
            "destinations": ["Newark, NJ"],
            "mode": "walking",
        },
    },
    "articles of PubMed": {
        "healthcare-mcp/pubmed_search": {"query": "asthma", "max_results": 3},
        "paper_search/search_pubmed": {"query": "asthma", "max_results": 3},
    },
    "preprints of medRxiv": {
        "healthcare-mcp/medrxiv_search": {"query": "asthma", "max_results": 3},
        "paper_search/search_medrxiv": {"query": "asthma", "max_results": 3},
    },
    "package or option of NixOS": {
        "nixos/nixos_info": {"name": "gopass", "channel": "24.11"},
        "nixos/nixos_search": {"query": "gopass", "channel": "24.11"},
    },
    "option of Home Manager": {
        "nixos/home_manager_info": {"name": "programs.tmux.enable"},
        "nixos/home_manager_search": {"query": "programs.tmux.enable"},
    },
    "option of nix-darwin": {
        "nixos/darwin_info": {"name": "system.defaults.dock.autohide"},
        "nixos/darwin_search": {"query": "system.defaults.dock.autohide"},
    },
    "things in a picture": {
        "dinox-mcp/detect-all-objects": {"imageFileUri": SITE, "includeDescription": False},
        "dinox-mcp/detect-objects-by-text": {
            "imageFileUri": SITE,
            "textPrompt": "person",
            "includeDescription": False,
        },
    },
}
"""Arguments that agree by the declared correspondence, for each tool of each group."""


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ToolContext:
    folder = tmp_path_factory.mktemp("workspace")
    image = Image.new("RGB", (640, 200), "white")
    ImageDraw.Draw(image).text((20, 60), "Harbour 4821", fill="black", font=ImageFont.load_default(60))
    image.save(folder / PICTURE)
    (folder / SITE).write_bytes(_site())
    return ToolContext(World(seed=7), Files(folder))


def _site() -> bytes:
    suite = make_suite("m3", World(seed=7))
    task = next(task for task in suite.tasks if task.family == "Hazard")
    found = next(data for name, data in suite.assets(task).items() if Path(name).suffix == ".png")
    return found if isinstance(found, bytes) else found.read_bytes()


@pytest.mark.parametrize("name", GROUPS)
def test_tools_of_a_group_obtain_the_same_facts(name: str, context: ToolContext) -> None:
    assert list(problems(GROUPS[name], CALLS[name], context)) == []


def test_a_wrong_declaration_is_noticed(context: ToolContext) -> None:
    mean = EquivalentTool("math/mean", {"numbers": "numbers"}, {"sum": ""})
    wrong = Equivalence("sum of numbers", (*GROUPS["sum of numbers"].tools, mean))
    calls = {**CALLS["sum of numbers"], "math/mean": {"numbers": [3.5, 2]}}
    assert list(problems(wrong, calls, context))


def test_a_declaration_that_covers_too_much_is_noticed(context: ToolContext) -> None:
    tools = [
        EquivalentTool(tool.tool, tool.parameters, tool.result, tool.values)
        for tool in GROUPS["glyph of an icon"].tools
    ]
    assert list(problems(Equivalence("glyph", tuple(tools)), CALLS["glyph of an icon"], context))


def test_declarations_are_there_without_servers() -> None:
    program = (
        "import sys; from m3bench.servers import LISTED, bundled_equivalences; "
        "assert bundled_equivalences(); "
        "print([name for name, server in LISTED.items() if server.target.partition(':')[0] in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_declaration_is_tried_and_names_what_exists() -> None:
    assert CALLS.keys() == GROUPS.keys()
    schemas = bundled_schemas()
    for group in GROUPS.values():
        for tool in group.tools:
            tops = {path.partition(".")[0] for path in tool.parameters}
            assert tops <= schemas[tool.tool]["properties"].keys(), tool.tool
            assert CALLS[group.name].keys() >= {tool.tool}
        assert any(tool.covers for tool in group.tools)


def problems(group: Equivalence, calls: dict[str, dict[str, Any]], context: ToolContext) -> Iterator[str]:
    """What one tool of a group states and a tool that covers it does not."""
    facts = {tool.tool: _facts(tool, calls[tool.tool], context) for tool in group.tools}
    for covered in group.tools:
        for covering in group.tools:
            if covering is covered or not covering.covers:
                continue
            shared = facts[covered.tool].keys() & facts[covering.tool].keys()
            if not shared:
                yield f"{covering.tool} and {covered.tool} have no fact in common"
            for fact in shared:
                missing = facts[covered.tool][fact] - facts[covering.tool][fact]
                if missing or not facts[covered.tool][fact]:
                    yield f"{covering.tool} does not state {fact} {missing} of {covered.tool}"


def _facts(tool: EquivalentTool, arguments: dict[str, Any], context: ToolContext) -> dict[str, set[Any]]:
    server, _, name = tool.tool.partition("/")
    try:
        text = load(server).call(context, name, arguments).text
    except ToolFailure as failure:
        pytest.fail(f"{tool.tool}: {failure}")
    return {fact: set(_values(text, path)) for fact, path in tool.result.items()}


def _values(text: str, path: str) -> Iterator[Any]:
    if not path:
        yield text.strip()
        return
    found: list[Any] = [json.loads(text)]
    for part in path.replace("[", ".[").split("."):
        if part == "[0]":
            found = [each[0] for each in found if each]
        elif part == "[]":
            found = [item for each in found for item in each]
        elif part:
            found = [each[part] for each in found if part in each]
    yield from found
