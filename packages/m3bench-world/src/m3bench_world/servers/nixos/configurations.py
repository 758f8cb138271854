"""Options of Home Manager and of nix-darwin."""

from __future__ import annotations

from collections import Counter
from typing import Any

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, NotFound, check_text
from m3bench_world.nix import Option
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nixos.server import (
    Limit,
    OptionName,
    Prefix,
    Query,
    brief,
    full,
    result_limit,
    results_page,
    search_index,
    server,
)

MOST_BY_PREFIX = 80
TITLES = {"home": "Home Manager", "darwin": "nix-darwin"}


@server.tool
def home_manager_search(context: ToolContext, query: Query, limit: Limit = 20) -> Answer:
    """Search Home Manager options (settings of a user's programs and files). Gives name, type and
    description, best match first."""
    return _search(context, "home", query, limit)


@server.tool
def home_manager_info(context: ToolContext, name: OptionName) -> Answer:
    """One Home Manager option: type, default, example and description."""
    return _info(context, "home", name)


@server.tool
def home_manager_stats(context: ToolContext) -> Answer:
    """How many options Home Manager has, by their first part and by type."""
    return _stats(context, "home")


@server.tool
def home_manager_list_options(context: ToolContext) -> Answer:
    """The categories of Home Manager options (the first part of their names) with their counts; list one with
    home_manager_options_by_prefix."""
    return _categories(context, "home")


@server.tool
def home_manager_options_by_prefix(context: ToolContext, option_prefix: Prefix) -> Answer:
    """Home Manager options whose names begin with a prefix, such as 'programs.git': at most 80 options, the
    count of all, and the parts that can follow the prefix."""
    return _by_prefix(context, "home", option_prefix)


@server.tool
def darwin_search(context: ToolContext, query: Query, limit: Limit = 20) -> Answer:
    """Search nix-darwin options (settings of macOS). Gives name, type and description, best match first."""
    return _search(context, "darwin", query, limit)


@server.tool
def darwin_info(context: ToolContext, name: OptionName) -> Answer:
    """One nix-darwin option: type, default, example and description."""
    return _info(context, "darwin", name)


@server.tool
def darwin_stats(context: ToolContext) -> Answer:
    """How many options nix-darwin has, by their first part and by type."""
    return _stats(context, "darwin")


@server.tool
def darwin_list_options(context: ToolContext) -> Answer:
    """The categories of nix-darwin options (the first part of their names) with their counts; list one with
    darwin_options_by_prefix."""
    return _categories(context, "darwin")


@server.tool
def darwin_options_by_prefix(context: ToolContext, option_prefix: Prefix) -> Answer:
    """nix-darwin options whose names begin with a prefix, such as 'system.defaults': at most 80 options, the
    count of all, and the parts that can follow the prefix."""
    return _by_prefix(context, "darwin", option_prefix)


def _search(context: ToolContext, system: str, query: str, limit: int) -> Answer:
    most, nix = result_limit(limit), context.world.nix
    names = search_index(nix.option_index(system), query, f"{TITLES[system]} option")
    options = nix.options(system)
    return Answer(results_page(query, len(names), [brief(options[name]) for name in names[:most]]))


def _info(context: ToolContext, system: str, name: str) -> Answer:
    wanted, nix = check_text(name, "name"), context.world.nix
    option = nix.options(system).get(wanted)
    if option is None:
        near = nix.option_index(system).near(wanted)
        raise NotFound(f"no {TITLES[system]} option '{wanted[:100]}'", near)
    return Answer(full(option))


def _stats(context: ToolContext, system: str) -> Answer:
    options = context.world.nix.options(system).values()
    prefixes = Counter(option.category for option in options)
    types = Counter(option.type for option in options)
    return Answer(
        {
            "options": len(options),
            "categories": len(prefixes),
            "options_by_prefix": dict(prefixes.most_common()),
            "options_by_type": dict(types.most_common(12)),
        }
    )


def _categories(context: ToolContext, system: str) -> Answer:
    options = context.world.nix.options(system).values()
    counts = Counter(option.category for option in options)
    rows = [{"category": name, "options": number} for name, number in sorted(counts.items())]
    return Answer({"total": len(options), "categories": rows})


def _by_prefix(context: ToolContext, system: str, option_prefix: str) -> Answer:
    prefix = check_text(option_prefix, "option_prefix").rstrip(".")
    options = context.world.nix.options(system)
    below = [option for name, option in options.items() if name == prefix or name.startswith(f"{prefix}.")]
    if not below:
        raise NotFound(f"no {TITLES[system]} options under '{prefix[:100]}'", _near(prefix, options))
    return Answer(
        {
            "prefix": prefix,
            "total": len(below),
            "next_parts": _next_parts(prefix, below),
            "options": [brief(option) for option in below[:MOST_BY_PREFIX]],
        }
    )


def _next_parts(prefix: str, below: list[Option]) -> dict[str, Any]:
    """Return the next name parts below a prefix that has more options than are listed."""
    if len(below) <= MOST_BY_PREFIX:
        return {}
    endings = (option.name[len(prefix) + 1 :].split(".", 1)[0] for option in below)
    return dict(sorted(Counter(endings).items()))


def _near(prefix: str, options: dict[str, Option]) -> list[str]:
    depth = prefix.count(".") + 1
    prefixes = dict.fromkeys(".".join(name.split(".")[:depth]) for name in options)
    return near_misses(prefix, prefixes)
