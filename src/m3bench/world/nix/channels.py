"""Release channels: each holds what was released before it was cut off."""

from __future__ import annotations

from datetime import date

import msgspec


class Channel(msgspec.Struct, frozen=True):
    name: str
    branch: str
    status: str
    cut_off: date | None
    """Later releases are not in it; None where it moves with the clock."""


CHANNELS = (
    Channel("unstable", "nixos-unstable", "rolling", None),
    Channel("25.05", "nixos-25.05", "stable", date(2025, 5, 21)),
    Channel("24.11", "nixos-24.11", "end of life", date(2024, 11, 19)),
)

ALIASES = {"stable": "25.05", "latest": "unstable", "beta": "unstable"}


def find_channel(name: str) -> Channel | None:
    """A channel by its name, its alias or its branch, such as 'stable' or 'nixos-25.05'."""
    plain = name.strip().casefold().removeprefix("nixos-").removeprefix("release-")
    plain = ALIASES.get(plain, plain)
    return next((channel for channel in CHANNELS if channel.name == plain), None)


def channel_names() -> list[str]:
    """Everything that a channel can be called by."""
    return [channel.name for channel in CHANNELS] + list(ALIASES)
