"""Judging a run: from names of judges to judgements in its folder, as often as it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.judges import MIN_JUDGES, Case, Judge
from m3bench.models import ChatModel, ModelRef
from m3bench.runs.budget import Budget
from m3bench.runs.halting import Halt
from m3bench.runs.judging.cases import judged_cases
from m3bench.runs.judging.costs import Estimate, estimate
from m3bench.runs.judging.engine import JudgeEngine, JudgeJob, JudgeWatcher, SilentWatcher
from m3bench.runs.judging.kinds import JudgeKind, judges_of
from m3bench.runs.models import judge_ref, opened_model, require_model, seat_of
from m3bench.runs.scores import read_run
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import History, Journal, Panel, RunFolder, judgements_file, read_history, refused


class JudgingSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who judges what, and by what."""

    judges: tuple[str, ...]
    """Models, as on the command line; `NAME@http…` has an address of its own."""
    kinds: tuple[JudgeKind, ...] = (JudgeKind.M3,)
    base_url: str | None = None
    limit: int | None = None
    """Only the first so many attempts."""
    pictures: bool = False
    """Judges are shown the pictures of the task."""
    cache: Path | None = None
    """A folder of judgements that were made before, in this run or in others."""


class JudgingLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What may differ each time that judging goes on."""

    concurrency: int = 8
    max_cost: float | None = None
    """Dollars for all judging of this run, earlier sessions included."""


@dataclass(frozen=True, kw_only=True)
class Judging:
    """Everything that is to be judged in a run, be it done already or not."""

    folder: RunFolder
    settings: JudgingSettings
    judges: Sequence[tuple[Judge, int]]
    """With the number of turns of each."""
    cases: Sequence[Case]
    judged_model: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """The judges without their addresses."""
        return tuple(name for name, _ in map(seat_of, self.settings.judges))

    def jobs(self) -> list[JudgeJob]:
        """Case by case, so that what is judged when the work ends early is judged whole."""
        return [
            JudgeJob(case, judge, model, turn, digest)
            for case, digest in ((case, case.digest) for case in self.cases)
            for judge, turns in self.judges
            for turn in range(turns)
            for model in self.names
        ]

    def todo(self, history: History) -> list[JudgeJob]:
        """The jobs that are not on record with scores."""
        done = history.done
        return [job for job in self.jobs() if job.key not in done]

    def history(self) -> History:
        return read_history(judgements_file(self.folder))

    async def estimate(self) -> Estimate:
        """What it will cost to judge what is not judged yet."""
        return await estimate(self.todo(self.history()))

    async def carry_out(
        self,
        limits: JudgingLimits = JudgingLimits(),  # noqa: B008 - frozen
        *,
        watcher: JudgeWatcher | None = None,
        models: Mapping[str, ChatModel] | None = None,
        signals: bool = False,
    ) -> Halt | None:
        """Judge what is not judged yet. `models` take the place of those that are named."""
        watcher = watcher or SilentWatcher()
        records_file = judgements_file(self.folder)
        with self.folder.locked(), self.folder.opened_journal(records_file) as records:
            self.folder.write_seal()  # the file may have been removed since, to judge anew
            history = self.history()
            todo = self.todo(history)
            if limits.max_cost is not None and history.spent.cost is None:
                raise UsageError(
                    "What earlier judging of this run cost is not known, so --max-cost cannot be kept.",
                    "Leave the limit out, and judge a part with --limit.",
                )
            watcher.began(len(todo), len(self.jobs()) - len(todo))
            self._seat_panel(records, history)
            budget = Budget(max_cost=limits.max_cost, spent=history.spent, told=watcher.spent)
            if not todo:
                return None
            async with self._models(models, limits, watcher.said) as opened:
                engine = JudgeEngine(opened, records, budget, watcher, concurrency=limits.concurrency)
                halt = await engine.run(todo, signals=signals)
            self.folder.write_seal()
            return halt

    def _seat_panel(self, records: Journal, history: History) -> None:
        panel = Panel(
            created=datetime.now(UTC),
            judges=self.names,
            prompts=tuple(judge.prompt for judge, _ in self.judges),
        )
        seated = history.panels[-1:]
        if not seated or (seated[0].judges, seated[0].prompts) != (panel.judges, panel.prompts):
            records.append(panel)

    @asynccontextmanager
    async def _models(
        self, given: Mapping[str, ChatModel] | None, limits: JudgingLimits, say: Callable[[str], None]
    ) -> AsyncIterator[Mapping[str, ChatModel]]:
        if given is not None:
            yield given
            return
        run_limits = RunLimits(in_flight=limits.concurrency)
        async with AsyncExitStack() as stack:
            yield {
                ref.name or "": await stack.enter_async_context(opened_model(ref, run_limits, say=say))
                for ref in _judges(self.settings)
            }


def prepare_judging(path: Path, settings: JudgingSettings, *, openable: bool = True) -> Judging:
    """Complains about what cannot work before anybody is asked; with `openable`, about models as well."""
    _check(settings)
    folder = RunFolder.open(path)
    if openable:
        for each in _judges(settings):
            require_model(each)
    result = read_run(path)
    if result.integrity.damages:
        raise refused(result.integrity.damages[0], str(path))
    if not result.tasks:
        raise UsageError(
            f"No attempt of {path} can be judged yet.", f"Go on with: m3bench run --resume {path}"
        )
    return Judging(
        folder=folder,
        settings=settings,
        judges=judges_of(settings.kinds, settings.cache),
        cases=judged_cases(path, result, pictures=settings.pictures)[: settings.limit],
        judged_model=result.settings.model.name,
    )


def _check(settings: JudgingSettings) -> None:
    names = [name for name, _ in map(seat_of, settings.judges)]
    if not names or not all(names):
        raise UsageError("There is no judge.", "Name models with --judges, separated by commas.")
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise UsageError(f"{twice[0]} is named twice.", "Each judge has one voice.")
    if JudgeKind.M3 in settings.kinds and len(names) < MIN_JUDGES:
        raise UsageError(
            f"{len(names)} {'judge' if len(names) == 1 else 'judges'} for M³-Bench's columns: "
            "the highest and the lowest score do not count.",
            f"Name at least {MIN_JUDGES} with --judges; the paper has 4.",
        )


def _judges(settings: JudgingSettings) -> list[ModelRef]:
    return [judge_ref(judge, settings.base_url) for judge in settings.judges]
