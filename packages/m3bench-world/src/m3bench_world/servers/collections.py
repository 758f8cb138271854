"""What the entry points of `m3bench.server_collections` reference. Importing it loads no server."""

from __future__ import annotations

from collections.abc import Mapping

from m3bench.servers import ServerCollection
from m3bench_world.servers.synthetic import SYNTHETIC_SERVERS

_M3_BENCH = {
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
}
_MCP_BENCH = {
    "Bibliomantic": "bibliomantic",
    "BioMCP": "biomcp",
    "Call for Papers": "call_for_papers",
    "Car Price Evaluator": "car_price_evaluator",
    "Context7": "context7",
    "DEX Paprika": "dex_paprika",
    "FruityVice": "fruityvice",
    "Game Trends": "game_trends",
    "Google Maps": "google_maps",
    "Huge Icons": "huge_icons",
    "Hugging Face": "hugging_face",
    "Math MCP": "math_mcp",
    "Medical Calculator": "medical_calculator",
    "Metropolitan Museum": "metropolitan_museum",
    "Movie Recommender": "movie_recommender",
    "NASA Data": "nasa_data",
    "National Parks": "national_parks",
    "NixOS": "nixos",
    "OKX Exchange": "okx_exchange",
    "OpenAPI Explorer": "openapi_explorer",
    "OSINT Intelligence": "osint",
    "Paper Search": "paper_search",
    "Reddit": "reddit",
    "Scientific Computing": "scientific_computing",
    "Time MCP": "time_mcp",
    "Unit Converter": "unit_converter",
    "Weather Data": "weather_data",
    "Wikipedia": "wikipedia",
}
_TOBENCH = {
    "archives": "archives",
    "calendar": "calendar",
    "claim-done": "claim_done",
    "files": "files",
    "image-generation": "image_generation",
    "image-toolkit": "image_toolkit",
    "knowledge-base": "knowledge_base",
    "mail": "mail",
    "audio": "audio",
    "speech-recognition": "speech_recognition",
    "speech-synthesis": "speech_synthesis",
    "video": "video",
    "browser": "browser",
    "charts": "charts",
    "render": "render",
    "sheets": "sheets",
    "text": "text",
    "accounts": "accounts",
    "bookings": "bookings",
    "customers": "customers",
    "orders": "orders",
    "tickets": "tickets",
    "pdf": "pdf",
    "slides": "slides",
    "word": "word",
}
_TWINS = {
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


def _targets(folder: str, modules: Mapping[str, str]) -> dict[str, str]:
    return {name: f"{__package__}{folder}.{module}:server" for name, module in modules.items()}


M3_BENCH = ServerCollection(
    targets=_targets("", _M3_BENCH),
    third_party={"excel": "excel-mcp-server", "ppt": "office-powerpoint-mcp-server"},
    equivalences=f"{__package__}.equivalents:EQUIVALENCES",
)
MCP_BENCH = ServerCollection(targets=_targets(".mcp_bench", _MCP_BENCH), twins=_TWINS)
TOBENCH = ServerCollection(targets=_targets(".tobench", _TOBENCH), renderers=("render",))
SYNTHETIC = ServerCollection(on_request=SYNTHETIC_SERVERS)
