"""What a search for flakes gives back; two tools search for them."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit import Answer
from m3bench.servers.nixos.server import found, listed
from m3bench.world.nix import Flake, Nix


def search_flakes(nix: Nix, query: str, most: int) -> Answer:
    names = found(nix.flake_index, query, "flake")
    return Answer(
        listed(query, len(names), [_described(nix.flakes[name]) for name in names[:most]], type="flakes")
    )


def _described(flake: Flake) -> dict[str, Any]:
    return {
        "name": flake.repo,
        "owner": flake.owner,
        "reference": flake.reference,
        "description": flake.description,
        "outputs": flake.outputs,
        "stars": flake.stars,
        "last_updated": str(flake.updated),
    }
