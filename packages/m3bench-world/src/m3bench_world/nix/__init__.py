"""Nix: packages in channels with their histories, options of three systems, programs and flakes."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

import msgspec

from m3bench_world.nix.flakes import Flake, Option, flakes, options_of
from m3bench_world.nix.packages import (
    ALIASES,
    CHANNELS,
    LICENCES,
    Channel,
    Entry,
    Release,
    channel_names,
    commit,
    entries,
    find_channel,
    first_day,
    releases_of,
)
from m3bench_world.nix.search import Index
from m3bench_world.world import World

__all__ = [
    "ALIASES",
    "CHANNELS",
    "Channel",
    "Entry",
    "Flake",
    "Index",
    "Nix",
    "Option",
    "Package",
    "Release",
    "channel_names",
    "find_channel",
]

SYSTEMS = ("nixos", "home", "darwin")

_HANDLES = (
    "amberfox arlind bjorko cassiel dovecrest eirene fennimore garrik hollisq ingvild jorun kestrelle lumen "
    "marisk nadirah oskarv pellam quillon rhosyn sorrel tamsin ulvar verity wendeln xanthe yarrow zofiak"
)


class Package(msgspec.Struct, frozen=True, kw_only=True):
    """A package as it is in one channel."""

    name: str
    plain_name: str
    version: str
    description: str
    category: str
    licence: str
    homepage: str
    maintainers: tuple[str, ...]
    platforms: tuple[str, ...]
    programs: tuple[str, ...]
    channel: str


class Nix:
    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._now = world.now
        self._options: dict[str, dict[str, Option]] = {}
        self._option_indexes: dict[str, Index] = {}
        self._histories: dict[str, list[Release]] = {}
        self._module_ages: dict[str, float] = {}

    def packages(self) -> list[Entry]:
        """Return all packages of all channels: name, description and category."""
        return list(self._entries.values())

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        return entries()

    @cached_property
    def flakes(self) -> dict[str, Flake]:
        return flakes(self._chance, self._now)

    def entry(self, name: str) -> Entry | None:
        """Return a package by attribute, with or without the number of the Python set, or by plain name."""
        wanted = name.strip().removeprefix("nixpkgs.").removeprefix("pkgs.")
        for number in ("311", "312", "313"):
            wanted = wanted.replace(f"python{number}Packages.", "python3Packages.")
        return self._entries.get(wanted) or self._by_plain_name.get(wanted.casefold())

    @cached_property
    def _by_plain_name(self) -> dict[str, Entry]:
        # Reversed, so that of several with one name the first in the list is kept.
        return {entry.plain_name.casefold(): entry for entry in reversed(self._entries.values())}

    def history(self, entry: Entry) -> list[Release]:
        """Return all releases, oldest first."""
        if entry.name not in self._histories:
            self._histories[entry.name] = releases_of(
                self._chance, entry.name, self._now.date(), may_be_new=entry.may_be_new, series=entry.series
            )
        return self._histories[entry.name]

    def version(self, entry: Entry, channel: Channel) -> str | None:
        """Return the version in a channel, or None if the channel lacks the package."""
        until = self._cut_off(channel)
        return next(
            (release.version for release in reversed(self.history(entry)) if release.released <= until), None
        )

    def _cut_off(self, channel: Channel) -> date:
        moving = self._now.date() - timedelta(days=2)
        return moving if channel.cut_off is None else min(channel.cut_off, moving)

    def commit(self, entry: Entry, release: Release) -> str:
        """Return the commit of the package set that added a release."""
        return commit(self._chance, entry.name, release.released)

    def revision(self, channel: Channel) -> str:
        """Return the current commit of a channel."""
        return commit(self._chance, "channel", channel.name, self._cut_off(channel))

    def package(self, entry: Entry, channel: Channel) -> Package | None:
        """Return the full package as it is in a channel."""
        version = self.version(entry, channel)
        if version is None:
            return None
        pick, name = self._chance.pick, entry.name
        handles = _HANDLES.split()
        people = {pick(handles, "maintainer", name, number) for number in range(1 + len(name) % 3)}
        linux = ("x86_64-linux", "aarch64-linux")
        return Package(
            name=name,
            plain_name=entry.plain_name,
            version=version,
            description=entry.description,
            category=entry.category,
            licence=LICENCES[pick(entry.licences, "licence", name)],
            homepage=f"https://{entry.site.format(_host(entry.plain_name))}",
            maintainers=tuple(sorted(people)),
            platforms=linux if entry.is_linux_only else (*linux, "x86_64-darwin", "aarch64-darwin"),
            programs=entry.programs,
            channel=channel.name,
        )

    def has_package(self, entry: Entry, channel: Channel) -> bool:
        begins = first_day(self._chance, entry.name, may_be_new=entry.may_be_new)
        return begins <= self._cut_off(channel)

    def channel_packages(self, channel: Channel) -> list[Entry]:
        """Return the packages of a channel."""
        return [entry for entry in self._entries.values() if self.has_package(entry, channel)]

    @cached_property
    def package_index(self) -> Index:
        return Index(
            (entry.name, entry.plain_name, f"{entry.phrase} {entry.category}") for entry in self.packages()
        )

    @cached_property
    def flake_index(self) -> Index:
        return Index((flake.name, flake.repo, flake.description) for flake in self.flakes.values())

    @cached_property
    def programs(self) -> dict[str, list[str]]:
        """Map commands to the packages that install them."""
        found: dict[str, list[str]] = {}
        for entry in self._entries.values():
            for program in entry.programs:
                found.setdefault(program, []).append(entry.name)
        return found

    def options(self, system: str) -> dict[str, Option]:
        """Return all options of 'nixos', 'home' or 'darwin', by name."""
        if system not in self._options:
            self._options[system] = options_of(system)
        return self._options[system]

    def has_option(self, option: Option, channel: Channel) -> bool:
        """Return whether a channel has an option. Some service modules are newer than older channels."""
        if channel.cut_off is None or not option.module.startswith("services."):
            return True
        return self._module_age(option.module) >= (0.02 if channel.name == "25.05" else 0.05)

    def _module_age(self, module: str) -> float:
        if module not in self._module_ages:
            self._module_ages[module] = self._chance.share("nix module", module)
        return self._module_ages[module]

    def option_index(self, system: str) -> Index:
        if system not in self._option_indexes:
            options = self.options(system).values()
            rows = ((option.name, option.name, option.description) for option in options)
            self._option_indexes[system] = Index(rows)
        return self._option_indexes[system]


def _host(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name.lower()).strip("-")
