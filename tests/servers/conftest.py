"""Every test of a server that takes `ask` runs twice: in process, and over stdio."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.asking import Asking, opened


@pytest.fixture(scope="module", params=["in process", "over stdio"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """The server that the test module names in `SERVER`, with a workspace for the module."""
    yield from opened(request.module.SERVER, tmp_path_factory.mktemp("workspace"), request.param)
