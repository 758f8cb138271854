"""The server."""

from __future__ import annotations

from m3bench.core import Proof
from m3bench.servers.kit import Server

server = Server(
    "calendar",
    "Your calendar and those of your colleagues: events, invitations, free times and meeting rooms.",
    sources=("office", "tzdata"),
    strict=True,
    proof=Proof("list_calendars", {}),
)
