"""Release channels. Each has the releases up to its cut-off date."""

from __future__ import annotations

from datetime import date

import msgspec


class Channel(msgspec.Struct, frozen=True):
    name: str
    branch: str
    status: str
    cut_off: date | None
    """Later releases are not included; None for a rolling channel."""


CHANNELS = (
    Channel("unstable", "nixos-unstable", "rolling", None),
    Channel("25.05", "nixos-25.05", "stable", date(2025, 5, 21)),
    Channel("24.11", "nixos-24.11", "end of life", date(2024, 11, 19)),
)

ALIASES = {"stable": "25.05", "latest": "unstable", "beta": "unstable"}


def find_channel(name: str) -> Channel | None:
    """Return a channel by name, alias or branch, such as 'stable' or 'nixos-25.05'."""
    plain = name.strip().casefold().removeprefix("nixos-").removeprefix("release-")
    plain = ALIASES.get(plain, plain)
    return next((channel for channel in CHANNELS if channel.name == plain), None)


def channel_names() -> list[str]:
    """Return all names and aliases of channels."""
    return [channel.name for channel in CHANNELS] + list(ALIASES)
