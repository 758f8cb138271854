"""`docs/dependencies.md` is complete: a row for every requirement, and a requirement for every row."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COLUMNS = 6
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def required() -> dict[str, set[str]]:
    """The packages that our distributions require, by the section of the page that they belong to."""
    settings, world, suites = (
        tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        for folder in (ROOT, *(ROOT / "packages" / name for name in ("m3bench-world", "m3bench-suites")))
    )
    optional = settings["project"]["optional-dependencies"]
    base = _names(settings["project"]["dependencies"])
    extras = _names(each for name, listed in optional.items() if name != "dev" for each in listed)
    content = _names([*world["project"]["dependencies"], *suites["project"]["dependencies"]])
    return {
        "Run time": base,
        "Extras": extras,
        "The world and the suites": content - base - extras,
        "Development": _names(optional["dev"]),
        "Build": _names([*settings["build-system"]["requires"], *world["build-system"]["requires"]]),
    }


def _names(requirements: Iterable[str]) -> set[str]:
    found = {match.group() for requirement in requirements if (match := _NAME.match(requirement))}
    return found - {"m3bench"}


def rows(page: str) -> dict[str, list[list[str]]]:
    """The rows of the tables of the page, by section."""
    found: dict[str, list[list[str]]] = {}
    section = ""
    for line in page.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            found.setdefault(section, []).append(cells)
    return found


def problems(page: str) -> list[str]:
    """What is missing, what is left over, and what is not filled in."""
    found, wanted = rows(page), required()
    complaints = [f"unknown section {section}" for section in found if section not in wanted]
    for section, packages in wanted.items():
        listed = [cells[0].strip("`") for cells in found.get(section, [])]
        complaints += [f"{section}: no row for {name}" for name in sorted(packages - set(listed))]
        complaints += [f"{section}: {name} is not required" for name in sorted(set(listed) - packages)]
        complaints += [f"{section}: {name} twice" for name in sorted(set(listed)) if listed.count(name) > 1]
    for section, listed_rows in found.items():
        short = [cells[0] for cells in listed_rows if len(cells) != COLUMNS or not all(cells)]
        complaints += [f"{section}: {name} has an empty cell" for name in short]
    return complaints


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "docs" / "dependencies.md").read_text("utf-8")


def test_every_requirement_has_a_row_and_every_row_a_requirement(page: str) -> None:
    assert problems(page) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("| `numpy` |", "| numpy |", "Run time: no row for numpy"),
        ("| `numpy` |", "| `torch` |", "Run time: torch is not required"),
        ("| `rich` |", "| `numpy` |", "Run time: numpy twice"),
        ("| MIT | 2019 – 2026-04, 5 |", "| | 2019 – 2026-04, 5 |", "Run time: `rich` has an empty cell"),
        ("## Extras", "## Optional", "unknown section Optional"),
    ],
)
def test_what_is_wrong_is_found(page: str, old: str, new: str, complaint: str) -> None:
    assert page.count(old) >= 1
    assert complaint in problems(page.replace(old, new, 1))
