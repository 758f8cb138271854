"""The rubric of MCP-Bench: six dimensions on three axes, read several times in shuffled order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from m3bench.core import content_hash
from m3bench.judges.case import Case
from m3bench.judges.prompt import fill, load_prompt
from m3bench.judges.question import PromptJudge, Question, build_question
from m3bench.judges.reply import Form, Scale

READINGS = 5
SCALE = Scale(1, 10)
AXES: dict[str, tuple[str, ...]] = {
    "task_completion": ("task_fulfillment", "grounding"),
    "tool_usage": ("tool_appropriateness", "parameter_accuracy"),
    "planning_effectiveness": ("dependency_awareness", "parallelism_and_efficiency"),
}
"""The judged axes. The fourth, schema understanding, is computed by rules."""
DIMENSIONS = tuple(itertools.chain.from_iterable(AXES.values()))

Order = tuple[tuple[str, tuple[str, ...]], ...]
"""Axes, each with its dimensions."""


class RubricJudge(PromptJudge):
    """Reads the task in both versions, the dependencies, the trace, the answer and the tools.

    Each turn shows the rubric in another of its 48 orders. No order repeats for a case before all were used.
    """

    name = "rubric"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    @property
    def prompt(self) -> str:
        return load_prompt(self.name).identity(self._seed)

    def question(self, case: Case, turn: int = 0) -> Question:
        return _question(case, rubric_order(self._seed, case.id, turn))


class UnshuffledRubricJudge(RubricJudge):
    """The same rubric, always in the order of `AXES`: what shuffling and averaging are compared with.

    Its judgements have another name, because they are not part of the rubric's scores.
    """

    name = "rubric-unshuffled"

    @property
    def prompt(self) -> str:
        return load_prompt(RubricJudge.name).identity(self.name).replace(RubricJudge.name, self.name, 1)

    def question(self, case: Case, turn: int = 0) -> Question:
        del turn
        return _question(case, tuple(AXES.items()))


def rubric_order(seed: int, case: str, turn: int) -> Order:
    """Return the order of the axes, and of the dimensions of each, for one reading."""
    orders = sorted(_orders(), key=lambda order: content_hash([seed, case, order]))
    return orders[turn % len(orders)]


def _orders() -> Iterator[Order]:
    for axes in itertools.permutations(AXES):
        for dimensions in itertools.product(*(itertools.permutations(AXES[axis]) for axis in axes)):
            yield tuple(zip(axes, dimensions, strict=True))


def _question(case: Case, order: Order) -> Question:
    prompt = load_prompt(RubricJudge.name)
    texts = prompt.extra["axes"]
    blocks = []
    for axis, dimensions in order:
        lines = [f"- {name}: {texts[axis]['dimensions'][name]}" for name in dimensions]
        blocks.append("\n".join([texts[axis]["title"], *lines]))
    system = fill(prompt.system, rubric="\n\n".join(blocks))
    form = Form({name: SCALE for _, dimensions in order for name in dimensions}, each=True)
    return build_question(prompt, case, form, system)
