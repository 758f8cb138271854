"""Resources and prompts of the servers behind a gateway."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp import MCPError
from pydantic import TypeAdapter, ValidationError

from m3bench.core import Call, Media, Text
from m3bench.hosting.gateway.content import blocks, resource_contents
from m3bench.hosting.gateway.gateway import Gateway
from m3bench.hosting.host import Rejection, ServerFault
from m3bench.hosting.server import Server
from m3bench.hosting.spec import Feature
from m3bench.hosting.toolbox import Aliases

if TYPE_CHECKING:
    from m3bench.hosting.session import Offers

_Entries = list[tuple[Server, dict[str, Any]]]
_RESOURCE: TypeAdapter[types.Resource] = TypeAdapter(types.Resource)
_TEMPLATE: TypeAdapter[types.ResourceTemplate] = TypeAdapter(types.ResourceTemplate)
_PROMPT: TypeAdapter[types.Prompt] = TypeAdapter(types.Prompt)


class GatewayOffers:
    """What the servers offer besides tools. A server that fails offers nothing.

    Resources keep their URIs; of two servers with the same, the first counts. Prompts are named like tools.
    Reading is recorded like a call of `server/read_resource` or `server/get_prompt`.
    """

    def __init__(self, gateway: Gateway, *, plain_names: bool = False) -> None:
        self._gateway, self._plain = gateway, plain_names
        offering: tuple[Server, ...] = gateway.toolbox.offering
        self._resources = [server for server in offering if server.spec.allows(Feature.RESOURCES)]
        self._prompts = [server for server in offering if server.spec.allows(Feature.PROMPTS)]
        self._owner: dict[str, Server] = {}

    @property
    def has_resources(self) -> bool:
        return bool(self._resources)

    @property
    def has_prompts(self) -> bool:
        return bool(self._prompts)

    async def resources(self) -> list[types.Resource]:
        listed = await _gathered(self._resources, lambda offers: offers.resources())
        for server, entry in listed:
            self._owner.setdefault(entry["uri"], server)
        return _valid(_RESOURCE, [entry for server, entry in listed if self._owner[entry["uri"]] is server])

    async def templates(self) -> list[types.ResourceTemplate]:
        listed = await _gathered(self._resources, lambda offers: offers.templates())
        return _valid(_TEMPLATE, [entry for _, entry in listed])

    async def read(self, uri: str) -> types.ReadResourceResult:
        """Read a resource from the server that lists it, else from the first that has it."""
        owner = self._owner.get(uri)
        candidates = self._resources if owner is None else [owner]
        problem = f"Resource not found: {uri[:200]}"
        for server in candidates:
            work = partial(_read, server, uri)
            done = await self._gateway.record_other(Call(f"{server.name}/read_resource", {"uri": uri}), work)
            if not _failed(done):
                return types.ReadResourceResult(contents=_contents(done, uri))
            problem = done.result.text if done.result is not None else problem
        raise MCPError(types.INVALID_PARAMS, problem[:1_000], {"uri": uri[:200]})

    async def prompts(self) -> list[types.Prompt]:
        return [
            prompt.model_copy(update={"name": alias}) for alias, (_, prompt) in (await self._named()).items()
        ]

    async def prompt(self, alias: str, arguments: dict[str, str]) -> types.GetPromptResult | None:
        """Return a prompt; None if no server has it."""
        named = (await self._named()).get(alias)
        if named is None:
            return None
        server, prompt = named
        given = {"name": prompt.name, "arguments": arguments}
        work = partial(_prompt, server, prompt.name, arguments)
        done = await self._gateway.record_other(Call(f"{server.name}/get_prompt", given), work)
        if _failed(done) or done.result is None:
            raise MCPError(types.INVALID_PARAMS, done.result.text[:1_000] if done.result else "failed")
        messages = [types.PromptMessage(role="user", content=block) for block in blocks(done.result.content)]
        return types.GetPromptResult(description=prompt.description, messages=messages)

    async def complete(self, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Complete an argument with the server that has the prompt or the template."""
        ref = params.ref
        if isinstance(ref, types.PromptReference):
            named = (await self._named()).get(ref.name)
            owners = [] if named is None else [named[0]]
            own = None if named is None else ref.model_copy(update={"name": named[1].name})
            params = params.model_copy(update={"ref": own})
        else:
            owners = self._resources
        for server in owners:
            try:
                return await server.use_offers(partial(_complete, server, params))
            except (ServerFault, Rejection):
                continue
        return types.CompleteResult(completion=types.Completion(values=[]))

    async def _named(self) -> dict[str, tuple[Server, types.Prompt]]:
        entries = await _gathered(self._prompts, lambda offers: offers.prompts())
        listed = [(server, prompt) for server, entry in entries for prompt in _valid(_PROMPT, [entry])]
        full = {f"{server.name}/{prompt.name}": (server, prompt) for server, prompt in listed}
        names = [prompt.name for _, prompt in full.values()]
        if self._plain and len(set(names)) == len(names):
            return {prompt.name: (server, prompt) for server, prompt in full.values()}
        aliases = Aliases(full)
        return {aliases.alias(name): entry for name, entry in full.items()}


async def _gathered(
    servers: list[Server], listing: Callable[[Offers], Awaitable[list[dict[str, Any]]]]
) -> _Entries:
    """List something of all servers at once, in their order."""
    entries: dict[str, list[dict[str, Any]]] = {}

    async def ask(server: Server) -> None:
        try:
            entries[server.name] = await server.use_offers(listing)
        except (ServerFault, Rejection):
            entries[server.name] = []

    async with anyio.create_task_group() as tasks:
        for server in servers:
            tasks.start_soon(ask, server)
    return [(server, entry) for server in servers for entry in entries[server.name]]


async def _read(server: Server, uri: str) -> Any:
    return await server.use_offers(lambda offers: offers.read_resource(uri, server.spec.timeouts.call))


async def _prompt(server: Server, name: str, arguments: dict[str, str]) -> Any:
    seconds = server.spec.timeouts.call
    return await server.use_offers(lambda offers: offers.get_prompt(name, arguments, seconds))


async def _complete(server: Server, params: types.CompleteRequestParams, offers: Offers) -> Any:
    if not offers.has_completions:
        return types.CompleteResult(completion=types.Completion(values=[]))
    return await offers.complete(params, server.spec.timeouts.call)


def _failed(call: Call) -> bool:
    return call.result is None or call.result.is_error


def _contents(call: Call, uri: str) -> list[types.TextResourceContents | types.BlobResourceContents]:
    parts = call.result.content if call.result is not None else ()
    contents: list[types.TextResourceContents | types.BlobResourceContents] = []
    for part in parts:
        if isinstance(part, Text):
            contents.append(types.TextResourceContents(uri=uri, mime_type="text/plain", text=part.text))
        elif isinstance(part, Media):
            contents.append(resource_contents(part))
    return contents


def _valid(adapter: TypeAdapter[Any], entries: list[dict[str, Any]]) -> list[Any]:
    """Return the entries that are valid: one invalid entry would make clients refuse the whole list."""
    valid = []
    for entry in entries:
        with suppress(ValidationError):
            valid.append(adapter.validate_python(entry, by_name=False))
    return valid
