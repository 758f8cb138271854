"""The start of a session: probes of its models, changed limits, and their records."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from m3bench.core import NO_USAGE, Task, Usage
from m3bench.judges import VisionJudge
from m3bench.runs.budget import Budget
from m3bench.runs.models.judge_refs import judge_ref
from m3bench.runs.models.probe import needs_probe, probe
from m3bench.runs.models.user_model import user_model_ref
from m3bench.runs.models.vision_reviewer import count_key_tasks, count_vision_tasks
from m3bench.runs.models.vision_summary import vision_usage
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import (
    Journal,
    JudgeUsage,
    LimitsChange,
    ModelProbe,
    RunFolder,
    describe_change,
    earlier_sessions,
    judgements_file,
)

_PROMPT = f"{VisionJudge.name}@probe"


class ProbeTargets(msgspec.Struct, frozen=True):
    """Which models to probe. Model objects that a caller passes in are not probed."""

    model: bool = True
    judge: bool = True


class SessionStart(msgspec.Struct, frozen=True):
    """What happens in a session before its first attempt."""

    probes: list[ModelProbe | JudgeUsage] = []
    change: LimitsChange | None = None

    @property
    def spent(self) -> Usage:
        """Usage of the probes that go into the journal."""
        return sum((each.usage or NO_USAGE for each in self.probes if isinstance(each, ModelProbe)), NO_USAGE)

    def write(self, folder: RunFolder, journal: Journal, *, say: Callable[[str], None]) -> None:
        """Write the records. Call it before the usage of the run is added up."""
        if self.change is not None:
            journal.append(self.change)
            for line in describe_change(self.change):
                say(f"limit changed: {line}")
        for each in self.probes:
            if isinstance(each, ModelProbe):
                journal.append(each)
                continue
            with folder.open_journal(judgements_file(folder)) as records:
                records.append(each)


async def probe_models(
    settings: RunSettings,
    limits: RunLimits,
    tasks: Sequence[Task],
    targets: ProbeTargets,
    *,
    say: Callable[[str], None],
    spent: Usage = NO_USAGE,
) -> list[ModelProbe | JudgeUsage]:
    """Probe the model, and if tasks need them, the model of users and the judge.

    Nothing is asked once a limit is reached.

    Returns:
        Records of the usage.

    Raises:
        ModelMisconfigured: No request to a model can succeed.
        UsageError: A limit cannot be enforced with this model.
    """
    budget = Budget(max_cost=limits.max_cost, max_tokens=limits.max_tokens, spent=spent)
    records: list[ModelProbe | JudgeUsage] = []
    if targets.model and needs_probe(settings.model) and not budget.reached:
        usage = await probe(settings.model, limits, say=say)
        if usage is not None:
            budget.add(usage)
            records.append(ModelProbe(model=settings.model.name or "", usage=usage))
    user = user_model_ref(settings, tasks)
    if user is not None and user != settings.model and needs_probe(user) and not budget.reached:
        usage = await probe(user, limits, say=say)
        if usage is not None:
            budget.add(usage)
            records.append(ModelProbe(model=user.name or "", usage=usage))
    sees = count_vision_tasks(tasks) > 0
    needed = targets.judge and settings.judge is not None and (sees or count_key_tasks(tasks) > 0)
    if needed and not budget.reached:
        judge = judge_ref(settings.judge or "")
        usage = await probe(judge, limits, say=say, sees=sees) if needs_probe(judge) else None
        if usage is not None:
            budget.add(usage)
            records.append(JudgeUsage(judge=judge.name or "", usage=usage, prompt=_PROMPT))
    return records


def total_usage(folder: RunFolder) -> Usage:
    """Return the usage of all sessions: attempts, cancelled ones, probes, and judges of pictures."""
    return vision_usage(folder) + earlier_sessions(folder).usage
