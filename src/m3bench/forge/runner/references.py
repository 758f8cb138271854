"""Forging references for a suite, with executors, servers, checks and a judge."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from m3bench.agents import make_agent
from m3bench.core import NO_USAGE, Task, Usage, UsageError
from m3bench.forge.references import Adjudicator, DecisionStatus, ForgedReference
from m3bench.forge.runner.bench import Executor
from m3bench.forge.runner.folder import (
    DECISIONS,
    NO_JUDGE,
    ORIGINALS,
    REFERENCES,
    ForgeFolder,
    ForgeSettings,
    Manifest,
)
from m3bench.forge.runner.forgers import Forgers
from m3bench.forge.runner.program import ExecutorName, ForgeProgram, open_remote_forge
from m3bench.forge.runner.setup import Forge, ForgeSetup
from m3bench.forge.runner.workers import ForgeWorkerPool
from m3bench.models import ChatModel, ModelRef, price_of
from m3bench.runs import Budget, EngineSettings, Halt, RunLimits
from m3bench.runs.distributed import SameSuite
from m3bench.runs.models import LOCAL, open_wrapped_model, require_model
from m3bench.runs.serving import secret_paths
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, select_tasks, world_of_suite

__all__ = [
    "DECISIONS",
    "ORIGINALS",
    "REFERENCES",
    "ForgeLimits",
    "ForgeSettings",
    "Tally",
    "forge_references",
    "selected_tasks",
]


class ForgeLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a session. They may differ between sessions."""

    concurrency: int = 2
    task_timeout: float = 600.0
    max_cost: float | None = None
    """Dollars, over all sessions in the folder."""
    sandbox: bool = False
    """Whether third-party servers and executor programs run in a sandbox."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a session."""

    forged: tuple[ForgedReference, ...]
    """In suite order, including earlier sessions."""
    resumed: int = 0
    """The number of tasks decided earlier."""
    unfinished: int = 0
    """The number of tasks without a decision, because the session ended early."""
    halt: Halt | None = None
    spent: Usage = NO_USAGE
    """By all sessions in the folder."""

    def count(self, standing: DecisionStatus) -> int:
        return sum(forged.standing is standing for forged in self.forged)


