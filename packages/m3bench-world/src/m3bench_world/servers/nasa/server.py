"""The server to which the modules of this package add their tools, and shared helpers."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec

from m3bench.servers.kit import BadArgument, Proof, Server, about, parse_date
from m3bench_world.servers.context import ToolContext

server = Server(
    "nasa-mcp",
    "Space weather, near-Earth asteroids, exoplanets, Mars rovers, and pictures of the sky and of Earth.",
    sources=("space",),
    proof=Proof("get_solar_flare", {"start_date": "2025-01-03", "end_date": "2025-01-10"}),
)

OptionalText = str | msgspec.UnsetType
OptionalDate = Annotated[OptionalText, about("A date as YYYY-MM-DD; today if left out.")]


def past_day(context: ToolContext, text: OptionalText, name: str, earliest: date) -> date:
    """Parse a day from `earliest` to the world's today, which is the default."""
    today = context.world.now.date()
    given = today if text is msgspec.UNSET else parse_date(text, name)
    if not earliest <= given <= today:
        raise BadArgument(name, f"{given} is out of range; pass a date from {earliest} to {today}")
    return given
