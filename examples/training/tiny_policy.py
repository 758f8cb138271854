"""Train a tiny policy with REINFORCE: it learns from rewards which tools a question needs.

The policy is linear: from the words of the question and the number of calls so far to the next tool, or to
the answer. Arguments are filled in by a fixed rule. Nothing tells the policy which tool is the right one but
the rewards of its actions. Questions with other numbers and in other words are held out.

    python examples/training/tiny_policy.py [--updates 60] [--seed 0] [--shuffled] [--svg curve.svg]
"""

# ruff: noqa: T201 - a program prints its results

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from m3bench.checks import AnswerNumber, write_checks
from m3bench.core import Call, Reference, Step, Task, content_hash
from m3bench.environment import EnvironmentPool, Observation, Reward, StepResult

ANSWER = "(answer)"
STAGES = 3
"""The policy tells apart: no call so far, one call, more."""
BATCH = 40
RATE, EXPLORE = 30.0, 0.03
"""The size of a step, and how much it favours actions that are rarely taken."""
MEMORY = 0.8
"""The share of the old value in the running mean of what a task brings."""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
REWARD = Reward(success=1.0, recall=0.3, precision=0.3, step_penalty=0.02, per_step=True)


class Kind(NamedTuple):
    """A kind of question, and the tools that answer it."""

    words: str
    tools: tuple[str, ...]
    solve: Callable[[Sequence[int]], float]


KINDS = (
    Kind("the total", ("sum",), sum),
    Kind("the average", ("mean",), statistics.fmean),
    Kind("the smallest", ("min",), min),
    Kind("the largest", ("max",), max),
    Kind("the average rounded down", ("mean", "floor"), lambda n: math.floor(statistics.fmean(n))),
)
TRAINED = ("What is {what} of {numbers}?", "Please tell me {what} of these: {numbers}.")
HELD_OUT = ("Here are {numbers}. I need {what} of them.", "{numbers}: compute {what}!")


class Questions:
    """A suite of questions about numbers, over the bundled server `math`."""

    name = "questions"

    def __init__(self, seed: int) -> None:
        self._dice = np.random.default_rng(seed)
        self.trained = tuple(self._task(kind, frame) for kind in KINDS for frame in TRAINED)
        self.held_out = tuple(self._task(kind, frame) for kind in KINDS for frame in HELD_OUT)
        self.tasks = (*self.trained, *self.held_out)
        self.digest = content_hash([task.digest for task in self.tasks])

    def assets(self, _: Task) -> Mapping[str, bytes | Path]:
        """Questions have no files."""
        return {}

    def _task(self, kind: Kind, frame: str) -> Task:
        while True:  # until rounding matters
            numbers = [int(integer) for integer in self._dice.integers(2, 60, 4)]
            if statistics.fmean(numbers) % 1:
                break
        listed = ", ".join(map(str, numbers))
        first = Step((Call(f"math/{kind.tools[0]}", {"numbers": numbers}),))
        mean = statistics.fmean(numbers)
        then = tuple(Step((Call(f"math/{name}", {"number": mean}),)) for name in kind.tools[1:])
        return Task(
            id=f"{kind.words.replace(' ', '-')}/{listed.replace(', ', '-')}",
            request=frame.format(what=kind.words, numbers=listed),
            servers=("math",),
            references=(Reference(steps=(first, *then)),),
            checks=write_checks([AnswerNumber(value=kind.solve(numbers))]),
        )


class Policy:
    """A softmax over tools and the answer, linear in the words of the question, apart for each stage."""

    def __init__(self, requests: Sequence[str], actions: Sequence[str]) -> None:
        self.actions = tuple(actions)
        uses = Counter(word for request in requests for word in set(words_of(request)))
        self._places = {word: index for index, word in enumerate(sorted(uses))}
        # A word of every question tells nothing.
        self._scale = np.array([math.log(len(requests) / uses[word]) for word in self._places])
        self._weights = np.zeros((STAGES, len(actions), len(uses)))

    def features(self, request: str) -> NDArray[np.float64]:
        """Return which known words the question has."""
        found = np.zeros(len(self._places))
        found[[self._places[word] for word in words_of(request) if word in self._places]] = 1.0
        found *= self._scale
        return found / max(1.0, float(np.linalg.norm(found)))

    def chances(self, features: NDArray[np.float64], stage: int) -> NDArray[np.float64]:
        """Return the chance of each action."""
        logits = self._weights[stage] @ features
        raised = np.exp(logits - logits.max())
        chances: NDArray[np.float64] = raised / raised.sum()
        return chances

    def learn(self, episodes: Sequence[Episode], advantages: Sequence[Sequence[float]]) -> None:
        """Make actions that brought more than expected more likely, and others less."""
        change = np.zeros_like(self._weights)
        for episode, expected in zip(episodes, advantages, strict=True):
            for index, (action, advantage) in enumerate(zip(episode.taken, expected, strict=True)):
                stage = min(index, STAGES - 1)
                chances = self.chances(episode.features, stage)
                slope = -advantage * chances
                slope[action] += advantage
                surprise = -np.log(chances + 1e-12)
                slope += EXPLORE * chances * (surprise - chances @ surprise)
                change[stage] += np.outer(slope, episode.features)
        self._weights += RATE * change / len(episodes)


