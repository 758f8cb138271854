"""Forging closed-loop tasks with real servers and a model. Work is recorded and can be resumed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime
from itertools import product
from pathlib import Path

import msgspec

from m3bench.agents.user import with_user
from m3bench.core import Difficulty, Reference, Shortcut, Task, TaskWorld, Usage, UsageError, content_hash
from m3bench.core.redaction import redactor
from m3bench.curation import Verifier
from m3bench.encoders import shared_encoder
from m3bench.forge.runner.tasks import readable
from m3bench.forge.scenarios import (
    Draft,
    DraftFailed,
    ForgedScenario,
    Scenario,
    ScenarioWriter,
    Steps,
    built_task,
    draft_problems,
    execute_steps,
)
from m3bench.forge.tasks import TaskWriter, difference, prompts
from m3bench.formats import write_atomically
from m3bench.hosting import Pool, Tool, Toolbox
from m3bench.hosting.workspace import fill_workspace
from m3bench.models import ChatModel, ModelRef
from m3bench.runs import RunLimits
from m3bench.runs.models import open_wrapped_model
from m3bench.runs.serving import ServerSet
from m3bench.suites import StoredSuite, workspace_assets
from m3bench.worlds import World, make_world


class ScenarioForgeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What decides on the tasks."""

    slice: str
    area: str
    servers: tuple[str, ...]
    scenarios: int = 10
    difficulties: tuple[Difficulty, ...] = tuple(Difficulty)
    rounds: int = 3
    """Drafts of one task: the first, and corrections."""
    model: str
    base_url: str | None = None
    seed: int = 0
    world_seed: int
    world_now: str
    encoder: str = "minilm"

    @property
    def world(self) -> World:
        return make_world(self.world_seed, datetime.fromisoformat(self.world_now))


class ScenarioRecord:
    """The journal beside the tasks: the scenarios first, then one line for each task."""

    def __init__(self, out: Path, settings: ScenarioForgeSettings) -> None:
        self._path = out.with_name(f"{out.name}.journal.jsonl")
        self._key = content_hash(msgspec.to_builtins(msgspec.structs.replace(settings, base_url=None)))

    def read(self) -> tuple[tuple[Scenario, ...], list[ForgedScenario]]:
        """Return what an earlier session left. Raise `UsageError` if its options were others."""
        if not self._path.is_file():
            return (), []
        head, *lines = self._path.read_bytes().splitlines() or [b"{}"]
        first = msgspec.json.decode(head)
        if first.get("settings") != self._key:
            raise UsageError(
                f"{self._path} was created with different settings.",
                "Use the same options to resume, choose another --out, or delete the file.",
            )
        return msgspec.convert(first["scenarios"], tuple[Scenario, ...]), readable(lines, ForgedScenario)

    def write(self, scenarios: Sequence[Scenario], done: Sequence[ForgedScenario]) -> None:
        """Write all of it again."""
        head = {"settings": self._key, "scenarios": msgspec.to_builtins(scenarios)}
        lines = [msgspec.json.encode(redactor().value(head))]
        lines += [msgspec.json.encode(redactor().value(msgspec.to_builtins(forged))) for forged in done]
        write_atomically(self._path, (redactor().document(line) + b"\n" for line in lines))


