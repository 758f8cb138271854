"""The same seed gives the same bytes in any process; another seed gives another world."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.servers import LISTED, load

PROGRAM = """
import hashlib, json, sys, tempfile
from pathlib import Path
from typing import Any
from m3bench.hosting.catalog.samples import put_samples
from m3bench.servers import Files, ToolContext, load
from m3bench_world import World
seed, calls = int(sys.argv[1]), json.loads(sys.argv[2])
world = World(seed)
for server, tool, arguments in calls:
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "workspace"  # records lie beside it
        workspace.mkdir()
        put_samples(["sample.png"], workspace)
        answer = load(server).call(ToolContext(world, Files(workspace)), tool, arguments)
        whole = answer.text.encode() + b"".join(picture.data for picture in answer.pictures)
        whole += b"".join(path.read_bytes() for path in sorted(workspace.rglob("*.*")) if path.is_file())
        print(server, tool, hashlib.sha256(whole).hexdigest())
"""
MORE: list[tuple[str, str, dict[str, Any]]] = [
    ("google-air", "heatmap_tile", {"z": 6, "x": 33, "y": 22}),
    ("google-maps", "static_map", {"center": "Paris, France", "zoom": 9, "size": "200x200"}),
    ("google-maps", "places_text_search", {"query": "restaurants in Lyon"}),
    ("google-maps", "compute_route", {"origin": {"address": "Lyon"}, "destination": {"address": "Dijon"}}),
    ("nasa-mcp", "get_astronomy_picture_of_day", {}),
    ("nasa-mcp", "get_coronal_mass_ejection", {"start_date": "2025-01-01", "end_date": "2025-01-20"}),
    ("okx", "get_candlesticks", {"instrument": "BTC-EUR", "bar": "4H", "limit": 50}),
    ("yahoo-finance", "get_yahoo_finance_news", {"ticker": "IBM"}),
    ("healthcare-mcp", "clinical_trials_search", {"condition": "asthma"}),
    ("nationalparks", "getAlerts", {"limit": 10}),
    ("ocr", "image_to_data", {"input_data": "sample.png"}),
    ("imagesorcery-mcp", "change_color", {"input_path": "sample.png", "palette": "sepia"}),
    ("Scientific Computing", "plot_function", {"expr_str": "sin(x)*cos(y)"}),
    ("Scientific Computing", "plot_vector_field", {"f_str": "[z, -y, x]"}),
]
CALLS: list[tuple[str, str, dict[str, Any]]] = [
    *((name, proof.tool, proof.arguments) for name in LISTED if (proof := load(name).proof)),
    *MORE,
]


FACTS_OF_TOBENCH = {
    "archives create_archive",
    "audio generate_tone",
    "browser open_page",
    "charts bar_chart",
    "claim-done claim_done",
    "customers list_companies",
    "files list_folder",
    "image-toolkit draw_shapes",
    "pdf text_to_pdf",
    "render check_programs",
    "sheets create_workbook",
    "slides create_deck",
    "speech-recognition compare_transcripts",
    "speech-synthesis speak",
    "text count_words",
    "video make_slideshow",
    "word create_document",
}
"""Calls that give the same in every world: they only use their arguments, or what worlds share."""


def answers(seed: int, calls: list[tuple[str, str, dict[str, Any]]], hash_seed: str) -> dict[str, str]:
    command = [sys.executable, "-c", PROGRAM, str(seed), json.dumps(calls)]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "TZ": "Asia/Tokyo" if hash_seed == "1" else "UTC",
    }
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    lines = [line.rpartition(" ") for line in done.stdout.splitlines()]
    return {call: digest for call, _, digest in lines}


@pytest.mark.slow
def test_two_processes_give_the_same_bytes_in_any_order() -> None:
    forwards, backwards = answers(7, CALLS, "1"), answers(7, CALLS[::-1], "2")
    assert len(forwards) == len(CALLS)
    assert forwards == backwards


@pytest.mark.slow
def test_another_seed_is_another_world() -> None:
    one, other = answers(7, CALLS, "1"), answers(8, CALLS, "1")
    same = {call for call in one if one[call] == other[call]}
    facts = {
        "Medical Calculator egfr_epi",
        "Scientific Computing gradient",
        "Scientific Computing plot_function",
        "Scientific Computing plot_vector_field",
        "Time MCP get_current_time",
        "Unit Converter convert_length",
        "car-price get_car_brands",
        "food_nutrition_mcp get_nutrition",
        "healthcare-mcp lookup_icd_code",
        "math mean",
        "dinox-mcp detect-all-objects",
        "imagesorcery-mcp crop",
        "imagesorcery-mcp change_color",
        "ocr image_to_data",
        "ocr perform_ocr",
        "pyzbar-mcp scan_barcode",
        "metmuseum-mcp list-departments",
        "wiki summary",
        "Math MCP mean",
        "Metropolitan Museum list-departments",
        "Wikipedia get_summary",
        "FruityVice get_fruit_nutrition",
        "Movie Recommender get_movies",
    }
    assert same == facts | FACTS_OF_TOBENCH


@pytest.mark.parametrize("name", ["world", "servers"])
def test_no_source_reads_the_clock_or_draws_unseeded(name: str) -> None:
    """Time and chance are passed in: nothing in these rooms may ask the machine for them."""
    room = Path(__file__).resolve().parents[2] / "src" / "m3bench" / name
    forbidden = (
        "datetime.now",
        "date.today",
        "time.time",
        "random.random",
        "random.choice",
        "os.urandom",
        "uuid4",
    )
    for path in room.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in forbidden if word in text], path