class Episode:
    """What a policy did in one episode."""

    def __init__(self, request: str, features: NDArray[np.float64]) -> None:
        self.features, self.taken = features, list[int]()
        self.numbers = [float(each) for each in NUMBER.findall(request)]
        self.last = 0.0
        self.rewards = list[float]()
        self.success, self.is_done = 0.0, False

    def take(self, result: StepResult) -> None:
        """Note the result of an action."""
        self.rewards.append(result.reward or 0.0)
        self.is_done = result.done
        for message in result.observation.messages:
            found = NUMBER.findall(str(message["content"]))
            self.last = float(found[-1]) if found else self.last
        if result.done:
            self.success = float(result.info["components"]["success"] or 0.0)

    @property
    def returns(self) -> list[float]:
        """The sum of the rewards from each action on."""
        return list(np.cumsum(self.rewards[::-1])[::-1])

    def message(self, name: str, parameters: Mapping[str, Any]) -> Any:
        """Return an action as an assistant message; arguments are filled in by rule."""
        if name == ANSWER:
            return {"answer": f"It is {self.last:g}."}
        used = [self.last] if len(self.taken) > 1 else self.numbers
        is_list = [parameter.get("type") == "array" for parameter in parameters.values()]
        values = [
            self.numbers if many else used[min(index, len(used) - 1)] for index, many in enumerate(is_list)
        ]
        arguments = dict(zip(parameters, values, strict=True))
        call = {"id": f"c{len(self.taken)}", "function": {"name": name, "arguments": json.dumps(arguments)}}
        return {"role": "assistant", "content": "", "tool_calls": [call]}


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


class Trainer:
    """Plays episodes in a pool of environments, and learns from them."""

    def __init__(self, pool: EnvironmentPool, questions: Questions, seed: int) -> None:
        self._pool, self.questions, self._dice = pool, questions, np.random.default_rng(seed)
        self._requests = {task.id: task.request or "" for task in questions.tasks}
        first: Observation = pool.reset([questions.trained[0].id] * len(pool))[0]
        self._tools = {
            tool["function"]["name"]: tool["function"]["parameters"]["properties"] for tool in first.tools
        }
        requests = [task.request or "" for task in questions.trained]
        self.policy = Policy(requests, [*self._tools, ANSWER])
        self._expected: dict[tuple[str, int], float] = {}
        """The running mean of what is still to come in a task, by the number of actions before."""

    def play(self, tasks: Sequence[str], *, greedy: bool = False) -> list[Episode]:
        """Play one episode of each task, all at once."""
        self._pool.reset(tasks)
        episodes = [
            Episode(self._requests[task], self.policy.features(self._requests[task])) for task in tasks
        ]
        while not all(episode.is_done for episode in episodes):
            actions = [None if episode.is_done else self._act(episode, greedy) for episode in episodes]
            for episode, result in zip(episodes, self._pool.step(actions), strict=True):
                if result is not None:
                    episode.take(result)
        return episodes

    def _act(self, episode: Episode, greedy: bool) -> Any:
        chances = self.policy.chances(episode.features, min(len(episode.taken), STAGES - 1))
        taken = int(chances.argmax()) if greedy else int(self._dice.choice(len(chances), p=chances))
        episode.taken.append(taken)
        name = self.policy.actions[taken]
        return episode.message(name, self._tools.get(name, {}))

    def update(self, *, shuffled: bool) -> float:
        """Play a batch and learn from it; return the share of successes."""
        names = [task.id for task in self.questions.trained]
        tasks = [names[index % len(names)] for index in range(len(self._pool))]
        episodes = self.play(tasks)
        if shuffled:
            rewards = [reward for episode in episodes for reward in episode.rewards]
            self._dice.shuffle(rewards)
            for episode in episodes:
                episode.rewards = [rewards.pop() for _ in episode.rewards]
        self.policy.learn(episodes, [self._advantages(*pair) for pair in zip(tasks, episodes, strict=True)])
        return float(np.mean([episode.success for episode in episodes]))

    def _advantages(self, task: str, episode: Episode) -> list[float]:
        """Return how much more each action brought than such actions did so far."""
        found = []
        for stage, brought in enumerate(episode.returns):
            expected = self._expected.get((task, stage), 0.0)
            found.append(brought - expected)
            self._expected[task, stage] = MEMORY * expected + (1 - MEMORY) * brought
        return found

    def evaluate(self, tasks: Sequence[Task]) -> float:
        """Return the share of successes of the most likely actions."""
        names = [task.id for task in tasks]
        filled = [names[index % len(names)] for index in range(len(self._pool))]
        return float(np.mean([each.success for each in self.play(filled, greedy=True)[: len(names)]]))


