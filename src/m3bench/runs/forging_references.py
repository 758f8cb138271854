"""References made over a suite: executors, servers, checks and a judge, and a folder of what comes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import msgspec

from m3bench.agents import Agent, make_agent
from m3bench.core import FormatError, Task, UsageError
from m3bench.forge.decisions import Candidate, Forged, Standing
from m3bench.forge.judging import Adjudicator
from m3bench.forge.recording import Decisions
from m3bench.forge.references import forge_reference
from m3bench.formats import write, write_atomically
from m3bench.hosting import Pool
from m3bench.hosting.unwrapping import leaf
from m3bench.models import ChatModel
from m3bench.runs.finding import chosen_tasks, find_suite, in_its_world, world_of
from m3bench.runs.forging_bench import Executor, SuiteBench
from m3bench.runs.opening import opened_model, require_model
from m3bench.runs.outfit import Outfit
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.suites import Suite

REFERENCES, ORIGINALS = "consolidated.jsonl", "original.jsonl"
"""Tasks with their new references, and what the executors did: two files that the audit compares."""
DECISIONS = "forging.jsonl"
_MANIFEST = "forge.json"
NO_JUDGE = "none"


class ForgeSettings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What decides on the references. Kept in the folder; who goes on must not change it."""

    suite: str
    agents: tuple[str, ...] = ("executor",)
    models: tuple[str, ...] = ()
    judge: str = NO_JUDGE
    base_url: str | None = None
    fuzzy: bool = False
    limit: int | None = None
    families: tuple[str, ...] = ()
    seed: int = 0
    max_steps: int | None = None
    cache: str | None = None


class ForgeLimits(msgspec.Struct, frozen=True, kw_only=True):
    """What may differ each time."""

    concurrency: int = 2
    task_timeout: float = 600.0


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the folder is of."""

    kind: str = "forged references"
    settings: ForgeSettings
    suite_digest: str
    prompts: tuple[str, ...] = ()


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How it ended."""

    forged: tuple[Forged, ...]
    """In the order of the suite; those of earlier sessions too."""
    resumed: int = 0
    """How many of them were decided before."""

    def count(self, standing: Standing) -> int:
        return sum(each.standing is standing for each in self.forged)


