"""What the judge of a run was asked by its checks, and what that took."""

from __future__ import annotations

import msgspec

from m3bench.core import NO_USAGE, Usage
from m3bench.judges import KeyJudge, VisionJudge
from m3bench.runs.store import (
    Damage,
    JudgementRecord,
    JudgeUsage,
    RunFolder,
    judgements_file,
    read_history,
    read_judge_records,
)

VISION, KEYS = f"{VisionJudge.name}@", f"{KeyJudge.name}@"
"""How prompts of judges begin that checks ask."""


def vision_usage(folder: RunFolder) -> Usage:
    """Return the usage of the judge of checks in all sessions of a run. Cached judgements are free."""
    return _usage(folder, (VISION, KEYS))


def _usage(folder: RunFolder, prompts: str | tuple[str, ...], damages: list[Damage] | None = None) -> Usage:
    total = NO_USAGE
    for record in read_judge_records(judgements_file(folder), damages):
        if isinstance(record, JudgeUsage) and record.prompt.startswith(prompts):
            total += record.usage
        elif isinstance(record, JudgementRecord) and record.judgement.prompt.startswith(prompts):
            total += NO_USAGE if record.judgement.cached else record.judgement.usage
    return total


class VisionSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of what a judge was asked by the checks of a run."""

    judges: tuple[str, ...]
    asked: int
    missing: int
    cached: int
    problems: tuple[str, ...] = ()
    """Distinct reasons for missing judgements."""
    usage: Usage = NO_USAGE


def read_vision_summary(folder: RunFolder, prompt: str = VISION) -> VisionSummary | None:
    """Summarize the last judgement of each case by prompts that begin so; None without any.

    Damaged records are left out.
    """
    history = read_history(judgements_file(folder), [])
    judgements = [judgement for judgement in history.judgements if judgement.prompt.startswith(prompt)]
    if not judgements:
        return None
    missing = [judgement for judgement in judgements if judgement.scores is None]
    return VisionSummary(
        judges=tuple(dict.fromkeys(judgement.judge for judgement in judgements)),
        asked=len(judgements),
        missing=len(missing),
        cached=sum(judgement.cached for judgement in judgements),
        problems=tuple(dict.fromkeys(judgement.problem for judgement in missing)),
        usage=_usage(folder, prompt, []),
    )
