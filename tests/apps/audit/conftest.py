from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from m3bench.apps.audit.web import audit_app
from tests.apps.audit.browsing import browser
from tests.apps.audit.samples import HOSTILE, PLAIN, TOOLS, TRIP, session_of
from tests.apps.audit.serving import TOKEN, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The page over three tasks."""
    with served(audit_app(session_of(tmp_path, TRIP, PLAIN, HOSTILE, tools=TOOLS), TOKEN)) as found:
        yield found
