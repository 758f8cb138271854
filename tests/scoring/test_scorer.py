from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from m3bench.core import Call, DuplicateIdError, Reference, Step, Task, Trajectory, UsageError
from m3bench.encoders import CachingEncoder, Encoder, HashingEncoder
from m3bench.scoring import M3_RELEASED, NO_FAMILY, Scorer
from tests.scoring.strategies import task, trajectory

GEOCODE, ROUTE, WIKI = (
    Call("maps/geocode", {"query": "Skagen"}),
    Call("maps/route", {"to": 1}),
    Call("wiki/summary"),
)
CHAIN = (Step((GEOCODE,)), Step((ROUTE,)))
FLAT = (Step((GEOCODE, ROUTE)),)


@pytest.fixture
def scorer() -> Scorer:
    return Scorer("m3", CachingEncoder(HashingEncoder()))


def test_the_best_reference_counts_and_is_named(scorer: Scorer) -> None:
    both = Task(
        id="t", references=(Reference(steps=CHAIN, name="careful"), Reference(steps=FLAT, name="at once"))
    )
    score = scorer.score(trajectory(FLAT), both)
    assert score.metrics.average == 1.0
    assert (score.reference, score.reference_name, score.reference_count) == (1, "at once", 2)


def test_of_equally_good_references_the_first_counts(scorer: Scorer) -> None:
    assert scorer.score(trajectory(FLAT), task(FLAT, FLAT)).reference == 0


def test_missing_and_unexpected_predictions_are_listed(scorer: Scorer) -> None:
    tasks = [task(CHAIN, task_id="a", family="x"), task(FLAT, task_id="b")]
    report = scorer.score_many([trajectory(FLAT, "b"), trajectory(FLAT, "c")], tasks)
    assert (report.missing, report.unexpected) == (("a",), ("c",))
    assert [found.missing for found in report.tasks] == [True, False]
    assert report.total.metrics.recall == 0.5
    assert report.total.missing == 1
    assert list(report.families) == ["x", NO_FAMILY]
    found = report.task("a")
    assert found is not None
    assert set(found.metrics.values()) == {0.0}
    assert report.task("c") is None


def test_the_released_profile_leaves_missing_tasks_out(scorer: Scorer) -> None:
    tasks = [task(CHAIN, task_id="a"), task(FLAT, task_id="b")]
    report = Scorer(M3_RELEASED, scorer.encoder).score_many([trajectory(FLAT, "b")], tasks)
    assert report.missing == ("a",)
    assert [found.id for found in report.tasks] == ["b"]
    assert report.total.metrics.recall == 1.0


def test_an_empty_prediction_is_not_a_missing_one(scorer: Scorer) -> None:
    report = scorer.score_many([trajectory((), "a")], [task(CHAIN, task_id="a")])
    assert report.missing == ()
    assert report.total.metrics.values() == (0.0,) * 6


def test_repeated_ids_are_refused(scorer: Scorer) -> None:
    with pytest.raises(DuplicateIdError, match="1 duplicate id: a"):
        scorer.score_many([trajectory(FLAT, "a")] * 3, [task(FLAT, task_id="a")])


def test_a_task_without_reference_is_refused(scorer: Scorer) -> None:
    with pytest.raises(UsageError, match="Task t has no reference"):
        scorer.score(trajectory(FLAT), Task(id="t"))


def test_what_is_odd_is_said(scorer: Scorer) -> None:
    odd = (Step((WIKI, Call("wiki/summary", '{"a": 1}'), Call("wiki/summary", [1]))), Step())
    score = scorer.score(trajectory(odd), task(FLAT))
    assert score.notes == (
        "1 × arguments as a JSON array",
        "1 × arguments as a JSON string",
        "1 × no arguments",
        "1 × empty step",
    )


def test_totals_weigh_by_calls(scorer: Scorer) -> None:
    tasks = [task((Step((GEOCODE,) * 3),), task_id="a"), task(FLAT, task_id="b")]
    report = scorer.score_many([trajectory((Step((GEOCODE,)),), "a"), trajectory(FLAT, "b")], tasks)
    assert report.total.metrics.recall == pytest.approx(3 / 5)
    assert report.total.metrics.precision == 1.0
    assert report.total.calls_per_task == 1.5


def test_intervals_hold_the_estimate_and_repeat(scorer: Scorer) -> None:
    tasks = [task(CHAIN, task_id=str(number), family=str(number % 5)) for number in range(20)]
    predictions = [trajectory(CHAIN if number % 3 else FLAT[:0], str(number)) for number in range(20)]
    one, other = (scorer.score_many(predictions, tasks).total for _ in range(2))
    interval = one.intervals["recall"]
    assert interval.low is not None
    assert interval.high is not None
    assert interval.low <= one.metrics.recall <= interval.high
    assert one == other


class Recorder:
    def __init__(self) -> None:
        self.expected = self.done = 0

    def expect(self, texts: int) -> None:
        self.expected += texts

    def advance(self, texts: int) -> None:
        self.done += texts


def test_the_watcher_sees_every_text(scorer: Scorer) -> None:
    recorder = Recorder()
    other = (Step((Call("maps/geocode", {"query": "Skagen harbour"}),)),)
    scorer.score_many([trajectory(other, "a")], [task(CHAIN, task_id="a")], watcher=recorder)
    assert recorder.expected == recorder.done == 2


def test_tasks_may_come_one_by_one(scorer: Scorer) -> None:
    def tasks() -> Iterator[Task]:
        for number in range(2500):
            yield task(FLAT, task_id=str(number))

    predictions = (trajectory(FLAT, str(number)) for number in range(2500))
    report = scorer.score_many(predictions, tasks())
    assert (report.total.tasks, report.total.metrics.recall) == (2500, 1.0)


class CountedSchemas(dict[str, dict[str, object]]):
    """Schemas whose number is not asked for: that would load every server."""

    def __len__(self) -> int:
        raise AssertionError("all schemas are loaded")


def test_schemas_are_looked_up_one_by_one() -> None:
    tools = CountedSchemas({ROUTE.tool: {"type": "object", "properties": {"to": {"type": "number"}}}})
    assert (
        Scorer("typed", HashingEncoder(), tools=tools).score(trajectory(FLAT), task(FLAT)).metrics.recall
        == 1.0
    )


def test_threads_share_a_scorer(minilm: Encoder) -> None:
    scorer = Scorer("m3", CachingEncoder(minilm))
    predictions = [
        Trajectory(
            task_id=str(number), steps=(Step((Call("maps/geocode", {"query": f"Skagen {number % 7}"}),)),)
        )
        for number in range(40)
    ]
    expected = [scorer.score(prediction, task(CHAIN)) for prediction in predictions]
    fresh = Scorer("m3", CachingEncoder(minilm))
    with ThreadPoolExecutor(8) as pool:
        assert (
            list(pool.map(lambda prediction: fresh.score(prediction, task(CHAIN)), predictions)) == expected
        )
