"""The pages of `docs/extending`, followed word by word: what they add works.

A code block whose first line is a path is a new file; a `diff` block with a path is an edit. All pages are
applied to one copy of the repository, and the tests that they add are run in it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import REPOSITORY

PAGES = sorted(path for path in (REPOSITORY / "docs" / "extending").glob("*.md") if path.name != "index.md")
COPIED = ("src", "packages", "tests", "docs", "scripts", "pyproject.toml")
GUARDS = (
    "tests/test_rooms.py",
    "tests/checks/test_registry.py",
    "tests/checks/test_corruption.py",
    "tests/formats/test_detection.py",
    "tests/servers/test_coverage.py",
    "tests/servers/test_interface.py",
    "tests/suites/smoke/test_suite.py::test_a_wrong_name_is_told_with_the_nearest",
)
"""Tests of ours that look at whatever is registered."""
_BLOCK = re.compile(r"^```(python|toml|diff)\n# (\S+\.\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """What a page says about one file."""

    path: str
    is_edit: bool
    text: str

    @property
    def before(self) -> str:
        return "".join(line[1:] for line in self._lines if line[0] in " -")

    @property
    def after(self) -> str:
        return "".join(line[1:] for line in self._lines if line[0] in " +")

    @property
    def _lines(self) -> list[str]:
        return [line if line.strip() else f" {line}" for line in self.text.splitlines(keepends=True)]


def blocks(page: Path) -> list[Block]:
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Block(path, kind == "diff", text) for kind, path, text in found]


def test_blocks_are_read() -> None:
    text = "x\n```python\n# a.py\nx = 1\n```\n\n```diff\n# b.py\n one\n-two\n+three\n```\n"
    new, edit = (Block(path, kind == "diff", body) for kind, path, body in _BLOCK.findall(text))
    assert new == Block("a.py", False, "x = 1\n")
    assert (edit.before, edit.after) == ("one\ntwo\n", "one\nthree\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_fits_the_repository(page: Path) -> None:
    """New files are not there yet, and each edit has exactly one place."""
    found = blocks(page)
    assert any(re.search(r"tests/.*test_\w+\.py", block.path) for block in found), "the page adds no test"
    for block in found:
        if block.is_edit:
            text = (REPOSITORY / block.path).read_text(encoding="utf-8")
            assert text.count(block.before) == 1, f"{block.path}: no single place for\n{block.before}"
        else:
            assert not (REPOSITORY / block.path).exists(), block.path


def apply(block: Block, root: Path) -> None:
    path = root / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (
        path.read_text(encoding="utf-8").replace(block.before, block.after) if block.is_edit else block.text
    )
    path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with everything that the pages add."""
    root = tmp_path_factory.mktemp("extended")
    for name in COPIED:
        source = REPOSITORY / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__", "build"))
        else:
            shutil.copy(source, root / name)
    for page in PAGES:
        for block in blocks(page):
            apply(block, root)
    return root


def run(root: Path, *words: str) -> str:
    paths = [
        str(root / "src"),
        *(str(root / "packages" / f"m3bench-{part}" / "src") for part in ("suites", "world")),
    ]
    # With bytecode files in the copy, only the first process compiles what all of them import.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,  # a hang; a busy machine may be slow
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_what_the_pages_add_passes_its_tests(extended: Path) -> None:
    added = [block.path for page in PAGES for block in blocks(page) if "/test_" in block.path]
    new = sorted({path for path in added if not (REPOSITORY / path).exists()})
    assert len(new) >= len(PAGES)
    assert " passed" in run(extended, "pytest", "-q", "-p", "no:cacheprovider", *new, *GUARDS)


@pytest.mark.slow
def test_what_the_pages_add_is_in_the_house_style(extended: Path) -> None:
    changed = sorted({block.path for page in PAGES for block in blocks(page) if block.path.endswith(".py")})
    run(extended, "ruff", "check", *changed)
    run(extended, "ruff", "format", "--check", *changed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("list", "suites"), "capitals"),
        (("list", "formats"), "tsv"),
        (("list", "models"), "mistral"),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) else each,
)
def test_the_command_line_knows_it(words: tuple[str, ...], shown: str, extended: Path) -> None:
    assert shown in run(extended, "m3bench", *words)
