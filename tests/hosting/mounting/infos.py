"""Servers as mounting sees them."""

from __future__ import annotations

from m3bench.hosting import ServerInfo, Tool


def server(name: str, problem: str | None = None, **tools: str) -> ServerInfo:
    listed = tuple(Tool(server=name, name=tool, description=text) for tool, text in tools.items())
    return ServerInfo(name=name, tools=listed, problem=problem)


TOOLS = [
    server("weather", forecast="Temperature and rain of the next days", alerts="Storm warnings"),
    server("movies", search_film="Find a film by title, actor or year"),
    server("chemistry", molar_mass="Mass of a compound from its formula"),
    server("broken-movies", "set KEY", search_film="Find a film by title, actor or year"),
]
