"""Attacks on a workspace: each makes one wrong outcome after another, and leaves the right one as it is."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from m3bench.checks import Evidence, NoStrayFiles, SqliteRows, UnchangedExcept, run_checks
from m3bench.checks.attacks import OUTCOME_ATTACKS
from m3bench.checks.data import changed_database
from m3bench.suites import DataFile
from m3bench.suites.data_files import file_assets
from tests.checks.data.outcomes import REPOSITORY
from tests.checks.outcomes import evidence_of
from tests.checks.wholes.files import SHOP

GIVEN = {"shop.db": SHOP, "photo.png": b"photo", **file_assets([DataFile("repo", "git", REPOSITORY)])}
NARROW = SqliteRows("shop.db", "SELECT status FROM orders WHERE id = 1", (("paid",),))
WHOLE = (
    NARROW,
    NoStrayFiles(("shop.db",)),
    UnchangedExcept("shop.db", changed=("orders/1/status",)),
)


@pytest.fixture
def paid(tmp_path: Path) -> Evidence:
    """The first order was paid, as asked."""
    done = changed_database(SHOP, ["UPDATE orders SET status = 'paid' WHERE id = 1"])
    for name, data in {**GIVEN, "shop.db": done}.items():
        (tmp_path / "work" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "work" / name).write_bytes(data)
    before = {name: hashlib.sha256(data).hexdigest() for name, data in GIVEN.items()}
    return replace(evidence_of(tmp_path / "work", assets=GIVEN), before=before)


def outcomes(name: str, evidence: Evidence, scratch: Path) -> dict[str, Evidence]:
    return dict(OUTCOME_ATTACKS[name](evidence, scratch))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("leave a file behind", ["left_behind.txt"]),
        ("change an input", ["photo.png"]),
        ("delete an input", ["photo.png"]),
        (
            "damage beside the work",
            ['shop.db: table "notes" dropped', 'shop.db: column "total" of "orders" changed'],
        ),
        ("drop a branch or tag", ["repo/.git/refs/heads/trial/braeburn", "repo/.git/refs/tags/v1"]),
    ],
)
def test_a_check_of_the_whole_notices_what_a_narrow_one_does_not(
    name: str, words: list[str], paid: Evidence, tmp_path: Path
) -> None:
    assert run_checks(WHOLE, paid).passed
    made = outcomes(name, paid, tmp_path / "scratch")
    assert set(words) <= made.keys()
    assert all(run_checks((NARROW,), made[one]).passed for one in words)
    assert not any(run_checks(WHOLE, outcome).passed for outcome in made.values())
    assert run_checks(WHOLE, paid).passed


def test_the_inside_of_a_repository_is_no_input(paid: Evidence, tmp_path: Path) -> None:
    made = outcomes("delete an input", paid, tmp_path / "scratch")
    assert not any("/.git/" in path for path in made)
    assert "repo/prices.txt" in made
