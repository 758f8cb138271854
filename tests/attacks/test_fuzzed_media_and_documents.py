"""Damaged sounds, films, pictures, documents and archives through every reader, tool and check."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import CHECKS
from tests.attacks.file_fuzzing import PROGRESS
from tests.attacks.file_mutation import mutate_file, packed
from tests.attacks.file_readers import KINDS, make_place, readers
from tests.attacks.limited_reader import ROOT
from tests.volume import FULL

FILES = {"word": 667, "sheets": 667, "slides": 667, "picture": 1_500, "drawing": 500}
"""With `make test-full`: 2,000 of each kind, of office files and of pictures together."""
SHARE = 100
"""One file of so many else: each takes half a second, through some 40 readers."""
SEED = 16
MOST_DEATHS = 5
SECONDS = 7_200.0


def fuzzed(kind: str, count: int, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what a process finds that reads damaged files. If it dies, another goes on after the file."""
    first, deaths = 0, 0
    while first < count and deaths < MOST_DEATHS:
        place = folder / f"from-{first}"
        place.mkdir()
        status, output = _process(kind, first, count - first, place)
        yield from (json.loads(line) for line in output.splitlines())
        if status == 0:
            return
        number, reader = json.loads((place / PROGRESS).read_text() or "[-1, null]")
        errors = (place / "errors").read_text("utf-8", "replace")[-1_500:]
        yield {"kind": kind, "number": number, "reader": reader, "problem": f"died with {status}: {errors}"}
        first, deaths = number + 1, deaths + 1


def _process(kind: str, first: int, count: int, place: Path) -> tuple[int, str]:
    (place / "programs").mkdir()
    # LibreOffice and Chromium are not found: each of their files takes seconds, in processes of their own.
    environment = {**os.environ, "PATH": str(place / "programs"), "OMP_NUM_THREADS": "1"}
    arguments = [kind, str(first), str(count), str(SEED), str(place)]
    with (place / "errors").open("wb") as errors:
        done = subprocess.run(
            [sys.executable, "-m", "tests.attacks.file_fuzzing", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=environment,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    return done.returncode, done.stdout


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_damaged_files(kind: str, tmp_path: Path) -> None:
    """Damaged files are read or refused: no crash, no other error, in little time and memory."""
    count = FILES.get(kind, 2_000)
    *findings, summary = fuzzed(kind, count if FULL else count // SHARE, tmp_path)
    assert findings == []
    assert summary["files"] == (count if FULL else count // SHARE)
    # Neither all refused nor all read: the damage is neither blunt nor idle. A few are mostly made by hand.
    assert not FULL or 0.02 < summary["read"] / (summary["read"] + summary["refused"]) < 0.95


def test_every_check_of_files_is_covered(tmp_path: Path) -> None:
    """the other side: no kind of file has a check that does not get the damaged ones."""
    place = make_place(tmp_path)
    covered = {
        reader.name.split()[1]
        for kind in KINDS.values()
        for reader in readers(kind, place)
        if "check " in reader.name
    }
    others = {
        "file_exists", "no_stray_files", "git_log", "calendar_event", "web_layout", "text_file", "json_file",
        "csv_table", "sqlite_rows", "film_subtitles", "unchanged_except",
    }  # fmt: skip
    files = {
        name for name, check in CHECKS.items() if check.kind == "workspace" and not name.startswith("record_")
    }
    assert files - covered <= others


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_whole_files_are_read(kind: str, tmp_path: Path) -> None:
    """the other side: readers read the files before they are damaged."""
    place = make_place(tmp_path)
    plain = [reader for reader in readers(KINDS[kind], place) if reader.name.startswith("reader ")]
    (data, *_) = KINDS[kind].seeds(place.evidence.workspace)
    assert plain[-1].read(data) is not None


def test_damage_is_deep_and_the_same_for_the_same_seed() -> None:
    """the other side: what was found can be found again, and archives are packed again after the damage."""
    data = packed([("a.xml", b'<a b="1"><c>2</c></a>' * 20), ("b.png", bytes(400))])
    first, second = ([mutate_file(data, random.Random(number)) for number in range(60)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 50
    assert sum(made.startswith(b"PK") for made in first) > 40
