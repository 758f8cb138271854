"""Servers of TOBench's families: the tests over stdio are slow, because each file starts a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.asking import Asking, opened


@pytest.fixture(scope="module", params=["in process", pytest.param("over stdio", marks=pytest.mark.slow)])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """The server that the test module names in `SERVER`, with a workspace for the module."""
    yield from opened(request.module.SERVER, tmp_path_factory.mktemp("workspace"), request.param)
