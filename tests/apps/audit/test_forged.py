"""From the forge over the audit to a run, with the real commands and a real browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from m3bench.formats import read_tasks
from m3bench.runs import final_attempts
from tests import preloaded
from tests.apps.audit.browsing import Visitor
from tests.hanging import HANG_SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

FIRST, SECOND, THIRD = (f"m3/attraction/7-{number}" for number in range(3))


def said(*arguments: str | Path) -> str:
    """What a command says, in a process of its own: the browser's driver has the event loop of this one."""
    done = preloaded.run([*map(str, arguments)], timeout=HANG_SECONDS)
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forge") / "forged"
    told = said(
        "forge", "references", "m3", "--out", folder, "--agent", "reference",
        "--family", "Attraction", "--limit", "3",
    )  # fmt: skip
    assert "3 of 3 tasks have a reference" in told
    return folder


@contextmanager
def audited(*arguments: str | Path) -> Iterator[str]:
    """The address of the page that the command serves."""
    command = [sys.executable, "-m", "m3bench", "audit", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout is not None
            yield served.stdout.readline().strip()
        finally:
            os.kill(served.pid, signal.SIGINT)
            _, remarks = served.communicate(timeout=HANG_SECONDS)
    assert served.returncode == 0, remarks
    assert "skipped" not in remarks


def test_only_approved_references_enter_a_suite_that_runs(
    chromium: Browser, forged: Path, tmp_path: Path
) -> None:
    with audited(forged) as address:
        ann = Visitor(chromium, address, "Ann")
        ann.at(FIRST)
        picture = ann.page.locator("figure img")
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        # The reference keeps no results; they are those that the executor had.
        results = ann.page.locator("details", has_text="Result")
        assert results.count() == ann.page.locator(".call-card").count()
        assert ann.page.locator(".doubt, .problem").count() == 0
        ann.page.get_by_role("button", name="Edit answer").click()
        answer = ann.page.get_by_label("Answer", exact=True)
        mended = f"{answer.input_value()} Looked at by Ann."
        answer.fill(mended)
        ann.page.keyboard.press("Control+Enter")
        ann.page.locator(".answer .request", has_text="Looked at by Ann.").wait_for()
        ann.page.keyboard.press("a")
        ann.verdict("Approved")
        ann.page.keyboard.press("o")
        ann.at(SECOND)
        ann.page.keyboard.press("r")
        ann.page.keyboard.type("the forecast is of another day")
        ann.page.keyboard.press("Enter")
        ann.verdict("Rejected")
        assert ann.complaints == []
    suite = tmp_path / "approved.jsonl"
    told = said("audit", forged, "--export", suite)
    assert "3 references: 1 approved, 1 rejected, 0 in conflict, 1 open." in told
    (task,) = read_tasks(suite)
    (before, _, _) = read_tasks(forged / "consolidated.jsonl")
    assert (task.id, task.answer, task.references[0].answer) == (FIRST, mended, mended)
    assert task.references[0].steps == before.references[0].steps
    said("run", suite, "--agent", "reference", "--out", tmp_path / "run")
    (attempt,) = final_attempts(tmp_path / "run" / "journal.jsonl")
    assert (attempt.key.task_id, attempt.failed) == (FIRST, False)
    assert attempt.trajectory.answer == mended


def test_pairs_of_what_was_forged_are_compared_blindly(chromium: Browser, forged: Path) -> None:
    with audited(forged, "--pairs") as address:
        bo = Visitor(chromium, address, "Bo")
        for name in (FIRST, SECOND, THIRD):
            bo.at(name)
            assert bo.page.locator(".side path.edge").count() > 0
            assert bo.page.locator(".side details").count() == 0
            assert not {"original", "consolidated"} & set(bo.page.content().lower().split())
            bo.page.keyboard.press("a")
            bo.page.locator("#choose-a[aria-pressed=true]").wait_for()
            bo.page.keyboard.press("n")
        assert bo.complaints == []
    told = said("audit", forged, "--pairs", "--report")
    assert "3 choices by 1 people over 3 pairs, 0 ties." in told
    assert "A was chosen in 100.00 % (3/3" in told
