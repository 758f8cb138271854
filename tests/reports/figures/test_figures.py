"""Figures: there where there are numbers, legible, and the same every time."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from m3bench.reports.figures import draw, drawn_figures, with_figures, write_figures
from m3bench.reports.figures.palette import COLOURS, PALE, declarations, in_print
from m3bench.reports.figures.styles import RunStyles
from m3bench.reports.study import Kind, Section, Study, Table
from tests.reports.study_samples import HOSTILE, WHEN, column, sample, table_of, text

_ALL = {
    "leaderboard",
    "crossing",
    "families",
    "levels",
    "hops",
    "threads",
    "outcomes",
    "budgets",
    "score_cost",
    "taxonomy",
    "confusions",
    "origins",
    "comparison",
}


def names(study: Study) -> set[str]:
    return {figure.name for figure, _ in drawn_figures(study)}


def test_a_study_gets_the_figures_that_it_has_numbers_for() -> None:
    assert names(with_figures(sample(2, 3))) == _ALL
    assert names(with_figures(sample(1, 0))) == _ALL - {"comparison"}


def test_no_two_of_many_runs_look_the_same() -> None:
    styles = RunStyles(tuple(f"run {number}" for number in range(40)))
    looks = [
        (colour, shape)
        for colour, shape in zip(
            styles.colour()["scale"]["range"], styles.shape()["scale"]["range"], strict=True
        )
    ]
    assert len(set(looks)) == 40


@pytest.mark.slow
def test_what_a_drawing_says_is_text_and_its_colours_are_known() -> None:
    evil = f'{HOSTILE}\x00\ufffe " onload="x" var(--ink) ="var(--ink)" datum.run {"🎉" * 90}'
    study = with_figures(sample(2, 1, name=evil))
    for figure, table in drawn_figures(study):
        drawing = draw(figure, table)
        root = ElementTree.fromstring(drawing)
        assert not [part for part in root.iter() if part.tag.endswith("script")]
        assert not [part for part in root.iter() for name in part.attrib if name.startswith("on")]
        assert set(re.findall(r'="var\(--([^)]+)\)"', drawing)) <= set(COLOURS)
        assert " id=" not in drawing  # several drawings stand in one page
        assert "#" not in re.sub(r"&#\w+;|<text.*?</text>|aria-label=\"[^\"]*\"", "", drawing)


def test_marks_say_what_they_stand_for() -> None:
    study = with_figures(sample(1, 1))
    board = next(figure for figure in drawn_figures(study) if figure[0].name == "leaderboard")
    drawing = draw(*board)
    own = next(row for row in board[1].rows if not row["published"])
    assert isinstance(own["average"], float)
    assert f'aria-label="{own["run"]}: {own["average"]:.3f} (' in drawing


def test_files_for_papers_are_white_and_have_their_colours(tmp_path: Path) -> None:
    board = sample(1, 1).sections[0]
    study = with_figures(Study(title="T", created=WHEN, sections=(board,)))
    written = write_figures(study, tmp_path / "deep" / "figures")
    assert [path.name for path in written] == ["leaderboard.svg", "leaderboard.png"]
    drawing = written[0].read_text(encoding="utf-8")
    assert "var(" not in drawing
    assert COLOURS["series-1"].light in drawing
    with Image.open(io.BytesIO(written[1].read_bytes())) as picture:
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
        assert picture.width > 1000
    again = write_figures(study, tmp_path / "again")
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in written]


def test_colours_are_put_in_place_only_where_they_are_colours() -> None:
    assert in_print('<a fill="var(--ink)">var(--ink) "var(--none)"</a>') == (
        f'<a fill="{COLOURS["ink"].light}">var(--ink) "var(--none)"</a>'
    )
    assert "--series-1:light-dark(#0072b2,#5aaee6);" in declarations()


@pytest.mark.parametrize(("ground", "side"), [("#ffffff", "light"), ("#1e2126", "dark")])
def test_series_stand_out_from_their_ground(ground: str, side: str) -> None:
    for name, colour in COLOURS.items():
        if name.startswith("series-"):
            assert _contrast(getattr(colour, side), ground) >= 3, name


@pytest.mark.parametrize("ramp", ["heat", "burn"])
@pytest.mark.parametrize("side", ["light", "dark"])
def test_numbers_on_shades_can_be_read(ramp: str, side: str) -> None:
    for number in range(7):
        ink = COLOURS["ink-high" if number >= 4 else "ink-low"]
        assert _contrast(getattr(COLOURS[f"{ramp}-{number}"], side), getattr(ink, side)) >= 4.5, number


@pytest.mark.parametrize("side", ["light", "dark"])
def test_numbers_on_bars_can_be_read(side: str) -> None:
    for name, colour in COLOURS.items():
        if name.startswith("series-") or name in PALE:
            ink = COLOURS["ink-pale" if name in PALE else "ink-high"]
            assert _contrast(getattr(colour, side), getattr(ink, side)) >= 4.5, name


def test_costs_of_nothing_are_not_drawn() -> None:
    assert names(_costs([0.0, 0.0])) == set()
    assert names(_costs([None, None])) == set()
    assert names(_costs([0.5, 90.0])) == {"score_cost"}


def _costs(costs: list[float | None]) -> Study:
    columns = [text("run"), column("cost", Kind.COST), column("average", Kind.SCORE)]
    table: Table = table_of(
        "score_cost",
        columns,
        [{"run": f"r{index}", "cost": cost, "average": 0.5} for index, cost in enumerate(costs)],
    )
    return with_figures(
        Study(title="T", created=WHEN, sections=(Section(name="s", title="S", tables=(table,)),))
    )


def _contrast(colour: str, other: str) -> float:
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