class Outcome(NamedTuple):
    """The curve of a training, and success before and after it."""

    curve: list[float]
    before: dict[str, float]
    after: dict[str, float]


def train(updates: int, seed: int = 0, *, shuffled: bool = False) -> Outcome:
    """Train a policy. With `shuffled`, rewards go to other episodes of the batch: nothing can be learnt."""
    questions = Questions(seed)
    with EnvironmentPool(questions, BATCH, reward=REWARD, max_steps=4) as pool:
        trainer = Trainer(pool, questions, seed)

        def both() -> dict[str, float]:
            return {
                "trained": trainer.evaluate(questions.trained),
                "held out": trainer.evaluate(questions.held_out),
            }

        before = both()
        curve = [trainer.update(shuffled=shuffled) for _ in range(updates)]
        return Outcome(curve, before, both())


def draw_text(curve: Sequence[float], width: int = 60) -> str:
    """Return a curve of values from 0 to 1 in one line."""
    blocks = " ▁▂▃▄▅▆▇█"
    places = [int(index * len(curve) / width) for index in range(min(width, len(curve)))]
    return "".join(blocks[round(curve[place] * (len(blocks) - 1))] for place in places)


def draw_svg(curves: Mapping[str, Sequence[float]]) -> str:
    """Return curves as an SVG picture."""
    colours, lines = ("#0b6e99", "#b0413e"), []
    for number, (name, curve) in enumerate(curves.items()):
        points = " ".join(
            f"{50 + 520 * index / max(1, len(curve) - 1):.1f},{220 - 190 * value:.1f}"
            for index, value in enumerate(curve)
        )
        colour = colours[number % len(colours)]
        lines.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
        lines.append(f'<text x="60" y="{24 + 16 * number}" fill="{colour}">{name}</text>')
    ticks = "".join(
        f'<text x="42" y="{224 - 190 * share:.0f}" text-anchor="end">{share:g}</text>'
        f'<path d="M50 {220 - 190 * share:.0f}H570" stroke="#ddd"/>'
        for share in (0.0, 0.5, 1.0)
    )
    label = '<text x="310" y="246" text-anchor="middle">updates of 40 episodes</text>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 256" font-family="sans-serif" '
        'font-size="13">'
        '<title>Share of successful episodes</title><rect width="600" height="256" fill="#fff"/>'
        f"{ticks}{''.join(lines)}{label}</svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a tiny policy.")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shuffled", action="store_true", help="the control: rewards of other episodes")
    parser.add_argument("--svg", type=Path, help="train with and without shuffling, and draw both curves")
    given = parser.parse_args()
    start = time.monotonic()
    found = train(given.updates, given.seed, shuffled=given.shuffled)
    print(f"{given.updates} updates of {BATCH} episodes, seed {given.seed}")
    print(f"success  {draw_text(found.curve)}")
    for name in found.before:
        print(f"{name:9}before {found.before[name]:.2f}, after {found.after[name]:.2f}")
    if given.svg is not None:
        control = train(given.updates, given.seed, shuffled=True)
        given.svg.write_text(draw_svg({"rewards": found.curve, "shuffled rewards": control.curve}))
    print(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
