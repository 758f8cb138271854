"""Flakes: repositories that offer packages and modules; histories of packages."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, NotFound, about, check_limit, check_text
from m3bench_world.nix import Entry, Nix, Release
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nixos.channels import search_flakes
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


MOST_VERSIONS = 50

PackageName = Annotated[str, about("Package attribute or plain name, such as 'ripgrep' or 'numpy'.")]


@server.tool
def nixhub_package_versions(
    context: ToolContext,
    package_name: PackageName,
    limit: Annotated[int, about("Most versions, 1 to 50.")] = 10,
) -> Answer:
    """The versions of a package, newest first: each with its date and the commit of the package set (40
    hexadecimal digits) that can be pinned to get it."""
    nix, most = context.world.nix, check_limit(limit, "limit", MOST_VERSIONS)
    entry = _entry(nix, package_name)
    history = nix.history(entry)[::-1]
    return Answer(
        {
            "package": entry.name,
            "description": entry.description,
            "total": len(history),
            "versions": [_describe_release(nix, entry, release) for release in history[:most]],
        }
    )


@server.tool
def nixhub_find_version(
    context: ToolContext,
    package_name: PackageName,
    version: Annotated[str, about("The exact version, such as '2.1.0'; nixhub_package_versions lists them.")],
) -> Answer:
    """Find the commit of the package set that has one version of a package, and how to pin it."""
    nix, wanted = context.world.nix, check_text(version, "version").removeprefix("v")
    entry = _entry(nix, package_name)
    history = nix.history(entry)
    release = next((each for each in history if each.version == wanted), None)
    if release is None:
        known = [each.version for each in reversed(history)]
        near = near_misses(wanted, known) or known[:5]
        raise NotFound(f"no version '{wanted[:40]}' of {entry.name}", near)
    described = _describe_release(nix, entry, release)
    pin = f"github:NixOS/nixpkgs/{described['commit']}#{entry.name}"
    return Answer({"package": entry.name, **described, "flake_reference": pin})


def _entry(nix: Nix, name: str) -> Entry:
    entry = nix.entry(check_text(name, "package_name"))
    if entry is None:
        raise NotFound(f"no package '{name[:100]}'", nix.package_index.near(name))
    return entry


def _describe_release(nix: Nix, entry: Entry, release: Release) -> dict[str, Any]:
    return {
        "version": release.version,
        "date": str(release.released),
        "commit": nix.commit(entry, release),
        "attribute": entry.name,
    }
