"""The scores of a run, from its folder alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import Outcome, Status, Task, Trajectory, Usage
from m3bench.runs.budget import NOTHING
from m3bench.runs.folder import RunFolder
from m3bench.runs.journal import read_journal
from m3bench.runs.looking import Looks, read_looks
from m3bench.runs.records import Attempted, Key
from m3bench.runs.settings import RunSettings
from m3bench.runs.tool_errors import ToolErrors, tool_errors


class Unscored(msgspec.Struct, frozen=True):
    """An attempt that failed by no doing of the agent's: listed, not scored."""

    id: str
    status: Status
    reason: str


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a run gives to be scored: attempts side by side with their tasks, and all that is left out."""

    name: str
    settings: RunSettings
    tasks: list[Task]
    """Those that are to be scored. With several epochs, one for each, as ``id#epoch``."""
    trajectories: list[Trajectory]
    unscored: tuple[Unscored, ...] = ()
    open: int = 0
    """Attempts that are yet to be made; they are not scored either."""
    statuses: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    tool_errors: tuple[ToolErrors, ...] = ()
    usage: Usage = Usage()
    seconds: float = 0.0
    durations: dict[str, float] = {}
    """Seconds that each scored attempt took."""
    verdicts: dict[str, Verdicts] = {}
    """What the checks say, of those of the scored attempts that have any."""
    looks: Looks | None = None
    """What became of what a judge was to look at for checks."""

    @property
    def success(self) -> float | None:
        """The share of checked attempts that pass all their checks, of those of which it can be told."""
        found = [verdicts.passed for verdicts in self.verdicts.values() if not verdicts.undecided]
        return sum(found) / len(found) if found else None

    @property
    def undecided(self) -> int:
        """Checked attempts of which it cannot be told whether they pass: in no share."""
        return sum(verdicts.undecided for verdicts in self.verdicts.values())

    @property
    def coverage(self) -> float | None:
        """The mean share of claims that answers state, where they are asked for."""
        found = [one.coverage for one in self.verdicts.values() if one.coverage is not None]
        return sum(found) / len(found) if found else None


def read_run(path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks) -> RunResult:
    """Everything that a run has brought so far. Who reads many runs of one suite may share its tasks."""
    folder = RunFolder.open(path)
    settings = folder.manifest.settings
    tasks = {task.id: task for task in tasks_of(folder)}
    order = {task_id: place for place, task_id in enumerate(tasks)}
    final, usage = _read(folder)
    attempts = sorted(final, key=lambda each: (each.epoch, order[each.task_id]))
    scored = [attempt for attempt in attempts if not attempt.failed]
    several = settings.epochs > 1
    return RunResult(
        name=path.name,
        settings=settings,
        tasks=[_renamed_task(tasks[each.task_id], _name(each, several)) for each in scored],
        trajectories=[
            msgspec.structs.replace(each.trajectory, task_id=_name(each, several)) for each in scored
        ],
        unscored=tuple(_unscored(each, several) for each in attempts if each.failed),
        open=len(tasks) * settings.epochs - len(attempts),
        statuses=dict(Counter(each.trajectory.status.value for each in attempts)),
        outcomes=_outcomes(attempts),
        tool_errors=tool_errors(each.trajectory for each in attempts),
        usage=usage,
        seconds=sum(each.seconds for each in attempts),
        durations={_name(each, several): each.seconds for each in scored},
        verdicts={_name(each, several): each.verdicts for each in scored if each.verdicts},
        looks=read_looks(folder),
    )


def _name(attempt: Attempted, several: bool) -> str:
    return f"{attempt.task_id}#{attempt.epoch}" if several else attempt.task_id


def _renamed_task(task: Task, name: str) -> Task:
    return task if task.id == name else msgspec.structs.replace(task, id=name)


def _unscored(attempt: Attempted, several: bool) -> Unscored:
    reason = str(attempt.trajectory.extra.get("reason", ""))
    return Unscored(_name(attempt, several), attempt.trajectory.status, reason)


def _outcomes(attempts: list[Attempted]) -> dict[str, int]:
    found = Counter(
        call.outcome.value if call.outcome else "unfinished"
        for each in attempts
        for _, call in each.trajectory.calls()
    )
    return {
        name: found[name] for name in (*(outcome.value for outcome in Outcome), "unfinished") if found[name]
    }


def _read(folder: RunFolder) -> tuple[list[Attempted], Usage]:
    """The attempts that count, and what all of them used; the journal is read once."""
    final: dict[Key, Attempted] = {}
    used = NOTHING
    for record in read_journal(folder.journal):
        used += record.usage or NOTHING
        if isinstance(record, Attempted) and record.final:
            final[record.key] = record
    return list(final.values()), used
