"""Tools by their nearness to a text."""

from __future__ import annotations

import pytest

from m3bench.core import M3BenchError
from m3bench.encoders import Encoder, HashingEncoder, Vectors
from m3bench.encoders.protocol import Progress
from m3bench.hosting import Tool, ToolRanker, require_encoder
from m3bench.hosting.mounting.ranking import tool_text

WEATHER = Tool(
    server="weather",
    name="get_weather",
    description="The weather at a place now,\n  and a forecast.",
    input_schema={"properties": {"location": {}, "units": {}}},
)
BARCODE = Tool(server="pyzbar-mcp", name="scanBarcode", description="Read barcodes in pictures.")
DIVISION = Tool(server="math", name="division", description="Divide one number by another.")
TOOLS = (WEATHER, BARCODE, DIVISION)


class CountingEncoder(HashingEncoder):
    """Knows how many texts it was given."""

    def __init__(self) -> None:
        self.texts = 0

    def encode(self, texts: object, progress: Progress | None = None) -> Vectors:
        assert isinstance(texts, list)
        self.texts += len(texts)
        return super().encode(texts, progress)


def nearest(ranker: ToolRanker, text: str) -> str:
    return ranker.ranked(text)[0].tool.full_name


def test_a_tool_in_words() -> None:
    assert tool_text(WEATHER) == (
        "get weather (weather): The weather at a place now, and a forecast. location, units"
    )
    assert tool_text(BARCODE) == "scan Barcode (pyzbar mcp): Read barcodes in pictures."
    assert tool_text(Tool(server="s", name="t", input_schema={"properties": 3})) == "t (s):"


def test_the_nearest_comes_first(minilm: Encoder) -> None:
    ranker = ToolRanker(minilm, TOOLS)
    assert nearest(ranker, "How warm is it in Lisbon?") == "weather/get_weather"
    assert nearest(ranker, "What is the EAN on this box?") == "pyzbar-mcp/scanBarcode"
    assert nearest(ranker, "Share 90 by 4") == "math/division"


def test_all_tools_are_ranked_whatever_their_order() -> None:
    encoder = HashingEncoder()
    ranked, other = (ToolRanker(encoder, tools).ranked("divide it") for tools in (TOOLS, TOOLS[::-1]))
    assert ranked == other
    assert [entry.nearness for entry in ranked] == sorted((entry.nearness for entry in ranked), reverse=True)
    assert {entry.tool.full_name for entry in ranked} == {tool.full_name for tool in TOOLS}


def test_no_tools_no_ranks() -> None:
    assert ToolRanker(HashingEncoder(), ()).ranked("anything") == []


def test_tools_are_encoded_once() -> None:
    encoder = CountingEncoder()
    ranker = ToolRanker(encoder, TOOLS)
    for _ in range(3):
        ranker.ranked("weather")
    assert encoder.texts == len(TOOLS) + 3


def test_an_encoder_by_name() -> None:
    assert nearest(ToolRanker.by_name("hashing", TOOLS), "weather forecast") == "weather/get_weather"
    assert require_encoder("minilm") == "minilm"
    for refused in (lambda: require_encoder("mini"), lambda: ToolRanker.by_name("mini", TOOLS)):
        with pytest.raises(M3BenchError, match=r"There is no encoder 'mini'\.\n.*Encoders: minilm"):
            refused()
