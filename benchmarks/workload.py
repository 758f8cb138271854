"""Seeded synthetic trajectories: references, and agents that execute them with mistakes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from m3bench.core import Call, Reference, Step, Task, Trajectory

_NOUNS = """
    harbour lighthouse orchard meadow quince rowan ferry museum glacier violin lantern compass barley
    heron cathedral market bridge observatory saffron willow copper fjord archive telescope pavilion
""".split()
_QUALITIES = """
    old northern blue quiet famous small wooden early hidden open steep golden dry public
""".split()
_TOOLS = {
    "shop/search_products": ("keywords", "limit", "page"),
    "maps/geocode": ("query", "language"),
    "maps/places_nearby": ("location", "radius", "keyword"),
    "wiki/summary": ("title", "sentences"),
    "weather/forecast": ("place", "hours", "units"),
    "sheet/write_rows": ("path", "sheet", "rows"),
    "slides/add_slide": ("presentation", "title", "bullets"),
    "image/draw_boxes": ("path", "boxes", "colour"),
}


class Maker:
    """Makes tasks and predictions, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def task(self, number: int) -> Task:
        steps = tuple(
            Step(tuple(self._call() for _ in range(self._random.randint(1, 4))))
            for _ in range(self._random.randint(1, 4))
        )
        return Task(id=f"{number:06}", family=f"family {number % 28}", references=(Reference(steps=steps),))

    def prediction(self, task: Task, mistakes: float) -> Trajectory:
        """Return the reference with a share of its calls left out, changed, moved or doubled."""
        steps: list[list[Call]] = []
        for step in task.references[0].steps:
            calls = [found for call in step.calls for found in self._attempt(call, mistakes)]
            if steps and self._random.random() < mistakes / 4:
                steps[-1] += calls
            else:
                steps.append(calls)
        return Trajectory(task_id=task.id, steps=tuple(Step(tuple(calls)) for calls in steps))

    def _attempt(self, call: Call, mistakes: float) -> Iterator[Call]:
        if self._random.random() > mistakes:
            yield Call(call.name, dict(call.arguments))
            return
        kind = self._random.choice(("left out", "changed", "changed", "changed", "doubled"))
        if kind != "left out":
            yield Call(call.name, {key: self._changed(value) for key, value in call.arguments.items()})
        if kind == "doubled":
            yield self._call()

    def _call(self) -> Call:
        name = self._random.choice(list(_TOOLS))
        return Call(name, {key: self._value(key) for key in _TOOLS[name]})

    def _value(self, key: str) -> object:
        if key in ("limit", "page", "radius", "hours", "sentences"):
            return self._random.randint(1, 50)
        if key in ("rows", "boxes"):
            return [[self.phrase(), self._random.randint(0, 900)] for _ in range(self._random.randint(2, 6))]
        if key == "bullets":
            return [self.phrase() for _ in range(3)]
        return self.phrase()

    def _changed(self, value: object) -> object:
        if isinstance(value, int):
            return value + self._random.randint(-1, 1)
        return f"{value} {self._random.choice(_NOUNS)}" if isinstance(value, str) else value

    def phrase(self) -> str:
        return (
            f"{self._random.choice(_QUALITIES)} {self._random.choice(_NOUNS)} {self._random.choice(_NOUNS)}"
        )


def leaderboard(seed: int, tasks: int, agents: int) -> tuple[list[Task], list[list[Trajectory]]]:
    """Return one set of references, and predictions of several agents."""
    maker = Maker(seed)
    found = [maker.task(number) for number in range(tasks)]
    return found, [
        [maker.prediction(task, 0.3 + 0.1 * (agent % 4)) for task in found] for agent in range(agents)
    ]


def repeating(seed: int, tasks: int, distinct: int) -> Iterator[tuple[Task, Trajectory]]:
    """Yield any number of tasks made of few distinct calls, so that encoding does not grow."""
    maker = Maker(seed)
    pool = [maker.task(number) for number in range(distinct)]
    predictions = [maker.prediction(task, 0.5) for task in pool]
    for number in range(tasks):
        task, prediction = pool[number % distinct], predictions[number % distinct]
        yield (
            Task(id=f"{number:06}", family=task.family, references=task.references),
            Trajectory(task_id=f"{number:06}", steps=prediction.steps),
        )
