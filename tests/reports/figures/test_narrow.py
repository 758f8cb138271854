"""Figures for narrow screens: each fits, and none is a smaller copy."""

from __future__ import annotations

import re

import pytest

from m3bench.reports.figures import draw, drawn_figures, narrow, with_figures
from m3bench.reports.page import report_page
from tests.reports.study_samples import sample

_ROOM = 385
"""Pixels of a figure on a screen of 420; a little more scrolls."""


def width(drawing: str) -> float:
    match = re.search(r'<svg[^>]* width="([\d.]+)"', drawing)
    assert match
    return float(match[1])


def smallest_font(drawing: str) -> float:
    return min(float(size) for size in re.findall(r'font-size="([\d.]+)px"', drawing))


@pytest.mark.slow
def test_every_figure_fits_and_keeps_its_letters() -> None:
    study = with_figures(sample(5, 3))
    drawn = {figure.name: (figure, table) for figure, table in drawn_figures(study)}
    assert {"leaderboard", "crossing", "families", "budgets", "outcomes"} <= drawn.keys()
    for name, (figure, table) in drawn.items():
        slim, wide = draw(narrow(figure, table), table), draw(figure, table)
        assert width(slim) <= _ROOM, name
        assert smallest_font(slim) == smallest_font(wide), name


def test_panels_go_below_each_other_and_curves_downwards() -> None:
    figures = {figure.name: (figure, table) for figure, table in drawn_figures(with_figures(sample(3, 0)))}
    budgets = narrow(*figures["budgets"]).spec
    assert "hconcat" not in budgets
    assert all(panel["encoding"]["y"]["axis"] for panel in budgets["vconcat"])
    crossing = narrow(*figures["crossing"]).spec
    assert (crossing["encoding"]["y"]["field"], crossing["encoding"]["x"]["field"]) == ("family", "average")
    levels = narrow(*figures["levels"]).spec
    assert levels["encoding"]["y"]["field"] == "success", "few groups stay where they are"
    assert figures["crossing"][0].spec["encoding"]["x"]["field"] == "family", "the wide figure is untouched"


@pytest.mark.slow
def test_the_page_has_both() -> None:
    page = report_page(with_figures(sample(1, 0)))
    assert page.count('<div class="narrow"><svg') == page.count('<div class="wide"><svg') > 0
