"""The work that was asked for passes, and so does the same work in another way; damage beside it does not."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import docx
import pptx
import pytest

from m3bench.checks import Evidence, UnchangedExcept
from m3bench.checks.data import changed_database
from m3bench.checks.wholes import damaged_files
from m3bench.media import written_bytes
from m3bench.suites import DataFile
from m3bench.suites.data_files import file_assets
from tests.checks.data.outcomes import REPOSITORY
from tests.checks.outcomes import evidence_of
from tests.checks.wholes.files import COSTS, ROWS, SHOP, WORKS, document, evidence_with, workbook

_MANY = ", ".join(f'"{number}": 1' for number in range(200)).encode()
"""Values below one key."""


def verdict_on(folder: Path, name: str, data: bytes) -> tuple[bool, str]:
    verdict = WORKS[name].check.evaluate(evidence_with(folder, name, data))
    return verdict.passed, verdict.reason


@pytest.mark.parametrize("name", WORKS)
def test_the_work_passes(name: str, tmp_path: Path) -> None:
    assert verdict_on(tmp_path, name, WORKS[name].done) == (True, f"{name} is as it should be elsewhere")


@pytest.mark.parametrize("name", WORKS)
def test_damage_beside_it_does_not(name: str, tmp_path: Path) -> None:
    corruptions = WORKS[name].check.corruptions(
        evidence_with(tmp_path / "work", name, WORKS[name].done), tmp_path / "scratch"
    )
    assert len(corruptions) >= 2
    for words, evidence in corruptions:
        assert not WORKS[name].check.evaluate(evidence).passed, words


@pytest.mark.parametrize("name", WORKS)
def test_broken_files_fail_with_a_reason(name: str, tmp_path: Path) -> None:
    whole, chance = WORKS[name].done, random.Random(name)
    for _ in range(20):
        broken = bytearray(whole[: chance.randrange(1, len(whole))])
        for _ in range(chance.randrange(5)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        assert verdict_on(tmp_path, name, bytes(broken))[1]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("shop.db", changed_database(WORKS["shop.db"].done, ["VACUUM"])),
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["UPDATE orders SET status = 'sent' WHERE id = 2"]),
        ),
        (
            "costs.xlsx",
            workbook({"Costs": {**COSTS["Costs"], "B2": 12.0, "A4": "Total", "B4": 42}, "Plan": {"A1": 50}}),
        ),
        ("minutes.docx", document("Ann  opens.", "Nobody closes.", table=ROWS)),
        ("service.ini", b"port = 8080\r\nhost = a   \r\nlog = off"),
        ("settings.json", b'{"web": {"port": 80, "hosts": ["x", "a", "b"]},\n "log": false}'),
    ],
)
def test_the_same_work_in_another_way_passes(name: str, data: bytes, tmp_path: Path) -> None:
    assert verdict_on(tmp_path, name, data)[0]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["UPDATE orders SET total = 0 WHERE id = 1"]),
            'orders/1/total, which was "5.5", was changed or removed',
        ),
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["DELETE FROM notes WHERE text = 'b'"]),
            "notes/",
        ),
        ("shop.db", changed_database(WORKS["shop.db"].done, ["DELETE FROM notes WHERE rowid = 1"]), "notes/"),
        ("shop.db", changed_database(WORKS["shop.db"].done, ["DROP TABLE notes"]), "schema/table notes"),
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["CREATE VIEW v AS SELECT 1"]),
            "schema/view v was added",
        ),
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["INSERT INTO orders VALUES (5, 'open', 1)"]),
            "6 items were added at orders/*, at most 3 may be",
        ),
        ("costs.xlsx", workbook({"Costs": {**COSTS["Costs"], "B2": 13}, "Plan": {"A1": 50}}), "Costs!B2"),
        ("costs.xlsx", workbook({"Costs": COSTS["Costs"]}), "sheets/1"),
        ("costs.xlsx", workbook({**COSTS, "Secret": {"A1": 1}}), "sheets was added"),
        (
            "minutes.docx",
            document("Ann opens.", "Cem closes.", "Dee pays.", table=ROWS),
            "2 items were added at body",
        ),
        ("minutes.docx", document("Ann shuts.", "Cem closes.", table=ROWS), "body/1"),
        (
            "minutes.docx",
            document("Ann opens.", "Cem closes.", table=[ROWS[0], ["Ann", "shuts"]]),
            "Ann | opens",
        ),
        (
            "minutes.docx",
            WORKS["minutes.docx"].done[:900],
            "readable",
        ),
        ("service.ini", b"port = 8080\nhost = a\n", 'lines/2, which was "log = off"'),
        ("service.ini", b"port = 8080\nlog = off\nhost = a\n", "was changed or removed"),
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["CREATE TABLE sqlitex (a)"]),
            "schema/table sqlitex",
        ),
        (
            "shop.db",
            changed_database(WORKS["shop.db"].done, ["ALTER TABLE orders ADD COLUMN twice AS (total * 2)"]),
            "schema/table orders",
        ),
        (
            "settings.json",
            b'{"web": {"port": 81, "hosts": ["a", "b"]}, "web/port": 80, "log": false}',
            "web/port",
        ),
        ("settings.json", b'{"' + b"k" * 2**20 + b'": {' + _MANY + b"}}", "characters with its addresses"),
        ("settings.json", b'{"web": {"port": 81, "hosts": ["a", "b", "c"]}, "log": false}', "web/port"),
        ("memory.jsonl", b'{"name": "Ann"}\n{"name": "Cem"}\n', "records/1"),
        ("papers.zip", b"not an archive", "not a readable archive"),
    ],
)
def test_other_changes_fail(name: str, data: bytes, reason: str, tmp_path: Path) -> None:
    passed, said = verdict_on(tmp_path, name, data)
    assert not passed
    assert reason in said


def test_a_footer_counts(tmp_path: Path) -> None:
    evidence = evidence_with(tmp_path, "minutes.docx", WORKS["minutes.docx"].done)
    changed = docx.Document(str(tmp_path / "minutes.docx"))
    changed.sections[0].footer.paragraphs[0].text = "Public"
    changed.save(str(tmp_path / "minutes.docx"))
    assert "footers" in WORKS["minutes.docx"].check.evaluate(evidence).reason


def test_changes_in_the_journal_of_a_database_count(tmp_path: Path) -> None:
    evidence = evidence_with(tmp_path, "shop.db", WORKS["shop.db"].done)
    connection = sqlite3.connect(tmp_path / "shop.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("DELETE FROM notes")
    connection.commit()
    try:
        assert (tmp_path / "shop.db-wal").is_file()
        assert "notes/" in WORKS["shop.db"].check.evaluate(evidence).reason
    finally:
        connection.close()


def test_a_copy_is_compared_with_its_source(tmp_path: Path) -> None:
    check = UnchangedExcept("paid.db", "shop.db", ("orders/*/status",))
    (tmp_path / "paid.db").write_bytes(changed_database(SHOP, ["UPDATE orders SET status = 'paid'"]))
    evidence = evidence_of(tmp_path, assets={"shop.db": SHOP})
    assert check.evaluate(evidence).passed
    (tmp_path / "paid.db").write_bytes(
        changed_database(SHOP, ["UPDATE orders SET status = 'paid', total = 0"])
    )
    assert not check.evaluate(evidence).passed


def test_without_the_given_files_nothing_is_decided(tmp_path: Path) -> None:
    (tmp_path / "shop.db").write_bytes(SHOP)
    evidence = evidence_of(tmp_path)
    assert UnchangedExcept("shop.db").evaluate(evidence).undecided
    others = replace(evidence, assets=lambda: {"other.db": SHOP})
    assert UnchangedExcept("shop.db").evaluate(others).undecided


@pytest.fixture
def repository(tmp_path: Path) -> Evidence:
    given = file_assets([DataFile("repo", "git", REPOSITORY)])
    for name, data in given.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return evidence_of(tmp_path, assets=given)


@pytest.mark.parametrize(
    ("ref", "content", "reason"),
    [
        ("refs/heads/trial/braeburn", None, "branches/trial/braeburn/"),
        ("refs/tags/v1", None, "tags/v1"),
        ("HEAD", "ref: refs/heads/trial/braeburn\n", 'head, which was "main"'),
        ("refs/heads/more", "main", "branches/more was added"),
        ("HEAD", None, "is not a Git repository"),
    ],
)
def test_branches_and_tags_of_a_repository_stay(
    ref: str, content: str | None, reason: str, repository: Evidence
) -> None:
    check = UnchangedExcept("repo/.git")
    assert check.evaluate(repository).passed
    folder = repository.workspace / "repo" / ".git"
    if content is None:
        (folder / ref).unlink()
    else:
        (folder / ref).write_text((folder / "refs/heads/main").read_text() if content == "main" else content)
    verdict = check.evaluate(repository)
    assert not verdict.passed
    assert reason in verdict.reason


def test_a_kind_that_is_not_compared_is_refused() -> None:
    for path, source in (("photo.png", None), ("notes.txt", "film.mp4")):
        with pytest.raises(ValueError, match="not compared item by item"):
            UnchangedExcept(path, source)


def test_every_kind_can_be_damaged() -> None:
    for name, work in WORKS.items():
        assert damaged_files(work.given, name), name
    assert damaged_files(b"x", "photo.png") == []
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "Prices"
    damages = [words for words, _ in damaged_files(written_bytes(deck.save), "a.pptx")]
    assert len(damages) == 4 + 2 + 1
    assert damages[-3:] == ["text 1 of slide 1 emptied", "a clause in text 1 of slide 1", "a slide too many"]