async def forge_references(
    settings: ForgeSettings,
    folder: Path,
    *,
    limits: ForgeLimits = ForgeLimits(),  # noqa: B008 - frozen
    executors: Sequence[Executor] | None = None,
    judge: ChatModel | None = None,
    told: Callable[[Forged], None] = lambda _: None,
    resumed: Callable[[int], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> Tally:
    """Make references for the tasks of a suite, or go on with it.

    Executors and a judge that are given take the place of those that the settings name. `resumed` is told how
    many tasks were decided before, and `told` of each that is decided now.
    """
    run = in_its_world(_run_settings(settings))
    suite = find_suite(run)
    tasks = chosen_tasks(suite, run)
    async with AsyncExitStack() as stack:
        competing = executors or await _executors(settings, stack, say)
        model = judge or await _judge(settings, stack, say)
        adjudicator = Adjudicator(model) if model is not None else None
        _open_folder(folder, settings, suite, adjudicator)
        pool = await stack.enter_async_context(Pool(ahead=0))
        bench = SuiteBench(
            suite, Outfit(pool, world_of(run)), competing, fuzzy=settings.fuzzy,
            seed=settings.seed, max_steps=settings.max_steps, timeout=limits.task_timeout,
        )  # fmt: skip
        work = _Work(folder, tasks, bench, adjudicator, told)
        resumed(len(tasks) - len(work.left))
        return await work.finish(limits.concurrency)


def tasks_of(settings: ForgeSettings) -> list[Task]:
    """The tasks that the settings ask for."""
    run = in_its_world(_run_settings(settings))
    return chosen_tasks(find_suite(run), run)


def forged_task(task: Task, best: Candidate) -> Task:
    """The task with the new reference in the place of all others."""
    reference = best.reference
    if reference is None:
        raise ValueError(f"{task.id}: no reference came of it")
    extra = {
        **task.extra,
        "hops": len(reference.steps),
        "threads": max((len(step.calls) for step in reference.steps), default=0),
        "results": list(best.results),
        "forged": {"executor": best.executor, "verdicts": [each.by for each in best.verdicts]},
    }
    return msgspec.structs.replace(
        task, references=(reference,), answer=task.answer or reference.answer, extra=extra
    )


class _Work:
    """The tasks of a folder, one decision after another."""

    def __init__(
        self,
        folder: Path,
        tasks: Sequence[Task],
        bench: SuiteBench,
        judge: Adjudicator | None,
        told: Callable[[Forged], None],
    ) -> None:
        self._folder, self._tasks, self._bench, self._judge = folder, tasks, bench, judge
        self._told = told
        self._decisions = Decisions(folder / DECISIONS)
        self._done = {
            task_id: forged
            for task_id, forged in self._decisions.read().items()
            if forged.standing is not Standing.UNDECIDED
        }
        self.left = [task for task in tasks if task.id not in self._done]

    async def finish(self, concurrency: int) -> Tally:
        resumed = len(self._tasks) - len(self.left)
        slots = anyio.Semaphore(concurrency)
        try:
            async with anyio.create_task_group() as group:
                for task in self.left:
                    group.start_soon(self._forge, task, slots)
        except ExceptionGroup as errors:
            raise leaf(errors) from None
        finally:
            self._write()
        return Tally(forged=tuple(self._done[task.id] for task in self._tasks), resumed=resumed)

    async def _forge(self, task: Task, slots: anyio.Semaphore) -> None:
        async with slots:
            forged = await forge_reference(task, self._bench, self._judge)
        self._decisions.append(forged)
        self._done[task.id] = forged
        self._told(forged)

    def _write(self) -> None:
        """The tasks that have a reference, in the order of the suite."""
        best = [(task, self._done[task.id].best) for task in self._tasks if task.id in self._done]
        made = [forged_task(task, candidate) for task, candidate in best if candidate is not None]
        if not made:
            return
        write(self._folder / REFERENCES, made, format="jsonl")
        originals = [candidate.trajectory for _, candidate in best if candidate is not None]
        write(self._folder / ORIGINALS, originals, format="jsonl")


def _open_folder(folder: Path, settings: ForgeSettings, suite: Suite, judge: Adjudicator | None) -> None:
    """A new folder, or one that was begun with the same settings."""
    manifest = Manifest(settings=settings, suite_digest=suite.digest, prompts=judge.prompts if judge else ())
    file = folder / _MANIFEST
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if file.exists():
            _require_same(file, manifest)
            return
        if any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty.", "Choose another folder with --out.")
        write_atomically(file, [msgspec.json.format(msgspec.json.encode(manifest)), b"\n"])
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.", "Choose another --out.") from None


def _require_same(file: Path, manifest: Manifest) -> None:
    try:
        begun = msgspec.json.decode(file.read_bytes(), type=Manifest)
    except msgspec.MsgspecError as error:
        raise FormatError(f"no manifest of the forge: {error}", file=str(file)) from None
    # More tasks of the same suite may be wanted this time.
    wider = msgspec.structs.replace(
        begun.settings, limit=manifest.settings.limit, families=manifest.settings.families
    )
    if msgspec.structs.replace(begun, settings=wider) != manifest:
        raise UsageError(
            f"{file.parent} was begun with another suite, other executors or another judge.",
            "Go on with what it began with, or choose another folder with --out.",
        )


def _run_settings(settings: ForgeSettings, model: str | None = None) -> RunSettings:
    return RunSettings(
        suite=settings.suite,
        agent="",
        model=model,
        base_url=settings.base_url,
        limit=settings.limit,
        families=settings.families,
        cache=settings.cache,
    )


async def _executors(
    settings: ForgeSettings, stack: AsyncExitStack, say: Callable[[str], None]
) -> list[Executor]:
    """Every agent with every model; one that takes none is alone."""
    agents = [make_agent(name) for name in settings.agents]
    if any(agent.needs_model for agent in agents) and not settings.models:
        raise UsageError(
            f"The agent {_needy(agents)} needs a model.", "Name one with --model, or several that compete."
        )
    models = [await stack.enter_async_context(_opened(settings, name, say)) for name in settings.models]
    found: list[Executor] = []
    for agent in agents:
        found += [Executor(agent, model) for model in (models if agent.needs_model else (None,))]
    return found


def _needy(agents: Sequence[Agent]) -> str:
    return next(agent.name for agent in agents if agent.needs_model)


async def _judge(
    settings: ForgeSettings, stack: AsyncExitStack, say: Callable[[str], None]
) -> ChatModel | None:
    if settings.judge == NO_JUDGE:
        return None
    return await stack.enter_async_context(_opened(settings, settings.judge, say))


@asynccontextmanager
async def _opened(settings: ForgeSettings, name: str, say: Callable[[str], None]) -> AsyncIterator[ChatModel]:
    run = _run_settings(settings, name)
    require_model(run)
    async with opened_model(run, RunLimits(), say=say) as model:
        yield model
