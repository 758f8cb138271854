"""The bundled MCP servers: M³-Bench's and MCP-Bench's tools, and those of TOBench's families, with no key
and no network."""

from __future__ import annotations

from typing import Any

from m3bench.core import BuiltIn, Equivalence, Registry
from m3bench.servers.equivalents import EQUIVALENCES
from m3bench.servers.kit import Answer, Attachment, Files, Picture, Server, ToolContext, ToolFailure
from m3bench.servers.schemas import BundledSchemas
from m3bench.servers.synthetic import SYNTHETIC_SERVERS

MODULES = {
    "Reddit-MCP-Server": "reddit",
    "amazon": "amazon",
    "car-price": "car_price",
    "dinox-mcp": "dinox",
    "food_nutrition_mcp": "food_nutrition",
    "google-air": "google_air",
    "google-maps": "google_maps",
    "healthcare-mcp": "healthcare",
    "hugeicons-mcp": "hugeicons",
    "imagesorcery-mcp": "imagesorcery",
    "linkimage-mcp": "linkimage",
    "math": "math",
    "metmuseum-mcp": "metmuseum",
    "nasa-mcp": "nasa",
    "nationalparks": "nationalparks",
    "nixos": "nixos",
    "ocr": "ocr",
    "okx": "okx",
    "openlibrary_mcp": "openlibrary",
    "paper_search": "paper_search",
    "pyzbar-mcp": "pyzbar",
    "tmdb": "tmdb",
    "weather": "weather",
    "wiki": "wiki",
    "yahoo-finance": "yahoo_finance",
    "Bibliomantic": "mcp_bench.bibliomantic",
    "BioMCP": "mcp_bench.biomcp",
    "Call for Papers": "mcp_bench.call_for_papers",
    "Car Price Evaluator": "mcp_bench.car_price_evaluator",
    "Context7": "mcp_bench.context7",
    "DEX Paprika": "mcp_bench.dex_paprika",
    "FruityVice": "mcp_bench.fruityvice",
    "Game Trends": "mcp_bench.game_trends",
    "Google Maps": "mcp_bench.google_maps",
    "Huge Icons": "mcp_bench.huge_icons",
    "Hugging Face": "mcp_bench.hugging_face",
    "Math MCP": "mcp_bench.math_mcp",
    "Medical Calculator": "mcp_bench.medical_calculator",
    "Metropolitan Museum": "mcp_bench.metropolitan_museum",
    "Movie Recommender": "mcp_bench.movie_recommender",
    "NASA Data": "mcp_bench.nasa_data",
    "National Parks": "mcp_bench.national_parks",
    "NixOS": "mcp_bench.nixos",
    "OKX Exchange": "mcp_bench.okx_exchange",
    "OpenAPI Explorer": "mcp_bench.openapi_explorer",
    "OSINT Intelligence": "mcp_bench.osint",
    "Paper Search": "mcp_bench.paper_search",
    "Reddit": "mcp_bench.reddit",
    "Scientific Computing": "mcp_bench.scientific_computing",
    "Time MCP": "mcp_bench.time_mcp",
    "Unit Converter": "mcp_bench.unit_converter",
    "Weather Data": "mcp_bench.weather_data",
    "Wikipedia": "mcp_bench.wikipedia",
    "archives": "tobench.archives",
    "calendar": "tobench.calendar",
    "claim-done": "tobench.claim_done",
    "files": "tobench.files",
    "image-generation": "tobench.image_generation",
    "image-toolkit": "tobench.image_toolkit",
    "knowledge-base": "tobench.knowledge_base",
    "mail": "tobench.mail",
    "audio": "tobench.audio",
    "speech-recognition": "tobench.speech_recognition",
    "speech-synthesis": "tobench.speech_synthesis",
    "video": "tobench.video",
    "browser": "tobench.browser",
    "charts": "tobench.charts",
    "render": "tobench.render",
    "sheets": "tobench.sheets",
    "text": "tobench.text",
    "accounts": "tobench.accounts",
    "bookings": "tobench.bookings",
    "customers": "tobench.customers",
    "orders": "tobench.orders",
    "tickets": "tobench.tickets",
    "pdf": "tobench.pdf",
    "slides": "tobench.slides",
    "word": "tobench.word",
}
"""Package of each bundled server, by server name."""

M3_BENCH, MCP_BENCH, TOBENCH = "m3-bench", "mcp-bench", "tobench"
"""The collections of bundled servers: the benchmarks whose names and parameters, or families, they have."""
SYNTHETIC = "synthetic"
"""The collection of synthetic business applications (`SYNTHETIC_SERVERS`). They are not in `SERVERS`, so that
only what asks for them sees them: other servers may have their names."""
_FOLDERS = {"mcp_bench": MCP_BENCH, "tobench": TOBENCH}

TWINS = {
    "Car Price Evaluator": "car-price",
    "Google Maps": "google-maps",
    "Huge Icons": "hugeicons-mcp",
    "Math MCP": "math",
    "Metropolitan Museum": "metmuseum-mcp",
    "NASA Data": "nasa-mcp",
    "National Parks": "nationalparks",
    "NixOS": "nixos",
    "OKX Exchange": "okx",
    "Paper Search": "paper_search",
    "Reddit": "Reddit-MCP-Server",
    "Weather Data": "weather",
    "Wikipedia": "wiki",
}
"""Servers of MCP-Bench over the same data as a server of M³-Bench: its name → the other's."""


def _problem(name: str, value: Any) -> str | None:
    if not isinstance(value, Server):
        return "expected an m3bench.servers.Server"
    if value.name != name:
        return f"the server calls itself {value.name!r}; the names must be the same"
    return None if value.tools else "the server has no tools"


SERVERS: Registry[Server] = Registry(
    "server",
    {name: BuiltIn(f"m3bench.servers.{module}:server") for name, module in MODULES.items()},
    problem=_problem,
)
"""Servers that run in process: the bundled ones and those of plugins."""
register_server = SERVERS.register


def collection_of(name: str) -> str | None:
    """Return the collection of a server in `MODULES`; None for others. This loads nothing."""
    if name not in MODULES:
        return None
    return _FOLDERS.get(MODULES[name].partition(".")[0], M3_BENCH)


def load(name: str) -> Server:
    """Return the server with this name, else the synthetic one. This imports no other server and loads no
    data."""
    return SYNTHETIC_SERVERS[name] if is_synthetic(name) else SERVERS[name]


def is_synthetic(name: str) -> bool:
    """Return whether a name stands for a synthetic server: it is none of `SERVERS`."""
    return name not in SERVERS and name in SYNTHETIC_SERVERS


def bundled_schemas() -> BundledSchemas:
    """Return the JSON schemas of all tools, bundled and from plugins, by full tool name."""
    return BundledSchemas(SERVERS)


def bundled_equivalences() -> tuple[Equivalence, ...]:
    """Return the interchangeable tools that the bundled servers declare. This loads no server."""
    return EQUIVALENCES


__all__ = [
    "M3_BENCH",
    "MCP_BENCH",
    "MODULES",
    "SERVERS",
    "SYNTHETIC",
    "SYNTHETIC_SERVERS",
    "TOBENCH",
    "TWINS",
    "Answer",
    "Attachment",
    "BundledSchemas",
    "Files",
    "Picture",
    "Server",
    "ToolContext",
    "ToolFailure",
    "bundled_equivalences",
    "bundled_schemas",
    "collection_of",
    "is_synthetic",
    "load",
    "register_server",
]
