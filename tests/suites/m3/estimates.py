"""Carries plans out as `journeys` does, and holds them against what an idle agent leaves."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from m3bench.checks import Evidence, Verdict, run_checks
from m3bench.core import Status, Step, Task, Trajectory
from m3bench.runs.referencing import drawn_assets
from m3bench.suites.m3.family import Family
from tests.suites.m3.journeys import Journey


class Estimate(Journey):
    """Knows which files were given, so that those that were made can be told apart."""

    def judged(self, answer: str, steps: Sequence[Step], files: Path | None = None) -> tuple[Verdict, ...]:
        assets = drawn_assets(self.blueprint.pictures, self.world)
        before = {name: hashlib.sha256(data).hexdigest() for name, data in assets.items()}
        trajectory = Trajectory(
            task_id=self.blueprint.id, steps=tuple(steps), answer=answer, status=Status.COMPLETED
        )
        evidence = Evidence(Task(id=self.blueprint.id), trajectory, files or self.workspace, before)
        return tuple(run_checks(self.solution.checks, evidence).verdicts)


def assert_estimate(family: Family, number: int, folder: Path, *, seed: int = 7, plan: int = 0) -> Estimate:
    """The plan passes all its checks, most of which fail for an idle agent, and nothing is given away."""
    worked, idle = folder / "worked", folder / "idle"
    worked.mkdir()
    idle.mkdir()
    estimate = Estimate(family, number, worked, seed=seed, plan=plan)
    blueprint = estimate.blueprint
    for name, data in drawn_assets(blueprint.pictures, estimate.world).items():
        (idle / name).write_bytes(data)
    passed = estimate.judged(estimate.solution.answer, estimate.steps)
    assert [verdict.reason for verdict in passed if not verdict.passed] == []
    failed = [verdict for verdict in estimate.judged("", (), idle) if not verdict.passed]
    assert len(failed) >= 3
    assert len(passed) >= 3
    assert len({verdict.kind for verdict in passed}) >= 2
    told = f"{blueprint.request} {blueprint.fuzzy_request}".casefold()
    assert [fact for fact in blueprint.key_facts if fact.casefold() in told] == []
    assert {call.server for call in estimate.calls} <= set(blueprint.servers)
    return estimate
