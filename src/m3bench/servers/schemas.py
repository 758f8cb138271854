"""The schemas of the bundled tools, for who compares or checks their arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any


class BundledSchemas(Mapping[str, Mapping[str, Any]]):
    """The JSON schema of every bundled tool's arguments, by full name. Servers are loaded when asked for."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def __getitem__(self, tool: str) -> Mapping[str, Any]:
        server, _, name = tool.partition("/")
        if server not in self._modules:
            raise KeyError(tool)
        return _schemas(self._modules[server])[name]

    def __iter__(self) -> Iterator[str]:
        for server, module in self._modules.items():
            yield from (f"{server}/{name}" for name in _schemas(module))

    def __len__(self) -> int:
        return sum(len(_schemas(module)) for module in self._modules.values())


@cache
def _schemas(module: str) -> dict[str, dict[str, Any]]:
    tools = import_module(f"m3bench.servers.{module}").server.tools
    return {name: definition.input_schema for name, definition in tools.items()}
