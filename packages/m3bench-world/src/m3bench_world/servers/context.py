"""What the tools of the bundled servers get: the seeded world."""

from __future__ import annotations

from typing import TypeAlias

from m3bench.servers import kit
from m3bench_world.world import World

ToolContext: TypeAlias = kit.ToolContext[World]
