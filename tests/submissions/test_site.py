"""The leaderboard: ranks, who submitted first, and the pages."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.reports.page import report_page
from m3bench.reports.study import Study
from m3bench.submissions import (
    Verified,
    find_bundles,
    leaderboard,
    refuse_copies,
    verification,
    write_site,
)
from tests.apps.audit.browsing import browser
from tests.reports.page.browsing import Reader
from tests.submissions.bundles import CREATED, bundle, verified


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Verified]:
    """A submission of a strange name, and a file that is none."""
    monkeypatch.setattr(verification, "KNOWING", frozenset())
    (tmp_path / "broken.m3bench").write_bytes(b"nothing")
    paths = [tmp_path / "broken.m3bench", bundle(tmp_path, "<b>first<|b>")]
    return [verified(path, tmp_path) for path in paths]


def tables(found: list[Verified]) -> Study:
    return leaderboard(found, title="Board", created=CREATED, settings={})


def test_a_copy_takes_no_place_even_with_an_earlier_date(found: list[Verified], tmp_path: Path) -> None:
    stolen = verified(bundle(tmp_path, "stolen", created=CREATED - timedelta(days=99)), tmp_path)
    kept = refuse_copies([*found, stolen])
    assert [each.runs for each in kept] == [(), (), ()]
    assert kept[1].problem == "a run of it is also in stolen.m3bench; remove the one that is a copy"
    assert kept[2].problem == "a run of it is also in <b>first<|b>.m3bench; remove the one that is a copy"


def test_the_same_submission_twice_counts_once(found: list[Verified], tmp_path: Path) -> None:
    again = tmp_path / "zz.m3bench"
    again.write_bytes(found[1].path.read_bytes())
    kept = refuse_copies([*found, verified(again, tmp_path)])
    assert [bool(each.runs) for each in kept] == [False, True, False]
    assert kept[2].problem == "it is the same submission as <b>first<|b>.m3bench"


def test_rows_have_success_with_its_interval_and_floors(found: list[Verified]) -> None:
    content = tables(refuse_copies(found)).tables()
    (row,) = content["leaderboard-smoke@1"].rows
    assert row["rank"] == 1
    assert row["practice"] == pytest.approx(4 / 6)
    assert isinstance(row["practice_low"], float)
    assert row["practice_low"] < 4 / 6 < float(str(row["practice_high"]))
    assert row.get("sealed") is None
    assert [row["bundle"] for row in content["refused"].rows] == ["broken.m3bench"]


def test_pages_lie_inside_the_folder_whatever_bundles_are_called(
    found: list[Verified], tmp_path: Path
) -> None:
    kept = refuse_copies(found)
    out = tmp_path / "site"
    out.mkdir()
    site = write_site(
        out,
        kept,
        lambda found: tables(list(found)),
        render=lambda study: study.title,
        report=lambda runs, name: name,
    )
    written = site.files
    assert written[0].read_text() == "Board"
    assert len(written) == 3
    assert all(path.resolve().is_relative_to(out.resolve()) and path.is_file() for path in written)
    assert not set("<>|") & set("".join(path.name for path in written))


def test_an_empty_folder_is_an_error_with_a_way_on(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no bundles") as error:
        find_bundles(tmp_path)
    assert "m3bench leaderboard submit" in str(error.value)
    with pytest.raises(UsageError, match="is not a folder"):
        find_bundles(tmp_path / "nowhere")


def test_a_site_on_which_nothing_is_ranked_says_so(tmp_path: Path) -> None:
    (tmp_path / "broken.m3bench").write_bytes(b"nothing")
    paths = [tmp_path / "broken.m3bench", bundle(tmp_path, "knowing")]
    board = tables([verified(path, tmp_path) for path in paths])
    first = board.sections[0]
    assert first.title == "Nothing is ranked yet"
    assert first.intro.startswith(
        "Of 2 bundles, 1 is refused, and 1 run is shown without a rank; below is why."
    )
    page = report_page(board, kind="leaderboard")
    assert "<title>Board – m3bench leaderboard</title>" in page
    assert "Nothing to show" not in page
    assert "the agent carries out the references" in page


def test_a_site_with_ranks_does_not(found: list[Verified]) -> None:
    assert "Nothing is ranked yet" not in report_page(tables(refuse_copies(found)), kind="leaderboard")


def test_long_reasons_are_whole(found: list[Verified]) -> None:
    reason = "because " * 60
    long = Verified(path=found[0].path, problem=verification.one_line(reason))
    assert " ".join(reason.split()) in report_page(tables([long]))


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1400])
def test_the_board_is_read_on_every_screen(found: list[Verified], tmp_path: Path, width: int) -> None:
    page = tmp_path / "index.html"
    page.write_text(report_page(tables(refuse_copies(found)), kind="leaderboard"), encoding="utf-8")
    with browser() as chromium:
        reader = Reader(chromium, page, width=width)
        assert (reader.overflow(), reader.cut(), reader.complaints) == (0, [], [])
        assert reader.page.title() == "Board – m3bench leaderboard"
        board = reader.page.locator("[id='table-leaderboard-smoke@1']")
        assert board.locator("td[data-label='Practice success']").is_visible()
        assert reader.page.get_by_text("broken.m3bench", exact=True).is_visible()
