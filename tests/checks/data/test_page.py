"""The examples of the page on checks."""

from __future__ import annotations

import json
import re
from pathlib import Path

from m3bench.checks import CHECKS, read_checks
from tests.checks.data.outcomes import DATA_PASSING, fill_data
from tests.checks.outcomes import evidence_of

PAGE = (Path(__file__).parents[3] / "docs" / "checks.md").read_text("utf-8")


def test_the_examples_pass_and_their_corruptions_fail(tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    fill_data(workspace)
    section = PAGE.partition("\n## Data files\n")[2].partition("\n## ")[0]
    (example,) = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    checks = read_checks(json.loads(example), "docs/checks.md")
    assert {type(check) for check in checks} == {type(check) for check in DATA_PASSING}
    for check in checks:
        verdict = check.evaluate(evidence_of(workspace))
        assert verdict.passed, f"{check.name()}: {verdict.reason}"
        made = check.corruptions(evidence_of(workspace), tmp_path / check.name())
        assert len(made) > 5
        assert [words for words, each in made if check.evaluate(each).passed] == []


def test_the_table_has_what_the_checks_say_of_themselves() -> None:
    for kind in {type(check) for check in DATA_PASSING}:
        assert CHECKS[kind.name()].about in PAGE
