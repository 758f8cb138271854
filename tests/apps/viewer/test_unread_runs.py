"""Runs whose journal is still being read: no number is shown that is not one of the whole run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from m3bench.apps.viewer import api as viewer_api
from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.web import viewer_app
from m3bench.checks import Verdict, Verdicts
from m3bench.runs import FinishedAttempt
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer
from tests.apps.viewer.samples import PLAIN, api_over, attempt_of, make_run

_ATTEMPTS = 8
_TASKS = [msgspec.structs.replace(PLAIN, id=f"town/{number}") for number in range(_ATTEMPTS)]
_PASSED = Verdicts(
    passed=True, verdicts=(Verdict(check="answer_exact", kind="answer", passed=True, reason="equal"),)
)
_SHOWN = """() => {
  // Whatever the column of success ever shows.
  window.shown = new Set();
  const note = () => {
    for (const cell of document.querySelectorAll("tbody tr > td.number:nth-child(3)")) {
      window.shown.add(cell.innerText.trim());
    }
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
}"""


def passed(number: int) -> FinishedAttempt:
    return msgspec.structs.replace(attempt_of(_TASKS[number], answer="Oslo"), verdicts=_PASSED)


@pytest.fixture
def slow_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ViewerApi]:
    """Over a finished run, of whose journal each request reads a single record."""
    make_run(tmp_path / "done", _TASKS, [passed(number) for number in range(_ATTEMPTS)])
    monkeypatch.setattr(viewer_api, "_READING_SECONDS", 0.0)
    library, api = api_over(tmp_path)
    yield api
    library.close()


def test_a_run_has_no_figures_before_its_journal_is_read(slow_api: ViewerApi) -> None:
    seen, tags = [], []
    for _ in range(_ATTEMPTS + 2):
        tags.append(slow_api.runs_version(Parameters({})))
        [run] = slow_api.runs(Parameters({}))["runs"]
        seen.append((run["pending"], run["success"], run["attempts"], run["agent"]))
    assert seen[0] == (True, None, 0, "noisy")
    assert seen[-1] == (False, 1.0, _ATTEMPTS, "noisy")
    assert set(seen) == {seen[0], seen[-1]}
    first_read = seen.index(seen[-1])
    assert tags[first_read] != tags[first_read - 1]


def test_attempts_that_were_not_read_yet_are_not_called_open(slow_api: ViewerApi) -> None:
    asked = Parameters({"run": "done"})
    slow_api.run_version(asked)
    half = slow_api.attempts(asked)
    assert [row["status"] for row in half["rows"]] == ["completed"] + ["reading"] * (_ATTEMPTS - 1)
    for _ in range(_ATTEMPTS):
        slow_api.run_version(asked)
    assert slow_api.attempts(asked)["choices"]["status"] == {"completed": _ATTEMPTS}


@pytest.mark.slow
def test_the_list_of_runs_shows_a_mark_until_a_journal_is_read(slow_api: ViewerApi) -> None:
    with browser() as opened, served(viewer_app(slow_api, TOKEN)) as address:
        viewer = Viewer(opened, address, "#/run/none")
        viewer.page.evaluate(_SHOWN)
        viewer.page.evaluate("location.hash = '#/'")
        viewer.page.locator("td", has_text=f"{_ATTEMPTS} of {_ATTEMPTS} attempts").wait_for()
        viewer.page.locator("td", has_text="1.000").first.wait_for()
        shown = set(viewer.page.evaluate("[...window.shown]"))
        assert viewer.page.locator(".reading").count() == 0
        viewer.close()
    assert shown == {"…", "1.000"}
