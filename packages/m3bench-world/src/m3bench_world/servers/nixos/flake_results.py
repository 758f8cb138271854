"""Flake search, shared by two tools."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit import Answer
from m3bench_world.nix import Flake, Nix
from m3bench_world.servers.nixos.server import results_page, search_index


def search_flakes(nix: Nix, query: str, most: int) -> Answer:
    names = search_index(nix.flake_index, query, "flake")
    return Answer(
        results_page(
            query, len(names), [_describe_flake(nix.flakes[name]) for name in names[:most]], type="flakes"
        )
    )


def _describe_flake(flake: Flake) -> dict[str, Any]:
    return {
        "name": flake.repo,
        "owner": flake.owner,
        "reference": flake.reference,
        "description": flake.description,
        "outputs": flake.outputs,
        "stars": flake.stars,
        "last_updated": str(flake.updated),
    }
