"""Which questions of MCPVerse can be run."""

from __future__ import annotations

import msgspec

from m3bench.core import KeyMethod, Task
from m3bench.core.text import join
from m3bench.hosting import load_catalog
from m3bench.runs.settings import RunSettings
from m3bench.runs.task_choice.reasons import Reason, configured_servers, is_bundled
from m3bench.servers import SERVERS
from m3bench.suites import SAME_SERVERS


class McpVerseServers:
    """Which servers of MCPVerse there are: configured ones, or those of the catalog that are the same.

    Most bundled servers answer from a simulated world, which the questions are not about.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._configured = configured_servers(settings)

    def with_servers(self, task: Task) -> Task:
        """Return the task with our names of its servers."""
        return msgspec.structs.replace(task, servers=tuple(self._name(server) for server in task.servers))

    def reason(self, task: Task) -> Reason | None:
        """Return why a question cannot be run here; None if it can."""
        missing = tuple(server for server in task.servers if not self._exists(server))
        if missing:
            simulated = [name for name in missing if is_bundled(name)]
            note = f" ({join(simulated)} is only there in the simulated world)" if simulated else ""
            return Reason(f"needs {join(missing)}{note}", missing)
        if task.missing_files:
            return Reason("needs files of test_data, which are not beside the questions")
        if task.answer_key is not None and task.answer_key.method is KeyMethod.SCRIPT:
            return Reason("is decided by a program that is not part of the data")
        return None

    def _name(self, server: str) -> str:
        return server if server in self._configured else SAME_SERVERS.get(server, server)

    def _exists(self, server: str) -> bool:
        name = self._name(server)
        if name in self._configured:
            return True
        if is_bundled(name):
            return not SERVERS[name].uses_world
        return name in load_catalog()
