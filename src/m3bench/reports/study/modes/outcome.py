"""The outcome of one run, and to which comparison it belongs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.hosting import parse_mode
from m3bench.hosting.mounting import MountKind
from m3bench.reports.published_verse import NATIVE, PROMPTED
from m3bench.reports.study.run import StudyRun
from m3bench.runs import SuccessBreakdown, success_breakdown

_KINDS = (MountKind.ORACLE, MountKind.STANDARD, MountKind.MAX, MountKind.RETRIEVE)
_SCALES = {"65": 0, "": 1, "all": 2, "synthetic": 3}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A run with its success by level and kind."""

    run: StudyRun
    found: SuccessBreakdown
    series: str
    """Agent and model, without how tools are offered. Runs of one series differ in mode or calling."""
    calling: str | None

    @property
    def mode(self) -> str:
        return self.run.result.settings.mode

    @property
    def kind(self) -> MountKind:
        return parse_mode(self.mode).kind

    @property
    def rate(self) -> float | None:
        return self.found.rate

    @property
    def is_verse(self) -> bool:
        """Whether its tasks are classified as those of MCPVerse, so that its figures stand beside."""
        return bool(self.found.time_sensitive and self.found.levels)


def outcomes_of(runs: Sequence[StudyRun]) -> list[Outcome]:
    """Return the outcomes of the runs that have checks, keys or a judge of outcomes, by series and mode."""
    outcomes = [
        _outcome(run)
        for run in runs
        if run.result.has_checks or (run.judged is not None and run.judged.outcome_by_judge)
    ]
    return sorted(
        outcomes, key=lambda outcome: (outcome.series, mode_order(outcome.mode), outcome.calling or "")
    )


def mode_order(mode: str) -> tuple[int, int, int, int]:
    """Return a key that sorts modes from few tools to many; retrieval comes last."""
    read = parse_mode(mode)
    return _KINDS.index(read.kind), _SCALES.get(str(read.scale), 1), read.top, read.distractors


def _outcome(run: StudyRun) -> Outcome:
    settings = run.result.settings
    agent, asked = _without_calling(settings.agent)
    series = f"{agent} · {settings.model.name}" if settings.model.name else agent
    made = run.result.calling
    calling = max(made, key=lambda name: made[name]) if made else asked
    return Outcome(run=run, found=success_breakdown(run.result), series=series, calling=calling)


def _without_calling(agent: str) -> tuple[str, str | None]:
    """Split `caller:prompted,steps=10` into `caller:steps=10` and `prompted`."""
    name, _, argument = agent.partition(":")
    words = [word for word in argument.split(",") if word]
    asked = next((word for word in words if word in (NATIVE, PROMPTED)), None)
    rest = ",".join(word for word in words if word != asked)
    return (f"{name}:{rest}" if rest else name) if asked else agent, asked
