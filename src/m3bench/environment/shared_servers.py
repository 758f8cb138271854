"""What all environments of one suite share: tasks, warm servers, pictures, and the scorer."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import anyio.to_thread
import msgspec

from m3bench.agents import Attempt
from m3bench.agents.user import with_user
from m3bench.checks import Verdicts, is_checked
from m3bench.core import Call, Content, M3BenchError, Media, Result, Step, Task, Trajectory, UsageError
from m3bench.core.redaction import redactor
from m3bench.core.text import nearest_names
from m3bench.encoders import shared_encoder
from m3bench.environment.episode import Episode, EpisodeParts
from m3bench.environment.rewards import RewardMeter, require_measurable
from m3bench.environment.settings import EnvironmentSettings, PathLike
from m3bench.hosting import (
    Environments,
    Pool,
    Toolbox,
    ToolIndexCache,
    Workspace,
    mount,
    parse_mode,
    sandbox_state,
)
from m3bench.hosting.catalog import InstalledToolLists
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs import RunSettings
from m3bench.runs.engine import check_attempt, clean_trajectory
from m3bench.runs.serving import (
    THIRD_PARTY,
    ServerSet,
    learn_tools,
    mountable_servers,
    required_servers,
    server_specs,
)
from m3bench.runs.task_choice import choose_tasks
from m3bench.sabotage import with_sabotage
from m3bench.scoring import Scorer
from m3bench.servers import bundled_equivalences, bundled_schemas
from m3bench.suites import (
    Pictures,
    Suite,
    SuiteRef,
    WorldRef,
    ablate_suite,
    find_suite,
    shared_world,
    workspace_assets,
    world_of_suite,
)

_MOST_ASSET_BYTES = 256 << 20
_NAMED = 3


class ServersUnavailable(M3BenchError):
    """The servers of a task could not be started."""


class SharedServers:
    """Opens episodes. Each has its own workspace and records; servers are shared where they allow it."""

    def __init__(
        self, suite: Suite, run: RunSettings, settings: EnvironmentSettings, servers: ServerSet
    ) -> None:
        self._suite, self.settings, self._servers = suite, settings, servers
        choice = choose_tasks(suite, run)
        self.tasks = {task.id: task for task in choice.tasks}
        """The tasks by id, in the order of the suite."""
        require_measurable(settings.reward, suite.name, self.tasks.values())
        self._mode = parse_mode(settings.mode)
        self._needed = sorted(required_servers(choice.mounting))
        self._available = mountable_servers(servers, choice.mounting, self._mode)
        self._index_cache, self._assets = ToolIndexCache(), _AssetCache()
        self._scorer = _scorer(settings) if settings.reward.uses_metrics else None

    @property
    def name(self) -> str:
        """The name of the suite."""
        return self._suite.name

    def task(self, name: str | None, seed: int) -> Task:
        """Return a task by its id; without one, the seed chooses. Raise `UsageError` if there is none."""
        if name is None:
            digest = hashlib.sha256(f"task {seed}".encode()).digest()
            return list(self.tasks.values())[int.from_bytes(digest[:8], "big") % len(self.tasks)]
        if name not in self.tasks:
            alike = nearest_names(str(name)[:200], self.tasks, most=_NAMED)
            hint = f"Similar ids: {', '.join(alike)}." if alike else f"The first is {next(iter(self.tasks))}."
            raise UsageError(f"{self._suite.name} has no task {str(name)[:200]!r}.", hint)
        return self.tasks[name]

    async def open_episode(self, task: Task, seed: int, closing: AsyncExitStack) -> Episode:
        """Start an episode. Its servers and its workspace end with the stack.

        Raise `ServersUnavailable` if a server of the task does not start.
        """
        names = mount(self._mode, task, self._needed, self._available, seed).servers
        lease = await closing.enter_async_context(self._servers.open_lease(names))
        closing.callback(Workspace(lease.workspace).remove)
        fill_workspace(lease.workspace, await self._draw(task))
        before = Workspace(lease.workspace).manifest()
        host = with_user(with_sabotage(lease.host, task, lease.workspace), task)
        toolbox = await Toolbox.mount(host, index_cache=self._index_cache)
        _require_servers(task, toolbox)
        pictures = self.settings.pictures
        attempt = Attempt(
            task, toolbox, lease.workspace, seed=seed,
            shows_pictures=pictures is not Pictures.NONE, strict_format=self.settings.strict_format,
        )  # fmt: skip
        hashes = {name: item.sha256 for name, item in before.items.items() if item.sha256}
        meter = RewardMeter(self.settings.reward, task, self._scorer, pictures=pictures.show_the_task)
        check = partial(self._check, task, lease.workspace, hashes)
        clean = partial(_clean, workspace=lease.workspace)
        return Episode(EpisodeParts(task, seed, attempt, self.settings, meter, check, clean))

    async def _draw(self, task: Task) -> Mapping[str, bytes | Path]:
        known = self._assets.get(task.id)
        if known is None:
            known = await self._servers.run_in_world(partial(workspace_assets, self._suite, task))
            self._assets.put(task.id, known)
        return known

    async def _check(
        self, task: Task, workspace: Path, before: Mapping[str, str], trajectory: Trajectory
    ) -> Verdicts | None:
        if not is_checked(task):
            return None
        assets = partial(self._servers.wait_in_world, partial(workspace_assets, self._suite, task))
        world = self._servers.world
        check = partial(check_attempt, task, trajectory, workspace, before, world, assets=assets)
        return await anyio.to_thread.run_sync(check, abandon_on_cancel=True)


@asynccontextmanager
async def open_servers(
    suite: PathLike | Suite, settings: EnvironmentSettings
) -> AsyncIterator[SharedServers]:
    """Yield what the environments of a suite share. At the end, all processes and files are gone.

    Raises:
        UsageError: There is no such suite, or a server is not available.
    """
    name = str(suite) if isinstance(suite, str | Path) else suite.name
    ref = SuiteRef(name=name, families=settings.families, limit=settings.limit, pictures=settings.pictures)
    given = WorldRef() if settings.world_seed is None else WorldRef(seed=settings.world_seed)
    world = world_of_suite(ref, given)
    whole = find_suite(ref, world) if isinstance(suite, str | Path) else suite
    run = RunSettings(
        suite=ref, agent="policy", world=world, mode=settings.mode, configs=settings.configs,
        sandbox=settings.sandbox,
    )  # fmt: skip
    tasks = choose_tasks(whole, run).mounting
    specs = server_specs(run, required_servers(tasks))
    sandbox = sandbox_state(settings.sandbox).in_force
    listings = InstalledToolLists(Environments(), THIRD_PARTY)
    async with Pool(sandbox=sandbox, listings=listings) as pool:
        servers = ServerSet(pool, shared_world(whole, world), specs)
        await learn_tools(parse_mode(settings.mode), tasks, servers, say=lambda _: None)
        yield SharedServers(ablate_suite(whole, settings.pictures, 0), run, settings, servers)


class _AssetCache:
    """The files of recently used tasks, up to a number of bytes. Drawing a picture takes up to a second."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Mapping[str, bytes | Path]] = OrderedDict()
        self._bytes = 0

    def get(self, task: str) -> Mapping[str, bytes | Path] | None:
        if task in self._kept:
            self._kept.move_to_end(task)
        return self._kept.get(task)

    def put(self, task: str, assets: Mapping[str, bytes | Path]) -> None:
        self._kept[task] = assets
        self._bytes += _size(assets)
        while self._bytes > _MOST_ASSET_BYTES and len(self._kept) > 1:
            self._bytes -= _size(self._kept.popitem(last=False)[1])


