"""How a session begins: which models are probed, what that costs, and what goes on record of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from m3bench.core import Task, Usage
from m3bench.judges import VisionJudge
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.models.judge_seats import judge_ref
from m3bench.runs.models.probing import is_probed, probe
from m3bench.runs.models.vision_reviewer import spent_on_looking, tasks_to_look_at
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import (
    Journal,
    LimitsChanged,
    Probed,
    RunFolder,
    Spent,
    describe_change,
    judgements_file,
    read_journal,
)

_PROMPT = f"{VisionJudge.name}@probe"


class Named(msgspec.Struct, frozen=True):
    """Which models are those that the settings name; others were given as objects, and are not probed."""

    model: bool = True
    judge: bool = True


class Prologue(msgspec.Struct, frozen=True):
    """What happened in a session before its first attempt."""

    probes: list[Probed | Spent] = []
    change: LimitsChanged | None = None

    @property
    def spent(self) -> Usage:
        """What the probes that go into the journal used."""
        return sum((each.usage or NOTHING for each in self.probes if isinstance(each, Probed)), NOTHING)

    def write(self, folder: RunFolder, journal: Journal, *, say: Callable[[str], None]) -> None:
        """Put it on record, before what the run has spent is added up."""
        if self.change is not None:
            journal.append(self.change)
            for line in describe_change(self.change):
                say(f"limit changed: {line}")
        for each in self.probes:
            if isinstance(each, Probed):
                journal.append(each)
                continue
            with folder.opened_journal(judgements_file(folder)) as records:
                records.append(each)


async def probed(
    settings: RunSettings,
    limits: RunLimits,
    tasks: Sequence[Task],
    named: Named,
    *,
    say: Callable[[str], None],
    spent: Usage = NOTHING,
) -> list[Probed | Spent]:
    """Probe the model, and the judge where some task needs one. What that used is to go on record.

    Raises what the run would end with anyway: `ModelMisconfigured`, or a `UsageError` where a limit cannot be
    kept with this model. Nothing is asked where the limits of the run are reached.
    """
    budget = Budget(max_cost=limits.max_cost, max_tokens=limits.max_tokens, spent=spent)
    records: list[Probed | Spent] = []
    if named.model and is_probed(settings.model) and not budget.reached:
        usage = await probe(settings.model, limits, say=say)
        if usage is not None:
            budget.add(usage)
            records.append(Probed(model=settings.model.name or "", usage=usage))
    if named.judge and settings.judge is not None and tasks_to_look_at(tasks) and not budget.reached:
        seat = judge_ref(settings.judge)
        usage = await probe(seat, limits, say=say, sees=True) if is_probed(seat) else None
        if usage is not None:
            budget.add(usage)
            records.append(Spent(judge=seat.name or "", usage=usage, prompt=_PROMPT))
    return records


def spent_so_far(folder: RunFolder) -> Usage:
    """In all sessions of a run: attempts, those that were broken off, probes, and judges that looked."""
    spent = spent_on_looking(folder)
    for record in read_journal(folder.journal):
        spent += record.usage or NOTHING
    return spent
