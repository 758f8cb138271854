"""Retries: what is tried again, how long is waited, and when it ends."""

from __future__ import annotations

import random
from collections.abc import Sequence

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.models import (
    ModelError,
    ModelMisconfigured,
    ModelUnavailable,
    Reply,
    Request,
    RequestRefused,
    RequestTooLong,
)
from m3bench.models.errors import ModelTimedOut
from m3bench.models.wrappers.retries import RetryingModel, RetryPolicy, RetryWait
from m3bench.testing import ScriptedModel
from tests.hosting.fakes import in_time
from tests.models.wrapped import REPLY, FunctionModel, VirtualTime, request


class Trial:
    """One request to a model with these lines, in virtual time."""

    def __init__(
        self, lines: Sequence[Reply | ModelError], policy: RetryPolicy | None = None, seed: int = 0
    ) -> None:
        self.time = VirtualTime()
        self.waits: list[RetryWait] = []
        self.model = ScriptedModel(lines, "openai/gpt-5")
        self._retrying = RetryingModel(
            self.model,
            policy,
            sleep=self.time.sleep,
            dice=random.Random(seed),
            on_wait=self.waits.append,
        )
        assert self._retrying.name == "openai/gpt-5"

    def ask(self) -> Reply:
        return in_time(lambda: self._retrying.ask(request()))


def unavailable(retry_after: float | None = None) -> ModelUnavailable:
    return ModelUnavailable("overloaded", retry_after=retry_after)


def test_a_reply_is_passed_on_at_once() -> None:
    trial = Trial([REPLY])
    assert trial.ask() == REPLY
    assert trial.time.pauses == []


def test_what_is_nobodys_mistake_is_tried_again() -> None:
    trial = Trial([unavailable(), unavailable(), REPLY])
    assert trial.ask() == REPLY
    assert len(trial.model.requests) == 3
    assert len(set(map(id, trial.model.requests))) == 1


@pytest.mark.parametrize(
    "error", [ModelMisconfigured("no key"), RequestTooLong("long"), RequestRefused("no"), ModelError("?")]
)
def test_mistakes_are_not_tried_again(error: ModelError) -> None:
    trial = Trial([error, REPLY])
    with pytest.raises(type(error)) as caught:
        trial.ask()
    assert caught.value is error
    assert trial.time.pauses == []


def test_waits_are_told_before_they_begin() -> None:
    trial = Trial([unavailable(), unavailable(3), REPLY])
    trial.ask()
    assert [wait.seconds for wait in trial.waits] == trial.time.pauses
    assert [wait.tries for wait in trial.waits] == [1, 2]
    assert {wait.model for wait in trial.waits} == {"openai/gpt-5"}
    assert trial.waits[1].error.retry_after == 3


def test_the_same_dice_give_the_same_waits() -> None:
    lines: list[Reply | ModelError] = [*[unavailable()] * 5, REPLY]
    first, second, other = Trial(lines, seed=1), Trial(lines, seed=1), Trial(lines, seed=2)
    for trial in (first, second, other):
        trial.ask()
    assert first.time.pauses == second.time.pauses != other.time.pauses


def test_waits_grow_up_to_the_ceiling_and_are_spread_over_all_of_it() -> None:
    policy = RetryPolicy(tries=9, first=1.0, ceiling=20.0, longest=1e9)
    waits = []
    for seed in range(300):
        trial = Trial([*[unavailable()] * 8, REPLY], policy, seed)
        trial.ask()
        waits.append(trial.time.pauses)
    for index, bound in enumerate((1, 2, 4, 8, 16, 20, 20, 20)):
        column = [wait[index] for wait in waits]
        assert 0 <= min(column) < bound * 0.05
        assert bound * 0.95 < max(column) <= bound


@given(asked=st.floats(0, 100), seed=st.integers(0, 1000))
def test_nobody_is_asked_earlier_than_they_wish(asked: float, seed: int) -> None:
    trial = Trial([unavailable(asked), REPLY], RetryPolicy(first=2.0), seed)
    assert trial.ask() == REPLY
    (pause,) = trial.time.pauses
    assert asked <= pause <= asked + 2.0


