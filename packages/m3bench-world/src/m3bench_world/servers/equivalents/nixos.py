"""The details of a package or option include everything that a search result for its name has."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

_HIT = {"name": "results[].name", "description": "results[].description"}
_ENTRY = {"name": "name", "description": "description"}

EQUIVALENCES = (
    Equivalence(
        "package or option of NixOS",
        (
            EquivalentTool(
                "nixos/nixos_info",
                {"name": "name", "channel": "channel", "type": "type"},
                {**_ENTRY, "version": "version"},
                values={"type": {"package": "packages", "option": "options"}},
            ),
            EquivalentTool(
                "nixos/nixos_search",
                {"query": "name", "channel": "channel", "search_type": "type"},
                {**_HIT, "version": "results[].version"},
                covers=False,
            ),
        ),
    ),
    *(
        Equivalence(
            f"option of {title}",
            (
                EquivalentTool(f"nixos/{prefix}_info", {"name": "name"}, _ENTRY),
                EquivalentTool(f"nixos/{prefix}_search", {"query": "name"}, _HIT, covers=False),
            ),
        )
        for prefix, title in (("home_manager", "Home Manager"), ("darwin", "nix-darwin"))
    ),
)
