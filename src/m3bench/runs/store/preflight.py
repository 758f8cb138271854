"""What is known before a run: the tasks that it leaves out, and what reached its agent and its model."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from enum import StrEnum

import msgspec

from m3bench.core import Usage


class LeftOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task that is not attempted, and so neither passes nor fails."""

    id: str
    why: str
    servers: tuple[str, ...] = ()
    """The servers because of which it is left out."""
    request: str = ""
    level: str | None = None


class ProbeVerdict(StrEnum):
    """What a probe found."""

    HELD = "held"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"
    UNKNOWN = "unknown"


class ProbeResult(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The result of one probe."""

    name: str
    verdict: ProbeVerdict
    why: str = ""
    """One line."""
    advice: str = ""
    """What to do about it."""
    required: bool = True
    """Whether a failure makes scores of this agent meaningless."""
    requests: int = 0
    """Requests to the model."""
    seconds: float = 0.0


class ToolNames(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The names of the probe's tools on their way to the model and back."""

    served: tuple[str, ...] = ()
    """As the gateway serves them, and as loops offer them in native calls."""
    seen: tuple[str, ...] = ()
    """As the model got them, where that is known."""
    called: tuple[str, ...] = ()
    """As calls named them, mistakes included."""


class PreflightReport(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What held when an agent was checked, and what did not."""

    agent: str
    model: str | None = None
    created: datetime
    seconds: float = 0.0
    requests: int = 0
    """Requests to the model. Those of programs are not known."""
    attempts: int = 0
    usage: Usage | None = None
    tools: ToolNames = ToolNames()
    probes: tuple[ProbeResult, ...] = ()

    @property
    def failures(self) -> tuple[ProbeResult, ...]:
        """Required probes that failed."""
        failed = (probe for probe in self.probes if probe.verdict is ProbeVerdict.FAILED)
        return tuple(probe for probe in failed if probe.required)

    @property
    def summary(self) -> str:
        """How many probes had each verdict."""
        counts = Counter(probe.verdict for probe in self.probes)
        return ", ".join(f"{counts[verdict]} {verdict}" for verdict in ProbeVerdict if counts[verdict])
