"""How many requests are in flight."""

from __future__ import annotations

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.models import ModelUnavailable, Reply, Request
from m3bench.models.wrappers.limits import LimitedModel, ProviderLimits
from tests.hosting.fakes import in_time
from tests.models.wrapped import REPLY, FunctionModel, request


@given(limit=st.integers(1, 6), turns=st.lists(st.integers(0, 5), min_size=1, max_size=25))
def test_no_more_than_allowed_and_no_fewer(limit: int, turns: list[int]) -> None:
    """Each request takes some turns of the event loop; some fail."""

    async def answer(asked: Request) -> Reply:
        for _ in range(len(asked.messages)):
            await anyio.lowlevel.checkpoint()
        if len(asked.messages) == 3:
            raise ModelUnavailable("busy")
        return REPLY

    inner = FunctionModel(answer)

    async def one(model: LimitedModel, length: int) -> None:
        try:
            await model.ask(Request(request().messages * length))
        except ModelUnavailable:
            assert length == 3

    async def work() -> None:
        model = LimitedModel(inner, ProviderLimits(limit))
        async with anyio.create_task_group() as group:
            for length in turns:
                group.start_soon(one, model, length)

    in_time(work)
    assert inner.asked == len(turns)
    assert inner.most_inside <= limit
    if all(turns):
        assert inner.most_inside == min(limit, len(turns))


class Gate:
    """Lets nobody out before it opens."""

    def __init__(self) -> None:
        self.open = anyio.Event()

    async def answer(self, _: Request) -> Reply:
        await self.open.wait()
        return REPLY


def test_models_of_one_provider_share_its_slots_and_others_have_their_own() -> None:
    async def work() -> None:
        gate, limits = Gate(), ProviderLimits(2)
        inner = {
            name: FunctionModel(gate.answer, name) for name in ("openai/a", "openai/b", "google/c", "openai")
        }
        async with anyio.create_task_group() as group:
            for model in inner.values():
                limited = LimitedModel(model, limits)
                assert limited.name == model.name
                for _ in range(2):
                    group.start_soon(limited.ask, request())
            await anyio.wait_all_tasks_blocked()
            inside = {name: model.inside for name, model in inner.items()}
            gate.open.set()
        assert inside == {"openai/a": 2, "openai/b": 0, "google/c": 2, "openai": 0}
        assert [model.asked for model in inner.values()] == [2, 2, 2, 2]

    in_time(work)


def test_who_is_cancelled_gives_the_slot_back_or_never_takes_it() -> None:
    async def work() -> None:
        gate, limits = Gate(), ProviderLimits(1)
        inner = FunctionModel(gate.answer)
        model = LimitedModel(inner, limits)
        async with anyio.create_task_group() as group:
            group.start_soon(model.ask, request("inside"))
            group.start_soon(model.ask, request("waiting"))
            await anyio.wait_all_tasks_blocked()
            group.cancel_scope.cancel()
        assert (inner.asked, inner.inside) == (1, 0)
        gate.open.set()
        assert await model.ask(request()) == REPLY
        assert limits.slots("fake").value == 1

    in_time(work)


def test_an_address_of_ones_own_can_have_its_own_slots() -> None:
    limits = ProviderLimits(3)
    LimitedModel(FunctionModel(Gate().answer), limits, provider="http://127.0.0.1:1")
    assert limits.slots("http://127.0.0.1:1") is not limits.slots("fake")


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(UsageError, match="requests in flight: 0"):
        ProviderLimits(0)
