"""Environments that several tests use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m3bench.environment import Environment
from tests.environment.tasks import SmallSuite


@pytest.fixture(scope="module")
def environment() -> Iterator[Environment]:
    """An environment with rewards for success, at the end."""
    with Environment(SmallSuite()) as opened:
        yield opened
