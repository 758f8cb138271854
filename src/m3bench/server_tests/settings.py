"""What a test of servers does."""

from __future__ import annotations

import msgspec

from m3bench.hosting import SandboxMode

DEFAULT_AGENT = "matching"
DEFAULT_TASKS = 24


class ServerTestSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Options of `m3bench servers test`."""

    servers: tuple[str, ...] = ()
    """Only these servers of the configuration; all by default."""
    agent: str = DEFAULT_AGENT
    model: str | None = None
    base_url: str | None = None
    tasks: int = DEFAULT_TASKS
    """The most tasks; 0 makes none."""
    allow_writes: bool = False
    """Whether tools that may change something are called."""
    distractors: int = 0
    """Bundled servers that are mounted beside the tested ones."""
    encoder: str = "minilm"
    seed: int = 0
    max_cost: float | None = None
    sandbox: SandboxMode = SandboxMode.AUTO
