"""The verifier of an exported task: it runs the checks on what the gateway kept of an attempt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from m3bench.checks import CheckError, Verdicts
from m3bench.core import M3BenchError, Outcome, Task, Trajectory
from m3bench.formats import read_trajectories, write_atomically
from m3bench.integrations.harbor.package import TaskPackage, read_package
from m3bench.integrations.harbor.serving import TRAJECTORY, WORKSPACE
from m3bench.runs import run_scorer
from m3bench.runs.engine import check_attempt, file_hashes
from m3bench.scoring import METRICS, score_evidence

REWARD, VERDICTS = "reward.json", "verdicts.json"


class Unscorable(M3BenchError):
    """An attempt has no reward, through no fault of the agent."""


def verify_attempt(tests: Path, attempt: Path, out: Path, *, encoder: str = "minilm") -> dict[str, float]:
    """Check an attempt, and write its rewards and verdicts.

    Args:
        tests: The exported task with its solution.
        attempt: The record of the gateway.
        out: The folder for `reward.json` and `verdicts.json`.
        encoder: Compares texts for the six metrics, which are rewards too.

    Returns:
        The rewards: `reward` and `success` are 1 if all checks pass, else 0.

    Raises:
        Unscorable: There is no record, a server failed, or no check could decide. Nothing is written then.
    """
    package = read_package(tests)
    trajectory = _trajectory(attempt, package.task)
    verdicts = _verdicts(package, trajectory, attempt / WORKSPACE)
    rewards = _rewards(package.task, trajectory, verdicts, encoder)
    out.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "check": verdict.check,
            "passed": None if verdict.undecided else verdict.passed,
            "reason": verdict.reason,
        }
        for verdict in verdicts.verdicts
    ]
    _write(out / VERDICTS, {"task": package.task.id, "answer": trajectory.answer, "verdicts": rows})
    _write(out / REWARD, rewards)
    return rewards


def _trajectory(attempt: Path, task: Task) -> Trajectory:
    if not (attempt / TRAJECTORY).is_file() or not (attempt / WORKSPACE).is_dir():
        hint = "The gateway did not run, or its files were not collected. See the log of the service m3bench."
        raise Unscorable(f"{attempt} has no record of an attempt.", hint)
    (trajectory,) = read_trajectories(attempt / TRAJECTORY)
    if trajectory.task_id != task.id:
        raise Unscorable(f"The attempt is at {trajectory.task_id}, and the task is {task.id}.")
    faults = [call.name for _, call in trajectory.calls() if call.outcome is Outcome.SERVER_FAULT]
    if faults:
        raise Unscorable(f"{len(faults)} calls failed in the server, first {faults[0]}.", "Run it again.")
    return trajectory


def _verdicts(package: TaskPackage, trajectory: Trajectory, workspace: Path) -> Verdicts:
    try:
        verdicts = check_attempt(
            package.task,
            trajectory,
            workspace,
            file_hashes(package.files),
            package.world.world(),
            assets=lambda: package.files,
        )
    except CheckError as error:
        raise Unscorable(error.message, error.hint) from None
    if verdicts is None:
        raise Unscorable(f"Task {package.task.id} has no checks.", "Score the trajectory with m3bench score.")
    if verdicts.undecided:
        reasons = "; ".join(verdict.reason for verdict in verdicts.verdicts if verdict.undecided)
        raise Unscorable(f"A check could not decide: {reasons}", "It needs a program or a judge.")
    return verdicts


def _rewards(task: Task, trajectory: Trajectory, verdicts: Verdicts, encoder: str) -> dict[str, float]:
    success = 1.0 if verdicts.passed else 0.0
    rewards = {"reward": success, "success": success}
    if any(reference.facts for reference in task.references):
        recall = score_evidence(trajectory, task).recall
        rewards |= {} if recall is None else {"evidence_recall": round(recall, 6)}
    if task.references:
        metrics = run_scorer((), encoder=encoder).score(trajectory, task).metrics
        rewards |= {name: round(getattr(metrics, name), 6) for name in METRICS}
        rewards["average"] = round(metrics.average, 6)
    return rewards


def _write(path: Path, value: Any) -> None:
    write_atomically(path, [json.dumps(value, indent=2).encode(), b"\n"])
