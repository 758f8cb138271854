"""Judging runs in this process, by judges that keep to a script."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.core import Usage, UsageError
from m3bench.judges import Judgement
from m3bench.models import ModelMisconfigured, ModelRef, ModelUnavailable, Reply, Request
from m3bench.runs import HaltKind, JudgedRun, JudgeKind, Judging, JudgingLimits, read_judged_run, read_run
from m3bench.runs.store.judgements import (
    FILE,
    JudgementRecord,
    JudgeUsage,
    key_of,
    read_history,
    read_judge_records,
)
from m3bench.testing import ScriptedModel
from tests.hanging import HANG_SECONDS
from tests.runs.jury import PANEL, both, judging, juror, jury, made_run, named

pytestmark = pytest.mark.anyio
SHARES = dict(zip(PANEL, (0.0, 0.4, 0.6, 1.0), strict=True))


@pytest.fixture(scope="module")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_run(tmp_path_factory.mktemp("run"))


@pytest.fixture
def run(finished_run: Path) -> Path:
    """The same run for every test, with nothing judged in it."""
    (finished_run / FILE).unlink(missing_ok=True)
    return finished_run


def judged(run: Path) -> JudgedRun:
    scores = read_judged_run(run, read_run(run))
    assert scores is not None
    return scores


def records(run: Path) -> list[Judgement]:
    return [
        record.judgement for record in read_judge_records(run / FILE) if isinstance(record, JudgementRecord)
    ]


async def test_highest_and_lowest_do_not_count(run: Path) -> None:
    assert await judging(run).run(models=jury(SHARES)) is None
    run_scores = judged(run)
    assert {case: score.score for case, score in run_scores.completion.items()} == {
        f"sum-{number:04}": pytest.approx(0.5) for number in range(3)
    }
    assert run_scores.grounding["sum-0001"].scores == {
        name: pytest.approx(share) for name, share in SHARES.items()
    }
    assert (run_scores.asked, run_scores.missing, run_scores.attempts) == (24, 0, 3)
    spread = run_scores.reliability["completion"].between_judges["task_completion"]
    assert spread.groups == 3
    assert spread.mean_range == pytest.approx(1.0)


async def test_nothing_is_judged_twice(run: Path) -> None:
    await judging(run, limit=1).run(models=jury(SHARES))
    assert len(records(run)) == 8
    second = jury(SHARES)
    await judging(run).run(models=second)
    assert sum(len(model.requests) for model in second.values()) == 16
    third = jury(SHARES)
    await judging(run).run(models=third)
    assert sum(len(model.requests) for model in third.values()) == 0
    assert max(Counter(map(key_of, records(run))).values()) == 1


async def test_a_missing_judgement_is_no_zero_and_may_yet_come(run: Path) -> None:
    models = jury(SHARES)
    models[PANEL[0]] = named(juror(says=lambda _: "I would rather not."), PANEL[0])
    models[PANEL[1]] = named(juror(says=lambda _: ModelUnavailable("busy")), PANEL[1])
    await judging(run, limit=2).run(JudgingLimits(concurrency=1), models=models)
    scores = judged(run)
    assert scores.completion["sum-0000"].score is None
    assert scores.completion["sum-0000"].missing == 2
    assert (scores.asked, scores.missing) == (16, 8)
    again = jury(SHARES)
    await judging(run, limit=2).run(models=again)
    assert [len(again[name].requests) for name in PANEL] == [4, 4, 0, 0]
    assert judged(run).completion["sum-0000"].score == pytest.approx(0.5)
    assert judged(run).missing == 0


async def test_rubric_and_outcome_are_judged_where_asked_for(run: Path) -> None:
    models = jury({"openai/one": 0.4})
    await judging(run, ("openai/one",), **both()).run(models=models)
    assert len(models["openai/one"].requests) == 3 * (5 + 1)
    run_scores = judged(run)
    assert (run_scores.completion, run_scores.grounding) == ({}, {})
    scores = run_scores.rubric["sum-0000"]
    # Four of ten parts above the lowest score of 1 are 1 + round(3.6) = 5; every call of the run was fine.
    assert set(scores.dimensions.values()) == {0.5}
    assert scores.axes["schema_understanding"] == 1.0
    assert scores.overall == pytest.approx((1.0 + 3 * 0.5) / 4)
    assert (scores.readings, run_scores.outcome["sum-0002"]) == (5, 0.0)
    assert run_scores.reliability["rubric"].between_turns["grounding"].mean_range == 0.0


async def test_the_last_panel_counts(run: Path) -> None:
    await judging(run).run(models=jury(SHARES))
    others = ("a/one", "a/two", "a/three")
    await judging(run, others).run(models=jury(dict.fromkeys(others, 0.9)))
    scores = judged(run)
    assert scores.judges["completion"] == others
    assert scores.completion["sum-0000"].score == pytest.approx(0.9)
    assert len(records(run)) == 24 + 18
    # The first panel is back without anybody being asked.
    models = jury(SHARES)
    await judging(run).run(models=models)
    assert not any(model.requests for model in models.values())
    assert judged(run).completion["sum-0000"].score == pytest.approx(0.5)


async def test_a_limit_of_cost_is_kept_and_more_money_goes_on(run: Path) -> None:
    models = jury(SHARES)
    halt = await judging(run).run(JudgingLimits(concurrency=1, max_cost=5), models=models)
    assert halt is not None
    assert (halt.kind, halt.reason) == (HaltKind.BUDGET, "--max-cost 5 is reached")
    assert sum(len(model.requests) for model in models.values()) == 5
    assert len(records(run)) == 5
    halt = await judging(run).run(JudgingLimits(concurrency=1, max_cost=5), models=models)
    assert halt is not None
    assert sum(len(model.requests) for model in models.values()) == 5
    assert await judging(run).run(JudgingLimits(concurrency=1, max_cost=24), models=models) is None
    assert sum(len(model.requests) for model in models.values()) == 24
    assert max(Counter(map(key_of, records(run))).values()) == 1


async def test_only_requests_in_flight_may_pass_the_limit(run: Path) -> None:
    models = {name: _Together(name, 4) for name in PANEL}
    _Together.waiting, _Together.asked = anyio.Event(), 0
    limits = JudgingLimits(concurrency=4, max_cost=1)
    halt = await judging(run).run(limits, models=models)
    assert halt is not None
    assert halt.kind is HaltKind.BUDGET
    assert _Together.asked == 4
    assert read_history(run / FILE).spent.cost == 4.0


class _Together:
    """Answers when so many are asking at the same time: all of them are in flight."""

    waiting = anyio.Event()
    asked = 0

    def __init__(self, name: str, together: int) -> None:
        self.name, self._together = name, together
        self._juror = juror()

    async def ask(self, request: Request) -> Reply:
        type(self).asked += 1
        if self.asked >= self._together:
            self.waiting.set()
        with anyio.fail_after(HANG_SECONDS):
            await self.waiting.wait()
        return await self._juror.ask(request)


async def test_a_repair_that_cannot_be_paid_leaves_what_was_paid_on_record(run: Path) -> None:
    models = jury(SHARES)
    models[PANEL[0]] = named(juror(says=lambda _: "No."), PANEL[0])
    halt = await judging(run).run(JudgingLimits(concurrency=1, max_cost=1), models=models)
    assert halt is not None
    assert records(run) == []
    spent = [record for record in read_judge_records(run / FILE) if isinstance(record, JudgeUsage)]
    assert [(usage.judge, usage.usage) for usage in spent] == [(PANEL[0], Usage(100, 10, 1, 1.0))]
    assert read_history(run / FILE).spent == Usage(100, 10, 1, 1.0)


async def test_an_unknown_price_cannot_be_limited(run: Path) -> None:
    models = {name: named(juror(cost=None), name) for name in PANEL}
    halt = await judging(run).run(JudgingLimits(concurrency=1, max_cost=5), models=models)
    assert halt is not None
    assert halt.kind is HaltKind.ERROR
    assert "price of this model is unknown" in halt.reason
    with pytest.raises(UsageError, match="cost of earlier judging of this run is unknown"):
        await judging(run).run(JudgingLimits(max_cost=5), models=models)


async def test_a_wrong_key_ends_it_at_once(run: Path) -> None:
    models = jury(SHARES)
    models[PANEL[2]] = named(juror(says=lambda _: ModelMisconfigured("no such key")), PANEL[2])
    halt = await judging(run).run(JudgingLimits(concurrency=1), models=models)
    assert halt is not None
    assert (halt.kind, halt.reason) == (HaltKind.ERROR, "no such key")
    assert [record.judge for record in records(run)] == list(PANEL[:2])


async def test_a_judge_that_is_never_reached_ends_it(run: Path) -> None:
    models = jury(SHARES)
    models[PANEL[0]] = named(juror(says=lambda _: ModelUnavailable("busy")), PANEL[0])
    halt = await judging(run).run(JudgingLimits(concurrency=1), models=models)
    assert halt is not None
    assert halt.kind is HaltKind.PROVIDER
    assert halt.reason == f"5 judgements in a row did not reach {PANEL[0]}: busy"


async def test_what_was_broken_off_is_made_again(run: Path) -> None:
    models = jury(SHARES)
    with anyio.CancelScope() as scope:

        def broken_off(_: Request) -> None:
            if sum(len(model.requests) for model in models.values()) > 9:
                scope.cancel()

        models[PANEL[0]] = named(juror(0.0, says=broken_off), PANEL[0])
        await judging(run).run(JudgingLimits(concurrency=2), models=models)
    assert 8 <= len(records(run)) < 24
    await judging(run).run(models=jury(SHARES))
    assert len(judged(run).completion) == 3
    assert max(Counter(map(key_of, records(run))).values()) == 1


async def test_a_line_that_a_death_cut_short_is_not_there(run: Path) -> None:
    await judging(run, limit=1).run(models=jury(SHARES))
    whole = (run / FILE).read_bytes()
    (run / FILE).write_bytes(whole[:-40])
    (run / "seal.json").unlink()  # which a death does not leave behind
    assert len(records(run)) == 7
    models = jury(SHARES)
    await judging(run, limit=1).run(models=models)
    assert sum(len(model.requests) for model in models.values()) == 1
    assert len(records(run)) == 8


async def test_the_cache_serves_other_runs_and_costs_nothing(run: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    await judging(run, cache=cache).run(models=jury(SHARES))
    (run / FILE).unlink()
    models = jury(SHARES)
    again = judging(run, cache=cache)
    assert (await again.estimate()).cached == 24
    await again.run(JudgingLimits(max_cost=0.5), models=models)
    assert not any(model.requests for model in models.values())
    scores = judged(run)
    assert (scores.cached, scores.spent, scores.missing) == (24, {}, 0)
    assert scores.completion["sum-0000"].score == pytest.approx(0.5)


async def test_half_a_character_does_no_harm(run: Path) -> None:
    text = json.dumps({"reason": "so \ud83d", "planning": 1, "process": 1, "result": 1})
    assert "\\ud83d" in text
    models: dict[str, ScriptedModel] = {
        name: named(juror(says=lambda _: "\ud83d" + text), name) for name in PANEL
    }
    await judging(run, limit=1).run(models=models)
    assert len(records(run)) == 8
    assert all("?" in record.raw[0] for record in records(run))


async def test_judges_of_the_same_house_are_named(run: Path) -> None:
    await judging(run).run(models=jury(SHARES))
    result = read_run(run)
    model = ModelRef(name="openrouter/google/gemini-2.5-pro")
    settings = msgspec.structs.replace(result.settings, model=model)
    scores = read_judged_run(run, msgspec.structs.replace(result, settings=settings))
    assert scores is not None
    assert scores.same_vendor == {"google/two": "google"}


async def test_one_process_judges_at_a_time(run: Path) -> None:
    first = judging(run)
    with first.folder.lock(), pytest.raises(UsageError, match="Another process"):
        await judging(run).run(models=jury(SHARES))


def test_every_epoch_is_judged(tmp_path: Path) -> None:
    run = made_run(tmp_path, 2, epochs=2)
    models = jury(SHARES)

    async def carried_out(work: Judging) -> None:
        await work.run(models=models)

    anyio.run(carried_out, judging(run))
    assert set(judged(run).completion) == {"sum-0000#1", "sum-0001#1", "sum-0000#2", "sum-0001#2"}


@pytest.mark.parametrize(
    ("judges", "kinds", "message"),
    [
        ((), (JudgeKind.M3,), "No judge is named"),
        (("a/x", "a/y", "a/x"), (JudgeKind.M3,), "a/x is named twice"),
        (("a/x", "a/x@http://127.0.0.1:1"), (JudgeKind.RUBRIC,), "a/x is named twice"),
        (("a/x", "a/y"), (JudgeKind.M3,), "2 judges for M³-Bench's columns"),
        (("a/x",), (JudgeKind.M3, JudgeKind.RUBRIC), "1 judge for M³-Bench's columns"),
    ],
)
def test_panels_that_cannot_work_are_refused(
    run: Path, judges: tuple[str, ...], kinds: tuple[JudgeKind, ...], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        judging(run, judges, kinds=kinds)


def test_nobody_judged_is_not_judged_with_nothing(run: Path, tmp_path: Path) -> None:
    assert read_judged_run(run, read_run(run)) is None
    with pytest.raises(UsageError, match="is not a run folder"):
        judging(tmp_path)
