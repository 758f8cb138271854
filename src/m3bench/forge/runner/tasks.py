"""Forging tasks with real servers, encoder and model. Work is recorded and can be resumed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from m3bench.core import NO_USAGE, TaskWorld, Usage, UsageError, content_hash
from m3bench.core.redaction import redactor
from m3bench.encoders import shared_encoder
from m3bench.forge.links import Graph, Link, LinkFinder, Progress, Trials
from m3bench.forge.runner.composing import ComposeProgram, open_composer
from m3bench.forge.runner.task_servers import (
    NO_MODEL,
    TaskForgeSettings,
    forge_world,
    open_trials,
    resolve_servers,
)
from m3bench.forge.tasks import (
    Composer,
    PlanResult,
    Shape,
    TaskForge,
    TaskWriter,
    Turns,
    difference,
    forge_tasks,
)
from m3bench.forge.tasks.shapes import ShapeForge, draw_shape_plans, missing_shapes
from m3bench.formats import write_atomically
from m3bench.hosting import Pool, Tool, Toolbox, load_catalog
from m3bench.models import ChatModel, ModelRef
from m3bench.runs import EngineSettings, RunLimits
from m3bench.runs.models import open_wrapped_model, require_model
from m3bench.runs.serving import ServerSet, bundled_proofs, own_servers, within_collections
from m3bench.runs.store import exclusive_lock

_Record = TypeVar("_Record")


class ForgedTasks(msgspec.Struct, frozen=True):
    """The result of a session."""

    links: int
    made: tuple[PlanResult, ...]
    halted: str | None = None
    """Why it stopped before there were enough tasks."""
    missing: dict[Shape, str] = {}
    """Requested shapes without a task, and why."""


class _LimitReached(Exception):
    """A limit was reached."""


class ForgeRecord:
    """Files beside the tasks: the links, and a journal with the result of each plan."""

    def __init__(self, out: Path, settings: TaskForgeSettings) -> None:
        self.links_file = out.with_name(f"{out.name}.links.json")
        self.journal = out.with_name(f"{out.name}.journal.jsonl")
        # The count and the endpoint may change on resume.
        asked = msgspec.to_builtins(msgspec.structs.replace(settings, count=0, base_url=None))
        self._key = content_hash(asked)

    def links(self) -> list[Link] | None:
        if not self.links_file.is_file():
            return None
        kept = msgspec.json.decode(self.links_file.read_bytes())
        if kept.get("settings") != self._key:
            raise UsageError(
                f"{self.links_file} was created with different settings.",
                "Use the same options to resume, choose another --out, or delete the file and its journal.",
            )
        return msgspec.convert(kept["links"], list[Link])

    def keep_links(self, links: Sequence[Link]) -> None:
        kept = {"settings": self._key, "links": msgspec.to_builtins(links)}
        text = msgspec.json.format(msgspec.json.encode(redactor().value(kept)), indent=1)
        write_atomically(self.links_file, [text, b"\n"])

    def made(self) -> list[PlanResult]:
        """Return the recorded results, without a truncated last line."""
        lines = self.journal.read_bytes().splitlines() if self.journal.is_file() else []
        return readable(lines, PlanResult)

    def begin(self, done: Sequence[PlanResult]) -> None:
        """Rewrite the journal with its readable lines."""
        write_atomically(self.journal, map(_line, done))

    def add(self, made: PlanResult) -> None:
        with self.journal.open("ab") as file:
            file.write(_line(made))


def readable(lines: Iterable[bytes], kind: type[_Record]) -> list[_Record]:
    """Return the records of a journal up to the first line that is damaged."""
    records: list[_Record] = []
    for line in lines:
        try:
            records.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError:
            break
    return records


def _line(made: PlanResult) -> bytes:
    return redactor().document(msgspec.json.encode(redactor().value(made))) + b"\n"


async def forge(
    settings: TaskForgeSettings,
    out: Path,
    *,
    max_cost: float | None = None,
    model: ChatModel | None = None,
    on_progress: Progress = lambda _what, _done, _all: None,
    say: Callable[[str], None] = lambda _text: None,
    sandbox: bool = False,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
) -> ForgedTasks:
    """Find links and forge tasks, and keep both beside `out`.

    Args:
        settings: What decides on the tasks.
        out: The file of tasks; the record lies beside it.
        max_cost: Limit in dollars, over all sessions.
        model: Used instead of the one that the settings name.
        on_progress: Called with progress.
        say: Called with warnings.
        sandbox: Whether third-party servers run in a sandbox.
        engine: Where plans are executed. Links are found in this process.
    """
    with exclusive_lock(out.with_name(f".{out.name}.lock"), out):
        record = ForgeRecord(out, settings)
        known, done = record.links(), record.made()
        opening = _resources(settings, model, _Limit(max_cost, done), say, sandbox=sandbox)
        async with opening as (server_set, tools, asker):
            graph = Graph(known) if known is not None else await _find(settings, server_set, on_progress)
            if known is None:
                record.keep_links(graph.links)
            record.begin(done)
            made, halted = list(done), None
            plans = draw_shape_plans(graph, settings.shapes, settings.longest, settings.seed)
            turns = Turns(plans, settings.shapes) if settings.shapes else None
            sizes = {shape: len(plan) for shape, plan in plans.items()}
            program = ComposeProgram(settings, tools, sandbox)
            try:
                async with open_composer(engine, program, say=say) as composer:
                    task_forge = _task_forge(settings, server_set, tools, asker, composer)
                    async for result in forge_tasks(
                        task_forge, graph, settings.count, longest=settings.longest, done=done, turns=turns
                    ):
                        record.add(result)
                        made.append(result)
                        count = sum(result.task is not None for result in made)
                        on_progress("making tasks", count, settings.count)
            except _LimitReached as limit:
                halted = str(limit)
            finally:
                _record_unfinished(record, asker, made[len(done) :])
            missing = missing_shapes(settings.shapes, sizes, made)
            return ForgedTasks(len(graph.links), tuple(made), halted, missing)


def _record_unfinished(record: ForgeRecord, asker: TaskWriter | None, made: Sequence[PlanResult]) -> None:
    """Record the cost of an unfinished plan: the cost limit holds over all sessions."""
    if asker is None:
        return
    rest = difference(asker.spent, _spent(made))
    if rest.requests:
        record.add(PlanResult(chain=(), reason="not finished", usage=rest))


@asynccontextmanager
async def _resources(
    settings: TaskForgeSettings,
    model: ChatModel | None,
    limit: _Limit,
    say: Callable[[str], None],
    *,
    sandbox: bool,
) -> AsyncIterator[tuple[ServerSet, dict[str, Tool], TaskWriter | None]]:
    """The servers, what they offer, and the model behind its limit."""
    specs = resolve_servers(settings)
    asked = ModelRef(name=settings.model, base_url=settings.base_url)
    with_model = model is None and settings.model != NO_MODEL
    if with_model:
        require_model(asked)
    async with Pool(ahead=0, sandbox=sandbox) as pool, AsyncExitStack() as stack:
        server_set = ServerSet(pool, forge_world(settings), specs)
        async with server_set.lease(settings.servers) as (_, host):
            tools = {tool.full_name: tool for tool in (await Toolbox.mount(host)).tools}
        if with_model:
            model = await stack.enter_async_context(open_wrapped_model(asked, RunLimits(), say=say))
        asker = None if model is None else TaskWriter(model, seed=settings.seed, check=limit.check)
        yield server_set, tools, asker


def _spent(made: Sequence[PlanResult]) -> Usage:
    return sum((result.usage for result in made), NO_USAGE)


class _Limit:
    """The cost limit, including earlier sessions."""

    def __init__(self, max_cost: float | None, done: Sequence[PlanResult]) -> None:
        self._max_cost, self._before = max_cost, _spent(done)

    def check(self, spent: Usage) -> None:
        cost = (self._before + spent).cost
        if self._max_cost is None:
            return
        if cost is None:
            raise UsageError(
                "The price of this model is unknown, so --max-cost cannot be enforced.", "Omit --max-cost."
            )
        if cost >= self._max_cost:
            raise _LimitReached(f"--max-cost {self._max_cost:g} is reached")


async def find_links(settings: TaskForgeSettings) -> Graph:
    """Find the links between the tools of the servers, without forging tasks."""
    async with Pool(ahead=0) as pool:
        server_set = ServerSet(pool, forge_world(settings), resolve_servers(settings))
        return await _find(settings, server_set, lambda _what, _done, _all: None)


async def _find(settings: TaskForgeSettings, server_set: ServerSet, on_progress: Progress) -> Graph:
    async with server_set.lease(settings.servers) as (workspace, host):
        trials = await open_trials(settings, workspace, host)
        finder = LinkFinder(
            trials,
            shared_encoder(settings.encoder),
            today=server_set.world.now.date(),
            hints=_hints(settings.servers),
            on_progress=on_progress,
        )
        return await finder.find()


def _task_forge(
    settings: TaskForgeSettings,
    server_set: ServerSet,
    tools: dict[str, Tool],
    asker: TaskWriter | None,
    composer: Composer | None,
) -> TaskForge:
    @asynccontextmanager
    async def lease(servers: Sequence[str]) -> AsyncIterator[Trials]:
        async with server_set.lease(servers) as (workspace, host):
            yield await open_trials(settings, workspace, host)

    kind = ShapeForge if settings.shapes else TaskForge
    return kind(
        tools=tools, lease=lease, today=server_set.world.now.date(), asker=asker, composer=composer,
        distractors=settings.distractors, available=_available(server_set, settings.servers),
        seed=settings.seed, world=TaskWorld(server_set.world.seed, server_set.world.now.isoformat()),
    )  # fmt: skip


def _available(server_set: ServerSet, servers: Sequence[str]) -> list[str]:
    """Servers that a run of the tasks can mount."""
    known = server_set.describe(within_collections(server_set.names, servers))
    return [name for name, info in known.items() if info.problem is None]


def _hints(servers: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Calls that are known to work. Those on sample files are left out: a task has no such files."""
    proofs = {entry.name: entry.proof for entry in load_catalog().entries}
    proofs |= bundled_proofs(name for name in servers if name in own_servers())
    return {
        f"{name}/{proofs[name].tool}": [proofs[name].arguments]
        for name in servers
        if name in proofs and not proofs[name].files
    }
