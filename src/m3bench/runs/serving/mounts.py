"""Select the servers that each task of a run mounts."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from m3bench.agents import Meter
from m3bench.agents.parsing import Unreadable, read_json
from m3bench.core import Task, Text
from m3bench.encoders import Encoder
from m3bench.hosting import MountedServers, MountMode, Retriever, ServerInfo, mount
from m3bench.models import ChatModel, ReplyTooSlow, Request, Settings, System, User
from m3bench.runs.serving.needs import MAX_NEEDS, request_needs

_MAX_NEED_LENGTH = 300


class Mounts:
    """Applies a mounting mode to the tasks of a suite."""

    def __init__(
        self,
        mode: MountMode,
        tasks: Sequence[Task],
        available: dict[str, ServerInfo],
        *,
        seed: int,
        encoder: Encoder | None = None,
        model: ChatModel | None = None,
    ) -> None:
        self._mode, self._available, self._seed, self._model = mode, available, seed, model
        self._suite_servers = sorted({server for task in tasks for server in task.servers})
        self._retriever = Retriever(encoder, available.values()) if encoder else None

    async def servers(self, task: Task, request: str, meter: Meter) -> MountedServers:
        """Return the servers for a task. Retrieval first asks the model what it needs."""
        needs = await self._needs(task, request, meter) if self._retriever else ()
        return mount(
            self._mode,
            task,
            self._suite_servers,
            self._available,
            self._seed,
            retriever=self._retriever,
            needs=needs,
        )

    async def _needs(self, task: Task, request: str, meter: Meter) -> Sequence[str]:
        """Ask the model for its needs. Fall back to those that the request states and implies."""
        stated = request_needs(request, task)
        if self._model is None:
            return stated
        meter.check()
        prompt = System(_prompt()), User((Text(request),))
        try:
            reply = await self._model.ask(Request(prompt, (), Settings(temperature=0.0)))
        except ReplyTooSlow:
            return stated
        meter.add(reply.usage)
        listed = read_json(reply.text)
        if isinstance(listed, Unreadable) or not isinstance(listed, list):
            return stated
        needs = [need[:_MAX_NEED_LENGTH] for need in listed if isinstance(need, str) and need.strip()]
        return needs[:MAX_NEEDS] or stated


def _prompt() -> str:
    return files("m3bench.runs.serving").joinpath("needs.md").read_text(encoding="utf-8")
