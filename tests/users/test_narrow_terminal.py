"""An evaluator reads help and lists in a terminal of 80 columns."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from m3bench.cli.help_pages import PANELS
from m3bench.cli.running.launch import print_summaries
from m3bench.cli.verbs import LazyVerbs
from m3bench.runs.listing import RunSummary
from m3bench.suites import SUITES
from tests.cli.command import run_command

NARROW = {"COLUMNS": "80"}
LONG = RunSummary(
    path=Path("runs/2026-11-18-caller-m3-standard"), name="2026-11-18-caller-m3-standard", suite="m3",
    agent="caller", model="anthropic/claude-sonnet-4-5", attempts=211, scored=211, success=0.512, mean=0.634,
    tokens=12_345_678, cost=12.5, seconds=5000, tags=("baseline", "november"), note="all tasks",
)  # fmt: skip


def test_the_help_of_run_names_the_suites_and_groups_the_options() -> None:
    shown = run_command("run", "--help", environment=NARROW).stdout
    words = shown.replace("│", " ").split()
    assert [name for name in SUITES if not any(name == word.strip("(),") for word in words)] == []
    assert [panel for panel in PANELS["run"] if f"─ {panel} ─" not in shown] == []
    assert len(shown.splitlines()) < 300, "the descriptions are squeezed"


def test_every_option_of_run_is_in_a_panel() -> None:
    """A new option would be listed apart from the others."""
    listed = [word.partition(":")[0] for params in PANELS["run"].values() for word in params.split()]
    options = [param.name for param in LazyVerbs({})["run"].params if param.param_type_name == "option"]
    assert sorted(listed) == sorted(set(options) - {"help", "wanted"})


@pytest.mark.parametrize("width", [80, 200])
def test_a_list_of_runs_keeps_words_whole(width: int) -> None:
    console = Console(width=width, record=True, file=io.StringIO())
    print_summaries(console, [LONG])
    shown = console.export_text()
    assert max(map(len, shown.splitlines())) <= width
    for whole in (
        LONG.name,
        "caller",
        "anthropic/claude-sonnet-4-5",
        "12,345,678",
        "0.512",
        "baseline, november",
    ):
        assert whole in shown
