"""A tool as a server lists it."""

from __future__ import annotations

from typing import Any

import msgspec


class Tool(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tool as a server describes it. Schemas are kept as sent, even if invalid."""

    server: str
    name: str
    """The name on its server. `full_name` is used everywhere else."""
    description: str = ""
    title: str | None = None
    input_schema: dict[str, Any] = {}
    output_schema: dict[str, Any] | None = None
    annotations: dict[str, Any] = {}

    @property
    def full_name(self) -> str:
        return f"{self.server}/{self.name}"
