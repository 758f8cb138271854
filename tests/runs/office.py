"""A third-party server of the catalog, asked one call after another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from m3bench.core import Call, Outcome
from m3bench.hosting import Environments, Pool, Toolbox, load_catalog
from m3bench.hosting.catalog.install_process import InstallError
from m3bench.runs import THIRD_PARTY
from m3bench.runs.serving.bundled import third_party_spec


class Office:
    """A server at work, and the folder it works in."""

    def __init__(self, server: str, toolbox: Toolbox, workspace: Path, portal: BlockingPortal) -> None:
        self.workspace = workspace
        self.tools = {tool.name for tool in toolbox.tools}
        self._server, self._toolbox, self._portal = server, toolbox, portal

    def __call__(self, tool: str, /, **arguments: Any) -> str:
        return self.ending(tool, Outcome.SUCCESS, **arguments)

    def ending(self, tool: str, outcome: Outcome, /, **arguments: Any) -> str:
        """The text of an answer that must end in this way."""
        call = Call(f"{self._server}/{tool}", arguments)
        (answer,) = self._portal.call(self._toolbox.run, [call])
        assert answer.result is not None
        assert answer.outcome is outcome, answer.result.text
        return answer.result.text

    def data(self, tool: str, /, **arguments: Any) -> Any:
        return msgspec.json.decode(self(tool, **arguments))


def require_installed(server: str) -> None:
    """Install a server where it is not yet; skip the test where that is not possible."""
    try:
        Environments().install(load_catalog().find(THIRD_PARTY[server]))
    except InstallError as error:
        pytest.skip(f"{server} cannot be installed here: {error}")


@contextmanager
def opened(server: str) -> Iterator[Office]:
    """The server at work, installed first where it is not yet."""
    require_installed(server)
    specs = [third_party_spec(server)]
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Pool()) as pool,
        portal.wrap_async_context_manager(pool.lease(specs, ahead=0)) as lease,
    ):
        toolbox = portal.call(Toolbox.mount, lease.host)
        yield Office(server, toolbox, lease.workspace, portal)
