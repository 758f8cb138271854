"""One try at one task: from a fresh workspace to a record. Writes nothing but files of the try itself."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import anyio.to_thread
import msgspec

from m3bench.agents import Agent, Attempt, BudgetSpent, Ending, Limits, Meter
from m3bench.checks import CheckError, See, Verdicts
from m3bench.core import M3BenchError, Outcome, Status, Task, Trajectory, UsageError
from m3bench.core.redaction import redactor
from m3bench.hosting import (
    CassetteMissError,
    CassetteWriter,
    Changes,
    FilteredHost,
    Manifest,
    Placeholders,
    RecordingHost,
    ReplayHost,
    Toolbox,
    ToolHost,
    ToolIndexCache,
    Workspace,
    changes,
    file_name,
    keep_workspace,
    read_cassette,
)
from m3bench.hosting.workspace import fill_workspace, redact_workspace
from m3bench.models import (
    ChatModel,
    ModelError,
    ModelIncapable,
    ModelMisconfigured,
    ModelUnavailable,
    RequestRefused,
    RequestTooLong,
    work_clock,
)
from m3bench.models.wrappers import salted
from m3bench.runs.engine.checking import checked
from m3bench.runs.engine.events import KeyWatcher, RunWatcher
from m3bench.runs.engine.masking import recordable
from m3bench.runs.serving import Mounts, ServerSet, ToolLists, perception_tools
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import Attempted, Key, RunFolder
from m3bench.suites import Pictures, Suite, workspace_assets

_NOT_THE_AGENTS = (Status.SERVER_FAILURE, Status.HARNESS_FAILURE)
_MOST_NAMED = 5
_log = logging.getLogger(__name__)


class AttemptRunner:
    """Makes attempts. Everything that attempts share is here, and nothing that one of them changes."""

    def __init__(
        self,
        *,
        settings: RunSettings,
        suite: Suite,
        agent: Agent,
        model: ChatModel | None,
        server_set: ServerSet,
        mounts: Mounts,
        folder: RunFolder,
        watcher: RunWatcher,
        timeout: float | None,
        see: See | None = None,
        answered: bool = False,
    ) -> None:
        """`answered` says whether the model has answered in this run before."""
        self._settings, self._suite, self._agent, self._model = settings, suite, agent, model
        self._outfit, self._mounts, self._folder = server_set, mounts, folder
        self._watcher, self._timeout, self._see = watcher, timeout, see
        self._shelves, self._lists = ToolIndexCache(), ToolLists(folder)
        self._answered = answered

    async def perform(self, task: Task, key: Key, number: int, meter: Meter) -> Attempted:
        """A finished try. Raises `BudgetSpent`, and errors that would befall every task."""
        began = time.monotonic()
        try:
            servers = await self._servers(task, meter)
        except ModelUnavailable as error:
            return self._unplaced(task, key, number, error)
        async with self._place(task, key, servers) as (workspace, host):
            before = workspace.manifest()
            toolbox = await Toolbox.mount(host, keep=self._folder.blobs.keep, index_cache=self._shelves)
            self._lists.keep(toolbox.tools)
            attempt = self._attempt(task, key, toolbox, workspace.path, meter)
            trajectory = self._recorded(attempt, await self._worked(attempt, toolbox), workspace.path)
            trajectory, verdicts = await self._checked(task, trajectory, workspace.path, before)
            changed = changes(before, workspace.manifest())
            if redact_workspace(workspace.path, (*changed.added, *changed.changed)):
                changed = changes(before, workspace.manifest())
        kept = await self._kept(workspace.path, key, changed)
        return Attempted(
            task_id=key.task_id,
            epoch=key.epoch,
            number=number,
            seconds=round(time.monotonic() - began, 3),
            waited=round(attempt.waited, 3),
            trajectory=trajectory,
            changes=changed,
            workspace=kept,
            verdicts=verdicts,
        )

    async def _servers(self, task: Task, meter: Meter) -> Sequence[str]:
        """Those that the mode of mounting gives, which may ask the model; none where calls are replayed."""
        if self._settings.replay:
            return ()
        return (await self._mounts.servers(task, self._request(task), meter)).servers

    def _unplaced(self, task: Task, key: Key, number: int, error: ModelUnavailable) -> Attempted:
        """The provider's failure, before the agent could begin."""
        trajectory = Trajectory(
            task_id=task.id,
            family=task.family,
            request=self._request(task),
            agent=self._agent.name,
            model=self._model.name if self._model is not None else None,
            status=Status.HARNESS_FAILURE,
            extra={"provider": True, "reason": error.message},
        )
        return Attempted(task_id=key.task_id, epoch=key.epoch, number=number, trajectory=trajectory)

    @asynccontextmanager
    async def _place(
        self, task: Task, key: Key, names: Sequence[str]
    ) -> AsyncIterator[tuple[Workspace, ToolHost]]:
        """A workspace with the task's files, and the servers of these names."""
        async with AsyncExitStack() as stack:
            path, host = await stack.enter_async_context(self._outfit.lease(names))
            fill_workspace(path, workspace_assets(self._suite, task))
            host = self._taped(host, path, f"{file_name(task.id)}-{key.epoch}.cassette", stack)
            if self._settings.without_perception:
                host = FilteredHost(host, perception_tools())
            try:
                yield Workspace(path), host
            except BaseException:
                Workspace(path).remove()
                raise

    def _taped(self, host: ToolHost, workspace: Path, name: str, stack: AsyncExitStack) -> ToolHost:
        """The host itself; or one that records it, or one that replays a record of it."""
        replayed, recorded = self._settings.replay, self._settings.record
        if replayed:
            return ReplayHost(read_cassette(Path(replayed, name)), Placeholders.of_workspace(workspace))
        if not recorded:
            return host
        cassette = Path(recorded, name)
        cassette.unlink(missing_ok=True)  # of a try that was not finished
        writer = stack.enter_context(CassetteWriter(cassette))
        return RecordingHost(host, writer, Placeholders.of_workspace(workspace))

    def _request(self, task: Task) -> str:
        chosen = task.fuzzy_request if self._settings.suite.fuzzy else task.request
        return chosen or task.request or task.fuzzy_request or ""

    def _attempt(self, task: Task, key: Key, toolbox: Toolbox, workspace: Path, meter: Meter) -> Attempt:
        settings = self._settings
        return Attempt(
            task,
            toolbox,
            workspace,
            request=self._request(task),
            model=_of_epoch(self._model, key.epoch),
            settings=settings.model.settings,
            limits=Limits(max_steps=settings.max_steps, max_concurrent=settings.max_concurrent),
            seed=settings.seed + key.epoch - 1,
            watcher=KeyWatcher(self._watcher, key),
            meter=meter,
            siblings=self._siblings(task),
            shows_pictures=settings.suite.pictures is not Pictures.NONE,
        )

    def _siblings(self, task: Task) -> tuple[Task, ...]:
        """The other tasks of the family in the suite, whether or not they are run."""
        if task.family is None:
            return ()
        return tuple(each for each in self._suite.tasks if each.family == task.family and each.id != task.id)

    async def _worked(self, attempt: Attempt, toolbox: Toolbox) -> Ending:
        """Let the agent work, and judge whose doing its end was."""
        lacking = {name: toolbox.problems[name] for name in attempt.task.servers if name in toolbox.problems}
        if lacking:
            told = "; ".join(f"{name}: {problem}" for name, problem in lacking.items())
            return Ending(status=Status.SERVER_FAILURE, reason=f"not served: {told}")
        ending = await self._solved(attempt)
        faults = [
            call for step in attempt.steps for call in step.calls if call.outcome is Outcome.SERVER_FAULT
        ]
        if faults and ending.status is not Status.HARNESS_FAILURE:
            said = faults[0].result.text if faults[0].result else ""
            reason = f"{len(faults)} calls failed in the server, first {faults[0].name}: {said}"
            return msgspec.structs.replace(ending, status=Status.SERVER_FAILURE, reason=reason)
        return ending

    async def _solved(self, attempt: Attempt) -> Ending:
        try:
            return await self._solved_in_time(attempt)
        except RequestTooLong as error:
            return Ending(status=Status.AGENT_FAILURE, reason=error.message)
        except ModelIncapable as error:
            if error.capability != "context" or not self._answered:
                raise
            # Other tasks fit: this one is too much for the model.
            return Ending(status=Status.AGENT_FAILURE, reason=error.message)
        except (BudgetSpent, ModelMisconfigured, UsageError):
            raise
        except (ModelUnavailable, RequestRefused) as error:
            note = "refused" if isinstance(error, RequestRefused) else "provider"
            return _unanswered(attempt, error.message, note)
        except (ModelError, CassetteMissError) as error:
            return Ending(status=Status.HARNESS_FAILURE, reason=error.message)
        except (M3BenchError, OSError):
            raise
        except Exception as bug:  # noqa: BLE001 - a bug on one task must not end the others
            _log.debug("the attempt at %s failed", attempt.task.id, exc_info=True)
            return Ending(
                status=Status.HARNESS_FAILURE, reason=f"failed inside: {type(bug).__name__}: {bug}"[:500]
            )

    async def _solved_in_time(self, attempt: Attempt) -> Ending:
        with work_clock(self._timeout) as clock:
            try:
                return await self._agent.solve(attempt)
            finally:
                attempt.waited = clock.waited
                self._answered |= attempt.replies > 0
        return self._out_of_time(attempt)

    def _out_of_time(self, attempt: Attempt) -> Ending:
        """The agent's doing, unless its model never said a word."""
        reason = f"not done after {self._timeout:g} s (--task-timeout)"
        if attempt.requests and not attempt.replies:
            return _unanswered(attempt, f"{reason}, and the model never replied")
        return Ending(status=Status.OUT_OF_BUDGET, reason=reason)

    def _recorded(self, attempt: Attempt, ending: Ending, workspace: Path) -> Trajectory:
        trajectory = attempt.trajectory(ending, agent=self._agent.name)
        trajectory = self._folder.blobs.without_bytes(redactor().value(trajectory))
        return recordable(trajectory, workspace)

    async def _checked(
        self, task: Task, trajectory: Trajectory, workspace: Path, before: Manifest
    ) -> tuple[Trajectory, Verdicts | None]:
        """What the task's checks say of the outcome. A check that breaks is a failure of the harness."""
        if not task.extra.get("checks") or trajectory.status in _NOT_THE_AGENTS:
            return trajectory, None
        hashes = {name: item.sha256 for name, item in before.items.items() if item.sha256}
        try:
            verdicts = await anyio.to_thread.run_sync(
                partial(checked, task, trajectory, workspace, hashes, self._outfit.world, see=self._see),
                abandon_on_cancel=True,
            )
        except CheckError as error:
            extra = {**trajectory.extra, "reason": error.message}
            failed = msgspec.structs.replace(trajectory, status=Status.HARNESS_FAILURE, extra=extra)
            return failed, None
        return trajectory, verdicts

    async def _kept(self, workspace: Path, key: Key, changed: Changes) -> str | None:
        """A workspace in which something happened is kept; one that is as it was is not."""
        if not changed:
            Workspace(workspace).remove()
            return None
        target = self._folder.workspaces / f"{file_name(key.task_id)}-{key.epoch}"
        left_out = await anyio.to_thread.run_sync(keep_workspace, workspace, target)
        if left_out:
            names = ", ".join(left_out[:_MOST_NAMED])
            self._watcher.said(f"{key.task_id}: not kept of its workspace: {names}")
        return target.relative_to(self._folder.path).as_posix()


def _unanswered(attempt: Attempt, reason: str, note: str = "provider") -> Ending:
    attempt.notes[note] = True
    return Ending(status=Status.HARNESS_FAILURE, reason=reason)


def _of_epoch(model: ChatModel | None, epoch: int) -> ChatModel | None:
    """Attempts at the same task ask the same: a cache must tell their epochs apart."""
    return model if model is None or epoch == 1 else salted(model, f"epoch {epoch}")
