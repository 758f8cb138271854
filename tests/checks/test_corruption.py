"""Every check passes what is right, and notices what was spoiled for it."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import CHECKS, Check, Evidence, NoStrayFiles, WebLayout, run_checks
from m3bench.checks.corruption import with_answer
from m3bench.rendering.chromium import find_chromium
from tests.checks.outcomes import PASSING, REFUSAL, REFUSING, evidence_of, filled_workspace


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return filled_workspace(tmp_path_factory.mktemp("done") / "workspace")


def test_every_check_has_a_spoiler_and_an_example() -> None:
    assert [check for check in CHECKS.values() if check.corruptions is Check.corruptions] == []
    without = set() if find_chromium() else {WebLayout}
    assert {type(check) for check in (*PASSING, REFUSING)} == set(CHECKS.values()) - without


COSTLY = (
    "docx_content",
    "docx_parts",
    "film_captions",
    "film_cuts",
    "film_frame",
    "slide_pictures",
    "slide_table",
    "slide_texts",
    "sound_transcript",
    "sound_unchanged",
    "web_layout",
)


def examples(*kinds: str) -> list[Any]:
    return [
        pytest.param(check, id=check.name(), marks=[pytest.mark.slow] if check.name() in COSTLY else [])
        for check in PASSING
        if check.kind in kinds
    ]


@pytest.mark.parametrize("check", examples("answer", "workspace", "trace"))
def test_spoiled_outcomes_fail(check: Check, done: Evidence, tmp_path: Path) -> None:
    assert check.evaluate(done).passed, check.evaluate(done).reason
    found = check.corruptions(done, tmp_path)
    assert found
    for words, evidence in found:
        verdict = check.evaluate(evidence)
        assert not verdict.passed, f"{words}: {verdict.reason}"
        assert verdict.reason
    assert check.evaluate(done).passed


@pytest.mark.parametrize("check", examples("workspace"))
def test_checks_of_the_workspace_do_not_hear_the_answer(check: Check, done: Evidence) -> None:
    """`suite verify --attack` does not repeat them for other answers."""
    assert check.evaluate(with_answer(done, "No answer.")) == check.evaluate(done)


def test_a_given_file_that_may_change_is_not_spoiled(tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    folder.mkdir()
    before = {}
    for name in ("data.db", "photo.png"):
        (folder / name).write_bytes(name.encode())
        before[name] = hashlib.sha256(name.encode()).hexdigest()
    done = evidence_of(folder, "done", (), before)
    for check, given in ((NoStrayFiles(("data.db",)), 2), (NoStrayFiles(("data.db", "photo.png")), 1)):
        found = check.corruptions(done, tmp_path)
        assert sum("given" in words for words, _ in found) == given
        assert not any(check.evaluate(evidence).passed for _, evidence in found)


def test_spoiled_refusals_fail(tmp_path: Path) -> None:
    evidence = evidence_of(tmp_path, REFUSAL)
    assert REFUSING.evaluate(evidence).passed
    found = REFUSING.corruptions(evidence, tmp_path)
    assert len(found) == 3
    assert not any(REFUSING.evaluate(each).passed for _, each in found)


@pytest.mark.slow
def test_all_together_pass_and_coverage_is_the_mean_of_the_claims(done: Evidence) -> None:
    verdicts = run_checks(PASSING, done)
    assert verdicts.passed
    assert verdicts.coverage == pytest.approx((1 + 1 + 1 + 2 / 3) / 4)
    assert [verdict.check for verdict in verdicts.verdicts] == [check.name() for check in PASSING]


@pytest.mark.slow
def test_doing_nothing_passes_none(done: Evidence) -> None:
    idle = replace(evidence_of(done.workspace, None, (), dict(done.before)), ask=done.ask)
    assert not any(verdict.passed for verdict in run_checks((*PASSING, REFUSING), idle).verdicts)
