"""Whether a task is as it should be: solvable as its references say, checked, not giving itself away."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import anyio.to_thread
import msgspec

from m3bench.agents import Agent, Attempt, Ending, make_agent
from m3bench.checks import Check, Evidence, See, read_checks, run_checks
from m3bench.checks.spoiling import spoiled
from m3bench.core import Reference, Task, Trajectory
from m3bench.encoders import Encoder
from m3bench.hosting import Toolbox
from m3bench.runs.attempting import fill
from m3bench.runs.building import result_digests
from m3bench.runs.checking import asker, hashes
from m3bench.runs.masking import recordable
from m3bench.runs.outfit import Outfit
from m3bench.scoring import Scorer
from m3bench.servers import bundled_equivalences, bundled_schemas
from m3bench.suites import Suite
from m3bench.world import World
from m3bench.world.near import plain

_LEAST_CHECKS, _LEAST_KINDS = 3, 2


class Verified(msgspec.Struct, frozen=True):
    """A task, and everything that is wrong with it, in sentences."""

    task_id: str
    problems: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """Which its references use."""


class Verifier:
    """Verifies the tasks of one suite."""

    def __init__(
        self, suite: Suite, world: World, outfit: Outfit, encoder: Encoder, *, see: See | None = None
    ) -> None:
        self._suite, self._world, self._outfit, self._see = suite, world, outfit, see
        self._scorer = Scorer(encoder=encoder, tools=bundled_schemas(), equivalences=bundled_equivalences())

    async def verify(self, task: Task) -> Verified:
        problems = [*_leaks(task), *_structure(task)]
        tools = {call.name for reference in task.references for _, call in reference.calls()}
        for reference in task.references:
            problems += await self._reference_problems(task, reference)
        problems += await self._idle_problems(task)
        return Verified(task.id, tuple(problems), tuple(sorted(tools)))

    async def _reference_problems(self, task: Task, reference: Reference) -> list[str]:
        """Carried out again: the same results, all points, all checks; and spoiled outcomes are noticed."""
        alone = msgspec.structs.replace(task, references=(reference,))
        assets = self._suite.assets(task)
        async with self._outfit.lease(task.servers) as (workspace, host):
            fill(workspace, assets)
            trajectory = await _attempted(
                make_agent("reference"), alone, await Toolbox.mount(host), workspace
            )
            evidence = self._evidence(task, trajectory, workspace, hashes(assets))
            noticed = await anyio.to_thread.run_sync(lambda: list(_check_problems(task, evidence)))
            problems = [*self._score_problems(alone, trajectory), *noticed]
        recorded = task.extra.get("results") if reference is task.references[0] else None
        if recorded is not None and result_digests(trajectory) != recorded:
            problems.append("the reference does not bring the same results again")
        return problems

    async def _idle_problems(self, task: Task) -> list[str]:
        assets = self._suite.assets(task)
        with tempfile.TemporaryDirectory(prefix="m3bench-") as folder:
            workspace = Path(folder)
            fill(workspace, assets)
            nothing = Trajectory(task_id=task.id)
            evidence = self._evidence(task, nothing, workspace, hashes(assets))
            verdicts = await anyio.to_thread.run_sync(run_checks, _checks(task), evidence)
        return ["an agent that does nothing passes its checks"] if verdicts.passed else []

    def _score_problems(self, task: Task, trajectory: Trajectory) -> list[str]:
        score = self._scorer.score(trajectory, task)
        return [] if score.metrics.average == 1.0 else [f"its reference scores {score.metrics}"]

    def _evidence(
        self, task: Task, trajectory: Trajectory, workspace: Path, before: Mapping[str, str]
    ) -> Evidence:
        return Evidence(task, trajectory, workspace, before, asker(self._world, workspace), self._see)


async def _attempted(agent: Agent, task: Task, toolbox: Toolbox, workspace: Path) -> Trajectory:
    attempt = Attempt(task, toolbox, workspace)
    ending: Ending = await agent.solve(attempt)
    return recordable(attempt.trajectory(ending, agent=agent.name), workspace)


def _checks(task: Task) -> tuple[Check, ...]:
    return read_checks(task.extra.get("checks", []), task.id)


def _check_problems(task: Task, evidence: Evidence) -> Iterator[str]:
    checks = _checks(task)
    if len(checks) < _LEAST_CHECKS or len({check.kind for check in checks}) < _LEAST_KINDS:
        yield f"{len(checks)} checks are too few, or too much alike"
    for check, verdict in zip(checks, run_checks(checks, evidence).verdicts, strict=True):
        if not verdict.passed:
            failing = "leaves undecided" if verdict.undecided else "fails"
            yield f"its reference {failing} {verdict.check}: {verdict.reason}"
            continue
        yield from _unnoticed(check, evidence)


def _unnoticed(check: Check, evidence: Evidence) -> Iterator[str]:
    """Outcomes that were made wrong for a check, and that it passes."""
    scratch = Path(tempfile.mkdtemp(prefix="m3bench-spoiled-"))
    try:
        outcomes = spoiled(check, evidence, scratch)
        if not outcomes:
            yield f"nothing is known that would fail {type(check).__name__}"
        for what, outcome in outcomes:
            verdicts = run_checks((check,), outcome)
            if verdicts.passed or verdicts.undecided:
                said = "passes" if verdicts.passed else "leaves undecided"
                yield f"{type(check).__name__} {said} an outcome with: {what}"
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _leaks(task: Task) -> Iterator[str]:
    told = {
        "the request": task.request or "",
        "the fuzzy request": task.fuzzy_request or "",
        "a file's name": " ".join(task.images),
    }
    for fact in task.extra.get("key_facts", ()):
        for where, text in told.items():
            if f" {plain(str(fact))} " in f" {plain(text)} ":
                yield f"{where} gives away {fact!r}"


def _structure(task: Task) -> Iterator[str]:
    for reference in task.references:
        step_of = [place for place, step in enumerate(reference.steps) for _ in step.calls]
        for edge in reference.edges:
            if step_of[edge.source] >= step_of[edge.target]:
                yield f"call {edge.target} depends on call {edge.source}, which is not in an earlier step"
