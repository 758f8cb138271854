"""What MCP-Bench's tasks ask of the real world, and what of it the bundled servers do not have."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from m3bench.core.text import join

NEEDS_FILE = "mcp_bench_needs.json"
ENTITY = "{entity}"
"""Stands for each of the entities in the arguments of a probe."""


class NeedKind(StrEnum):
    """What a task asks for that a simulated world may not have."""

    NAMED_ENTITY = "named_entity"
    """A real thing by name: an article, a gene, a library, a place."""
    MISSING_DATA = "missing_data"
    """Things of a kind, without a name."""
    LIVE_CONTENT = "live_content"
    """What live pages say at the moment."""
    PAST_EVENT = "past_event"
    """Something that happened in the real world, such as the release of a version."""
    MISSING_TOOL = "missing_tool"
    """A tool that no server has."""


class Probe(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that finds the entities, if a server has them."""

    tool: str
    arguments: dict[str, Any]
    """`{entity}` stands for an entity."""
    contains: str | None = None
    """Text that a result must have, without case; None: any result will do."""


class WorldNeed(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that a task asks a server for."""

    kind: NeedKind
    server: str
    entities: tuple[str, ...]
    missing: tuple[str, ...] = ()
    """Those of them that the bundled server does not have. With one of them, the task is not run."""
    why: str
    """What the task does with them."""
    probe: Probe | None = None
    """None: somebody has to look."""

    @property
    def reason(self) -> str:
        """Why a task cannot be run, with the kind of the need and what it is for."""
        return f"the bundled {self.server} has no {join(self.missing, 'or')} ({self.kind}: {self.why})"


@cache
def world_needs() -> Mapping[str, tuple[WorldNeed, ...]]:
    """Return the needs of MCP-Bench's tasks, by task. Tasks that need nothing of the kind are not listed."""
    text = files("m3bench.suites.public").joinpath(NEEDS_FILE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, tuple[WorldNeed, ...]])
