"""Saved calls, sent through the servers again."""

from __future__ import annotations

from m3bench.core import Call, Outcome, Step, Trajectory
from m3bench.hosting import Pool
from m3bench.runs import ReplayedCall
from m3bench.runs.replaying import replay
from m3bench_world import World
from tests.hosting.processes import run

TRAJECTORIES = [
    Trajectory(
        task_id="one",
        model="a",
        steps=(
            Step((Call("math/mean", {"numbers": [1, 2]}), Call("math/mean", {"numbers": "x"}))),
            Step((Call("amazon/get_product", {"asin": "B000000000"}), Call("nothing/here", {}))),
        ),
    ),
    Trajectory(task_id="two", model="b", steps=(Step((Call("math/sum", "not json"),)),)),
    Trajectory(
        task_id="three",
        steps=(Step((Call("paper_search/download_arxiv", {"paper_id": "x", "save_path": "/tmp/papers"}),)),),
    ),
]


def replayed(trajectories: list[Trajectory]) -> tuple[list[ReplayedCall], list[int]]:
    done: list[int] = []

    async def work() -> list[ReplayedCall]:
        async with Pool() as pool:
            return await replay(trajectories, pool, World(), done=done.append)

    return run(work), done


def test_every_call_has_an_outcome_in_the_order_of_the_file() -> None:
    calls, done = replayed(TRAJECTORIES)
    assert [(call.task_id, call.tool, call.outcome) for call in calls] == [
        ("one", "math/mean", Outcome.SUCCESS),
        ("one", "math/mean", Outcome.INVALID_ARGUMENTS),
        ("one", "amazon/get_product", Outcome.NOT_FOUND),
        ("one", "nothing/here", Outcome.UNKNOWN_TOOL),
        ("two", "math/sum", Outcome.ILLEGAL_FORMAT),
        ("three", "paper_search/download_arxiv", Outcome.NOT_FOUND),
    ]
    assert sorted(done) == [1, 1, 4]
    assert [call.model for call in calls[:5]] == ["a", "a", "a", "a", "b"]
    assert calls[0].reason == ""
    assert "numbers" in calls[1].reason
    assert calls[5].moved == ("/tmp/papers",)


def test_pictures_that_are_not_there_are_noted() -> None:
    call = Call("math/sum", {"numbers": [1], "input_path": "./media/cat.png"})
    calls, _ = replayed([Trajectory(task_id="x", steps=(Step((call,)),))])
    assert calls[0].lacks == ("./media/cat.png",)


def test_calls_of_synthetic_servers_are_answered() -> None:
    wanted = Call("crm/get_deal", {"id": "deal-1001"}), Call("crm/get_nothing", {})
    calls, _ = replayed([Trajectory(task_id="x", steps=(Step(wanted),))])
    assert [call.outcome for call in calls] == [Outcome.SUCCESS, Outcome.UNKNOWN_TOOL]
