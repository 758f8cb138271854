"""Parts of plans."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from m3bench.suites import CallResult, PlannedCall

Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], None]
