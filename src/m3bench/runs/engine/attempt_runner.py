"""One try at one task: from a fresh workspace to a record."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread
import msgspec

from m3bench.agents import Attempt, BudgetSpent, ContentFitter, ContextWindow, Ending, Limits, Meter
from m3bench.agents.user import ModelUser, solution_values, with_user
from m3bench.checks import CheckError, See, Verdicts, is_checked
from m3bench.core import NO_USER, M3BenchError, Outcome, Status, Task, Trajectory, UsageError, iter_calls
from m3bench.core.redaction import redactor
from m3bench.hosting import (
    CassetteMissError,
    CassetteWriter,
    Changes,
    FilteredHost,
    Manifest,
    MountSize,
    OverQuota,
    Placeholders,
    RecordingHost,
    ReplayHost,
    Toolbox,
    ToolHost,
    ToolIndexCache,
    Workspace,
    file_name,
    read_cassette,
)
from m3bench.hosting.workspace import fill_workspace
from m3bench.models import (
    ChatModel,
    ModelError,
    ModelIncapable,
    ModelMisconfigured,
    ModelUnavailable,
    ReplyTooSlow,
    RequestRefused,
    RequestTooLong,
    accepted_types,
    work_clock,
)
from m3bench.models.wrappers import salted
from m3bench.runs.engine.checks import check_attempt
from m3bench.runs.engine.events import AttemptWatcher
from m3bench.runs.engine.failures import Progress
from m3bench.runs.engine.memory import MemoryKeeper
from m3bench.runs.engine.trajectory import clean_trajectory
from m3bench.runs.engine.workspaces import WorkspaceKeeper, over_quota, solve_within_quota
from m3bench.runs.models import RecordedModel, Recorder, UserModel, describe_media, known_window
from m3bench.runs.serving import Mounts, ServerLease, ToolLists, perception_tools
from m3bench.runs.store import USER_MODEL, FinishedAttempt, Key
from m3bench.sabotage import with_sabotage
from m3bench.suites import Pictures, ablate_suite, workspace_assets

if TYPE_CHECKING:
    from m3bench.runs.runner_setup import RunnerSetup

_EXTERNAL_FAILURES = (Status.SERVER_FAILURE, Status.HARNESS_FAILURE, Status.DOES_NOT_FIT)


class AttemptRunner:
    """Makes attempts. Holds what attempts share; no attempt changes it."""

    def __init__(
        self,
        shared: RunnerSetup,
        mounts: Mounts,
        model: ChatModel | None,
        see: See | None,
        user: ChatModel | None,
    ) -> None:
        """Make a runner. `model` is that of the agent, `user` plays the users of tasks, if rules do not."""
        settings = shared.settings
        self._settings, self._agent, self._server_set = settings, shared.agent, shared.server_set
        self._suite = ablate_suite(shared.suite, settings.suite.pictures, settings.seed)
        self._folder, self._watcher, self._timeout = shared.folder, shared.watcher, shared.limits.task_timeout
        self._model = RecordedModel(model, "agent") if model is not None else None
        self._mounts, self._see, self._user_model = mounts, see, user
        self._index_cache, self._lists = ToolIndexCache(), ToolLists(shared.folder)
        self._hints: set[str] = set()
        self._window = ContextWindow(known_window(settings.model, model))
        self._memory = MemoryKeeper()
        self._keeper = WorkspaceKeeper(shared.folder, settings.resource_limits, shared.watcher.said)
        self._fitter = ContentFitter(accepted_types(settings.model), describe_media)

    async def run(self, task: Task, key: Key, number: int, meter: Meter) -> FinishedAttempt:
        """Make one try at a task.

        Raises:
            BudgetSpent: The budget of the run is used up.
            M3BenchError: An error that every other task would run into as well.
        """
        recorder = Recorder()
        progress = Progress(self._folder, task, key, number, agent=self._agent.name)
        try:
            with recorder.recording():
                record = await self._run(progress, meter, recorder)
            progress.trajectory = record.trajectory
            transcript = await anyio.to_thread.run_sync(recorder.store, self._folder.blobs)
        except Exception as error:  # noqa: BLE001 - of one attempt, which must not end the others
            return progress.failed(error)
        return msgspec.structs.replace(record, transcript=transcript, reply_seconds=recorder.seconds)

    async def _run(self, progress: Progress, meter: Meter, recorder: Recorder) -> FinishedAttempt:
        task, key, number = progress.task, progress.key, progress.number
        start = time.monotonic()
        try:
            servers = await self._servers(task, meter)
        except ModelUnavailable as error:
            model = self._model.name if self._model is not None else None
            known = msgspec.structs.replace(progress.bare(), request=self._request(task), model=model)
            return progress.ended(known, provider=True, reason=error.message)
        user = self._user(task, key, meter)
        async with self._lease(task, key, servers, user) as (workspace, host, lease):
            recorder.workspace = progress.workspace = workspace.path
            before = await self._keeper.given(task, workspace)
            toolbox = await Toolbox.mount(host, keep=self._folder.blobs.keep, index_cache=self._index_cache)
            self._lists.keep(toolbox.tools)
            attempt = progress.attempt = self._attempt(task, key, toolbox, workspace.path, meter)
            solve = partial(self._solve_and_classify, progress, attempt, toolbox, user)
            ending = await solve_within_quota(solve, attempt, self._settings.resource_limits)
            trajectory = progress.trajectory = self._record(attempt, ending, workspace.path)
            trajectory, verdicts = await self._check(progress, trajectory, workspace.path, before)
            try:
                changed = await self._keeper.changes(trajectory, before, workspace)
            except OverQuota as error:  # it grew during the checks
                trajectory, changed = over_quota(trajectory, error.message), Changes()
                trajectory, verdicts = await self._check(progress, trajectory, workspace.path, before)
            is_kept = trajectory.status is not Status.OVER_QUOTA and (changed or workspace.has_records)
        stored = await self._keeper.keep(workspace, key) if is_kept else None
        if not is_kept:
            await anyio.to_thread.run_sync(workspace.remove)
        self._memory.release()
        size = MountSize(len({tool.server for tool in toolbox.tools}), len(toolbox.tools), toolbox.tokens)
        return FinishedAttempt(
            task_id=key.task_id,
            epoch=key.epoch,
            number=number,
            seconds=round(time.monotonic() - start, 3),
            waited=round(attempt.waited, 3),
            trajectory=trajectory,
            changes=changed,
            workspace=stored,
            verdicts=verdicts,
            mounted=size if servers else None,
            started=lease.started,
        )

    async def _servers(self, task: Task, meter: Meter) -> Sequence[str]:
        """Return the servers to mount; none if calls are replayed. May ask the model."""
        if self._settings.replay:
            return ()
        return (await self._mounts.servers(task, self._request(task), meter)).servers

    @asynccontextmanager
    async def _lease(
        self, task: Task, key: Key, names: Sequence[str], user: UserModel | None
    ) -> AsyncIterator[tuple[Workspace, ToolHost, ServerLease]]:
        """Yield a workspace with the task's files, and a host of the named servers."""
        async with AsyncExitStack() as stack:
            lease = await stack.enter_async_context(self._server_set.open_lease(names))
            path = lease.workspace
            draw = partial(workspace_assets, self._suite, task)
            assets = await self._server_set.run_in_world(draw)
            await anyio.to_thread.run_sync(fill_workspace, path, assets)
            host = self._record_or_replay(
                self._with_user(with_sabotage(lease.host, task, path), task, user),
                path,
                f"{file_name(task.id)}-{key.epoch}.cassette",
                stack,
            )
            if self._settings.without_perception:
                host = FilteredHost(host, perception_tools())
            try:
                yield Workspace(path), host, lease
            except BaseException:
                with anyio.CancelScope(shield=True):
                    await anyio.to_thread.run_sync(Workspace(path).remove)
                raise

    def _user(self, task: Task, key: Key, meter: Meter) -> UserModel | None:
        """Return the model that plays the user in this try; None if none does."""
        model = _model_of_epoch(self._user_model, key.epoch)
        return None if model is None or task.user is None else UserModel(RecordedModel(model, "user"), meter)

    def _with_user(self, host: ToolHost, task: Task, model: UserModel | None) -> ToolHost:
        """Add the user of the task. Replayed users are in the cassette."""
        if task.user is None or self._settings.user == NO_USER or self._settings.replay:
            return host
        if model is None:
            return with_user(host, task)
        solution, request = solution_values(task), self._request(task)
        return with_user(host, task, ModelUser(model, task.user, task.id, solution=solution, request=request))

    def _record_or_replay(
        self, host: ToolHost, workspace: Path, name: str, stack: AsyncExitStack
    ) -> ToolHost:
        """Wrap the host so that its calls are recorded or replayed, if the settings ask for it."""
        replayed, recorded = self._settings.replay, self._settings.record
        if replayed:
            return ReplayHost(read_cassette(Path(replayed, name)), Placeholders.of_workspace(workspace))
        if not recorded:
            return host
        cassette = Path(recorded, name)
        cassette.unlink(missing_ok=True)  # of an unfinished try
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
            model=_model_of_epoch(self._model, key.epoch),
            settings=settings.model.settings,
            limits=Limits(max_steps=settings.max_steps, max_concurrent=settings.max_concurrent),
            seed=settings.seed + key.epoch - 1,
            watcher=AttemptWatcher(self._watcher, key),
            meter=meter,
            siblings=self._siblings(task),
            shows_pictures=settings.suite.pictures is not Pictures.NONE,
            fitter=self._fitter,
            strict_format=settings.strict_format,
            window=self._window,
        )

    def _siblings(self, task: Task) -> tuple[Task, ...]:
        """Return the other tasks of the family in the suite, also those that are not run."""
        if task.family is None:
            return ()
        same = (other for other in self._suite.tasks if other.family == task.family)
        return tuple(other for other in same if other.id != task.id)

    async def _solve_and_classify(
        self, progress: Progress, attempt: Attempt, toolbox: Toolbox, user: UserModel | None
    ) -> Ending:
        """Run the agent; report a failure if a server was missing or failed, or the model of the user."""
        missing = {name: toolbox.problems[name] for name in attempt.task.servers if name in toolbox.problems}
        if missing:
            problems = "; ".join(f"{name}: {problem}" for name, problem in missing.items())
            return Ending(status=Status.SERVER_FAILURE, reason=f"servers unavailable: {problems}")
        ending = await self._solve(attempt, progress)
        if user is not None:
            user.raise_failure()
            attempt.notes[USER_MODEL] = user.note()
            if user.outage is not None:
                return _provider_ending(attempt, f"the user did not reply: {user.outage}")
        faults = [call for _, call in iter_calls(attempt.steps) if call.outcome is Outcome.SERVER_FAULT]
        if faults and ending.status is not Status.HARNESS_FAILURE:
            message = faults[0].result.text if faults[0].result else ""
            reason = f"{len(faults)} calls failed in the server, first {faults[0].name}: {message}"
            return msgspec.structs.replace(ending, status=Status.SERVER_FAILURE, reason=reason)
        return ending

    async def _solve(self, attempt: Attempt, progress: Progress) -> Ending:
        try:
            return await self._solve_in_time(attempt)
        except (RequestTooLong, ReplyTooSlow) as error:
            return Ending(status=Status.AGENT_FAILURE, reason=error.message)
        except ModelIncapable as error:
            if error.capability != "context":
                raise
            self._say_once(error.hint)
            return Ending(status=Status.DOES_NOT_FIT, reason=error.message)
        except (BudgetSpent, ModelMisconfigured, UsageError):
            raise
        except (ModelUnavailable, RequestRefused) as error:
            note = "refused" if isinstance(error, RequestRefused) else "provider"
            return _provider_ending(attempt, error.message, note)
        except (ModelError, CassetteMissError) as error:
            return Ending(status=Status.HARNESS_FAILURE, reason=error.message)
        except (M3BenchError, OSError):
            raise
        except Exception as bug:  # noqa: BLE001 - a bug on one task must not end the others
            return Ending(status=Status.HARNESS_FAILURE, reason=progress.note(bug))

    async def _solve_in_time(self, attempt: Attempt) -> Ending:
        with work_clock(self._timeout) as clock:
            try:
                return await self._agent.solve(attempt)
            finally:
                attempt.waited = clock.waited
        return self._time_out(attempt)

    def _say_once(self, hint: str | None) -> None:
        if hint is not None and hint not in self._hints:
            self._hints.add(hint)
            self._watcher.said(f"a task does not fit into the model. {hint}")

    def _time_out(self, attempt: Attempt) -> Ending:
        """Blame the agent, unless its model never replied."""
        reason = f"timed out after {self._timeout:g} s (--task-timeout)"
        if attempt.requests and not attempt.replies:
            return _provider_ending(attempt, f"{reason}, and the model never replied")
        return Ending(status=Status.OUT_OF_BUDGET, reason=reason)

    def _record(self, attempt: Attempt, ending: Ending, workspace: Path) -> Trajectory:
        trajectory = attempt.trajectory(ending, agent=self._agent.name)
        trajectory = self._folder.blobs.without_bytes(redactor().value(trajectory))
        return clean_trajectory(trajectory, workspace)

    async def _check(
        self, progress: Progress, trajectory: Trajectory, workspace: Path, before: Manifest
    ) -> tuple[Trajectory, Verdicts | None]:
        """Run the task's checks. A check that raises makes the attempt a harness failure."""
        task = progress.task
        if not is_checked(task) or trajectory.status in _EXTERNAL_FAILURES:
            return trajectory, None
        hashes = {name: item.sha256 for name, item in before.items.items() if item.sha256}
        world, see = self._server_set.world, self._see
        assets = partial(self._server_set.wait_in_world, partial(workspace_assets, self._suite, task))
        check = partial(check_attempt, task, trajectory, workspace, hashes, world, see=see, assets=assets)
        try:
            verdicts = await anyio.to_thread.run_sync(check, abandon_on_cancel=True)
        except CheckError as error:
            extra = {**trajectory.extra, "reason": f"{error.message} (traceback: {progress.write(error)})"}
            failed = msgspec.structs.replace(trajectory, status=Status.HARNESS_FAILURE, extra=extra)
            return failed, None
        return trajectory, verdicts


def _provider_ending(attempt: Attempt, reason: str, note: str = "provider") -> Ending:
    attempt.notes[note] = True
    return Ending(status=Status.HARNESS_FAILURE, reason=reason)


def _model_of_epoch(model: ChatModel | None, epoch: int) -> ChatModel | None:
    """Salt requests by epoch. Otherwise a cache would give every epoch the same replies."""
    return model if model is None or epoch == 1 else salted(model, f"epoch {epoch}")
