"""What may change something is not carried out for agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import anyio

from m3bench.core import Text
from m3bench.hosting import Reply, Tool
from m3bench.server_tests.agent_runs import ReadingHost

READS = Tool(server="own", name="get_book", description="Get a book.")
WRITES = Tool(server="own", name="delete_book", description="Delete a book.")
ELSEWHERE = Tool(server="other", name="delete_book", description="Delete a book.")


class Obedient:
    """Carries out everything."""

    faults: ClassVar[dict[str, str]] = {}

    async def tools(self) -> Sequence[Tool]:
        return [READS, WRITES, ELSEWHERE]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return Reply((Text(f"{tool.name} {arguments}"),))


def answer(tool: Tool) -> Reply:
    return anyio.run(ReadingHost(Obedient(), ("own",)).call, tool, {})


def test_only_writing_tools_of_the_tested_servers_are_refused() -> None:
    assert not answer(READS).is_error
    assert not answer(ELSEWHERE).is_error
    refused = answer(WRITES)
    assert refused.is_error
    assert "not carried out" in str(refused.content)
