"""Which tasks of MCP-Bench can be run."""

from __future__ import annotations

from m3bench.core import Task
from m3bench.core.text import join
from m3bench.hosting import load_catalog
from m3bench.runs.settings import RunSettings
from m3bench.runs.task_choice.reasons import Reason, configured_servers, is_bundled
from m3bench.servers import SERVERS
from m3bench.suites import WorldNeed, world_needs


class McpBenchServers:
    """Which servers of MCP-Bench there are: configured ones, bundled ones, and those of plugins.

    A bundled server answers from a simulated world. Tasks that ask it for something that this world does not
    have are left out; with a configured server in its place they are run.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._configured = configured_servers(settings)

    def reason(self, task: Task) -> Reason | None:
        """Return why a task cannot be run here; None if it can."""
        missing = tuple(server for server in task.servers if not self._exists(server))
        if missing:
            return Reason(f"needs {join(missing)} (neither bundled nor configured)", missing)
        unmet = [
            need for need in world_needs().get(task.id, ()) if need.missing and self._concerns(need, task)
        ]
        if not unmet:
            return None
        servers = tuple(dict.fromkeys(need.server for need in unmet))
        return Reason("; ".join(need.reason for need in unmet), servers)

    def _exists(self, server: str) -> bool:
        return server in self._configured or server in SERVERS or server in load_catalog()

    def _concerns(self, need: WorldNeed, task: Task) -> bool:
        """Return whether it is a bundled server that the task would ask."""
        return need.server in task.servers and need.server not in self._configured and is_bundled(need.server)