async def forge_references(
    settings: ForgeSettings,
    folder: Path,
    *,
    limits: ForgeLimits = ForgeLimits(),  # noqa: B008 - frozen
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    executors: Sequence[Executor] | None = None,
    judge: ChatModel | None = None,
    on_decision: Callable[[ForgedReference], None] = lambda _: None,
    resumed: Callable[[int], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
    signals: bool = False,
) -> Tally:
    """Forge references for the tasks of a suite, or resume.

    Args:
        settings: What decides on the references.
        folder: Where decisions and references are kept.
        limits: Limits of this session. The number of tasks at a time holds for each worker.
        engine: Where the tasks are forged.
        executors: Used instead of those that the settings name, in this process only.
        judge: Used instead of the one that the settings name.
        on_decision: Called with each new decision.
        resumed: Called with the number of tasks decided earlier.
        say: Called with warnings.
        signals: Whether Ctrl-C stops the session.
    """
    if executors is not None and not engine.is_this_process:
        raise UsageError(
            "Executor objects cannot be sent to workers.", "Use one process, or name agents in the settings."
        )
    ref = _suite_ref(settings)
    world = world_of_suite(ref, WorldRef())
    suite = find_suite(ref, world)
    if limits.max_cost is not None and executors is None:
        _require_prices(settings)
    async with AsyncExitStack() as stack:
        forgers = Forgers(
            executors=tuple(executors or await _executors(settings, stack, say)),
            judge=judge or await _judge(settings, stack, say),
        )
        prompts = Adjudicator(forgers.judge).prompts if forgers.judge is not None else ()
        manifest = Manifest(settings=settings, suite_digest=suite.digest, prompts=prompts)
        kept = ForgeFolder(folder)
        journal = stack.enter_context(kept.locked(manifest))
        for damage in kept.damages():
            say(f"{damage}; its task is forged again")
        session = _Session(
            ForgeSetup(
                settings=settings, timeout=limits.task_timeout, sandbox=limits.sandbox,
                hidden=(folder.absolute(), *secret_paths(ref, settings.cache)),
            ),
            suite, world, engine, limits.concurrency, say,
        )  # fmt: skip
        worker_pool = ForgeWorkerPool(
            journal, forgers, await stack.enter_async_context(session.open(forgers)), _budget(kept, limits),
            concurrency=limits.concurrency * engine.workers, on_decision=on_decision, say=say,
        )  # fmt: skip
        return await _finished(worker_pool, kept, select_tasks(suite, ref), resumed, signals=signals)


@dataclass(frozen=True)
class _Session:
    """Where a session forges."""

    setup: ForgeSetup
    suite: Suite
    world: WorldRef
    engine: EngineSettings
    at_once: int
    say: Callable[[str], None]

    @asynccontextmanager
    async def open(self, forgers: Forgers) -> AsyncIterator[Forge]:
        """Yield what forges a reference: this process, or workers."""
        if self.engine.is_this_process:
            async with self.setup.open(self.suite, self.world.world()) as forge:
                yield forge
            return
        program = self._program(forgers)
        async with open_remote_forge(self.engine, program, at_once=self.at_once, say=self.say) as forge:
            yield forge

    def _program(self, forgers: Forgers) -> ForgeProgram:
        ref = _suite_ref(self.setup.settings)
        tasks = select_tasks(self.suite, ref)
        names = _agent_names(self.setup.settings)
        executors = (
            ExecutorName(name, executor.model.name if executor.model is not None else None)
            for name, executor in zip(names, forgers.executors, strict=True)
        )
        return ForgeProgram(
            setup=self.setup,
            suite=SameSuite(ref, self.world, self.suite.digest),
            servers=frozenset(server for task in tasks for server in task.servers),
            executors=tuple(executors),
            judge=forgers.judge.name if forgers.judge is not None else None,
        )


async def _finished(
    worker_pool: ForgeWorkerPool,
    folder: ForgeFolder,
    tasks: Sequence[Task],
    resumed: Callable[[int], None],
    *,
    signals: bool,
) -> Tally:
    """Forge the remaining tasks, and write the results however it ends."""
    before = folder.decided()
    left = [task for task in tasks if task.id not in before]
    resumed(len(tasks) - len(left))
    try:
        halt = await worker_pool.run(left, signals=signals)
    finally:
        done = {**before, **worker_pool.decided}
        folder.write(tasks, done)
    return Tally(
        forged=tuple(done[task.id] for task in tasks if task.id in done),
        resumed=len(tasks) - len(left),
        unfinished=sum(task.id not in done for task in tasks),
        halt=halt,
        spent=folder.spent,
    )


def _budget(folder: ForgeFolder, limits: ForgeLimits) -> Budget:
    """Return the budget, including earlier sessions."""
    spent = folder.spent
    if limits.max_cost is not None and spent.cost is None:
        raise UsageError(
            "The cost of earlier sessions in this folder is unknown, so --max-cost cannot be enforced.",
            "Omit --max-cost and limit the number of tasks with --limit.",
        )
    return Budget(max_cost=limits.max_cost, spent=spent)


def _require_prices(settings: ForgeSettings) -> None:
    """Raise if a price is unknown, before anything is spent."""
    judges = () if settings.judge == NO_JUDGE else (settings.judge,)
    for name in (*settings.models, *judges):
        if not name.startswith(LOCAL) and price_of(name, 1, 1) is None:
            raise UsageError(
                f"The price of {name} is unknown, so --max-cost cannot be enforced.",
                "Omit --max-cost and limit the number of tasks with --limit.",
            )


def selected_tasks(settings: ForgeSettings) -> list[Task]:
    """Return the tasks that the settings select."""
    ref = _suite_ref(settings)
    return select_tasks(find_suite(ref, world_of_suite(ref, WorldRef())), ref)


def _suite_ref(settings: ForgeSettings) -> SuiteRef:
    return SuiteRef(name=settings.suite, limit=settings.limit, families=settings.families)


async def _executors(
    settings: ForgeSettings, stack: AsyncExitStack, say: Callable[[str], None]
) -> list[Executor]:
    """Return every agent with every model; agents without a model once."""
    agents = [make_agent(name) for name in settings.agents]
    needy = [agent.name for agent in agents if agent.needs_model]
    if needy and not settings.models:
        raise UsageError(f"The agent {needy[0]} needs a model.", "Name one or several with --model.")
    models = [await stack.enter_async_context(_opened(settings, name, say)) for name in settings.models]
    return [
        Executor(agent, model) for agent in agents for model in (models if agent.needs_model else (None,))
    ]


def _agent_names(settings: ForgeSettings) -> list[str]:
    """Return the name of each executor's agent, in the order of `_executors`."""
    return [
        name
        for name in settings.agents
        for _ in (settings.models if make_agent(name).needs_model else (None,))
    ]


async def _judge(
    settings: ForgeSettings, stack: AsyncExitStack, say: Callable[[str], None]
) -> ChatModel | None:
    if settings.judge == NO_JUDGE:
        return None
    return await stack.enter_async_context(_opened(settings, settings.judge, say))


@asynccontextmanager
async def _opened(settings: ForgeSettings, name: str, say: Callable[[str], None]) -> AsyncIterator[ChatModel]:
    ref = ModelRef(name=name, base_url=settings.base_url, cache=settings.cache)
    require_model(ref)
    async with open_wrapped_model(ref, RunLimits(), say=say) as model:
        yield model
