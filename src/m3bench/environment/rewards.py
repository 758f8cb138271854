"""Rewards: a weighted sum of what an attempt achieved, less penalties."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import USER_SERVER, Task, Trajectory, UsageError
from m3bench.core.text import nearest_names
from m3bench.scoring import METRICS, Scorer, score_evidence

WEIGHTS = ("success", "grounded", "evidence_recall", *METRICS)
"""What can be rewarded."""
PENALTIES = ("step_penalty", "format_penalty")
_SPARE_CALLS = 2
_CALLS_PER_CALL = 2
_NAMED = 2
_NEEDED = {"grounded": "facts", "evidence_recall": "facts from results"}
"""What a task must have for a component; for the others, a reference."""

Components = dict[str, float | None]


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a reward. What has the weight 0 is not measured.

    The total of an episode is the sum of weight × component, less the penalties. Evidence and the metrics
    other than precision are discounted if an attempt makes many more calls than a solution needs.
    """

    success: float = 1.0
    """All checks of the task pass."""
    grounded: float = 0.0
    """All checks pass, and the attempt saw what its answer says. Undefined for tasks without facts."""
    evidence_recall: float = 0.0
    """The share of the facts behind a correct answer that results contain."""
    recall: float = 0.0
    precision: float = 0.0
    argument_similarity: float = 0.0
    step_coherence: float = 0.0
    order_consistency: float = 0.0
    merge_purity: float = 0.0
    step_penalty: float = 0.0
    """Subtracted for each action."""
    format_penalty: float = 0.0
    """Subtracted for each call or action that cannot be carried out: malformed, unknown, or invalid."""
    per_step: bool = False
    """Give each step the change of the total instead of all of it at the end. The sum is the same."""

    def __post_init__(self) -> None:
        for name in (*WEIGHTS, *PENALTIES):
            value = getattr(self, name)
            if not math.isfinite(value) or (name in PENALTIES and value < 0):
                raise UsageError(f"The reward has {name}={value}.", "Weights are numbers; penalties, from 0.")

    @property
    def uses_metrics(self) -> bool:
        return any(getattr(self, name) for name in METRICS)

    @property
    def uses_evidence(self) -> bool:
        return bool(self.evidence_recall or self.grounded)

    @property
    def weighted(self) -> tuple[str, ...]:
        """The components with a weight."""
        return tuple(name for name in WEIGHTS if getattr(self, name))


def require_measurable(reward: Reward, suite: str, tasks: Iterable[Task]) -> None:
    """Refuse a weight of something that no task has: it could never be earned, or for nothing."""
    listed = list(tasks)
    for name in reward.weighted:
        needed = _NEEDED.get(name, "references")
        if name == "success" or any(_is_defined(name, task) for task in listed):
            continue
        names = ", ".join(task.id for task in listed[:_NAMED]) + (", …" if len(listed) > _NAMED else "")
        raise UsageError(
            f"The reward has {name}={getattr(reward, name):g}, but no task of {suite} has {needed}: {names}",
            f"Give success a weight instead, or choose tasks with {needed}; those of the suite m3 have them.",
        )


def _is_defined(name: str, task: Task) -> bool:
    """Return whether a component can be measured on a task."""
    facts = [fact for reference in task.references for fact in reference.facts if fact.field is not None]
    if name == "grounded":
        return bool(facts)
    if name == "evidence_recall":
        return any(fact.call is not None for fact in facts)
    return name == "success" or bool(task.references)


def read_reward(text: str) -> Reward:
    """Read ``success=1,evidence_recall=0.2,per_step``. What is not named has its default.

    Raises:
        UsageError: A name or a number is wrong.
    """
    given: dict[str, float | bool] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = map(str.strip, part.partition("="))
        if name == "per_step" and value in ("", "true", "false"):
            given[name] = value != "false"
        elif name in (*WEIGHTS, *PENALTIES):
            given[name] = _number(name, value)
        else:
            alike = nearest_names(name, (*WEIGHTS, *PENALTIES, "per_step"), most=1)
            hint = f"Did you mean {alike[0]}?" if alike else f"Use {', '.join((*WEIGHTS, *PENALTIES))}."
            raise UsageError(f"A reward has no {name!r}.", hint)
    return msgspec.convert(given, Reward)


def _number(name: str, value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise UsageError(f"{name}={value!r} is not a number.", f"Write, for example, {name}=0.5.") from None


def _with_facts(task: Task) -> Task:
    """Return the task with those references that say where the values of the answer come from."""
    traced = (
        reference for reference in task.references if any(fact.field is not None for fact in reference.facts)
    )
    return msgspec.structs.replace(task, references=tuple(traced))


class Measured(NamedTuple):
    """What an attempt achieved so far."""

    total: float
    components: Components
    is_defined: bool = True
    """Whether at least one component with a weight could be measured."""


class RewardMeter:
    """Measures attempts at one task."""

    def __init__(self, reward: Reward, task: Task, scorer: Scorer | None, *, pictures: bool) -> None:
        """Measure attempts. A `scorer` is needed if a metric has a weight.

        `pictures` tells whether the agent received those of the task.
        """
        self._reward, self._task, self._scorer, self._pictures = reward, task, scorer, pictures
        self._traced = _with_facts(task)
        longest = max((reference.call_count for reference in task.references), default=0)
        self._allowance = _CALLS_PER_CALL * longest + _SPARE_CALLS

    def measure(
        self, trajectory: Trajectory, verdicts: Verdicts | None, *, actions: int, malformed: int
    ) -> Measured:
        """Measure an attempt. Without `verdicts` it is not over, or its task has no checks."""
        components = self._components(trajectory, verdicts)
        gained = math.fsum(getattr(self._reward, name) * (components[name] or 0.0) for name in components)
        lost = self._reward.step_penalty * actions + self._reward.format_penalty * malformed
        weighted = self._reward.weighted
        defined = not weighted or any(_is_defined(name, self._task) for name in weighted)
        return Measured(gained - lost, components, defined)

    def _components(self, trajectory: Trajectory, verdicts: Verdicts | None) -> Components:
        passed = None if verdicts is None else float(verdicts.passed and not verdicts.undecided)
        components: Components = {"success": passed}
        discount = self._discount(trajectory)
        if self._reward.uses_evidence:
            evidence = score_evidence(trajectory, self._traced, pictures=self._pictures)
            components["evidence_recall"] = None if evidence.recall is None else evidence.recall * discount
            untraceable = passed is None or not self._traced.references
            components["grounded"] = None if untraceable else float(bool(passed) and not evidence.ungrounded)
        if self._scorer is not None and self._task.references:
            metrics = self._scorer.score(trajectory, self._task).metrics
            for name in METRICS:
                value = getattr(metrics, name)
                components[name] = value if name == "precision" else value * discount
        counted = ("success", *self._reward.weighted)
        return {name: components[name] for name in WEIGHTS if name in components and name in counted}

    def _discount(self, trajectory: Trajectory) -> float:
        """Return less than 1 for more calls than a thorough attempt needs: dumps must not pay."""
        calls = sum(call.server != USER_SERVER for _, call in trajectory.calls())
        return min(1.0, self._allowance / calls) if calls else 1.0
