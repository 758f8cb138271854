"""Verifying tasks: solvable by their references, well checked, and without leaks."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import anyio.to_thread
import msgspec

from m3bench.agents import Attempt, careless_ways, make_agent
from m3bench.agents.user import with_user
from m3bench.checks import (
    AnswerFields,
    Check,
    Evidence,
    LiveFields,
    PictureShows,
    See,
    all_pass,
    read_checks,
    remember_calls,
    run_checks,
)
from m3bench.core import Reference, Shortcut, Task, Trajectory, normalize
from m3bench.core.text import plural, shorten
from m3bench.curation.attacks import (
    ANOTHER_REFERENCE,
    AttackResult,
    AttackResults,
    attempt_result,
    run_attacks,
)
from m3bench.curation.build import same_results
from m3bench.curation.facts import unsupported_facts
from m3bench.curation.guesses import blind_guesses
from m3bench.curation.other_worlds import OtherWorlds, blueprint_of
from m3bench.curation.premises import Premises
from m3bench.curation.reach import Reach, Sense
from m3bench.curation.shortcuts import missed_sabotage, point_problems
from m3bench.curation.structures import validation_problems
from m3bench.curation.users import user_problems
from m3bench.encoders import Encoder
from m3bench.hosting import Toolbox
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.engine import clean_trajectory, file_hashes, make_server_query
from m3bench.runs.serving import ServerSet, reference_checker
from m3bench.sabotage import with_sabotage
from m3bench.scoring import Scorer, ToolBook, find_planning_failures
from m3bench.servers import bundled_equivalences, bundled_schemas
from m3bench.suites import Suite, workspace_assets
from m3bench.worlds import World

_MIN_CHECKS, _MIN_KINDS, _MIN_FIELDS = 3, 2, 2


class VerifiedTask(msgspec.Struct, frozen=True):
    """A task and its problems."""

    task_id: str
    problems: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """The tools of its references."""
    attacked: AttackResults = AttackResults()
    """The results of attacks and rewrites, if requested."""
    other_branch: bool | None = None
    """Whether a condition of the task is decided the other way in another world; None without a condition."""
    senses: tuple[Sense, ...] = ()
    """Sight, hearing, or both, if tools alone do not give all that its first reference needs."""


class Verifier:
    """Verifies the tasks of one suite."""

    def __init__(
        self,
        suite: Suite,
        world: World,
        server_set: ServerSet,
        encoder: Encoder,
        *,
        see: See | None = None,
        attack: bool = False,
    ) -> None:
        self._suite, self._world, self._server_set, self._see = suite, world, server_set, see
        self._scorer = Scorer(encoder=encoder, tools=bundled_schemas(), equivalences=bundled_equivalences())
        self._tools = ToolBook()
        self._attack = attack
        self._others = OtherWorlds(world, server_set)
        self._started, self._faults = set[str](), dict[str, str]()

    async def verify(self, task: Task) -> VerifiedTask:
        problems = [*_leaks(task), *_structure(task), *_unsupported(task), *validation_problems(task)]
        problems += [*user_problems(task), *point_problems(task)]
        tools = {call.name for reference in task.references for _, call in reference.calls()}
        if wrong := await self._wrong_calls(task):
            return VerifiedTask(task.id, (*problems, *wrong), tuple(sorted(tools)))
        attacked, needed = AttackResults(), tuple[Sense, ...]()
        for reference in task.references:
            more, tried, senses = await self._reference_problems(task, reference)
            problems += more
            needed = senses if reference is task.references[0] else needed
            attacked = AttackResults(attacked.attacks + tried.attacks, attacked.rewrites + tried.rewrites)
        problems += await self._idle_problems(task)
        more, careless = await self._shortcut_problems(task)
        problems += more
        if self._attack:
            attacked = msgspec.structs.replace(attacked, attacks=(*attacked.attacks, *careless))
        other_branch = await self._takes_other_branch(task)
        if other_branch is False and task.other_world is not None:
            problems.append(f"the world of seed {task.other_world} does not take the other branch")
        return VerifiedTask(task.id, tuple(problems), tuple(sorted(tools)), attacked, other_branch, needed)

    async def _wrong_calls(self, task: Task) -> list[str]:
        """Return servers of a task that fail, and its calls that name what does not exist."""
        new = set(task.servers) - self._started
        self._faults |= await self._server_set.discover_tools(new)
        self._started |= new
        faults = [f"{name}: {self._faults[name]}" for name in task.servers if name in self._faults]
        return [*faults, *reference_checker([task], self._server_set).problems(task)]

    async def _takes_other_branch(self, task: Task) -> bool | None:
        """Execute the plan of a task with a condition in the other world that the task names."""
        if not task.branches:
            return None
        blueprint = blueprint_of(task, self._world)
        if task.other_world is None or blueprint is None:
            return False
        return await self._others.takes_other(blueprint, task.branches, task.other_world)

    async def _shortcut_problems(self, task: Task) -> tuple[list[str], list[AttackResult]]:
        """Execute what careless agents do: the checks must fail it."""
        problems, tried = [], []
        for name, steps in careless_ways(task).items():
            async with self._executed(task, steps) as evidence:
                verdicts = await anyio.to_thread.run_sync(run_checks, _checks(task), evidence)
            tried.append(attempt_result(f"careless: {name}", verdicts))
            if verdicts.passed or verdicts.undecided:
                problems.append(f"the shortcut {name} {'passes' if verdicts.passed else 'is undecided'}")
            if name == Shortcut.TRUSTING and (missed := missed_sabotage(task, evidence.trajectory)):
                problems.append(f"the shortcut {name}: {missed}")
        return problems, tried

    @asynccontextmanager
    async def _executed(self, task: Task, reference: Reference) -> AsyncIterator[Evidence]:
        """Execute a reference in a new workspace, and yield the outcome."""
        alone = msgspec.structs.replace(task, references=(reference,))
        assets = await self._server_set.run_in_world(partial(workspace_assets, self._suite, task))
        async with self._server_set.lease(task.servers) as (workspace, host):
            fill_workspace(workspace, assets)
            toolbox = await Toolbox.mount(with_user(with_sabotage(host, task, workspace), task))
            attempt, agent = Attempt(alone, toolbox, workspace), make_agent("reference")
            ending = await agent.solve(attempt)
            trajectory = clean_trajectory(attempt.trajectory(ending, agent=agent.name), workspace)
            yield self._evidence(task, trajectory, workspace, assets)

    async def _reference_problems(
        self, task: Task, reference: Reference
    ) -> tuple[list[str], AttackResults, tuple[Sense, ...]]:
        """Execute a reference again: same results, full score, all checks pass, and corruptions fail them.

        Return also the senses that it needs.
        """
        alone = msgspec.structs.replace(task, references=(reference,))
        async with self._executed(task, reference) as evidence:
            trajectory = evidence.trajectory
            noticed = await anyio.to_thread.run_sync(lambda: list(_check_problems(task, evidence)))
            problems = [*self._score_problems(alone, trajectory), *noticed]
            tried = await anyio.to_thread.run_sync(self._attacked, task, reference, evidence)
            reach = Reach(task, trajectory, self._world)
            premises = Premises(task, trajectory, self._world)
            problems += await self._server_set.run_in_world(lambda: [*reach.problems(), *premises.problems()])
            needed = await self._server_set.run_in_world(reach.needed)
        least = task.sabotage.times if task.sabotage is not None else 0
        if missed := missed_sabotage(task, trajectory, least):
            problems.append(f"the reference: {missed}")
        recorded = task.results if reference is task.references[0] else None
        if recorded is not None and not same_results(trajectory, recorded, task.varying):
            problems.append("the reference returns different results when executed again")
        return problems, tried, needed

    def _attacked(self, task: Task, reference: Reference, evidence: Evidence) -> AttackResults:
        if not self._attack:
            return AttackResults()
        if reference is not task.references[0]:
            verdicts = run_checks(_checks(task), remember_calls(evidence))
            return AttackResults(rewrites=(attempt_result(ANOTHER_REFERENCE, verdicts),))
        return run_attacks(evidence, sibling_tasks(task, self._suite.tasks))

    async def _idle_problems(self, task: Task) -> list[str]:
        """Return whether an agent passes that does nothing, or that guesses without a tool."""
        assets = workspace_assets(self._suite, task)
        with tempfile.TemporaryDirectory(prefix="m3bench-") as folder:
            workspace = Path(folder)
            fill_workspace(workspace, assets)
            nothing = Trajectory(task_id=task.id)
            idle = remember_calls(self._evidence(task, nothing, workspace, assets))
            return await anyio.to_thread.run_sync(lambda: list(self._blind_problems(task, idle)))

    def _blind_problems(self, task: Task, idle: Evidence) -> Iterator[str]:
        checks = _checks(task)
        if all_pass(checks, idle):
            yield "an agent that does nothing passes the checks"
        for guess in blind_guesses(task, sibling_tasks(task, self._suite.tasks)):
            if all_pass(checks, replace(idle, trajectory=guess)):
                yield f"a guess without a tool passes the checks: {shorten(str(guess.fields), 200)}"
                return

    def _score_problems(self, task: Task, trajectory: Trajectory) -> list[str]:
        score = self._scorer.score(trajectory, task)
        problems = [] if score.metrics.average == 1.0 else [f"the reference scores {score.metrics}"]
        if task.branches:
            failures = find_planning_failures(score, trajectory, task, self._tools)
            problems += [f"the reference has a planning failure: {failure.detail}" for failure in failures]
        return problems

    def _evidence(
        self, task: Task, trajectory: Trajectory, workspace: Path, assets: Mapping[str, bytes | Path]
    ) -> Evidence:
        query = make_server_query(self._world, workspace)
        return Evidence(
            task, trajectory, workspace, file_hashes(assets), query, self._see, assets=lambda: assets
        )


def sibling_tasks(task: Task, tasks: Sequence[Task]) -> list[Task]:
    """Return the other tasks of a task's family, the next one first."""
    family = [other for other in tasks if other.family == task.family]
    index = next((index for index, other in enumerate(family) if other.id == task.id), 0)
    return [*family[index + 1 :], *family[:index]]


