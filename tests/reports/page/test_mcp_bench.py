"""The tables of MCP-Bench in a real browser, beside the paper's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from m3bench.reports.figures import with_figures
from m3bench.reports.page import report_page
from m3bench.reports.study import study
from tests.apps.audit.browsing import browser
from tests.reports.page.browsing import Reader
from tests.reports.study.runs import WHEN
from tests.reports.study.scripted_runs import both_runs, loaded

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    made = with_figures(study(loaded(*both_runs(folder)), created=WHEN))
    (folder / "report.html").write_text(report_page(made), encoding="utf-8")
    return folder / "report.html"


@pytest.fixture(scope="module")
def chromium(path: Path) -> Iterator[Browser]:
    """After the page: runs cannot be made beside an open browser."""
    with browser() as opened:
        yield opened


@pytest.mark.parametrize("width", [390, 1360])
@pytest.mark.parametrize("dark", [False, True])
def test_every_table_is_there_and_fits_the_window(
    chromium: Browser, path: Path, width: int, dark: bool
) -> None:
    reader = Reader(chromium, path, width=width, dark=dark)
    assert reader.overflow() == 0
    reader.unfold()
    assert reader.overflow() == 0
    assert reader.complaints == []
    for name in ("", "_single", "_multiple", "_effort"):
        assert len(reader.names(f"mcp_bench{name}")) == 22
    assert len(reader.names("mcp_bench_missing")) == 2
    assert len(reader.names("planning_attempts")) == 7
    assert reader.page.locator("#figure-planning_failures svg:visible").count() == 1
    reader.context.close()


def test_own_runs_can_be_told_from_the_papers_models(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    reader.page.locator("#table-mcp_bench label", has_text="These runs").click()
    assert reader.names("mcp_bench") == ["caller · scripted/good", "caller · scripted/poor"]
    reader.context.close()
