"""What a task leaves alone follows from what its references change."""

from __future__ import annotations

import io
from pathlib import Path

import docx

from m3bench.checks import (
    Check,
    FileExists,
    NoStrayFiles,
    RecordUnchanged,
    TextFile,
    UnchangedExcept,
    write_checks,
)
from m3bench.checks.data import changed_database
from m3bench.core import Point, PointKind, Task
from m3bench.curation.untouched import Left, mark_untouched, what_is_left, with_untouched_checks
from m3bench_world import World
from tests.checks.wholes.files import COSTS, SHOP, document, workbook

GIVEN = {"shop.db": SHOP, "photo.png": b"photo", "minutes.docx": document("Ann opens.", "Bob closes.")}


def left_with(folder: Path, **files: bytes | None) -> Left:
    """What a reference leaves that makes, changes or removes files; `__` in a name is a full stop."""
    contents = {**GIVEN, **{name.replace("__", "."): data for name, data in files.items()}}
    folder.mkdir(parents=True)
    for name, data in contents.items():
        if data is not None:
            (folder / name).write_bytes(data)
    return what_is_left(folder, GIVEN)


def checks_of(*left: Left, checks: tuple[Check, ...] = ()) -> list[Check]:
    return with_untouched_checks(checks, left)[len(checks) :]


def test_a_task_that_only_asks_allows_nothing(tmp_path: Path) -> None:
    assert checks_of(left_with(tmp_path / "a")) == [NoStrayFiles()]


def test_files_that_are_checked_may_be_made_and_those_made_on_the_way_may_stay(tmp_path: Path) -> None:
    left = left_with(tmp_path / "a", answer__txt=b"4", crop__png=b"crop", photo__png=None)
    wanted = (TextFile("answer.txt", ("4",)), FileExists("gone.txt", count=0))
    (check,) = checks_of(left, checks=wanted)
    assert check == NoStrayFiles(("**/*.png", "answer.txt"), ("photo.png",))


def test_what_a_task_says_itself_is_kept(tmp_path: Path) -> None:
    left = left_with(tmp_path / "a", shop__db=changed_database(SHOP, ["DELETE FROM orders"]))
    own = (NoStrayFiles(("shop.db",)), UnchangedExcept("shop.db", changed=("orders/*",)))
    assert checks_of(left, checks=own) == []


def test_a_glob_is_for_new_files_and_what_was_given_stays(tmp_path: Path) -> None:
    left = left_with(tmp_path / "a", crop__png=b"crop")
    (own,) = with_untouched_checks((NoStrayFiles(("*.png",)),), [left])
    assert own == NoStrayFiles(("*.png",), kept=("photo.png",))
    changing = left_with(tmp_path / "b", photo__png=b"better")
    assert with_untouched_checks((NoStrayFiles(("*.png",)),), [left, changing]) == [NoStrayFiles(("*.png",))]
    (derived,) = checks_of(left_with(tmp_path / "c", crop__png=b"crop", best__png=b"best"))
    assert derived == NoStrayFiles(("**/*.png",), kept=("photo.png",))


def test_every_reference_may_do_what_it_does(tmp_path: Path) -> None:
    first = changed_database(SHOP, ["UPDATE orders SET status = 'paid' WHERE id = 1"])
    second = changed_database(
        SHOP, ["UPDATE orders SET total = 1 WHERE id = 2", "INSERT INTO notes VALUES ('c')"]
    )
    _, check = checks_of(
        left_with(tmp_path / "a", shop__db=first), left_with(tmp_path / "b", shop__db=second)
    )
    assert check == UnchangedExcept(
        "shop.db", changed=("orders/1/status", "orders/2/total"), added={"notes/*": 1}
    )


def test_cells_of_a_sheet_may_be_added_in_any_number(tmp_path: Path) -> None:
    given = {"costs.xlsx": workbook(COSTS)}
    (tmp_path / "costs.xlsx").write_bytes(workbook({**COSTS, "Sum": {"A1": 42}, "Plan": {"A1": 50, "B1": 1}}))
    _, check = checks_of(what_is_left(tmp_path, given))
    assert check == UnchangedExcept("costs.xlsx", added={"Plan!*": None, "Sum!*": None, "sheets": 1})


def test_an_edited_copy_is_compared_with_its_source(tmp_path: Path) -> None:
    _, check = checks_of(left_with(tmp_path / "a", copy__docx=document("Ann opens.", "Cem closes.")))
    assert check == UnchangedExcept("copy.docx", "minutes.docx", ("body/2",), {"body": 1})


def test_a_new_document_is_compared_with_nothing(tmp_path: Path) -> None:
    made, written = docx.Document(), io.BytesIO()
    made.add_paragraph("A letter that has nothing of the minutes.")
    made.save(written)
    left = left_with(tmp_path / "a", letter__docx=written.getvalue())
    assert checks_of(left) == [NoStrayFiles(("**/*.docx",), kept=("minutes.docx",))]


def test_points_that_hold_from_the_start_are_marked() -> None:
    checks: tuple[Check, ...] = (
        TextFile("answer.txt", ("4",)),
        RecordUnchanged(),
        NoStrayFiles(("answer.txt",)),
    )
    points = tuple(
        Point(text, PointKind.TOOL, (index,)) for index, text in enumerate(("It is there.", "All else is."))
    )
    task = Task(id="t", checks=write_checks(checks), points=points)
    marked = mark_untouched(task, GIVEN, World())
    assert [point.untouched for point in marked.points] == [False, True]


def test_a_task_without_points_stays_as_it_is() -> None:
    task = Task(id="t", checks=write_checks([NoStrayFiles()]))
    assert mark_untouched(task, GIVEN, World()) is task
