"""Flakes: repositories that offer packages and modules."""

from __future__ import annotations

from collections import Counter

from m3bench.servers.kit import Answer
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nixos.flake_results import search_flakes
from m3bench_world.servers.nixos.server import ChannelName, Limit, Query, check_channel, result_limit, server


@server.tool
def nixos_flakes_stats(context: ToolContext) -> Answer:
    """How many flakes are indexed, how many owners they have, and what they offer; and those with most
    stars."""
    flakes = list(context.world.nix.flakes.values())
    owners = Counter(flake.owner for flake in flakes)
    outputs = Counter(output for flake in flakes for output in flake.outputs)
    loved = sorted(flakes, key=lambda flake: (-flake.stars, flake.name))
    return Answer(
        {
            "flakes": len(flakes),
            "owners": len(owners),
            "flakes_by_owner": dict(owners.most_common(10)),
            "flakes_by_output": dict(outputs.most_common()),
            "most_stars": [{"flake": flake.reference, "stars": flake.stars} for flake in loved[:5]],
        }
    )


@server.tool
def nixos_flakes_search(
    context: ToolContext, query: Query, limit: Limit = 20, channel: ChannelName = "unstable"
) -> Answer:
    """Search flakes by name, owner and description. Gives the reference to use as an input, what it offers,
    stars and the day of the last change. The channel changes nothing: flakes belong to none."""
    check_channel(channel)
    return search_flakes(context.world.nix, query, result_limit(limit))
