"""Pages of a tool list: a tool that breaks the protocol is left out, and the others are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.shared.dispatcher import CallOptions
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from pydantic import ValidationError

from m3bench.core.text import shorten, without_surrogates

_METHOD = "tools/list"
_LONGEST_NAME = 100
_LONGEST_REASON = 200
_MOST_REFUSED = 100
"""Tools of one server that are named."""


class ToolPageDispatcher(JSONRPCDispatcher[Any]):
    """Keeps the last page of tools as it was sent: the SDK refuses a whole page for one tool."""

    page: Mapping[str, Any] | None = None

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None, **internal: Any
    ) -> dict[str, Any]:
        result = await super().send_raw_request(method, params, opts, **internal)
        self.page = result if method == _METHOD else None
        return result

    def readable(self, error: ValidationError) -> tuple[types.ListToolsResult, dict[str, str]] | None:
        """Return the refused page without the tools that are wrong, and what is wrong with these, by name.

        None if something else of the page is wrong.
        """
        page, self.page = self.page, None
        problems = _problems(error)
        listed = page.get("tools") if page is not None else None
        if page is None or problems is None or not isinstance(listed, list):
            return None
        kept = [tool for index, tool in enumerate(listed) if index not in problems]
        refused = {_name(listed[index], index): why for index, why in problems.items()}
        try:
            return types.ListToolsResult.model_validate({**page, "tools": kept}, by_name=False), refused
        except ValidationError:
            return None


def add_refused(known: dict[str, str], more: Mapping[str, str]) -> None:
    """Add refused tools, up to a limit."""
    for name, why in more.items():
        if len(known) < _MOST_REFUSED:
            known.setdefault(name, why)


def _problems(error: ValidationError) -> dict[int, str] | None:
    """Return the first problem of each wrong tool by its place; None if the page itself is wrong."""
    problems: dict[int, str] = {}
    for detail in error.errors(include_url=False, include_input=False):
        match detail["loc"]:
            case ("tools", int(index), *inside):
                where = ".".join(map(str, inside))
                problem = f"{where}: {detail['msg']}" if where else detail["msg"]
                problems.setdefault(index, shorten(problem, _LONGEST_REASON))
            case _:
                return None
    return problems


def _name(tool: Any, index: int) -> str:
    name = tool.get("name") if isinstance(tool, Mapping) else None
    if isinstance(name, str) and name.strip():
        return shorten(without_surrogates(name[: 2 * _LONGEST_NAME]), _LONGEST_NAME)
    return f"the tool at place {index + 1} of the list"
