"""The judge of a run, for checks that code cannot decide: of pictures, and of answers in other words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

import anyio
import anyio.from_thread
import anyio.to_thread

from m3bench.agents import BudgetSpent
from m3bench.checks import AnswerMatchesKey, PictureShows, See, VisionUnavailable, task_checks
from m3bench.core import NO_USAGE, Task, UsageError
from m3bench.judges import CachedJudge, Case, Judgement, JudgementCache, KeyJudge, VisionJudge
from m3bench.models import ChatModel, ModelMisconfigured
from m3bench.runs.budget import Budget
from m3bench.runs.models.recorded_model import RecordedModel
from m3bench.runs.models.wrapped_model import (
    MeteredModel,
    default_judgement_cache,
    judge_ref,
    open_named_model,
    open_wrapped_model,
    require_model,
)
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import (
    Journal,
    JudgementRecord,
    JudgeUsage,
    RunFolder,
    clean_judgement,
    judgements_file,
)


class VisionReviewer:
    """Asks a model about pictures and answers. Judgements are recorded before a check receives them."""

    def __init__(
        self, model: ChatModel, records: Journal | None, budget: Budget, cache: JudgementCache
    ) -> None:
        self._model, self._records, self._budget, self._cache = model, records, budget, cache
        self._writing = anyio.Lock()

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._model.name

    def see(self, criteria: Mapping[str, str], case: Case) -> Judgement:
        """Judge a case from a worker thread, where checks run."""
        return anyio.from_thread.run(self.judge, criteria, case)

    async def judge(self, criteria: Mapping[str, str], case: Case) -> Judgement:
        """Judge a case: its pictures by criteria, or without any, its answer by the expected one.

        Without budget, the judgement is missing: the attempt itself is kept.
        """
        asked = CachedJudge(VisionJudge(criteria) if criteria else KeyJudge(), self._cache)
        model = MeteredModel(RecordedModel(self._model, "judge"), self._budget)
        try:
            judgement = await asked.judge(case, model)
        except BudgetSpent as limit:
            judgement = Judgement(
                case=case.id, judge=model.name, prompt=asked.prompt, input=case.digest,
                problem=str(limit), usage=model.usage,
            )  # fmt: skip
        except (ModelMisconfigured, UsageError) as error:
            raise VisionUnavailable(error.message, error.hint) from error
        except anyio.get_cancelled_exc_class():
            if model.usage != NO_USAGE:
                with anyio.CancelScope(shield=True):
                    await self._write(JudgeUsage(judge=model.name, usage=model.usage, prompt=asked.prompt))
            raise
        await self._write(JudgementRecord(judgement=clean_judgement(judgement)))
        return judgement

    async def _write(self, record: JudgementRecord | JudgeUsage) -> None:
        if self._records is None:
            return
        async with self._writing:
            await anyio.to_thread.run_sync(self._records.append, record)


@asynccontextmanager
async def open_reviewer(
    judge: str | None,
    limits: RunLimits,
    folder: RunFolder,
    budget: Budget,
    *,
    say: Callable[[str], None],
    given: ChatModel | None = None,
) -> AsyncIterator[VisionReviewer | None]:
    """Yield a reviewer with the given model or the named judge; None without either."""
    if judge is None and given is None:
        yield None
        return
    cache = JudgementCache(default_judgement_cache())
    with folder.open_journal(judgements_file(folder)) as records:
        async with open_named_model(judge_ref(judge or ""), limits, say=say, given=given) as model:
            assert model is not None
            yield VisionReviewer(model, records, budget, cache)


@asynccontextmanager
async def open_standalone_reviewer(
    judge: str | None, *, say: Callable[[str], None]
) -> AsyncIterator[See | None]:
    """Yield a reviewer outside of a run. Judgements go to the cache only."""
    if judge is None:
        yield None
        return
    ref = judge_ref(judge)
    require_model(ref)
    async with open_wrapped_model(ref, RunLimits(), say=say) as model:
        yield VisionReviewer(model, None, Budget(), JudgementCache(default_judgement_cache())).see


def count_vision_tasks(tasks: Sequence[Task]) -> int:
    """Return the number of tasks with checks of pictures, which need a judge."""
    return sum(any(check.get("check") == PictureShows.name() for check in task.checks) for task in tasks)


def count_key_tasks(tasks: Sequence[Task]) -> int:
    """Return the number of tasks with an answer key, for which a judge may be needed."""
    return sum(any(isinstance(check, AnswerMatchesKey) for check in task_checks(task)) for task in tasks)
