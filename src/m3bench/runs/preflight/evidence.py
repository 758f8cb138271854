"""What was observed while an agent worked on a probe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from m3bench.core import Step, Usage
from m3bench.models import ChatModel, Reply, Request


class ObservedModel:
    """Keeps the requests to a model."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.requests: list[Request] = []

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        self.requests.append(request)
        return await self._model.ask(request)


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt at a probe, seen from the server and from the model."""

    served: tuple[str, ...] = ()
    """The names under which tools are offered in native calls, and served by the gateway."""
    mounted: tuple[str, ...] = ()
    """The full names of the same tools."""
    steps: tuple[Step, ...] = ()
    answer: str = ""
    reason: str = ""
    """Why the attempt ended without an answer, or early."""
    advice: str = ""
    requests: tuple[Request, ...] | None = None
    """What was sent to the model; None if only the agent knows."""
    client: str | None = None
    """The name of a program's MCP client; None if none connected."""
    is_listed: bool = True
    """Whether the client of a program asked for the tools."""
    is_outage: bool = False
    """Whether the provider of the model failed."""
    refuses_tools: bool = False
    """Whether the endpoint refuses every request that has tools."""
    stopped_after: float | None = None
    """Seconds from the end of a cancelled attempt to the end of its call at the server."""
    usage: Usage | None = None
    seconds: float = 0.0

    @property
    def called(self) -> tuple[str, ...]:
        """All names that calls used."""
        return tuple(dict.fromkeys(call.name for step in self.steps for call in step.calls))

    @property
    def unknown(self) -> tuple[str, ...]:
        """Names that no tool has. An unreadable call has none."""
        return tuple(name for name in self.called if name and name not in self.mounted)

    @property
    def seen(self) -> tuple[str, ...] | None:
        """The names under which the model got the tools; None if only the agent knows."""
        if self.requests is None:
            return None
        return tuple(dict.fromkeys(_names_in(self.requests, self.served, self.mounted)))


def _names_in(requests: Iterable[Request], served: Sequence[str], mounted: Sequence[str]) -> Iterable[str]:
    for request in requests:
        yield from (offer.name for offer in request.tools if offer.name in served)
        contents = (getattr(message, "content", None) or (message,) for message in request.messages)
        text = "\n".join(getattr(part, "text", "") for parts in contents for part in parts)
        if not request.tools:
            yield from (name for name in (*mounted, *served) if name in text)
