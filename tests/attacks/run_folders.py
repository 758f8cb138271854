"""Commands on run folders, and what they report."""

from __future__ import annotations

import json
from pathlib import Path

from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.runs import RunFolder
from tests.attacks.command_line import Command
from tests.attacks.folders import (
    lines_of,
    write_lines,
)

PICTURED = "smoke/half-in-grey"
"""The task with an attempt that has a blob and a workspace."""

FAST = ("--encoder", "hashing", "--no-cache")

WARNED = "warning:"


def viewer_problems(viewer: ViewerApi, name: str = "hostile") -> list[str]:
    viewer.run_version(Parameters({"run": name}))
    view = viewer.attempts(Parameters({"run": name}))
    problems: list[str] = view["run"]["problems"]
    return problems


def inspect_run(way: str, run: Path, other: Path, command: Command, viewer: ViewerApi) -> str:
    """Return what score, report, compare or the viewer reports about a run."""
    if way == "view":
        return " ".join(viewer_problems(viewer))
    if way == "score":
        scores = run.parent.parent / "scores.json"
        output = command("score", run, "--json", scores, *FAST)
        assert output.code == 0
        damages = json.loads(scores.read_text())["run"]["integrity"]["damages"]
        assert bool(damages) == (WARNED in output.out)
        return output.text
    if way == "compare":
        compared = run.parent.parent / "compared.json"
        output = command("compare", run, other, "--json", compared, *FAST)
        assert output.code == 0
        assert bool(json.loads(compared.read_text())["warnings"]) == (WARNED in output.out)
        return output.text
    page = run.parent.parent / "page.html"
    output = command("report", run, "--out", page, *FAST)
    assert output.code == 0
    assert ("Run files were changed" in page.read_text()) == (WARNED in output.out)
    return output.text


WAYS = ("score", "report", "compare", "view")


# What an editor may do to a run, and what has to be named.
def edit_answer(folder: RunFolder, other: Path) -> str:
    lines = lines_of(folder)
    place = next(index for index, line in enumerate(lines) if b'"answer":"' in line)
    lines[place] = lines[place].replace(b'"answer":"', b'"answer":"better ', 1)
    write_lines(folder, lines)
    return f"line {place + 1}"