class ScenarioForge:
    """Builds the tasks of scenarios: draft, try, correct."""

    def __init__(
        self, settings: ScenarioForgeSettings, asker: TaskWriter, server_set: ServerSet, tools: Sequence[Tool]
    ) -> None:
        self._settings, self._asker, self._writer = settings, asker, ScenarioWriter(asker)
        self._server_set, self._tools = server_set, tools

    async def discover(self) -> tuple[Scenario, ...]:
        """Let the model think of scenarios."""
        known = self._server_set.describe(self._settings.servers)
        lines = "\n".join(
            f"{name}: {', '.join(tool.name for tool in info.tools)}" for name, info in known.items()
        )
        return await self._writer.discover(
            self._settings.area, self._settings.slice, lines, self._settings.scenarios
        )

    async def forge(self, scenario: Scenario, number: int, difficulty: Difficulty) -> ForgedScenario:
        """Return one task of a scenario, or why there is none."""
        before = self._asker.spent
        tools = [tool for tool in self._tools if tool.server in (*scenario.servers, "claim-done")]
        talk = self._writer.begin(scenario, difficulty, tools)
        task: Task | None = None
        problems: Sequence[str] = ("the model gave no draft that can be read",)
        written = 0
        while task is None and written < self._settings.rounds:
            draft = await self._writer.write(talk)
            if draft is None:
                break
            written += 1
            name = f"{self._settings.slice.replace(' ', '_')}/{number}-{difficulty}"
            task, problems = await self._tried(draft, name, difficulty)
            if task is None:
                self._writer.reflect(talk, problems)
        return ForgedScenario(
            scenario=scenario,
            difficulty=difficulty,
            task=task,
            problems=() if task is not None else tuple(problems),
            rounds=written,
            usage=difference(self._asker.spent, before),
        )

    async def _tried(
        self, draft: Draft, name: str, difficulty: Difficulty
    ) -> tuple[Task | None, Sequence[str]]:
        """Build and verify the task of a draft. Return it, or what is wrong with it."""
        tools = [tool.full_name for tool in self._tools]
        if problems := draft_problems(draft, [*tools, "user/ask_user"], self._settings.servers):
            return None, problems
        settings = self._settings
        world = TaskWorld(settings.world_seed, self._server_set.world.now.isoformat())

        def build(reference: Reference, careless: dict[Shortcut, Reference]) -> Task:
            return built_task(
                draft, name=name, slice_=settings.slice, area=settings.area, difficulty=difficulty,
                reference=reference, careless=careless, world=world,
            )  # fmt: skip

        bare = build(Reference(), {})
        try:
            reference = await self._executed(bare, draft.steps, draft.answer)
            careless = {
                key: await self._executed(bare, steps, draft.answer) for key, steps in draft.careless.items()
            }
        except DraftFailed as failure:
            return None, [str(failure)]
        task = build(reference, careless)
        suite = StoredSuite("forged", self._server_set.world, [task])
        encoder = shared_encoder(settings.encoder)
        verified = await Verifier(suite, self._server_set.world, self._server_set, encoder).verify(task)
        return (None, verified.problems) if verified.problems else (task, ())

    async def _executed(self, task: Task, steps: Steps, answer: str) -> Reference:
        suite = StoredSuite("forged", self._server_set.world, [task])
        async with self._server_set.lease(task.servers) as (workspace, host):
            fill_workspace(workspace, workspace_assets(suite, task))
            toolbox = await Toolbox.mount(with_user(host, task))
            return await execute_steps(steps, answer, toolbox, workspace)


async def forge_scenarios(
    settings: ScenarioForgeSettings,
    out: Path,
    *,
    model: ChatModel | None = None,
    check: Callable[[Usage], None] = lambda _spent: None,
    on_forged: Callable[[ForgedScenario, int, int], None] = lambda _each, _done, _all: None,
    say: Callable[[str], None] = lambda _text: None,
    sandbox: bool = False,
) -> list[ForgedScenario]:
    """Forge tasks of a slice, and keep a journal beside `out`.

    Args:
        settings: What decides on the tasks.
        out: The file of tasks; the journal lies beside it.
        model: Used instead of the one that the settings name.
        check: Called with the usage before each request; raises at a limit.
        on_forged: Called with each task or failure, and with how many there are of how many.
        say: Called with warnings.
        sandbox: Whether third-party servers run in a sandbox.

    Raises:
        UsageError: The model gives no scenarios, or the journal belongs to other options.
    """
    record = ScenarioRecord(out, settings)
    scenarios, done = record.read()
    async with _open_forge(settings, model, check, say, sandbox=sandbox) as forge:
        scenarios = scenarios or await forge.discover()
        if not scenarios:
            raise UsageError("The model gave no scenarios that can be read.", "Try another model.")
        record.write(scenarios, done)
        wanted = list(product(enumerate(scenarios), settings.difficulties))
        for (number, scenario), level in wanted[len(done) :]:
            done.append(await forge.forge(scenario, number, level))
            record.write(scenarios, done)
            on_forged(done[-1], len(done), len(wanted))
    return done


@asynccontextmanager
async def _open_forge(
    settings: ScenarioForgeSettings,
    model: ChatModel | None,
    check: Callable[[Usage], None],
    say: Callable[[str], None],
    *,
    sandbox: bool,
) -> AsyncIterator[ScenarioForge]:
    async with Pool(ahead=0, sandbox=sandbox) as pool:
        server_set = ServerSet(pool, settings.world)
        async with server_set.lease(settings.servers) as (_, host):
            tools = (await Toolbox.mount(host)).tools
        asked = ModelRef(name=settings.model, base_url=settings.base_url)
        opening = nullcontext(model) if model is not None else open_wrapped_model(asked, RunLimits(), say=say)
        async with opening as opened:
            yield ScenarioForge(settings, scenario_asker(opened, settings.seed, check), server_set, tools)


def scenario_asker(model: ChatModel, seed: int, check: Callable[[Usage], None]) -> TaskWriter:
    """Return what asks a model for scenarios and drafts."""
    return TaskWriter(model, seed=seed, check=check, asked=prompts("scenarios"))
