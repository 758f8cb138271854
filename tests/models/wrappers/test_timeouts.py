"""Time-outs."""

from __future__ import annotations

import anyio
import pytest

from m3bench.models import ModelUnavailable, Reply, Request
from m3bench.models.errors import ModelTimedOut
from m3bench.models.wrappers.limits import TimedModel
from tests.hosting.fakes import in_time
from tests.models.wrapped import REPLY, FunctionModel, request


async def at_once(_: Request) -> Reply:
    return REPLY


async def never(_: Request) -> Reply:
    await anyio.sleep_forever()
    raise AssertionError


def test_a_reply_in_time_is_passed_on() -> None:
    model = TimedModel(FunctionModel(at_once), 5.0)
    assert in_time(lambda: model.ask(request())) == REPLY
    assert model.name == "fake/model"


def test_no_reply_in_time_is_worth_another_try() -> None:
    inner = FunctionModel(never)
    with pytest.raises(ModelTimedOut, match=r"fake/model did not reply within 0\.01 s") as caught:
        in_time(lambda: TimedModel(inner, 0.01).ask(request()))
    assert isinstance(caught.value, ModelUnavailable)
    assert inner.inside == 0


def test_an_error_of_the_model_stays_what_it_is() -> None:
    async def fail(_: Request) -> Reply:
        raise ModelUnavailable("busy")

    with pytest.raises(ModelUnavailable, match=r"^busy$"):
        in_time(lambda: TimedModel(FunctionModel(fail), 5.0).ask(request()))


def test_cancelling_from_outside_is_no_time_out() -> None:
    async def work() -> bool:
        with anyio.move_on_after(0.01) as scope:
            await TimedModel(FunctionModel(never), 5.0).ask(request())
        return scope.cancelled_caught

    assert in_time(work)
