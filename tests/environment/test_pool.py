"""Many environments over the same servers, and servers that fail."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from m3bench.core import UsageError
from m3bench.environment import Environment, EnvironmentPool
from m3bench.hosting import ServerFault
from m3bench.runs import BundledHost
from tests.environment.tasks import CROPPED, SOLUTION, SmallSuite, add


def test_environments_of_a_pool_do_not_see_each_other() -> None:
    suite = SmallSuite()
    with EnvironmentPool(suite, 4) as pool:
        observations = pool.reset(["picture"] * 4)
        assert len(observations) == len(pool) == 4
        assert 1 <= suite.drawn <= 4
        pool.step([CROPPED, None, CROPPED, None])
        ends = pool.step(["Done."] * 4)
        assert [end.reward for end in ends if end is not None] == [1.0, 0.0, 1.0, 0.0]
        assert all(trajectory is not None for trajectory in pool.trajectories)


def test_a_pool_and_one_environment_agree() -> None:
    with EnvironmentPool(SmallSuite(), 3) as pool, Environment(SmallSuite()) as alone:
        together: list[Any] = [pool.reset(["sum"] * 3, [7, 8, 7])]
        together += [pool.step([action] * 3) for action in SOLUTION]
        single = [alone.reset("sum", 7), *(alone.step(action) for action in SOLUTION)]
    assert (
        repr([results[0] for results in together])
        == repr(single)
        == repr([results[2] for results in together])
    )


def test_wrong_numbers_of_actions_are_refused() -> None:
    with EnvironmentPool(SmallSuite(), 2) as pool:
        with pytest.raises(UsageError, match="3 tasks"):
            pool.reset(["sum"] * 3)
        pool.reset(["sum"] * 2)
        with pytest.raises(UsageError, match="1 actions"):
            pool.step(["126"])
        assert pool.reset_one(1, "form").messages
    with pytest.raises(UsageError, match="0 environments"):
        EnvironmentPool(SmallSuite(), 0)


def test_a_server_that_fails_truncates_the_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    async def die(self: BundledHost, tool: Any, arguments: Any) -> Any:
        raise ServerFault(tool.server, "ended in the middle of a call")

    with Environment(SmallSuite()) as environment:
        environment.reset("sum")
        with monkeypatch.context() as patch:
            patch.setattr(BundledHost, "call", die)
            failed = environment.step(add(20, 22))
        assert (failed.done, failed.reward) == (True, None)
        assert failed.info["truncated"]
        assert failed.info["status"] == "server_failure"
        assert "ended in the middle" in failed.info["reason"]
        environment.reset("sum")
        assert [environment.step(action).reward for action in SOLUTION][-1] == 1.0


def test_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(self: BundledHost, tool: Any, arguments: Any) -> Any:
        await anyio.sleep_forever()

    with Environment(SmallSuite(), episode_seconds=0.2) as environment:
        monkeypatch.setattr(BundledHost, "call", hang)
        environment.reset("sum")
        late = environment.step(add(20, 22))
    assert (late.done, late.reward, late.info["status"]) == (True, 0.0, "out_of_budget")
