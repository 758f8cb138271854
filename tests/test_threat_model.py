"""The threat model names tests that are there, and every file of attacks is named in it."""

from __future__ import annotations

import re

import pytest

from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "threat-model.md").read_text(encoding="utf-8")
ATTACKS = REPOSITORY / "tests" / "attacks"
LINES = [line for line in PAGE.splitlines() if line.startswith("| ") and "`test_" in line]
_FILE = re.compile(r"`((?:tests/)?[\w/]*test_\w+\.py)`((?:: (?:`test_\w+`(?:, )?)+)?)")


def named_tests(line: str) -> list[tuple[str, list[str]]]:
    """The files that a line names, each with the functions named after it."""
    return [(file, re.findall(r"`(test_\w+)`", functions)) for file, functions in _FILE.findall(line)]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_each_test_that_is_named_exists(line: str) -> None:
    named = named_tests(line)
    assert named
    for file, functions in named:
        path = REPOSITORY / file if "/" in file else ATTACKS / file
        text = path.read_text(encoding="utf-8")
        assert [name for name in functions if f"def {name}(" not in text] == []


def test_every_file_of_attacks_is_named() -> None:
    named = {file for line in LINES for file, _ in named_tests(line)}
    assert {path.name for path in ATTACKS.glob("test_*.py")} - named == set()


def test_every_row_names_a_test_or_a_command() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and line.count("|") >= 5]
    titles = ("asset", "attacker", "program or library")
    headings = [line for line in rows if line.split("|")[1].strip() in titles]
    assert [row for row in rows if row not in headings and "test_" not in row and "m3bench " not in row] == []
