"""The right picture in its place on a page: not another one, not below something, not beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.checks import PdfPicture
from tests.checks.documents.outcomes import ADA, AREA, BOB, REPORT, documents, signature, stamped
from tests.checks.outcomes import evidence_of

RIGHT, WRONG = documents()[ADA], documents()[BOB]
CHECK = PdfPicture("signed.pdf", 2, AREA, "report.pdf", "ada.png", ("bob.png",))


def verdict_on(folder: Path, *stamps: tuple[bytes, float, float, float]) -> tuple[bool, str]:
    report = documents()[REPORT]
    files = {"report.pdf": report, "ada.png": RIGHT, "bob.png": WRONG, "signed.pdf": stamped(report, *stamps)}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    verdict = CHECK.evaluate(evidence_of(folder))
    return verdict.passed, verdict.reason


@pytest.mark.parametrize(
    "place",
    [(306, 601, 66), (330, 601, 50), (302, 606, 60)],
    ids=["left", "smaller", "lower"],
)
def test_the_right_picture_may_have_any_size_and_place(place: tuple[float, ...], tmp_path: Path) -> None:
    left, top, width = place
    passed, reason = verdict_on(tmp_path, (RIGHT, left, top, width))
    assert passed, reason


@pytest.mark.parametrize(
    ("stamps", "reason"),
    [
        ([], "nothing was put"),
        ([(WRONG, 306, 601, 66)], "bob.png with one of"),
        ([(RIGHT, 60, 300, 66)], "nothing was put"),
        ([(RIGHT, 306, 601, 66), (WRONG, 340, 603, 66)], "expected at least"),
        ([(RIGHT, 306, 601, 66), (signature("Kim Doe"), 310, 601, 60)], "expected at least"),
        ([(RIGHT, 306, 580, 66)], "expected at least"),
        ([(signature("VOID VOID"), 306, 601, 66)], "expected at least"),
    ],
    ids=["nothing", "the other one", "elsewhere", "both", "covered", "half outside", "a third one"],
)
def test_whatever_else_is_there_fails(
    stamps: list[tuple[bytes, float, float, float]], reason: str, tmp_path: Path
) -> None:
    passed, found = verdict_on(tmp_path, *stamps)
    assert not passed, found
    assert reason in found


def test_an_area_outside_of_the_page_is_no_place() -> None:
    with pytest.raises(ValueError, match="not on the page"):
        PdfPicture("signed.pdf", 0, AREA, "report.pdf", "ada.png")
