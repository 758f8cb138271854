"""Score one prediction, or many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from m3bench.core import Reference, Task, Trajectory, UsageError
from m3bench.encoders import Encoder, shared_encoder
from m3bench.formats import tasks_from, trajectories_from
from m3bench.scoring import (
    DEFAULT_PROFILE,
    Profile,
    ProgressWatcher,
    Schemas,
    Scorer,
    ScoreReport,
    TaskScore,
    get_profile,
)

Record: TypeAlias = Mapping[str, Any]
"""A record of a file: M³-Bench's, or one with OpenAI-style ``messages``."""
PredictionLike: TypeAlias = Trajectory | Record
ReferenceLike: TypeAlias = Reference | Task | Trajectory | Record

_ANONYMOUS = "prediction"


def score(
    prediction: PredictionLike,
    references: ReferenceLike | Sequence[ReferenceLike],
    *,
    profile: str | Profile = DEFAULT_PROFILE,
    encoder: str | Encoder = "minilm",
    tools: Schemas | None = None,
) -> TaskScore:
    """Score one prediction against one or several references; the best-scoring reference counts.

    Safe to call from several threads: one encoder, with its cache, is shared by all calls.

    Args:
        prediction: A trajectory, or a record of a file.
        references: One or more correct ways to solve the task.
        profile: The definition of the metrics: ``typed``, ``m3``, ``m3-released``, or a `Profile`.
        encoder: The text encoder: a name from `m3bench list encoders`, or an object.
        tools: JSON schemas of arguments by full tool name, for the profile ``typed``. The default is the
            schemas of the bundled servers.

    Returns:
        The six metrics, the matches behind them, and the reference that counted.

    Raises:
        UsageError: There is no reference, or the profile does not exist.
        FormatError: A record cannot be read.

    Examples:
        >>> from m3bench import Call, Reference, Step, Trajectory, score
        >>> steps = (Step((Call("math/add", {"a": 1, "b": 2}),)),)
        >>> score(Trajectory(task_id="sum", steps=steps), Reference(steps=steps)).metrics.recall
        1.0
    """
    trajectory = _trajectory(prediction)
    several = references if isinstance(references, Sequence) else [references]
    chosen = tuple(reference for item in several for reference in _references(item))
    if not chosen:
        raise UsageError("There is no reference to score against.", "Give at least one reference trajectory.")
    task = Task(id=trajectory.task_id, family=trajectory.family, references=chosen)
    return _scorer(profile, encoder, tools).score(trajectory, task)


def score_many(
    predictions: Iterable[PredictionLike],
    tasks: Iterable[Task | Record],
    *,
    profile: str | Profile = DEFAULT_PROFILE,
    encoder: str | Encoder = "minilm",
    tools: Schemas | None = None,
    watcher: ProgressWatcher | None = None,
) -> ScoreReport:
    """Score predictions against the tasks with the same ids.

    A task without a prediction counts as zero (or is left out, with the profile ``m3-released``) and is
    listed in ``missing``; a prediction for an unknown task is listed in ``unexpected``.

    Args:
        predictions: One trajectory or record for each task.
        tasks: The tasks with their references.
        profile: The definition of the metrics: ``typed``, ``m3``, ``m3-released``, or a `Profile`.
        encoder: The text encoder: a name from `m3bench list encoders`, or an object.
        tools: JSON schemas of arguments by full tool name, for the profile ``typed``. The default is the
            schemas of the bundled servers.
        watcher: Receives the progress of encoding.

    Returns:
        The score of each task, the totals by family and overall, and the ids that did not match.

    Raises:
        UsageError: The profile or the encoder does not exist.
        FormatError: A record cannot be read.
    """
    return _scorer(profile, encoder, tools).score_many(
        map(_trajectory, predictions), map(_task, tasks), watcher=watcher
    )


def _scorer(profile: str | Profile, encoder: str | Encoder, tools: Schemas | None) -> Scorer:
    from m3bench.servers import bundled_equivalences, bundled_schemas  # noqa: PLC0415 - slow to import

    chosen = shared_encoder(encoder) if isinstance(encoder, str) else encoder
    schemas = bundled_schemas() if tools is None else tools
    return Scorer(get_profile(profile), chosen, tools=schemas, equivalences=bundled_equivalences())


def _trajectory(prediction: PredictionLike) -> Trajectory:
    if isinstance(prediction, Trajectory):
        return prediction
    return trajectories_from([_with_id(prediction)], file="prediction")[0]


def _task(task: Task | Record) -> Task:
    return task if isinstance(task, Task) else tasks_from([_with_id(task)], file="reference")[0]


def _references(item: ReferenceLike) -> tuple[Reference, ...]:
    match item:
        case Reference():
            return (item,)
        case Trajectory():
            return (Reference(steps=item.steps, answer=item.answer),)
        case Task():
            return item.references
        case _ if "messages" in item:
            return _references(_trajectory(item))
        case _:
            return _task(item).references


def _with_id(record: Record) -> dict[str, Any]:
    """Add an id if there is none: a single record needs none."""
    return {**({} if "id" in record or "task_id" in record else {"id": _ANONYMOUS}), **record}
