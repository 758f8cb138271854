"""The `World` protocol, and the world of this release."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

DEFAULT_SEED = 7
DEFAULT_NOW = datetime(2025, 11, 5, 15, 0, tzinfo=UTC)


class World(Protocol):
    """What servers answer from. The same seed and time give the same answers."""

    @property
    def seed(self) -> int: ...

    @property
    def now(self) -> datetime:
        """The time in the world, in UTC."""
