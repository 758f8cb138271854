"""All planning failures of an attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from m3bench.core import Edge, Task, Trajectory
from m3bench.scoring.planning.conditional_logic import conditional_logic
from m3bench.scoring.planning.decomposition import decomposition
from m3bench.scoring.planning.parallelisation import parallelisation
from m3bench.scoring.planning.plan_facts import PlanFacts, plan_facts
from m3bench.scoring.planning.records import PlanningFailure
from m3bench.scoring.planning.redundancy import redundancy
from m3bench.scoring.planning.sequencing import sequencing
from m3bench.scoring.planning.state_tracking import state_tracking
from m3bench.scoring.provenance import Provenance
from m3bench.scoring.records import TaskScore
from m3bench.scoring.taxonomy import ToolBook

_FINDERS: tuple[Callable[[PlanFacts], Iterator[PlanningFailure]], ...] = (
    decomposition,
    sequencing,
    parallelisation,
    redundancy,
    state_tracking,
    conditional_logic,
)


def find_planning_failures(
    score: TaskScore,
    prediction: Trajectory,
    task: Task,
    tools: ToolBook,
    *,
    provenance: Provenance | None = None,
    edges: Sequence[Edge] | None = None,
) -> tuple[PlanningFailure, ...]:
    """Return all planning failures of an attempt, against the reference that it was scored with.

    Args:
        score: The score of the attempt.
        prediction: The attempt.
        task: The task. Its conditions are in `branches`.
        tools: The known tools.
        provenance: The sources of its argument values, if they are known already.
        edges: The dependencies in the reference, if they are known already.

    Raises:
        UsageError: The conditions of the task are invalid.
    """
    facts = plan_facts(score, prediction, task, tools, provenance=provenance, edges=edges)
    return tuple(failure for find in _FINDERS for failure in find(facts))
