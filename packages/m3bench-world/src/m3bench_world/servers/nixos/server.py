"""The server to which the modules of this package add their tools, and shared helpers."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument, NotFound, Proof, Server, about, check_limit, check_text
from m3bench_world.nix import Channel, Index, Option, channel_names, find_channel

MOST_RESULTS = 100

server = Server(
    "nixos",
    "Packages and options of NixOS, Home Manager and nix-darwin, channels, flakes and version histories.",
    sources=("nix",),
    proof=Proof("nixos_search", {"query": "numpy"}),
)

Query = Annotated[str, about("Words that must all occur in the name or description, such as 'json parser'.")]
Limit = Annotated[int, about("Most results, 1 to 100.")]
ChannelName = Annotated[str, about("unstable, stable (25.05), 25.05 or 24.11.")]
Prefix = Annotated[str, about("The beginning of option names, such as 'programs.git' or 'services'.")]
OptionName = Annotated[str, about("Full name of an option, such as 'programs.zsh.enable'.")]


def check_channel(name: str) -> Channel:
    channel = find_channel(name)
    if channel is None:
        near = near_misses(name[:60], channel_names())
        hint = f"perhaps {', '.join(near)}" if near else f"use one of: {', '.join(channel_names())}"
        raise BadArgument("channel", f"'{name[:40]}' is not a channel; {hint}")
    return channel


def search_index(index: Index, query: str, what: str) -> list[str]:
    """Return all names that match a query, best first.

    Raises `NotFound` with near misses if there are none.
    """
    wanted = check_text(query, "query")
    names_found = index.find(wanted)
    if not names_found:
        raise NotFound(f"no {what} for '{wanted[:80]}'", index.near(wanted))
    return names_found


def results_page(query: str, total: int, results: list[dict[str, Any]], **more: str) -> dict[str, Any]:
    return {"query": query.strip(), **more, "total": total, "returned": len(results), "results": results}


def result_limit(limit: int) -> int:
    return check_limit(limit, "limit", MOST_RESULTS)


def brief(option: Option) -> dict[str, Any]:
    return {"name": option.name, "type": option.type, "description": option.description}


def full(option: Option) -> dict[str, Any]:
    return brief(option) | {"default": option.default, "example": option.example}
