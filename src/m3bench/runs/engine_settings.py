"""Where the work of a command is done."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class EngineKind(StrEnum):
    """Where attempts are made."""

    LOCAL = "local"
    RAY = "ray"


class EngineSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the work of a command is done. A run can be resumed with others."""

    workers: int = 1
    """Processes that share the work."""
    kind: EngineKind = EngineKind.LOCAL
    address: str | None = None
    """The address of a Ray cluster. None starts one on this machine."""
    server_memory: int | None = None
    """Megabytes that server processes of a worker may use before idle ones are stopped. Defaults to half of
    the machine's memory, divided among the workers of this machine."""

    @property
    def is_this_process(self) -> bool:
        """Whether there are no workers."""
        return self.workers == 1 and self.kind is EngineKind.LOCAL

    def at_most(self, jobs: int) -> EngineSettings:
        """Return the same without workers that would have nothing to do."""
        return msgspec.structs.replace(self, workers=max(1, min(self.workers, jobs)))