def _checks(task: Task) -> tuple[Check, ...]:
    return read_checks(task.checks, task.id)


def _check_problems(task: Task, evidence: Evidence) -> Iterator[str]:
    checks = _checks(task)
    evidence = remember_calls(evidence)
    yield from _too_few(task, checks)
    for check, verdict in zip(checks, run_checks(checks, evidence).verdicts, strict=True):
        if verdict.undecided and evidence.see is None and isinstance(check, PictureShows) and task.points:
            continue  # a point for a judge, which was not given
        if not verdict.passed:
            failing = "is undecided by" if verdict.undecided else "fails"
            yield f"the reference {failing} {verdict.check}: {verdict.reason}"
            continue
        yield from _unnoticed(check, evidence)


def _too_few(task: Task, checks: Sequence[Check]) -> Iterator[str]:
    """Yield problems: a form needs several graded fields, other tasks several kinds of checks."""
    if task.form is not None:
        graded = sum(len(check.fields) for check in checks if isinstance(check, AnswerFields | LiveFields))
        if graded < _MIN_FIELDS:
            yield f"only {graded} graded fields, at least {_MIN_FIELDS} are needed"
    elif points := task.points:
        if len(points) < _MIN_CHECKS:
            yield f"only {len(points)} evaluation points, at least {_MIN_CHECKS} are needed"
    elif len(checks) < _MIN_CHECKS or len({check.kind for check in checks}) < _MIN_KINDS:
        kinds = len({check.kind for check in checks})
        yield (
            f"{plural(len(checks), 'check')} of {plural(kinds, 'kind')}; at least {_MIN_CHECKS} checks of "
            f"{_MIN_KINDS} kinds are needed, or a form with {_MIN_FIELDS} graded fields"
        )


