"""Set up what makes the attempts of a run, in the process of the run or in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from m3bench.agents import Agent
from m3bench.checks import See
from m3bench.core import USER_SERVER, Task, UsageError
from m3bench.encoders import shared_encoder
from m3bench.hosting import ServerSpec, parse_mode
from m3bench.hosting.mounting import MountKind
from m3bench.models import ChatModel
from m3bench.runs.engine import AttemptRunner, RunWatcher
from m3bench.runs.models import RecordedModel
from m3bench.runs.serving import Mounts, ServerSet, learn_tools, mountable_servers
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import RunFolder
from m3bench.suites import Suite


@dataclass(frozen=True, kw_only=True)
class RunnerSetup:
    """What all attempts of a run share."""

    settings: RunSettings
    limits: RunLimits
    suite: Suite
    agent: Agent
    tasks: Sequence[Task]
    mounting: Sequence[Task]
    """The tasks whose servers are mounted."""
    specs: Sequence[ServerSpec]
    """Servers of the configuration files."""
    folder: RunFolder
    server_set: ServerSet
    watcher: RunWatcher

    async def make_runner(
        self, model: ChatModel | None, see: See | None, *, user_model: ChatModel | None = None
    ) -> AttemptRunner:
        """Return what makes attempts. May start servers to learn their tools.

        Raises `UsageError` if a server has the name of the user.
        """
        self._require_name_of_user()
        mode = parse_mode(self.settings.mode)
        retrieves = mode.kind is MountKind.RETRIEVE
        if retrieves or mode.kind is MountKind.MAX:
            await learn_tools(mode, self.mounting, self.server_set, say=self.watcher.said)
        mounts = Mounts(
            mode,
            self.mounting,
            mountable_servers(self.server_set, self.mounting, mode),
            seed=self.settings.seed,
            encoder=shared_encoder(self.settings.encoder) if retrieves else None,
            model=RecordedModel(model, "retrieval") if model is not None else None,
        )
        return AttemptRunner(self, mounts, model, see, user_model)

    def _require_name_of_user(self) -> None:
        taken = any(spec.name == USER_SERVER for spec in self.specs)
        if taken and any(task.user is not None for task in self.tasks):
            raise UsageError(
                f"A server is named {USER_SERVER!r}, as the users of tasks are.",
                "Rename it in its configuration.",
            )
