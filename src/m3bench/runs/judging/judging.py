"""Judge the attempts of a run, and write the judgements to its folder."""

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
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.halt import Halt
from m3bench.runs.judging.cases import build_cases, build_cases_in_workers
from m3bench.runs.judging.costs import Estimate, estimate
from m3bench.runs.judging.engine import JudgeEngine, JudgeJob, JudgeWatcher, SilentJudgeWatcher
from m3bench.runs.judging.kinds import JudgeKind, judges_of
from m3bench.runs.models import judge_ref, open_wrapped_model, parse_judge, require_model
from m3bench.runs.scoring import RunResult, read_run
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import History, Journal, Panel, RunFolder, damage_error, judgements_file, read_history


class JudgingSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Judges of a run, and what they judge."""

    judges: tuple[str, ...]
    """Model names as on the command line; `NAME@http…` has its own address."""
    kinds: tuple[JudgeKind, ...] = (JudgeKind.M3,)
    base_url: str | None = None
    limit: int | None = None
    """Judge only the first attempts, up to this number."""
    pictures: bool = False
    """Show the pictures of the task to judges."""
    cache: Path | None = None
    """A folder of cached judgements, shared between runs."""


class JudgingLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of one judging session."""

    concurrency: int = 8
    max_cost: float | None = None
    """Dollars for all judging of this run, including earlier sessions."""


@dataclass(frozen=True, kw_only=True)
class Judging:
    """All judgements of a run, made or not."""

    folder: RunFolder
    settings: JudgingSettings
    judges: Sequence[tuple[Judge, int]]
    """Each with its number of turns."""
    cases: Sequence[Case]
    judged_model: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the judges, without addresses."""
        return tuple(name for name, _ in map(parse_judge, self.settings.judges))

    def jobs(self) -> list[JudgeJob]:
        """Return all jobs, ordered by case: when judging ends early, the first cases are complete."""
        return [
            JudgeJob(case, judge, model, turn, digest)
            for case, digest in ((case, case.digest) for case in self.cases)
            for judge, turns in self.judges
            for turn in range(turns)
            for model in self.names
        ]

    def todo(self, history: History) -> list[JudgeJob]:
        """Return the jobs that have no recorded scores."""
        done = history.done
        return [job for job in self.jobs() if job.key not in done]

    def history(self) -> History:
        return read_history(judgements_file(self.folder))

    async def estimate(self) -> Estimate:
        """Estimate the cost of the missing judgements."""
        return await estimate(self.todo(self.history()))

    async def run(
        self,
        limits: JudgingLimits = JudgingLimits(),  # noqa: B008 - frozen
        *,
        watcher: JudgeWatcher | None = None,
        models: Mapping[str, ChatModel] | None = None,
        signals: bool = False,
    ) -> Halt | None:
        """Make the missing judgements.

        Args:
            limits: Concurrency and cost.
            watcher: Receives progress events.
            models: Model objects by judge name, to use instead of opening the named models.
            signals: Stop on SIGINT and SIGTERM.

        Returns:
            Why judging ended early; None if all judgements were made.
        """
        watcher = watcher or SilentJudgeWatcher()
        records_file = judgements_file(self.folder)
        with self.folder.lock(), self.folder.open_journal(records_file) as records:
            self.folder.write_seal()  # the file may have been removed to judge again
            history = self.history()
            todo = self.todo(history)
            if limits.max_cost is not None and history.spent.cost is None:
                raise UsageError(
                    "The cost of earlier judging of this run is unknown, so --max-cost cannot be enforced.",
                    "Omit --max-cost, and judge fewer attempts with --limit.",
                )
            watcher.began(len(todo), len(self.jobs()) - len(todo))
            self._record_panel(records, history)
            budget = Budget(max_cost=limits.max_cost, spent=history.spent, on_change=watcher.spent)
            if not todo:
                return None
            async with self._models(models, limits, watcher.said) as opened_models:
                engine = JudgeEngine(opened_models, records, budget, watcher, concurrency=limits.concurrency)
                halt = await engine.run(todo, signals=signals)
            self.folder.write_seal()
            return halt

    def _record_panel(self, records: Journal, history: History) -> None:
        panel = Panel(
            created=datetime.now(UTC),
            judges=self.names,
            prompts=tuple(judge.prompt for judge, _ in self.judges),
        )
        last = history.panels[-1:]
        if not last or (last[0].judges, last[0].prompts) != (panel.judges, panel.prompts):
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
                ref.name or "": await stack.enter_async_context(open_wrapped_model(ref, run_limits, say=say))
                for ref in _judge_refs(self.settings)
            }


def prepare_judging(path: Path, settings: JudgingSettings, *, openable: bool = True) -> Judging:
    """Check the settings and collect what is to be judged, without asking a model.

    Args:
        path: The run folder.
        settings: Judges and what they judge.
        openable: Also check that the models can be opened.

    Raises:
        UsageError: The settings cannot work, or no attempt can be judged.
    """
    result = _read_judgeable(path, settings, openable=openable)
    cases = build_cases(path, result, pictures=settings.pictures, limit=settings.limit)
    return _judging(path, settings, result, cases)


async def prepare_judging_in_workers(
    path: Path,
    settings: JudgingSettings,
    engine: EngineSettings,
    *,
    openable: bool = True,
    say: Callable[[str], None] = lambda _: None,
) -> Judging:
    """Do what `prepare_judging` does, with workers that build the cases.

    Args:
        path: The run folder.
        settings: Judges and what they judge.
        engine: The workers.
        openable: Also check that the models can be opened.
        say: Is told what a person should know.
    """
    result = _read_judgeable(path, settings, openable=openable)
    pictures, limit = settings.pictures, settings.limit
    cases = await build_cases_in_workers(path, result, engine, pictures=pictures, limit=limit, say=say)
    return _judging(path, settings, result, cases)


def _read_judgeable(path: Path, settings: JudgingSettings, *, openable: bool) -> RunResult:
    _check(settings)
    RunFolder.open(path)
    if openable:
        for ref in _judge_refs(settings):
            require_model(ref)
    result = read_run(path)
    if result.integrity.damages:
        raise damage_error(result.integrity.damages[0], str(path))
    if not result.tasks:
        hint = f"Continue it: m3bench run --resume {path}"
        raise UsageError(f"No attempt of {path} can be judged yet.", hint)
    return result


def _judging(path: Path, settings: JudgingSettings, result: RunResult, cases: Sequence[Case]) -> Judging:
    return Judging(
        folder=RunFolder.open(path),
        settings=settings,
        judges=judges_of(settings.kinds, settings.cache),
        cases=cases,
        judged_model=result.settings.model.name,
    )


def _check(settings: JudgingSettings) -> None:
    names = [name for name, _ in map(parse_judge, settings.judges)]
    if not names or not all(names):
        raise UsageError("No judge is named.", "Name models with --judges, separated by commas.")
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise UsageError(f"{twice[0]} is named twice.", "Name each judge once.")
    if JudgeKind.M3 in settings.kinds and len(names) < MIN_JUDGES:
        raise UsageError(
            f"{len(names)} {'judge' if len(names) == 1 else 'judges'} for M³-Bench's columns: "
            "the highest and the lowest score are dropped.",
            f"Name at least {MIN_JUDGES} with --judges; the paper uses 4.",
        )


def _judge_refs(settings: JudgingSettings) -> list[ModelRef]:
    return [judge_ref(judge, settings.base_url) for judge in settings.judges]
