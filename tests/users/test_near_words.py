"""An evaluator selects tasks by words that the suite does not use."""

from __future__ import annotations

import pytest

from tests.cli.command import run_command

DRY = ("run", "omni", "--agent", "reference", "--dry-run", "--where")
WORDS = {"sound": "audio", "pictures": "image", "film": "video", "pdf": "document"}


@pytest.mark.parametrize(("given", "own"), WORDS.items())
def test_a_near_word_selects_what_it_means(given: str, own: str) -> None:
    """`--where modality=sound` ended with an error that named audio among others."""
    near, right = run_command(*DRY, f"modality={given}"), run_command(*DRY, f"modality={own}")
    assert f"--where modality={given} is read as modality={own}" in near.stdout
    counts = [[line for line in done.stdout.splitlines() if "tasks:" in line] for done in (near, right)]
    assert counts[0] == counts[1] != []


def test_an_unclear_word_ends_with_the_nearest() -> None:
    assert "Did you mean audio?" in run_command(*DRY, "modality=soud", code=2).stderr
