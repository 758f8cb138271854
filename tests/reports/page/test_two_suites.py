"""A report on two suites and six runs: nothing of one suite stands beside the other, and it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from m3bench.reports.figures import drawn_figures, table_of, with_figures, write_figures
from m3bench.reports.page import report_page
from m3bench.reports.study import Study
from m3bench.reports.study.study import study
from tests.apps.audit.browsing import browser
from tests.reports.page.browsing import Reader
from tests.reports.study import runs as samples
from tests.reports.study.runs import WHEN, gathered, write_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_AGENTS = {"reference": 0.0, "noisy": 0.3, "careless": 1.0}
_TALLEST = 9_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Places has families of the paper, and the office has others."""
    folder = tmp_path_factory.mktemp("runs")
    paths = [
        write_run(folder / f"places-{agent}", mistakes=mistakes, agent=agent, tasks=12)
        for agent, mistakes in _AGENTS.items()
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "FAMILIES", tuple(f"office {number}" for number in range(20)))
        paths += [
            write_run(folder / f"office-{agent}", mistakes=mistakes, agent=agent, tasks=20, suite="office")
            for agent, mistakes in _AGENTS.items()
        ]
    return with_figures(study(gathered(*paths), created=WHEN))


def test_a_figure_has_the_runs_of_one_suite(made: Study) -> None:
    suites = {row["run"]: row["suite"] for row in made.tables()["summary"].rows}
    drawn = list(drawn_figures(made))
    assert {figure.suite for figure, _ in drawn} == {"places", "office"}
    for figure, table in drawn:
        own = {suites[row["run"]] for row in table.rows if not row.get("published")}
        assert own == {figure.suite}, figure.name


def test_published_models_stand_beside_their_own_suite_only(made: Study) -> None:
    tables = made.tables()
    figures = {figure.name: figure for figure, _ in drawn_figures(made)}
    for name in ("leaderboard", "crossing"):
        beside = {
            suite: any(row.get("published") for row in table_of(figures[f"{name}-{suite}"], tables).rows)
            for suite in ("places", "office")
        }
        assert beside == {"places": True, "office": False}
    rows = [("published" if row["published"] else row["suite"]) for row in tables["leaderboard"].rows]
    assert list(dict.fromkeys(rows)) == ["places", "published", "office"]


def test_files_of_figures_are_named_by_suite(made: Study, tmp_path: Path) -> None:
    names = {path.name for path in write_figures(made, tmp_path)}
    assert {"success-places.svg", "success-office.png"} <= names


def test_one_suite_keeps_the_names_of_its_figures(tmp_path: Path) -> None:
    made = with_figures(study(gathered(write_run(tmp_path / "one", mistakes=0.3)), created=WHEN))
    assert {"success", "leaderboard"} <= {figure.name for figure, _ in drawn_figures(made)}


@pytest.fixture(scope="module")
def path(made: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("page") / "report.html"
    page.write_text(report_page(made), encoding="utf-8")
    return page


@pytest.fixture(scope="module")
def chromium(path: Path) -> Iterator[Browser]:
    """After the page: runs cannot be made beside an open browser."""
    with browser() as opened:
        yield opened


@pytest.mark.slow
def test_the_page_is_not_tall_and_no_table_is_cut(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path, width=1400)
    assert reader.height() <= _TALLEST
    assert reader.cut() == []
    reader.unfold()
    assert (reader.cut(), reader.overflow(), reader.complaints) == ([], 0, [])
    reader.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
def test_it_is_read_on_a_phone(chromium: Browser, path: Path, dark: bool) -> None:
    reader = Reader(chromium, path, width=390, dark=dark)
    assert reader.overflow() == 0
    success = reader.page.locator("#table-summary td[data-label=Success]")
    assert success.count() == len(_AGENTS) * 2
    for box in (success.nth(index).bounding_box() for index in range(success.count())):
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    assert reader.complaints == []
    reader.context.close()
