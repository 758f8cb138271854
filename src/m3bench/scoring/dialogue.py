"""How an agent used the person that it could ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from m3bench.core import ReplyKind, Task, Trajectory, user_turns


class DialogueMetrics(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent asked the user of a task, and what it got."""

    questions: int
    facts: int
    """Facts that the user told or confirmed."""
    needed: int
    """Facts that only the user knows."""
    unclear: int = 0
    """Questions that the user did not understand."""
    unknown: int = 0
    """Questions that the user could not answer."""
    refusals: int = 0
    """Questions that the user refused."""
    guarded: int = 0
    """Replies of a model as user that were replaced."""


def dialogue_metrics(task: Task, prediction: Trajectory) -> DialogueMetrics | None:
    """Return the metrics of one attempt; None if the task has no user."""
    if task.user is None:
        return None
    turns = user_turns(prediction.steps)
    topics = {fact.topic for fact in task.user.facts}
    kinds = [turn.kind for turn in turns]
    return DialogueMetrics(
        questions=len(turns),
        facts=len(topics & {topic for turn in turns for topic in turn.topics}),
        needed=len(topics),
        unclear=kinds.count(ReplyKind.UNCLEAR),
        unknown=kinds.count(ReplyKind.UNKNOWN),
        refusals=kinds.count(ReplyKind.REFUSED) + kinds.count(ReplyKind.LIMIT),
        guarded=sum(turn.guarded for turn in turns),
    )


def measure_dialogues(
    predictions: Iterable[Trajectory] | Mapping[str, Trajectory], tasks: Iterable[Task] | Mapping[str, Task]
) -> dict[str, DialogueMetrics]:
    """Return the metrics of all attempts at tasks with a user, by task id."""
    asked = tasks.values() if isinstance(tasks, Mapping) else tasks
    with_user = {task.id: task for task in asked if task.user is not None}
    if not with_user:
        return {}
    return {
        made.task_id: metrics
        for made in (predictions.values() if isinstance(predictions, Mapping) else predictions)
        if made.task_id in with_user
        and (metrics := dialogue_metrics(with_user[made.task_id], made)) is not None
    }


def pool_dialogues(metrics: Sequence[DialogueMetrics]) -> DialogueMetrics:
    """Add up the metrics of attempts."""
    names = DialogueMetrics.__struct_fields__
    return DialogueMetrics(**{name: sum(getattr(metric, name) for metric in metrics) for name in names})
