"""Every test of a server that takes `ask` runs twice: in process, and over stdio."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.asking import Asking, InProcess, OverStdio


@pytest.fixture(scope="module", params=["in process", "over stdio"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """The server that the test module names in `SERVER`, with a workspace for the module."""
    server: str = request.module.SERVER
    workspace: Path = tmp_path_factory.mktemp("workspace")
    if request.param == "in process":
        yield InProcess(server, workspace)
        return
    process = OverStdio(server, workspace)
    yield process
    process.close()
