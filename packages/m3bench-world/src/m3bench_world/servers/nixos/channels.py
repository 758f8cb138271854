"""Packages, options and programs of NixOS by channel."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, about, check_choice, check_text
from m3bench_world.nix import ALIASES, CHANNELS, Channel, Entry, Flake, Index, Nix
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nixos.server import (
    ChannelName,
    Limit,
    Query,
    brief,
    check_channel,
    full,
    result_limit,
    results_page,
    search_index,
    server,
)


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


@server.tool
def nixos_search(
    context: ToolContext,
    query: Query,
    search_type: Annotated[
        str, about("packages, options, programs (by command name) or flakes.")
    ] = "packages",
    limit: Limit = 20,
    channel: ChannelName = "unstable",
) -> Answer:
    """Search NixOS packages, options, programs or flakes. Gives names, versions or types, and descriptions,
    best match first, and how many there are in all. Details: nixos_info."""
    kind = check_choice(search_type, "search_type", ("packages", "options", "programs", "flakes"))
    chosen, most, nix = check_channel(channel), result_limit(limit), context.world.nix
    if kind == "flakes":
        return search_flakes(nix, query, most)
    search = {"packages": _packages, "options": _options, "programs": _programs}[kind]
    total, results = search(nix, query, chosen, most)
    return Answer(results_page(query, total, results, type=kind, channel=chosen.name))


_Results = tuple[int, list[dict[str, Any]]]


def _packages(nix: Nix, query: str, channel: Channel, most: int) -> _Results:
    entries = [
        entry for name in search_index(nix.package_index, query, "package") if (entry := nix.entry(name))
    ]
    present = [entry for entry in entries if nix.has_package(entry, channel)]
    if not present:
        elsewhere = [f"{entry.name} in unstable" for entry in entries[:5]]
        raise NotFound(f"no package for '{query[:80]}' in channel {channel.name}", elsewhere)
    return len(present), [
        {"name": entry.name, "version": nix.version(entry, channel), "description": entry.description}
        for entry in present[:most]
    ]


def _options(nix: Nix, query: str, channel: Channel, most: int) -> _Results:
    options = [
        nix.options("nixos")[name] for name in search_index(nix.option_index("nixos"), query, "option")
    ]
    present = [option for option in options if nix.has_option(option, channel)]
    if not present:
        elsewhere = [f"{option.name} in unstable" for option in options[:5]]
        raise NotFound(f"no option for '{query[:80]}' in channel {channel.name}", elsewhere)
    return len(present), [brief(option) for option in present[:most]]


def _programs(nix: Nix, query: str, channel: Channel, most: int) -> _Results:
    wanted = check_text(query, "query").casefold()
    present = {entry.name for entry in nix.channel_packages(channel)}
    names = sorted(
        (name for name in nix.programs if wanted in name.casefold()), key=lambda name: (len(name), name)
    )
    rows = [(name, [package for package in nix.programs[name] if package in present]) for name in names]
    results = [{"program": name, "packages": packages} for name, packages in rows if packages]
    if not results:
        index = Index((name, name, "") for name in nix.programs)
        raise NotFound(f"no program '{wanted[:80]}' in channel {channel.name}", index.near(wanted))
    return len(results), results[:most]


@server.tool
def nixos_info(
    context: ToolContext,
    name: Annotated[
        str, about("Package attribute such as 'ripgrep' or 'python3Packages.numpy', or full option name.")
    ],
    type: Annotated[str, about("package or option.")] = "package",
    channel: ChannelName = "unstable",
) -> Answer:
    """Everything about one NixOS package (version, description, licence, homepage, maintainers, platforms,
    programs) or one option (type, default, example, description) in a channel."""
    kind = check_choice(type, "type", ("package", "option"))
    wanted, chosen = check_text(name, "name"), check_channel(channel)
    if kind == "package":
        return Answer(_package(context.world.nix, wanted, chosen))
    option = context.world.nix.options("nixos").get(wanted)
    if option is None:
        raise NotFound(f"no option '{wanted[:100]}'", context.world.nix.option_index("nixos").near(wanted))
    if not context.world.nix.has_option(option, chosen):
        raise NotFound(f"no option '{wanted[:100]}' in channel {chosen.name}", [f"{wanted} in unstable"])
    return Answer(full(option) | {"channel": chosen.name, "declared_in": _declaration_url(option.name)})


def _declaration_url(name: str) -> str:
    parts = [part for part in name.split(".") if not part.startswith("<")]
    return f"nixos/modules/{'/'.join(parts[:2])}.nix"


def _package(nix: Nix, wanted: str, channel: Channel) -> dict[str, Any]:
    entry = nix.entry(wanted)
    if entry is None:
        raise NotFound(f"no package '{wanted[:100]}'", nix.package_index.near(wanted))
    package = nix.package(entry, channel)
    if package is None:
        raise NotFound(f"no package '{entry.name}' in channel {channel.name}", [f"{entry.name} in unstable"])
    return {
        "name": package.name,
        "pname": package.plain_name,
        "version": package.version,
        "description": package.description,
        "category": package.category,
        "license": package.licence,
        "homepage": package.homepage,
        "maintainers": package.maintainers,
        "platforms": package.platforms,
        "programs": package.programs,
        "channel": package.channel,
    }


@server.tool
def nixos_channels(context: ToolContext) -> Answer:
    """The channels: name, branch, status, commit, and how many packages and options each has; and their
    aliases."""
    nix = context.world.nix
    rows = [
        {
            "name": channel.name,
            "branch": channel.branch,
            "status": channel.status,
            "cut_off": str(channel.cut_off) if channel.cut_off else None,
            "commit": nix.revision(channel),
            **_counts(nix, channel),
        }
        for channel in CHANNELS
    ]
    return Answer({"channels": rows, "aliases": ALIASES})


def _counts(nix: Nix, channel: Channel) -> dict[str, int]:
    options = sum(nix.has_option(option, channel) for option in nix.options("nixos").values())
    return {"packages": len(nix.channel_packages(channel)), "options": options}


@server.tool
def nixos_stats(context: ToolContext, channel: ChannelName = "unstable") -> Answer:
    """How many packages, options and programs a channel has, with packages by category and options by their
    first part."""
    chosen, nix = check_channel(channel), context.world.nix
    packages: list[Entry] = nix.channel_packages(chosen)
    categories = Counter(entry.category for entry in packages)
    options = [each for each in nix.options("nixos").values() if nix.has_option(each, chosen)]
    prefixes = Counter(option.category for option in options)
    programs = {program for entry in packages for program in entry.programs}
    return Answer(
        {
            "channel": chosen.name,
            "packages": len(packages),
            "options": len(options),
            "programs": len(programs),
            "packages_by_category": dict(categories.most_common()),
            "options_by_prefix": dict(prefixes.most_common()),
        }
    )
