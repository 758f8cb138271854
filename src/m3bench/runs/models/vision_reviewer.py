"""The judge of a run that looks at pictures for checks, and what it said."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

import anyio
import anyio.from_thread
import anyio.to_thread
import msgspec

from m3bench.agents import BudgetSpent
from m3bench.checks import PictureShows, See, VisionUnavailable
from m3bench.core import Task, Usage, UsageError
from m3bench.judges import CachedJudge, Case, Judgement, JudgementCache, VisionJudge
from m3bench.models import ChatModel, ModelMisconfigured
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.models.judge_seats import default_judgement_cache, judge_ref
from m3bench.runs.models.metering import MeteredModel
from m3bench.runs.models.opening import opened_model, require_model
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import (
    Damage,
    Journal,
    Judged,
    RunFolder,
    Spent,
    judgements_file,
    read_history,
    read_judge_records,
    recordable,
)

_PROMPT = f"{VisionJudge.name}@"


class VisionReviewer:
    """Has a model look. What it says is among the records, if there are any, before a check hears of it."""

    def __init__(
        self, model: ChatModel, records: Journal | None, budget: Budget, cache: JudgementCache
    ) -> None:
        self._model, self._records, self._budget, self._cache = model, records, budget, cache
        self._writing = anyio.Lock()

    @property
    def name(self) -> str:
        """The model."""
        return self._model.name

    def see(self, criteria: Mapping[str, str], case: Case) -> Judgement:
        """For checks, which are carried out in threads of the event loop's."""
        return anyio.from_thread.run(self.judged, criteria, case)

    async def judged(self, criteria: Mapping[str, str], case: Case) -> Judgement:
        """What cannot be paid any more is a missing judgement: the attempt itself is made and stays."""
        judge = CachedJudge(VisionJudge(criteria), self._cache)
        model = MeteredModel(self._model, self._budget)
        try:
            judgement = await judge.judge(case, model)
        except BudgetSpent as limit:
            judgement = Judgement(
                case=case.id, judge=model.name, prompt=judge.prompt, input=case.digest,
                problem=str(limit), usage=model.usage,
            )  # fmt: skip
        except (ModelMisconfigured, UsageError) as error:
            raise VisionUnavailable(error.message, error.hint) from error
        except anyio.get_cancelled_exc_class():
            if model.usage != NOTHING:
                with anyio.CancelScope(shield=True):
                    await self._put(Spent(judge=model.name, usage=model.usage, prompt=judge.prompt))
            raise
        await self._put(Judged(judgement=recordable(judgement)))
        return judgement

    async def _put(self, record: Judged | Spent) -> None:
        if self._records is None:
            return
        async with self._writing:
            await anyio.to_thread.run_sync(self._records.append, record)


@asynccontextmanager
async def opened_looker(
    judge: str | None,
    limits: RunLimits,
    folder: RunFolder,
    budget: Budget,
    *,
    say: Callable[[str], None],
    given: ChatModel | None = None,
) -> AsyncIterator[VisionReviewer | None]:
    """The judge that is named, or the one that is given; nobody where there is neither."""
    if judge is None and given is None:
        yield None
        return
    cache = JudgementCache(default_judgement_cache())
    with folder.opened_journal(judgements_file(folder)) as records:
        if given is not None:
            yield VisionReviewer(given, records, budget, cache)
            return
        async with opened_model(judge_ref(judge or ""), limits, say=say) as model:
            yield VisionReviewer(model, records, budget, cache)


@asynccontextmanager
async def opened_eyes(judge: str | None, *, say: Callable[[str], None]) -> AsyncIterator[See | None]:
    """The same outside of a run: what is said is in the cache alone."""
    if judge is None:
        yield None
        return
    ref = judge_ref(judge)
    require_model(ref)
    async with opened_model(ref, RunLimits(), say=say) as model:
        yield VisionReviewer(model, None, Budget(), JudgementCache(default_judgement_cache())).see


def tasks_to_look_at(tasks: Sequence[Task]) -> int:
    """How many tasks have checks that need a judge."""
    return sum(any(_needs_eyes(check) for check in task.extra.get("checks", ())) for task in tasks)


def _needs_eyes(check: object) -> bool:
    return isinstance(check, dict) and check.get("check") == PictureShows.name()


def spent_on_looking(folder: RunFolder, damages: list[Damage] | None = None) -> Usage:
    """In all sessions of a run. What the cache had cost nothing."""
    total = NOTHING
    for record in read_judge_records(judgements_file(folder), damages):
        if isinstance(record, Spent) and record.prompt.startswith(_PROMPT):
            total += record.usage
        elif isinstance(record, Judged) and _was_paid(record.judgement):
            total += record.judgement.usage
    return total


def _was_paid(judgement: Judgement) -> bool:
    return judgement.prompt.startswith(_PROMPT) and not judgement.cached


class Looks(msgspec.Struct, frozen=True, kw_only=True):
    """What became of all that a judge was to look at in a run."""

    judges: tuple[str, ...]
    asked: int
    missing: int
    cached: int
    problems: tuple[str, ...] = ()
    """Why judgements are missing, each reason once."""
    usage: Usage = NOTHING


def read_looks(folder: RunFolder) -> Looks | None:
    """The last of each; None where nobody looked. What is damaged is left out."""
    history = read_history(judgements_file(folder), [])
    found = [each for each in history.judgements if each.prompt.startswith(_PROMPT)]
    if not found:
        return None
    missing = [each for each in found if each.scores is None]
    return Looks(
        judges=tuple(dict.fromkeys(each.judge for each in found)),
        asked=len(found),
        missing=len(missing),
        cached=sum(each.cached for each in found),
        problems=tuple(dict.fromkeys(each.problem for each in missing)),
        usage=spent_on_looking(folder, []),
    )
