"""Episodes a second of an environment, its overhead against a bare loop, and its memory over many episodes.

The bare loop makes the same calls on the same servers, in a folder of its own, without checks, messages and
rewards.

    python benchmarks/environment.py [--episodes 10000]
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import numpy as np

from m3bench.checks import AnswerNumber, write_checks
from m3bench.core import Call, Reference, Step, Task, content_hash
from m3bench.environment import Environment, EnvironmentPool, Reward
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench_world import World

STEPS = 4
"""Steps with a call in each episode; an answer follows."""
WIDE = 16


def task(number: int) -> Task:
    """A task of a few sums."""
    calls = [Call("math/add", {"firstNumber": number, "secondNumber": step}) for step in range(STEPS)]
    return Task(
        id=f"sum-{number}",
        request=f"Add 0 to {STEPS - 1} to {number}, one by one, and say the last sum.",
        servers=("math",),
        references=(Reference(steps=tuple(Step((call,)) for call in calls)),),
        checks=write_checks([AnswerNumber(value=number + STEPS - 1)]),
    )


class Sums:
    """A suite of sums."""

    name = "sums"
    tasks = tuple(task(number) for number in range(100))
    digest = content_hash([each.digest for each in tasks])

    def assets(self, _: Task) -> dict[str, bytes | Path]:
        return {}


def actions(number: int) -> list[Any]:
    """What solves a task."""
    calls = [
        {"id": f"c{step}", "function": {"name": "math__add", "arguments": json.dumps(call.arguments)}}
        for step, call in enumerate(call for _, call in task(number).references[0].calls())
    ]
    return [*({"content": "", "tool_calls": [call]} for call in calls), f"It is {number + STEPS - 1}."]


PLANS = [actions(number) for number in range(len(Sums.tasks))]


def play(environment: Environment, number: int) -> None:
    environment.reset(f"sum-{number}")
    for action in PLANS[number]:
        last = environment.step(action)
    assert last.reward == 1.0, last


async def bare_episodes(count: int) -> None:
    """Make the calls of episodes without an environment around them."""
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            toolbox = await Toolbox.mount(BundledHost(["math"], world, Path(folder)))
            reference = Sums.tasks[number % len(PLANS)].references[0]
            for _, call in reference.calls():
                await toolbox.run([call])


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def speed(environment: Environment, pool: EnvironmentPool, count: int) -> None:
    """Print the speed of episodes one by one, of many at once, and of a bare loop; ratios of one run."""
    rounds = []
    for _ in range(3):
        bare = seconds(lambda: anyio.run(bare_episodes, count))
        single = seconds(lambda: play_all(environment, count))
        wide = seconds(lambda: play_all_wide(pool, count // WIDE))
        rounds.append((bare, single, wide * count / (count // WIDE * WIDE)))
    bare, single, wide = (statistics.median(each) for each in zip(*rounds, strict=True))
    overhead = (single - bare) / count / (STEPS + 1) * 1e3
    print(f"bare loop        {count / bare:8,.0f} episodes/s, {STEPS} calls each")
    print(
        f"one environment  {count / single:8,.0f} episodes/s, {single / bare:.1f} × the time of the bare loop"
    )
    print(f"pool of {WIDE:<9}{count / wide:8,.0f} episodes/s, {wide / bare:.1f} × the time of the bare loop")
    print(f"overhead         {overhead:8.2f} ms a step, with workspace, messages, checks and reward")


def play_all(environment: Environment, count: int) -> None:
    for number in range(count):
        play(environment, number % len(PLANS))


def play_all_wide(pool: EnvironmentPool, turns: int) -> None:
    for turn in range(turns):
        play_wide(pool, turn)


def play_wide(pool: EnvironmentPool, turn: int) -> None:
    numbers = [(turn * WIDE + index) % len(PLANS) for index in range(WIDE)]
    pool.reset([f"sum-{number}" for number in numbers])
    for step in range(STEPS + 1):
        last = pool.step([PLANS[number][step] for number in numbers])
    assert all(each is not None and each.reward == 1.0 for each in last)


def memory(environment: Environment, episodes: int) -> None:
    """Print the growth of memory, as the slope of a line through samples after a warm-up."""
    samples: list[tuple[int, float]] = []
    for number in range(episodes):
        play(environment, number % len(PLANS))
        if number % max(1, episodes // 40) == 0:
            gc.collect()
            samples.append((number, resident()))
    settled = [sample for sample in samples if sample[0] >= episodes // 5]
    slope = np.polyfit([each[0] for each in settled], [each[1] for each in settled], 1)[0]
    print(f"memory           {settled[0][1]:8,.1f} MB after {settled[0][0]:,} episodes, ", end="")
    print(f"{settled[-1][1]:,.1f} MB after {settled[-1][0]:,}: {slope * 1000:+.3f} MB per 1,000 episodes")


def resident() -> float:
    """Return the memory of this process in megabytes."""
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=10_000, help="for the memory")
    parser.add_argument("--timed", type=int, default=320, help="for the speed")
    given = parser.parse_args()
    reward = Reward(success=1.0)
    with Environment(Sums(), reward=reward) as environment, EnvironmentPool(Sums(), WIDE) as pool:
        play(environment, 0)
        play_wide(pool, 0)
        speed(environment, pool, given.timed)
        memory(environment, given.episodes)


if __name__ == "__main__":
    main()
