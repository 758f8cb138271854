"""The bundled MCP servers: M³-Bench's tools, answered from the world, with no key and no network."""

from __future__ import annotations

from importlib import import_module

from m3bench.servers.kit import Answer, Desk, Files, Picture, Server, ToolFailure

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
}
"""Server name → its package here."""


def load(name: str) -> Server:
    """The server of that name. Importing one imports no other, and no data."""
    server: Server = import_module(f"m3bench.servers.{MODULES[name]}").server
    return server


__all__ = ["MODULES", "Answer", "Desk", "Files", "Picture", "Server", "ToolFailure", "load"]