def _unnoticed(check: Check, evidence: Evidence) -> Iterator[str]:
    """Yield corrupted outcomes that a check passes."""
    scratch = Path(tempfile.mkdtemp(prefix="m3bench-corrupted-"))
    try:
        outcomes = check.corruptions(evidence, scratch)
        if not outcomes:
            yield f"no corruption is known for {type(check).__name__}"
        for what, outcome in outcomes:
            verdicts = run_checks((check,), outcome)
            if verdicts.passed or verdicts.undecided:
                result = "passes" if verdicts.passed else "does not decide"
                yield f"{type(check).__name__} {result} an outcome with: {what}"
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _leaks(task: Task) -> Iterator[str]:
    texts = {
        "the request": task.request or "",
        "the fuzzy request": task.fuzzy_request or "",
        "a file's name": " ".join(task.images),
        "the form": task.form.template() if task.form is not None else "",
    }
    for fact in task.key_facts or ():
        for where, text in texts.items():
            if f" {normalize(fact)} " in f" {normalize(text)} ":
                yield f"{where} reveals {fact!r}"


def _unsupported(task: Task) -> Iterator[str]:
    for index, reference in enumerate(task.references):
        for fact in unsupported_facts(reference.facts, task.request or ""):
            yield f"reference {index}: the field {fact.field} depends on {fact.value!r}, which has no source"


def _structure(task: Task) -> Iterator[str]:
    for reference in task.references:
        step_of = [index for index, step in enumerate(reference.steps) for _ in step.calls]
        for edge in reference.edges:
            if step_of[edge.source] >= step_of[edge.target]:
                yield f"call {edge.target} depends on call {edge.source}, which is not in an earlier step"
