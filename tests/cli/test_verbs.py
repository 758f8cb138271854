"""The list of verbs: quick to show, and true."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from m3bench.cli import app, main
from m3bench.cli.verbs import VERBS, LazyVerbs

NAMES = [name for verbs in VERBS.values() for name in verbs]
HEAVY = ("mcp", "msgspec", "numpy", "pydantic", "m3bench.core")


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_says_what_the_help_of_the_verb_says(name: str) -> None:
    (summary,) = (verbs[name].summary for verbs in VERBS.values() if name in verbs)
    full = LazyVerbs({})[name].help
    assert full.replace("\n", " ").startswith(summary.removesuffix("."))


def test_the_help_lists_every_verb() -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "200"}).output
    for panel, verbs in VERBS.items():
        assert panel in shown
        assert all(f"│ {name} " in shown and verb.summary in shown for name, verb in verbs.items())


def test_the_help_imports_nothing_heavy() -> None:
    script = (
        "import sys, m3bench.cli\ntry: m3bench.cli.main()\nfinally: print([*sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "--help"], capture_output=True, text=True, check=True
    )
    assert "'typer'" in done.stderr
    assert [name for name in HEAVY if f"'{name}'" in done.stderr] == []


def test_a_verb_still_runs_after_the_help() -> None:
    runner = CliRunner()
    assert runner.invoke(app, ["--help"]).exit_code == 0
    assert runner.invoke(app, ["list", "--help"]).exit_code == 0


def test_windows_is_refused_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit, match="in WSL"):
        main()