def _size(assets: Mapping[str, bytes | Path]) -> int:
    return sum(len(asset) for asset in assets.values() if isinstance(asset, bytes))


def _require_servers(task: Task, toolbox: Toolbox) -> None:
    missing = [f"{name} ({toolbox.problems[name]})" for name in task.servers if name in toolbox.problems]
    if missing:
        hint = "Reset again, or choose another task."
        raise ServersUnavailable(f"Task {task.id} cannot start: {'; '.join(missing)}.", hint)


def _scorer(settings: EnvironmentSettings) -> Scorer:
    return Scorer(
        encoder=shared_encoder(settings.encoder), tools=bundled_schemas(), equivalences=bundled_equivalences()
    )


def _clean(trajectory: Trajectory, workspace: Path) -> Trajectory:
    steps = tuple(Step(tuple(map(_without_bytes, step.calls)), step.plan) for step in trajectory.steps)
    plain = redactor().value(msgspec.structs.replace(trajectory, steps=steps))
    return clean_trajectory(plain, workspace)


def _without_bytes(call: Call) -> Call:
    if call.result is None or not any(isinstance(part, Media) and part.data for part in call.result.content):
        return call
    content = tuple(map(_by_digest, call.result.content))
    return msgspec.structs.replace(call, result=Result(content, call.result.is_error, call.result.meta))


def _by_digest(part: Content) -> Content:
    if not isinstance(part, Media) or part.data is None:
        return part
    return msgspec.structs.replace(part, data=None, digest=hashlib.sha256(part.data).hexdigest())