def test_a_provider_that_asks_for_too_long_a_wait_is_given_up_at_once() -> None:
    trial = Trial([unavailable(3600), REPLY])
    with pytest.raises(ModelUnavailable, match=r"Tried once\. The provider asks to wait 3600 s") as caught:
        trial.ask()
    assert caught.value.retry_after == 3600
    assert trial.time.pauses == []


def test_a_senseless_retry_after_is_none() -> None:
    trial = Trial([unavailable(-5), REPLY])
    assert trial.ask() == REPLY
    assert trial.time.pauses[0] >= 0


def test_it_ends_after_so_many_tries() -> None:
    trial = Trial([unavailable()] * 20, RetryPolicy(tries=4))
    with pytest.raises(ModelUnavailable, match=r"overloaded. Tried 4 times, with \d s of waiting") as caught:
        trial.ask()
    assert len(trial.model.requests) == 4
    assert isinstance(caught.value.__cause__, ModelUnavailable)


def test_a_single_try_leaves_the_error_as_it_is() -> None:
    error = unavailable()
    trial = Trial([error], RetryPolicy(tries=1))
    with pytest.raises(ModelUnavailable) as caught:
        trial.ask()
    assert caught.value is error


def test_a_model_that_stalls_is_asked_only_once_more() -> None:
    trial = Trial([unavailable(), *[ModelTimedOut("no reply")] * 5])
    with pytest.raises(ModelUnavailable, match="Tried 3 times"):
        trial.ask()


@given(
    errors=st.lists(st.none() | st.floats(0, 50), max_size=30),
    tries=st.integers(1, 20),
    longest=st.floats(0, 200),
    seed=st.integers(0, 99),
)
def test_neither_tries_nor_waits_exceed_what_is_allowed(
    errors: list[float | None], tries: int, longest: float, seed: int
) -> None:
    trial = Trial([*map(unavailable, errors), REPLY], RetryPolicy(tries=tries, longest=longest), seed)
    try:
        assert trial.ask() == REPLY
    except ModelUnavailable:
        assert errors
    assert len(trial.model.requests) <= tries
    assert sum(trial.time.pauses) <= longest + 1e-6


@pytest.mark.parametrize("retry_after", [None, 5.0, 60.0])
def test_a_storm_of_a_minute_is_outlasted(retry_after: float | None) -> None:
    """Two hundred requests, each in its own time, against a provider that refuses for 60 s."""

    async def work() -> None:
        for seed in range(200):
            time = VirtualTime()

            async def answer(_: Request, time: VirtualTime = time) -> Reply:
                if time.now < 60.0:
                    raise unavailable(retry_after)
                return REPLY

            model = RetryingModel(FunctionModel(answer), sleep=time.sleep, dice=random.Random(seed))
            assert await model.ask(request()) == REPLY
            assert 60.0 <= time.now < 120.0

    in_time(work)


def test_cancelling_a_wait_ends_it() -> None:
    waiting = anyio.Event()
    model = ScriptedModel([unavailable(100), REPLY])

    async def work() -> None:
        retrying = RetryingModel(model, on_wait=lambda _: waiting.set())
        async with anyio.create_task_group() as group:
            group.start_soon(retrying.ask, request())
            await waiting.wait()
            group.cancel_scope.cancel()

    in_time(work)
    assert len(model.requests) == 1


def test_failures_that_come_slowly_do_not_add_up_to_hours() -> None:
    """Each takes 100 s, which is no time-out: the fourth try would begin too late."""
    clock = VirtualTime()

    async def answer(_: Request) -> Reply:
        clock.now += 100
        raise unavailable()

    model = FunctionModel(answer)
    policy = RetryPolicy(total=250, first=0.001, ceiling=0.001)
    retrying = RetryingModel(model, policy, sleep=clock.sleep, now=lambda: clock.now)
    with pytest.raises(ModelUnavailable, match="Tried 3 times"):
        in_time(lambda: retrying.ask(request()))
    assert model.asked == 3
